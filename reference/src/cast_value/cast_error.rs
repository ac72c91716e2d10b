//! Why a scalar cannot be cast.

use thiserror::Error;

use crate::data_type::DataType;
use crate::number::Dyadic;

/// Why an array cannot be cast (CV-ORDER-3).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("element {index}: {error}")]
pub struct ArrayError {
    /// The position of the first element that cannot be cast.
    pub index: usize,
    /// Why it cannot.
    pub error: CastError,
}

/// Why a scalar cannot be cast; each an error of stage "data".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CastError {
    /// A NaN where the target has none (CV-NAN-3).
    #[error("NaN of {source_type} has no value in {target} (CV-NAN-3)")]
    Nan {
        /// The type of the input.
        source_type: DataType,
        /// The type without a NaN.
        target: DataType,
    },
    /// An infinity where the target has none (CV-INF-2, CV-INF-3).
    #[error("{}Infinity of {source_type} has no value in {target} ({rule})", sign(*negative))]
    Infinite {
        /// Whether it is -Infinity.
        negative: bool,
        /// The type of the input.
        source_type: DataType,
        /// The type without infinities.
        target: DataType,
        /// The rule that rejects it.
        rule: &'static str,
    },
    /// A value beyond the range, with no rule that brings it back (CV-RANGE-2, CV-WRAP-5).
    #[error("{value} rounds to {rounded}, outside the range of {target} ({rule})")]
    OutOfRange {
        /// The input, before rounding.
        value: Dyadic,
        /// The value after rounding, which was compared with the range.
        rounded: Dyadic,
        /// The type whose range it exceeds.
        target: DataType,
        /// The rule that rejects it.
        rule: &'static str,
    },
}

impl ArrayError {
    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        self.error.reason()
    }
}

impl CastError {
    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Nan { .. } => "nan",
            Self::Infinite { .. } => "infinite",
            Self::OutOfRange { .. } => "out_of_range",
        }
    }
}

fn sign(negative: bool) -> &'static str {
    if negative { "-" } else { "" }
}
