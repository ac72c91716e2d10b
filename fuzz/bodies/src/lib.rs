//! What the fuzz targets check, as a library that is built and tested without a fuzzer.
//!
//! Each target is a function from bytes to a [`Finding`] or nothing; [`TARGETS`] lists them all.
//! [`layout`] says what the bytes mean. The programs that libFuzzer runs are in
//! `fuzz/fuzz_targets/` and only call [`expect`].
//!
//! To check a codec of your own against the reference, implement [`cast::Codec`] and call
//! [`cast::compare`] from a target of your own:
//!
//! ```
//! use codec_fuzz::cast::{Codec, Convert, compare};
//! use codec_fuzz::layout::{CastInput, Function, decode};
//!
//! /// Casts from float32 to float64, by the language's own conversion.
//! struct Widen;
//!
//! impl Codec for Widen {
//!     fn name(&self) -> &str {
//!         "widen"
//!     }
//!
//!     fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
//!         let types = (function.source().name(), function.target().name());
//!         let mine = types == ("float32", "float64") && function.map.is_empty();
//!         let widen = |bits: &u64| f64::from(f32::from_bits(*bits as u32)).to_bits();
//!         mine.then(|| Box::new(move |array: &[u64]| Ok(array.iter().map(widen).collect())) as Convert)
//!     }
//! }
//!
//! let bytes = [24, 25, 0, 0, 0, 0, 0x00, 0x00, 0xc0, 0x3f];
//! let input: CastInput = decode(&bytes);
//! assert_eq!((input.function.array.name(), input.elements.as_slice()), ("float32", &[0x3fc0_0000][..]));
//! compare(&Widen, &input)?;
//! # Ok::<(), codec_fuzz::Finding>(())
//! ```

pub mod cast;
pub mod cast_laws;
pub mod configuration;
pub mod fill_value;
mod finding;
pub mod layout;
pub mod packing;
#[cfg(feature = "protocol")]
pub mod protocol;
pub mod reshape;
mod round_trip;
pub mod seeds;
mod targets;
mod text;
pub mod vectors_file;

pub use finding::Finding;
pub use round_trip::round_trip;
pub use targets::{TARGETS, Target, find};

/// Ends the process with the words of a finding, which is what a fuzzer takes for a crash.
///
/// # Panics
/// Where there is a finding.
pub fn expect(result: Result<(), Finding>) {
    if let Err(finding) = result {
        panic!("{finding}");
    }
}
