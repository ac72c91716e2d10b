//! The numbers of an Unpack or Pack request in the types that ONNX has for them.

use crate::protocol::{Integer, PackingRequest, Refusal};

/// What both operators take.
pub(super) struct Numbers {
    pub(super) shape: Vec<u64>,
    /// `bits`, `radix` and `group_size`.
    pub(super) layout: [Option<i64>; 3],
    pub(super) axis: i64,
}

/// The shape and the attributes.
///
/// # Errors
/// One of them is out of range.
pub(super) fn numbers(request: &PackingRequest) -> Result<Numbers, Refusal> {
    let attributes = request.attributes.to_int64();
    let (layout, axis) = attributes.ok_or_else(|| {
        Refusal::configuration("attributes", &"an attribute is out of the range of INT64")
    })?;
    let shape = request.shape.iter().map(Integer::to).collect::<Option<_>>();
    let shape = shape.ok_or_else(|| {
        Refusal::data("shape", &"an extent is negative or does not fit in 64 bits")
    })?;
    Ok(Numbers { shape, layout, axis })
}

/// The count of Unpack.
///
/// # Errors
/// It is out of range.
pub(super) fn count(request: &PackingRequest) -> Result<i64, Refusal> {
    let count = request.count.as_ref().and_then(Integer::to);
    count.ok_or_else(|| Refusal::data("count", &"count is out of the range of INT64"))
}
