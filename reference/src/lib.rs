//! The rules of array codecs as code: exact, simple, and slow where clarity asks for it.
//!
//! This crate says what is right. It covers the scalar casts of the Zarr v3 codec `cast_value`, the
//! JSON form of Zarr fill values, the Zarr v3 codec `reshape`, and the ONNX operator Unpack with
//! Pack, its inverse. Rules are named by ids such as `CV-ROUND-2`; spec-notes/ has the sentence
//! that each is based on, and the documentation of every item here names the ids that it carries
//! out.
//!
//! # The procedures
//!
//! Each follows the order of its text.
//!
//! * [`Cast::trace`] takes a scalar through the conditions of `cast_value`: the scalar map; the
//!   special values; one rounding, from the exact value, as if the exponent had no upper bound; the
//!   range. [`Cast::output`] is the scalar that the way ends in. [`Cast::scalar`] is both.
//! * [`Reshape::output_shape`] resolves a shape.
//! * [`Packing::unpack`] and [`Packing::pack`] turn words into codes and back.
//!
//! # What they are based on
//!
//! * Every finite value of the 26 types is a [`Dyadic`]: sign, significand and power of two, of any
//!   size. Decoding is exact and total.
//! * [`round`] is the only place that rounds. It works on whatever can be cut at a power of two
//!   ([`Exact`]), so that decimals of a JSON text are rounded once too.
//! * Types are rows of one table ([`DataType::format`]); there is no code for a single type.
//! * A [`CastValue`], a [`Reshape`] and a [`Packing`] are parsed: invalid ones cannot be
//!   constructed.
//! * Where the text can be read in several ways, the reference takes one, and can compute the
//!   others by name: [`Readings`]. None of them is part of a procedure.
//!
//! The bits of an element are the low bits of a `u64`; a type narrower than a byte has only those.
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
//! // An infinity cannot be cast to an integer, whatever the range rule.
//! assert!(encode.scalar(0x7f80_0000).is_err());
//! # Ok::<(), codec_reference::ConfigurationError>(())
//! ```

#![deny(
    clippy::float_arithmetic,
    clippy::lossy_float_literal,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

mod cast_value;
mod data_type;
mod json;
mod number;
mod packing;
mod reading;
pub mod reshape;

pub use cast_value::{
    ArrayError, Cast, CastError, CastValue, ConfigurationError, Direction, FillValueError,
    MapEntry, MapKey, Number, OutOfRange, ScalarMap, Side, Trace, configuration_json,
};
pub use data_type::{DataType, FloatFormat, Format, IntFormat, Specials, Value};
pub use json::{Json, JsonError, MemberError};
pub use number::{Decimal, Dyadic, Exact, Loss, RoundingMode, round};
pub use packing::{
    AttributesError, PackError, Packing, Spelling, Tensor, TensorError, UnpackError, Word,
};
pub use reading::{Alternative, Readings};
pub use reshape::{OutputDim, Reshape, ReshapeError};
