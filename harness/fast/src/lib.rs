//! Array codecs, built for speed:
//!
//! - the scalar rules of the Zarr v3 `cast_value` codec for all 26 real data types ([`Cast`]),
//! - the output shape of the Zarr v3 `reshape` codec ([`output_shape`]),
//! - the ONNX operator `Unpack` and its canonical inverse ([`Packing`]).
//!
//! # Casts
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
//! # Representation of scalars
//!
//! A scalar is its bit pattern in the low bits of a `u64`. In arrays an element takes
//! [`DataType::size`] bytes, the least significant byte first; an element narrower than a byte
//! is in the low bits of a byte of its own. Bits above the type's width are ignored in input
//! and zero in output.
//!
//! # The rules of casts
//!
//! For each element, in this order:
//!
//! 1. The first entry of the scalar map that matches decides ([`MapKey`]).
//! 2. NaN becomes the target's canonical NaN and an infinity the infinity of its sign; both are
//!    errors if the target has none, whatever the rule for values out of range.
//! 3. The value is rounded to the target's precision ([`RoundingMode`]), as if the target's
//!    exponent had no upper bound. A negative value that rounds to zero is -0 where there is one.
//! 4. The rounded value is checked against the target's finite range ([`OutOfRange`]).
//!
//! # Shapes
//!
//! ```
//! use codec_fast::{OutputDim, output_shape};
//!
//! let shape = [OutputDim::InputDims(vec![0, 1]), OutputDim::Auto, OutputDim::Size(3)];
//! assert_eq!(output_shape(&[100, 50, 64, 3], &shape)?, [5000, 64, 3]);
//! # Ok::<(), codec_fast::ReshapeError>(())
//! ```
//!
//! # Packed codes
//!
//! ```
//! use codec_fast::{Packing, WordType};
//!
//! let packing = Packing::bits(3)?;
//! let (shape, codes) = packing.unpack(WordType::Uint8, &[3], -1, 8, &[0x88, 0xc6, 0xfa])?;
//! assert_eq!((&shape[..], &codes[..]), (&[8][..], &[0, 1, 2, 3, 4, 5, 6, 7][..]));
//!
//! let ternary = Packing::grouped(3, 5)?;
//! let (shape, words) = ternary.pack(WordType::Uint8, &[2, 2], -1, &[1, 2, 0, 1])?;
//! assert_eq!((&shape[..], &words[..]), (&[2, 1][..], &[7, 3][..]));
//! # Ok::<(), codec_fast::PackingError>(())
//! ```

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
mod packing;
mod rebias;
mod reshape;

pub use cast::Cast;
pub use data_type::DataType;
pub use error::{CastError, Reason};
pub use map::{MapEntry, MapKey};
pub use number::{OutOfRange, RoundingMode};
pub use packing::{Packing, PackingError, WordType};
pub use reshape::{OutputDim, ReshapeError, output_shape};
