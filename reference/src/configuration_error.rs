//! Why a configuration is refused.

use thiserror::Error;

use crate::cast_error::CastError;
use crate::configuration::Direction;
use crate::data_type::DataType;
use crate::fill_value::FillValueError;
use crate::json::JsonError;

/// Why a configuration is invalid; each an error of stage "configuration".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigurationError {
    /// The text is not JSON, or repeats a member (CV-CONF-8, RS-CONF-4).
    #[error("not JSON: {0}")]
    Json(#[from] JsonError),
    /// A value of the wrong kind.
    #[error("{path} is {found}, not {expected} ({rule})")]
    Kind {
        /// Where it stands, such as `scalar_map.encode[1]`.
        path: String,
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: &'static str,
        /// The rule it breaks.
        rule: &'static str,
    },
    /// A member that the text does not know (CV-CONF-3, CV-MAP-12).
    #[error("unknown member {member:?} in {path} ({rule})")]
    UnknownMember {
        /// The object it stands in.
        path: &'static str,
        /// Its name.
        member: String,
        /// The rule it breaks.
        rule: &'static str,
    },
    /// A required member is absent (CV-CONF-1, CV-CONF-2).
    #[error("{path} has no member {member:?} ({rule})")]
    MissingMember {
        /// The object it should stand in.
        path: &'static str,
        /// Its name.
        member: &'static str,
        /// The rule it breaks.
        rule: &'static str,
    },
    /// A string that is none of the permitted ones (CV-CONF-1, CV-CONF-2, CV-CONF-4, CV-CONF-5).
    #[error("{path} {found:?} is not permitted ({rule})")]
    NotPermitted {
        /// Where it stands.
        path: &'static str,
        /// The string.
        found: String,
        /// The rule it breaks.
        rule: &'static str,
    },
    /// A core data type written as an object, under the reading that refuses it (CV-CONF-7).
    #[error("data_type {data_type} is written as an object (CV-CONF-7)")]
    CoreObject {
        /// The core type.
        data_type: DataType,
    },
    /// `wrap` with a data_type that is not an integer type (CV-WRAP-4).
    #[error("out_of_range \"wrap\" needs an integer data_type, not {data_type} (CV-WRAP-4)")]
    WrapIntoFloat {
        /// The configuration's data type.
        data_type: DataType,
    },
    /// A key or an output of a map that is not a scalar of its type (CV-MAP-11).
    #[error("scalar_map.{direction}[{index}][{side}]: {error} (CV-MAP-11)")]
    MapScalar {
        /// The list it stands in.
        direction: Direction,
        /// The entry's position.
        index: usize,
        /// 0 for the key, 1 for the output.
        side: usize,
        /// What is wrong with it.
        error: FillValueError,
    },
    /// A key that repeats an earlier one, under the reading that refuses it (CV-MAP-2).
    #[error("scalar_map.{direction}[{index}] repeats an earlier key (CV-MAP-2)")]
    RepeatedKey {
        /// The list it stands in.
        direction: Direction,
        /// The entry's position.
        index: usize,
    },
    /// The array's fill value is not one of its data type.
    #[error("fill value: {0}")]
    FillValue(#[from] FillValueError),
    /// The fill value cannot be cast (CV-FILL-1, CV-FILL-2).
    #[error("the fill value cannot be {direction}d: {error} (CV-FILL-2)")]
    FillCast {
        /// The direction that failed.
        direction: Direction,
        /// Why.
        error: CastError,
    },
    /// The fill value comes back as another number (CV-FILL-2).
    #[error("the fill value {fill_value} comes back as {back} (CV-FILL-2)")]
    FillChanged {
        /// The array's fill value, as JSON.
        fill_value: String,
        /// What it is after encoding and decoding, as JSON.
        back: String,
    },
}

impl ConfigurationError {
    /// The rule that a configuration of the wrong form breaks, where one is named.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Kind { rule, .. }
            | Self::UnknownMember { rule, .. }
            | Self::MissingMember { rule, .. }
            | Self::NotPermitted { rule, .. } => Some(rule),
            _ => None,
        }
    }

    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::FillValue(_) | Self::FillCast { .. } | Self::FillChanged { .. } => "fill_value",
            _ => "configuration",
        }
    }
}
