//! Shapes of any size as text, and the outcomes.

use codec_reference::{Readings, Reshape, ReshapeError};
use num_bigint::BigUint;

/// `[100, 50]` as extents.
pub(crate) fn extents(text: &str) -> Vec<BigUint> {
    let list = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let list = list.expect("a list in brackets").split_terminator(',');
    list.map(|extent| extent.trim().parse().expect("a number")).collect()
}

/// The output shape for an input, under our readings.
pub(crate) fn reshape(input: &str, shape: &str) -> Result<Vec<BigUint>, ReshapeError> {
    let text = format!(r#"{{"shape": {shape}}}"#);
    Reshape::parse(&text, Readings::OURS)?.output_shape(&extents(input))
}
