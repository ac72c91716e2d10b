//! Why a configuration is rejected.

use thiserror::Error;

use super::cast_error::CastError;
use super::direction::Direction;
use super::fill_value::FillValueError;
use crate::data_type::DataType;
use crate::json::{JsonError, MemberError};

/// Why a configuration is invalid; each an error of stage "configuration".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigurationError {
    /// The text is not JSON, or repeats a member (CV-CONF-8).
    #[error("not JSON: {0}")]
    Json(#[from] JsonError),
    /// The configuration does not have the form that the text describes (CV-CONF, CV-MAP).
    #[error(transparent)]
    Member(#[from] MemberError),
    /// A core data type written as an object, under the reading that rejects it (CV-CONF-7).
    #[error("data_type {data_type} is written as an object (CV-CONF-7)")]
    CoreObject {
        /// The type that the object names.
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
        /// Which of the two lists.
        direction: Direction,
        /// The entry's position.
        index: usize,
        /// 0 for the key, 1 for the output.
        side: usize,
        /// What is wrong with it.
        error: FillValueError,
    },
    /// A key that repeats an earlier one, under the reading that rejects it (CV-MAP-2).
    #[error("scalar_map.{direction}[{index}] repeats an earlier key (CV-MAP-2)")]
    RepeatedKey {
        /// Which of the two lists.
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
    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::FillValue(_) | Self::FillCast { .. } | Self::FillChanged { .. } => "fill_value",
            _ => "configuration",
        }
    }
}
