//! An array, row by row along an axis.

use codec_reference::{Tensor, TensorError};

/// Elements of a row.
pub(super) fn length(tensor: &Tensor, axis: i64) -> Result<u64, TensorError> {
    Ok(tensor.shape()[tensor.dimension(axis)?])
}

/// The rows, in the order of the other indices; none of an array without elements.
pub(super) fn rows(tensor: &Tensor, axis: i64) -> Result<Vec<Vec<u64>>, TensorError> {
    let mut rows = Vec::new();
    each_row(tensor, axis, length(tensor, axis)?, |row| {
        rows.push(row.to_vec());
        row.to_vec()
    })?;
    Ok(rows)
}

/// The array in which each row is replaced by another of `extent` elements.
pub(super) fn each_row(
    tensor: &Tensor,
    axis: i64,
    extent: u64,
    mut map: impl FnMut(&[u64]) -> Vec<u64>,
) -> Result<Tensor, TensorError> {
    tensor.map_rows(tensor.dimension(axis)?, extent, |row| Ok(map(row)))
}

/// The array with its rows cut, or filled up with zeros.
pub(super) fn fitted(tensor: &Tensor, axis: i64, extent: u64) -> Result<Tensor, TensorError> {
    each_row(tensor, axis, extent, |row| {
        let mut row = row.to_vec();
        row.resize(extent as usize, 0);
        row
    })
}

/// An array that is a single row.
pub(super) fn row(elements: Vec<u64>) -> Tensor {
    array(vec![elements.len() as u64], elements)
}

/// An array of that shape.
///
/// # Panics
/// It has another number of elements.
pub(super) fn array(shape: Vec<u64>, elements: Vec<u64>) -> Tensor {
    Tensor::new(shape, elements).expect("as many elements as the shape has")
}
