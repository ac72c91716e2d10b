//! Arrays with a shape, walked row by row.

use num_bigint::BigUint;
use thiserror::Error;

/// Elements in C order, and the shape of the array they form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tensor {
    shape: Vec<u64>,
    elements: Vec<u64>,
}

/// Why something is not an array with such an axis.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TensorError {
    /// The shape has another number of elements.
    #[error("{found} elements for a shape of {expected}")]
    Elements {
        /// How many the shape has.
        expected: BigUint,
        /// How many there are.
        found: usize,
    },
    /// No dimension to unpack along (UP-RANK-1).
    #[error("an array of rank 0 has no rows (UP-RANK-1)")]
    Rank,
    /// An axis out of [-rank, rank-1] (UP-AXIS-2).
    #[error("axis {axis} is out of range for rank {rank} (UP-AXIS-2)")]
    Axis {
        /// The axis as given; a negative one counts from the end.
        axis: i64,
        /// How many dimensions the array has.
        rank: usize,
    },
}

impl Tensor {
    /// An array of that shape, its elements in C order.
    ///
    /// # Errors
    /// Another number of elements than the shape has.
    pub fn new(shape: Vec<u64>, elements: Vec<u64>) -> Result<Self, TensorError> {
        let expected: BigUint = shape.iter().copied().map(BigUint::from).product();
        let found = elements.len();
        match expected == found.into() {
            true => Ok(Self { shape, elements }),
            false => Err(TensorError::Elements { expected, found }),
        }
    }

    /// The extent of each dimension, the outermost first.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// The elements, in C order.
    pub fn elements(&self) -> &[u64] {
        &self.elements
    }

    /// The dimension that an axis names; a negative one counts from the end (UP-AXIS-2).
    ///
    /// # Errors
    /// An array of rank 0, or an axis out of range.
    pub fn dimension(&self, axis: i64) -> Result<usize, TensorError> {
        let rank = self.shape.len();
        let distance = usize::try_from(axis.unsigned_abs()).ok();
        let from_end = |distance| rank.checked_sub(distance);
        let dimension = if axis < 0 { distance.and_then(from_end) } else { distance };
        match dimension {
            _ if rank == 0 => Err(TensorError::Rank),
            Some(dimension) if dimension < rank => Ok(dimension),
            _ => Err(TensorError::Axis { axis, rank }),
        }
    }

    /// The array in which each row along a dimension is replaced by another of `extent` elements;
    /// all other dimensions are kept (UP-ROW-1, UP-ROW-2). Rows come in the order of the other
    /// indices; where the result has no elements, none is asked for.
    ///
    /// # Errors
    /// The first that `map` gives.
    ///
    /// # Panics
    /// The array has no such dimension, or a new row has more elements than `extent`.
    pub fn map_rows<E>(
        &self,
        dimension: usize,
        extent: u64,
        mut map: impl FnMut(&[u64]) -> Result<Vec<u64>, E>,
    ) -> Result<Self, E> {
        let mut shape = self.shape.clone();
        shape[dimension] = extent;
        if shape.contains(&0) {
            return Ok(Self { shape, elements: Vec::new() });
        }
        let size = |extents: &[u64]| in_memory(extents.iter().product::<u64>());
        let (outer, inner) = (size(&shape[..dimension]), size(&shape[dimension + 1..]));
        let (old, new) = (in_memory(self.shape[dimension]), in_memory(extent));
        let mut elements = vec![0; outer * new * inner];
        for (o, i) in (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))) {
            let row: Vec<u64> =
                (0..old).map(|j| self.elements[(o * old + j) * inner + i]).collect();
            for (j, element) in map(&row)?.into_iter().enumerate() {
                elements[(o * new + j) * inner + i] = element;
            }
        }
        Ok(Self { shape, elements })
    }
}

/// A count of elements that are in memory, or will be.
pub(super) fn in_memory(count: impl TryInto<usize>) -> usize {
    count.try_into().ok().expect("an array that memory holds")
}
