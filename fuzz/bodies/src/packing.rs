//! The targets `unpack` and `pack_unpack`: words and codes by candidates against the reference,
//! and what must hold between the two operators.

use codec_fast::WordType;
use codec_reference::{Packing, Tensor, Word};

use crate::Finding;
use crate::layout::{PackInput, PackingInput, Spelling, UnpackInput, decode};

/// A shape and elements, or why there are none.
pub type Packed = Result<(Vec<u64>, Vec<u64>), String>;

/// An implementation of Unpack and Pack.
pub trait Codec {
    /// What a finding calls it.
    fn name(&self) -> &str;

    /// Codes from words.
    ///
    /// # Errors
    /// The input is rejected.
    fn unpack(&self, input: &UnpackInput) -> Packed;

    /// Words from codes.
    ///
    /// # Errors
    /// The input is rejected.
    fn pack(&self, input: &PackInput) -> Packed;
}

/// Unpack by the reference and by `codec-fast`.
///
/// # Errors
/// A difference.
pub fn run_unpack(data: &[u8]) -> Result<(), Finding> {
    compare_unpack(&Fast, &decode(data))
}

/// Pack, and Unpack of what it gives, by the reference and by `codec-fast`.
///
/// # Errors
/// A difference, or a law that is broken.
pub fn run_pack_unpack(data: &[u8]) -> Result<(), Finding> {
    let input: PackInput = decode(data);
    round_trip(&Reference, &input)?;
    compare_pack(&Fast, &input)?;
    round_trip(&Fast, &input)
}

/// Compares Unpack with the reference's.
///
/// # Errors
/// A difference.
pub fn compare_unpack(codec: &dyn Codec, input: &UnpackInput) -> Result<(), Finding> {
    let (expected, found) = (Reference.unpack(input), codec.unpack(input));
    let count = ("count", input.count.to_string());
    agree("unpack", codec.name(), &input.words, &expected, &found, count)
}

/// Compares Pack with the reference's.
///
/// # Errors
/// A difference.
pub fn compare_pack(codec: &dyn Codec, input: &PackInput) -> Result<(), Finding> {
    let (expected, found) = (Reference.pack(input), codec.pack(input));
    agree("pack", codec.name(), &input.codes, &expected, &found, ("operation", "pack".to_owned()))
}

/// Unpack gives back what Pack was given (UP-PACK-1), and does not look at bits after the last
/// group of a row (UP-PAD-1).
///
/// # Errors
/// One of them does not hold.
pub fn round_trip(codec: &dyn Codec, input: &PackInput) -> Result<(), Finding> {
    let (Ok((shape, words)), Ok(packing)) = (codec.pack(input), input.codes.spelling.packing())
    else {
        return Ok(());
    };
    let Some(dimension) = input.codes.dimension() else { return Ok(()) };
    let count = input.codes.shape[dimension];
    let codes = Ok((input.codes.shape.clone(), input.codes.elements.clone()));
    let words = PackingInput { shape, elements: words, ..input.codes.clone() };
    let mut unpack = UnpackInput { words, count: count as i64 };
    let law = |law: &str, unpack: &UnpackInput| {
        let fact = ("law", law.to_owned());
        agree("unpack", codec.name(), &unpack.words, &codes, &codec.unpack(unpack), fact)
    };
    law("unpack of pack is the same", &unpack)?;
    set_padding(packing, &mut unpack, dimension);
    law("padding bits do not matter", &unpack)
}

/// Sets the bits after the last group of each row, in its last word.
fn set_padding(packing: Packing, unpack: &mut UnpackInput, dimension: usize) {
    let words = &mut unpack.words;
    let (extent, bits) = (words.shape[dimension], words.word.bits());
    let used = (unpack.count as u64).div_ceil(packing.group_size()) * packing.index_bits();
    let padding = extent * bits - used;
    let ones =
        if padding == 0 { 0 } else { u64::MAX << (bits - padding) & (u64::MAX >> (64 - bits)) };
    let inner = words.shape[dimension + 1..].iter().product::<u64>();
    for (index, word) in words.elements.iter_mut().enumerate() {
        if index as u64 / inner % extent == extent - 1 {
            *word |= ones;
        }
    }
}

