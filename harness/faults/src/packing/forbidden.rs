//! Packings that the text forbids, for the faults that accept their attributes.

use codec_reference::{PackError, Packing, Tensor, UnpackError, Word};

use super::form::{Form, index};
use super::rows::{each_row, length};

/// What attributes are taken for.
#[derive(Clone, Copy, Debug)]
pub enum AnyPacking {
    /// A packing of the text.
    Valid(Packing),
    /// One that the text forbids.
    Forbidden(Forbidden),
}

/// Groups of digits, whatever their base and number.
#[derive(Clone, Copy, Debug)]
pub struct Forbidden {
    radix: u64,
    group_size: u32,
}

impl AnyPacking {
    /// Unpacks words along an axis into that many codes.
    ///
    /// # Errors
    /// The input is rejected.
    pub fn unpack(
        self,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        match self {
            Self::Valid(packing) => packing.unpack(words, word, axis, count),
            Self::Forbidden(forbidden) => forbidden.unpack(words, word, axis, count),
        }
    }

    /// Packs codes along an axis into words.
    ///
    /// # Errors
    /// The codes are rejected.
    pub fn pack(self, codes: &Tensor, word: Word, axis: i64) -> Result<Tensor, PackError> {
        match self {
            Self::Valid(packing) => packing.pack(codes, word, axis),
            Self::Forbidden(forbidden) => forbidden.pack(codes, word, axis),
        }
    }
}

/// Digits of that base, where their power is at most the bound.
pub(super) fn forbidden(radix: u64, group_size: i64, bound: u64) -> Option<AnyPacking> {
    let group_size = u32::try_from(group_size).ok()?;
    let power = radix.checked_pow(group_size).filter(|power| *power <= bound);
    power.map(|_| AnyPacking::Forbidden(Forbidden { radix, group_size }))
}

impl Forbidden {
    fn unpack(
        self,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        let codes = u64::try_from(count).map_err(|_| UnpackError::Count { count })?;
        let (expected, found) = (self.words(codes, word), length(words, axis)?);
        if expected != found.into() {
            return Err(UnpackError::WordCount { expected, found });
        }
        Ok(each_row(words, axis, codes, |row| {
            let bits = Form::of_bits(word).bits(row);
            let group = |group: u64| {
                let first = (group * self.width()) as usize;
                self.digits(index(&bits[first..first + self.width() as usize]))
            };
            let groups = 0..codes.div_ceil(self.group_size.into());
            groups.flat_map(group).take(codes as usize).collect()
        })?)
    }

    fn pack(self, codes: &Tensor, word: Word, axis: i64) -> Result<Tensor, PackError> {
        let radix = self.radix;
        let mut elements = codes.elements().iter().enumerate();
        if let Some((index, code)) = elements.find(|(_, code)| **code >= radix) {
            return Err(PackError::Code { index, code: *code, radix });
        }
        let words = self.words(length(codes, axis)?, word);
        let extent = u64::try_from(words).map_err(|_| PackError::WordCount { words })?;
        Ok(each_row(codes, axis, extent, |row| {
            let bits = row.chunks(self.group_size as usize).flat_map(|group| {
                let index = group.iter().rev().fold(0, |index, code| index * radix + code);
                (0..self.width()).map(move |k| index >> k & 1)
            });
            Form::of_bits(word).packed(bits.collect())
        })?)
    }

    /// Bits of an index.
    fn width(self) -> u64 {
        u64::from(u64::BITS - (self.radix.pow(self.group_size) - 1).leading_zeros())
    }

    fn words(self, codes: u64, word: Word) -> u128 {
        let groups = u128::from(codes.div_ceil(self.group_size.into()));
        (groups * u128::from(self.width())).div_ceil(word.bits().into())
    }

    fn digits(self, index: u64) -> impl Iterator<Item = u64> {
        (0..self.group_size).map(move |place| index / self.radix.pow(place) % self.radix)
    }
}
