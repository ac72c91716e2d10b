//! An array, row by row along an axis.

use codec_reference::{Tensor, TensorError};

/// The rows of an array, in the order of the other indices.
pub(super) struct Rows<'a> {
    tensor: &'a Tensor,
    dimension: usize,
}

impl<'a> Rows<'a> {
    /// # Errors
    /// The array has no such axis.
    pub(super) fn of(tensor: &'a Tensor, axis: i64) -> Result<Self, TensorError> {
        let rank = tensor.shape().len();
        let forward = if axis < 0 { axis.checked_add(rank as i64) } else { Some(axis) };
        let dimension = forward.and_then(|axis| usize::try_from(axis).ok());
        match dimension.filter(|dimension| *dimension < rank) {
            Some(dimension) => Ok(Self { tensor, dimension }),
            None => Err(TensorError::Axis { axis, rank }),
        }
    }

    /// Elements of a row.
    pub(super) fn length(&self) -> u64 {
        self.tensor.shape()[self.dimension]
    }

    /// Each row. Beware of arrays without elements: they may have any number of empty rows.
    pub(super) fn each(&self) -> impl Iterator<Item = Vec<u64>> {
        let (outer, inner) = self.around();
        let length = self.length() as usize;
        let starts = (0..outer).flat_map(move |o| (0..inner).map(move |i| o * length * inner + i));
        starts.map(move |start| {
            (0..length).map(|j| self.tensor.elements()[start + j * inner]).collect()
        })
    }

    /// The array in which each row is replaced by another of so many elements.
    ///
    /// # Errors
    /// Some row has no replacement.
    pub(super) fn map<E>(
        &self,
        extent: u64,
        mut map: impl FnMut(&[u64]) -> Result<Vec<u64>, E>,
    ) -> Result<Tensor, E> {
        self.replace(extent, || self.each().map(|row| map(&row)).collect())
    }

    /// The array in which the rows are replaced by others of so many elements, which are not
    /// asked for where it has no elements.
    ///
    /// # Errors
    /// There are no such rows.
    pub(super) fn replace<E>(
        &self,
        extent: u64,
        rows: impl FnOnce() -> Result<Vec<Vec<u64>>, E>,
    ) -> Result<Tensor, E> {
        let mut shape = self.tensor.shape().to_vec();
        shape[self.dimension] = extent;
        if shape.contains(&0) {
            return Ok(array(shape, Vec::new()));
        }
        let (_, inner) = self.around();
        let mut elements = Vec::new();
        for block in rows()?.chunks(inner) {
            elements.extend((0..extent as usize).flat_map(|j| block.iter().map(move |row| row[j])));
        }
        Ok(array(shape, elements))
    }

    /// How many indices there are before and behind the axis.
    fn around(&self) -> (usize, usize) {
        let (before, behind) = self.tensor.shape().split_at(self.dimension);
        let size = |extents: &[u64]| extents.iter().product::<u64>() as usize;
        (size(before), size(&behind[1..]))
    }
}

/// An array of that shape.
///
/// # Panics
/// It has another number of elements.
pub(super) fn array(shape: Vec<u64>, elements: Vec<u64>) -> Tensor {
    Tensor::new(shape, elements).expect("as many elements as the shape has")
}
