//! The Zarr v3 codec `cast_value`, and the JSON form of Zarr fill values.
//!
//! [`Cast::trace`] and [`Cast::output`] are the procedure, in procedure.rs. What a trace says
//! beside its output, the error, the rules that act and the rejected readings, is in files of their
//! own.

mod alternatives;
mod cast;
mod cast_error;
mod configuration;
mod configuration_error;
mod configuration_json;
mod direction;
mod fill_value;
mod map_parser;
mod outcome;
mod procedure;
mod rules;
mod scalar_map;
mod trace;

pub use cast::{Cast, OutOfRange};
pub use cast_error::{ArrayError, CastError};
pub use configuration::CastValue;
pub use configuration_error::ConfigurationError;
pub use configuration_json::configuration_json;
pub use direction::Direction;
pub use fill_value::FillValueError;
pub use scalar_map::{MapEntry, MapKey, ScalarMap};
pub use trace::{Number, Side, Trace};
