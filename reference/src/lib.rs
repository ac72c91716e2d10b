//! The specs as code.
mod cast;
mod configuration;
mod configuration_error;
mod data_type;
mod decimal;
mod dyadic;
mod encoding;
mod fill_value;
mod json;
mod map_parser;
mod members;
mod reading;
mod round;
mod scalar_map;

pub use cast::{Cast, CastError, OutOfRange};
pub use configuration::{CastValue, Direction};
pub use configuration_error::ConfigurationError;
pub use data_type::{DataType, FloatFormat, Format, IntFormat, Specials};
pub use decimal::Decimal;
pub use dyadic::Dyadic;
pub use encoding::Value;
pub use fill_value::FillValueError;
pub use json::{Json, JsonError};
pub use reading::{Alternative, Readings};
pub use round::{Exact, Loss, Parity, RoundingMode, round};
pub use scalar_map::{MapEntry, MapKey, ScalarMap};
