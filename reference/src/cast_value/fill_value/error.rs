//! Why a JSON value is not a fill value.

use thiserror::Error;

use crate::data_type::DataType;
use crate::json::JsonError;

/// Why a JSON value is not a fill value of a type.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FillValueError {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] JsonError),
    /// A kind of JSON value that the type never takes (FV-KIND-1, FV-KIND-2).
    #[error("{found} is not a fill value of {data_type} (FV-KIND-1)")]
    Kind {
        /// The type that it is read for.
        data_type: DataType,
        /// The kind of the value.
        found: &'static str,
    },
    /// A number with a fraction or an exponent part, for an integer type (FV-INT-1, FV-INT-2).
    #[error(
        "{text} has a fraction or an exponent part: not a fill value of {data_type} (FV-INT-2)"
    )]
    NotInteger {
        /// The number as written.
        text: String,
        /// The integer type that it is read for.
        data_type: DataType,
    },
    /// A number outside the type's range (FV-INT-3, FV-FLOAT-3, FV-FLOAT-4).
    #[error("{text} is outside the range of {data_type} ({rule})")]
    OutOfRange {
        /// The number as written.
        text: String,
        /// The type that it is read for.
        data_type: DataType,
        /// The rule that rejects it.
        rule: &'static str,
    },
    /// A string that names nothing the type has (FV-STR-1, FV-INF-1, FV-INF-2, FV-NAN-1).
    #[error("{text:?} names no value of {data_type} (FV-STR-1)")]
    NoSuchValue {
        /// The string as written.
        text: String,
        /// The type that it is read for.
        data_type: DataType,
    },
    /// A hex string with the wrong number of digits, or no digits (FV-HEX-2).
    #[error("{text:?} is not \"0x\" and {digits} hex digits, as {data_type} takes (FV-HEX-2)")]
    HexSpelling {
        /// The string as written.
        text: String,
        /// How many digits the type's patterns have.
        digits: usize,
        /// The type that it is read for.
        data_type: DataType,
    },
    /// A hex string whose value needs more bits than the type has (FV-HEX-3).
    #[error("{text:?} does not fit the {} bits of {data_type} (FV-HEX-3)", data_type.bits())]
    HexTooWide {
        /// The string as written.
        text: String,
        /// The type that it is read for.
        data_type: DataType,
    },
}
