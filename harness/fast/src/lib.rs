//! The scalar rules of the Zarr v3 `cast_value` codec for all 26 real data types, built for speed.
//!
//! A [`Cast`] is one direction of a configured codec: from a source type to a target type, with a
//! rounding mode, a rule for values out of range and a scalar map. It converts arrays of packed
//! little-endian bytes without allocating, in integer arithmetic alone, so that its answers do not
//! depend on the machine's floating-point unit.
//!
//! ```
//! use codec_fast::{Cast, DataType, OutOfRange, Reason, RoundingMode};
//!
//! let clamp = Some(OutOfRange::Clamp);
//! let cast = Cast::new(DataType::Float32, DataType::Int8, RoundingMode::NearestEven, clamp);
//!
//! let input: Vec<u8> = [2.5_f32, -0.75, 1000.0].iter().flat_map(|x| x.to_le_bytes()).collect();
//! let mut output = [0; 3];
//! cast.convert(&input, &mut output)?;
//! assert_eq!(output, [2, 0xff, 127]);
//!
//! assert_eq!(cast.convert_one(f32::INFINITY.to_bits().into()), Err(Reason::Infinite));
//! # Ok::<(), codec_fast::CastError>(())
//! ```
//!
//! # Representation
//!
//! A scalar is its bit pattern in the low bits of a `u64`. In arrays an element takes
//! [`DataType::size`] bytes, the least significant byte first; an element narrower than a byte
//! stands in the low bits of a byte of its own. Bits above the type's width are ignored in input
//! and zero in output.
//!
//! # The rules
//!
//! For each element, in this order:
//!
//! 1. The first entry of the scalar map that matches decides ([`MapKey`]).
//! 2. NaN becomes the target's canonical NaN and an infinity the infinity of its sign; both are
//!    errors if the target has none, whatever the rule for values out of range.
//! 3. The value is rounded to the target's precision ([`RoundingMode`]), as if the target's
//!    exponent had no upper bound. A negative value that rounds to zero is -0 where there is one.
//! 4. The rounded value is held against the target's finite range ([`OutOfRange`]).

#![forbid(unsafe_code)]

mod array;
mod cast;
mod data_type;
mod error;
mod float;
mod format;
mod int;
mod kernel;
mod map;
mod number;
mod rebias;

pub use cast::Cast;
pub use data_type::DataType;
pub use error::{CastError, Reason};
pub use map::{MapEntry, MapKey};
pub use number::{OutOfRange, RoundingMode};
