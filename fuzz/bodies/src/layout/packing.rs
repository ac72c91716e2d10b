//! Arrays of words and of codes.

use arbitrary::{Arbitrary, Unstructured};
use codec_reference::{AttributesError, Packing, Word};

use super::{byte, choose, chosen};

/// How codes are packed: the attributes, valid or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// `bits`.
    Bits(i64),
    /// `radix` and `group_size`.
    Grouped(i64, i64),
}

/// What Unpack and Pack have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackingInput {
    /// The type of the words.
    pub word: Word,
    /// The attributes that name the packing.
    pub spelling: Spelling,
    /// The attribute `axis`.
    pub axis: i64,
    /// The shape of the input, of at most [`PackingInput::MAX_RANK`] dimensions.
    pub shape: Vec<u64>,
    /// The elements of the input, as many as the shape says: words, or codes.
    pub elements: Vec<u64>,
}

/// An input of Unpack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnpackInput {
    /// The words and how they are packed.
    pub words: PackingInput,
    /// The number of codes along the axis.
    pub count: i64,
}

/// An input of Pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackInput {
    /// The codes and how they are packed.
    pub codes: PackingInput,
}

/// Extents are decoded modulo this, so that few inputs are large.
const EXTENTS: u8 = 41;

impl Spelling {
    /// The packing, where the attributes are valid.
    ///
    /// # Errors
    /// Attributes that are not (UP-BITS-3, UP-GROUP-6).
    pub fn packing(self) -> Result<Packing, AttributesError> {
        match self {
            Self::Bits(bits) => Packing::bits(bits),
            Self::Grouped(radix, group_size) => Packing::grouped(radix, group_size),
        }
    }

    fn encode(self) -> [u8; 4] {
        let (kind, first, second) = match self {
            Self::Bits(bits) => (0, bits, 0),
            Self::Grouped(radix, group_size) => (1, radix, group_size),
        };
        let [low, high] = (first as i16).to_le_bytes();
        [kind, low, high, second as i8 as u8]
    }

    fn decode(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let (kind, first, second) = (byte(bytes)?, i16::arbitrary(bytes)?, i8::arbitrary(bytes)?);
        Ok(match kind % 2 {
            0 => Self::Bits(first.into()),
            _ => Self::Grouped(first.into(), second.into()),
        })
    }
}

impl PackingInput {
    /// Arrays of higher rank are not decoded.
    pub const MAX_RANK: usize = 4;
    /// An input of more elements is decoded as a single 0 of rank 0.
    pub const MAX_ELEMENTS: u64 = 1024;

    /// The dimension that the axis names.
    pub(crate) fn dimension(&self) -> Option<usize> {
        dimension(self.axis, self.shape.len())
    }

    fn encode_head(&self) -> Vec<u8> {
        let mut bytes = vec![chosen(&self.word, &Word::ALL)];
        bytes.extend(self.spelling.encode());
        bytes.push(self.axis as i8 as u8);
        bytes.push(self.shape.len() as u8);
        bytes
    }

    fn decode_head(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let word = choose(bytes, &Word::ALL)?;
        let spelling = Spelling::decode(bytes)?;
        let axis = i8::arbitrary(bytes)?.into();
        let rank = usize::from(byte(bytes)?) % (Self::MAX_RANK + 1);
        Ok(Self { word, spelling, axis, shape: vec![0; rank], elements: Vec::new() })
    }

    fn decode_elements(
        &mut self,
        bytes: &mut Unstructured<'_>,
        size: usize,
    ) -> arbitrary::Result<()> {
        let count: u64 = self.shape.iter().product();
        if count > Self::MAX_ELEMENTS {
            self.shape.clear();
            self.elements = vec![0];
            return Ok(());
        }
        let mut data = vec![0; count as usize * size];
        bytes.fill_buffer(&mut data)?;
        let element =
            |chunk: &[u8]| chunk.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        self.elements = data.chunks_exact(size).map(element).collect();
        Ok(())
    }

    fn encode_elements(&self, bytes: &mut Vec<u8>, size: usize) {
        for element in &self.elements {
            bytes.extend(&element.to_le_bytes()[..size]);
        }
    }
}

impl UnpackInput {
    /// The bytes that decode to the input.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.words.encode_head();
        bytes.extend((self.count as i16).to_le_bytes());
        let (due, axis) = (words_due(&self.words, self.count), self.words.dimension());
        for (dimension, extent) in self.words.shape.iter().enumerate() {
            let along = Some(dimension) == axis;
            bytes.push(if along { extent.wrapping_sub(due) as u8 } else { *extent as u8 });
        }
        self.words.encode_elements(&mut bytes, self.words.word.bytes());
        bytes
    }
}

impl<'a> Arbitrary<'a> for UnpackInput {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut words = PackingInput::decode_head(bytes)?;
        let count = i16::arbitrary(bytes)?.into();
        let (due, axis) = (words_due(&words, count), words.dimension());
        for dimension in 0..words.shape.len() {
            let given = byte(bytes)?;
            // Along the axis is how far the extent is from the right one, which chance would
            // not find.
            words.shape[dimension] = match Some(dimension) == axis {
                true => due.saturating_add_signed((given as i8).into()),
                false => (given % EXTENTS).into(),
            };
        }
        let size = words.word.bytes();
        words.decode_elements(bytes, size)?;
        Ok(Self { words, count })
    }
}

impl PackInput {
    /// The bytes that decode to the input.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.codes.encode_head();
        bytes.extend(self.codes.shape.iter().map(|extent| *extent as u8));
        self.codes.encode_elements(&mut bytes, 1);
        bytes
    }
}

impl<'a> Arbitrary<'a> for PackInput {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut codes = PackingInput::decode_head(bytes)?;
        for dimension in 0..codes.shape.len() {
            codes.shape[dimension] = (byte(bytes)? % EXTENTS).into();
        }
        codes.decode_elements(bytes, 1)?;
        Ok(Self { codes })
    }
}

fn dimension(axis: i64, rank: usize) -> Option<usize> {
    let forward = if axis < 0 { axis + rank as i64 } else { axis };
    usize::try_from(forward).ok().filter(|dimension| *dimension < rank)
}

/// The words that a row of this many codes fills; 0 where nothing is valid.
fn words_due(words: &PackingInput, count: i64) -> u64 {
    let count = u64::try_from(count).unwrap_or(0);
    let due = words.spelling.packing().ok().map(|packing| packing.words(count, words.word));
    due.and_then(|due| u64::try_from(due).ok()).unwrap_or(0)
}