fn agree(
    operation: &str,
    name: &str,
    input: &PackingInput,
    expected: &Packed,
    found: &Packed,
    fact: (&str, String),
) -> Result<(), Finding> {
    if expected == found || expected.is_err() && found.is_err() {
        return Ok(());
    }
    let attributes = match input.spelling {
        Spelling::Bits(bits) => format!(r#"{{"bits":{bits},"axis":{}}}"#, input.axis),
        Spelling::Grouped(radix, group_size) => {
            format!(r#"{{"radix":{radix},"group_size":{group_size},"axis":{}}}"#, input.axis)
        }
    };
    let facts = [
        ("words", input.word.name().to_owned()),
        ("attributes", attributes),
        fact,
        ("shape", format!("{:?}", input.shape)),
        ("elements", format!("{:x?}", input.elements)),
        ("expected", format!("{expected:x?}")),
        ("got", format!("{found:x?}")),
    ];
    Err(Finding::of(&format!("{name}: wrong {operation}"), &facts))
}

/// The reference.
#[derive(Clone, Copy, Debug)]
pub struct Reference;

impl Codec for Reference {
    fn name(&self) -> &str {
        "codec-reference"
    }

    fn unpack(&self, UnpackInput { words, count }: &UnpackInput) -> Packed {
        let packing = words.spelling.packing().map_err(|error| error.to_string())?;
        let tensor = tensor(words)?;
        let codes = packing.unpack(&tensor, words.word, words.axis, *count);
        codes.map(|codes| parts(&codes)).map_err(|error| error.to_string())
    }

    fn pack(&self, PackInput { codes }: &PackInput) -> Packed {
        let packing = codes.spelling.packing().map_err(|error| error.to_string())?;
        let words = packing.pack(&tensor(codes)?, codes.word, codes.axis);
        words.map(|words| parts(&words)).map_err(|error| error.to_string())
    }
}

/// The input as the reference takes it.
///
/// # Errors
/// Not as many elements as the shape says.
pub fn tensor(input: &PackingInput) -> Result<Tensor, String> {
    Tensor::new(input.shape.clone(), input.elements.clone()).map_err(|error| error.to_string())
}

/// An array of the reference as shape and elements.
pub fn parts(tensor: &Tensor) -> (Vec<u64>, Vec<u64>) {
    (tensor.shape().to_vec(), tensor.elements().to_vec())
}

/// `codec-fast`.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

impl Codec for Fast {
    fn name(&self) -> &str {
        "codec-fast"
    }

    fn unpack(&self, UnpackInput { words, count }: &UnpackInput) -> Packed {
        let packing = fast_packing(words.spelling)?;
        let bytes = bytes(&words.elements, words.word.bytes());
        let codes = packing.unpack(fast_word(words.word), &words.shape, words.axis, *count, &bytes);
        let (shape, codes) = codes.map_err(|error| error.to_string())?;
        Ok((shape, codes.into_iter().map(u64::from).collect()))
    }

    fn pack(&self, PackInput { codes }: &PackInput) -> Packed {
        let packing = fast_packing(codes.spelling)?;
        let bytes = bytes(&codes.elements, 1);
        let words = packing.pack(fast_word(codes.word), &codes.shape, codes.axis, &bytes);
        let (shape, words) = words.map_err(|error| error.to_string())?;
        let word =
            |chunk: &[u8]| chunk.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        Ok((shape, words.chunks_exact(codes.word.bytes()).map(word).collect()))
    }
}

fn fast_packing(spelling: Spelling) -> Result<codec_fast::Packing, String> {
    let packing = match spelling {
        Spelling::Bits(bits) => codec_fast::Packing::bits(bits),
        Spelling::Grouped(radix, group_size) => codec_fast::Packing::grouped(radix, group_size),
    };
    packing.map_err(|error| error.to_string())
}

fn fast_word(word: Word) -> WordType {
    match word {
        Word::Uint8 => WordType::Uint8,
        Word::Uint32 => WordType::Uint32,
    }
}

fn bytes(elements: &[u64], width: usize) -> Vec<u8> {
    elements.iter().flat_map(|element| element.to_le_bytes().into_iter().take(width)).collect()
}
