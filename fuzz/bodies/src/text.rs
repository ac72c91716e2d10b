//! Configurations as JSON text.

use codec_reference::{OutputDim, Reshape};

/// The text of a parsed `reshape` configuration.
pub(crate) fn reshape_text(reshape: &Reshape) -> String {
    let element = |dim: &OutputDim| match dim {
        OutputDim::Size(size) => size.to_string(),
        OutputDim::InputDims(dims) => {
            let dims: Vec<String> = dims.iter().map(ToString::to_string).collect();
            format!("[{}]", dims.join(","))
        }
        OutputDim::Auto => "-1".to_owned(),
    };
    let elements: Vec<String> = reshape.shape().iter().map(element).collect();
    format!(r#"{{"shape":[{}]}}"#, elements.join(","))
}
