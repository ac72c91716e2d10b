//! The errors by which zarrs rejects on purpose. Every other one is a fault.

use codec_protocol::{Answer, Refusal};
use serde_json::error::Category;
use zarrs::array::CodecError;
use zarrs::plugin::PluginCreateError;

/// Text that is not JSON, or none of the kind that is due.
pub(crate) fn of_text(error: &serde_json::Error) -> Answer {
    match error.classify() {
        Category::Syntax | Category::Data | Category::Eof => refused(error),
        Category::Io => Answer::Fault(error.to_string()),
    }
}

/// Metadata of no known codec, or with a configuration that is none of reshape's.
pub(crate) fn of_metadata(error: &PluginCreateError) -> Answer {
    match error {
        PluginCreateError::Unsupported(_)
        | PluginCreateError::NameInvalid { .. }
        | PluginCreateError::ConfigurationInvalid(_) => refused(error),
        PluginCreateError::Other(_) => Answer::Fault(error.to_string()),
    }
}

/// A shape that the configuration does not fit: reshape has no error of its own for that, but says
/// its name first.
pub(crate) fn of_shape(error: &CodecError) -> Answer {
    match error {
        CodecError::Other(message) if message.starts_with("reshape codec ") => {
            let refusal = Refusal::data("shape", message);
            Answer::Shaped { results: vec![Err(refusal)] }
        }
        _ => Answer::Fault(error.to_string()),
    }
}

/// A configuration that is rejected, in the crate's words or the adapter's.
pub(crate) fn refused(message: &dyn ToString) -> Answer {
    Answer::Refused(Refusal::configuration("configuration", message))
}
