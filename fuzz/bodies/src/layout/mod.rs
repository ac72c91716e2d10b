//! The bytes of inputs: for each kind a decoder, total on all bytes, and an encoder, its inverse.
//!
//! `arbitrary` decodes and has no encoder, so the layouts are written by hand: fields come one
//! after the other, numbers are little-endian, a choice is a byte modulo the number of choices, and
//! what is missing at the end counts as zeros. So a fuzzer's small changes of the bytes are small
//! changes of the input, and a seed is what it was made from.

#[cfg(feature = "protocol")]
mod behaviour;
mod cast;
mod packing;
mod reshape;
#[cfg(feature = "protocol")]
mod rule;
mod text;

use arbitrary::{Arbitrary, Unstructured};

#[cfg(feature = "protocol")]
pub use behaviour::{Behaviour, Declared, End, Greeting, Options, ProtocolInput};
pub use cast::{CastInput, Function};
pub use packing::{PackInput, PackingInput, Spelling, UnpackInput};
pub use reshape::{Dim, ReshapeInput};
#[cfg(feature = "protocol")]
pub use rule::{Act, Rule, Scope};
pub use text::TextInput;

/// The input that the bytes encode.
pub fn decode<'a, T: Arbitrary<'a>>(bytes: &'a [u8]) -> T {
    let decoded = T::arbitrary(&mut Unstructured::new(bytes));
    decoded.expect("the layouts give every sequence of bytes a meaning")
}

/// The bits of a packed element, at most 8 bytes.
pub(crate) fn bits(element: &[u8]) -> u64 {
    let mut whole = [0; 8];
    whole[..element.len()].copy_from_slice(element);
    u64::from_le_bytes(whole)
}

fn byte(bytes: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
    bytes.arbitrary()
}

fn choose<T: Copy>(bytes: &mut Unstructured<'_>, choices: &[T]) -> arbitrary::Result<T> {
    Ok(choices[usize::from(byte(bytes)?) % choices.len()])
}

/// The byte that [`choose`] reads as that choice.
fn chosen<T: PartialEq>(choice: &T, choices: &[T]) -> u8 {
    let index = choices.iter().position(|known| known == choice);
    index.and_then(|index| u8::try_from(index).ok()).expect("one of the choices")
}

/// A number that is mostly small: a byte below 255, or 255 and eight bytes.
fn number(bytes: &mut Unstructured<'_>) -> arbitrary::Result<u64> {
    match byte(bytes)? {
        u8::MAX => bytes.arbitrary(),
        small => Ok(small.into()),
    }
}

fn push_number(bytes: &mut Vec<u8>, number: u64) {
    match u8::try_from(number) {
        Ok(small) if small < u8::MAX => bytes.push(small),
        _ => {
            bytes.push(u8::MAX);
            bytes.extend(number.to_le_bytes());
        }
    }
}
