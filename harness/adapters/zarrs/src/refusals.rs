//! The errors by which zarrs refuses on purpose. Every other one is a fault.

use serde_json::error::Category;
use zarrs::array::CodecError;
use zarrs::plugin::PluginCreateError;

use crate::protocol::Failure;

/// Text that is no JSON, or none of the kind that is due.
pub(crate) fn of_text(error: &serde_json::Error) -> Failure {
    match error.classify() {
        Category::Syntax | Category::Data | Category::Eof => {
            Failure::Configuration(error.to_string())
        }
        Category::Io => Failure::Fault(error.to_string()),
    }
}

/// Metadata of no known codec, or with a configuration that is none of reshape's.
pub(crate) fn of_metadata(error: &PluginCreateError) -> Failure {
    match error {
        PluginCreateError::Unsupported(_)
        | PluginCreateError::NameInvalid { .. }
        | PluginCreateError::ConfigurationInvalid(_) => Failure::Configuration(error.to_string()),
        PluginCreateError::Other(_) => Failure::Fault(error.to_string()),
    }
}

/// A shape that the configuration does not fit: reshape has no error of its own for that, but says
/// its name first.
pub(crate) fn of_shape(error: &CodecError) -> Failure {
    match error {
        CodecError::Other(message) if message.starts_with("reshape codec ") => {
            Failure::Data("shape", message.clone())
        }
        _ => Failure::Fault(error.to_string()),
    }
}
