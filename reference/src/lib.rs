//! The rules of array codecs as code: exact, simple, and slow where clarity asks for it.
//!
//! This crate says what is right. It covers the scalar casts of the Zarr v3 codec `cast_value`, the
//! JSON form of Zarr fill values, the Zarr v3 codec `reshape`, and the ONNX operator Unpack with
//! Pack, its inverse. Rules are named by ids such as `CV-ROUND-2`; spec-notes/ has
//! the sentence that each stands on, and the documentation of every item here names the ids that it
//! carries out.
//!
//! # The procedures
//!
//! [`Reshape::output_shape`] resolves a shape, [`Packing::unpack`] and [`Packing::pack`] turn words
//! into codes and back; each follows the text's order. [`Cast::scalar`] follows the text's order on one screen: the scalar map; the special values; one
//! rounding, from the exact value, as if the exponent had no upper bound; then the range rule.
//!
//! * Every finite value of the 26 types is a [`Dyadic`]: sign, significand, power of two. Decoding
//!   is exact and total.
//! * [`round`] is the only place that rounds. It works on whatever can be cut at a power of two
//!   ([`Exact`]), so that decimals of a JSON text are rounded once too.
//! * Types are rows of one table ([`DataType::format`]); there is no code for a single type.
//! * A [`CastValue`] is a parsed configuration: an invalid one cannot be constructed.
//! * Where the text can be read in several ways, the reference takes one, and can compute the
//!   others by name: [`Readings`].
//!
//! Bits of an element stand in the low bits of a `u64`; a type narrower than a byte has only those.
//!
//! # Example
//!
//! ```
//! use codec_reference::{CastValue, DataType, Direction, Readings};
//!
//! let text = r#"{"data_type": "int8", "out_of_range": "wrap"}"#;
//! let codec = CastValue::parse(text, DataType::Float32, Readings::OURS)?;
//! let encode = codec.cast(Direction::Encode);
//! // 128.0 is one beyond the range of int8 and wraps to -128.
//! assert_eq!(encode.scalar(0x4300_0000), Ok(0x80));
//! // An infinity has no image among the integers, whatever the range rule.
//! assert!(encode.scalar(0x7f80_0000).is_err());
//! # Ok::<(), codec_reference::ConfigurationError>(())
//! ```

mod cast;
mod cast_error;
mod configuration;
mod configuration_error;
mod configuration_json;
mod data_type;
mod decimal;
mod dyadic;
mod encoding;
mod fill_value;
mod format;
mod json;
mod map_parser;
mod members;
mod packing;
mod reading;
mod reshape;
mod round;
mod scalar_map;

pub use cast::{Cast, OutOfRange};
pub use cast_error::CastError;
pub use configuration::{CastValue, Direction};
pub use configuration_error::ConfigurationError;
pub use configuration_json::configuration_json;
pub use data_type::DataType;
pub use decimal::Decimal;
pub use dyadic::Dyadic;
pub use encoding::Value;
pub use fill_value::FillValueError;
pub use format::{FloatFormat, Format, IntFormat, Specials};
pub use json::{Json, JsonError};
pub use packing::{AttributesError, PackError, Packing, Tensor, TensorError, UnpackError, Word};
pub use reading::{Alternative, Readings};
pub use reshape::{OutputDim, Reshape, ReshapeError};
pub use round::{Exact, Loss, Parity, RoundingMode, round};
pub use scalar_map::{MapEntry, MapKey, ScalarMap};
