//! Arrays in a line.

use codec_reference::Tensor;

/// Elements in C order; panics at another number than the shape has.
pub(crate) fn tensor(shape: &[u64], elements: &[u64]) -> Tensor {
    Tensor::new(shape.to_vec(), elements.to_vec()).expect("as many elements as the shape has")
}

/// One row.
pub(crate) fn row(elements: &[u64]) -> Tensor {
    tensor(&[elements.len() as u64], elements)
}
