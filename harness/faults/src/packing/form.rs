//! What the faults build on: a packing with its words and its axis, and the bits of a row.

use codec_reference::{PackError, Packing, Spelling, Tensor, TensorError, UnpackError, Word};

use super::rows::{self, each_row, fitted, length};

/// How codes are packed along an axis.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(super) packing: Packing,
    pub(super) word: Word,
    pub(super) axis: i64,
}

impl Form {
    pub(super) fn unpack(self, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        self.packing.unpack(words, self.word, self.axis, count)
    }

    pub(super) fn pack(self, codes: &Tensor) -> Result<Tensor, PackError> {
        self.packing.pack(codes, self.word, self.axis)
    }

    /// All codes of the groups that hold `count` codes.
    pub(super) fn unpack_groups(self, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        let codes = self.unpack(words, count)?;
        self.unpack_other(words, &codes, self.whole(count as u64))
    }

    /// Another number of codes than the right ones.
    pub(super) fn unpack_other(
        self,
        words: &Tensor,
        codes: &Tensor,
        count: u64,
    ) -> Result<Tensor, UnpackError> {
        // Beyond 63 bits the reference counts no codes, and no array has any.
        let Ok(signed) = i64::try_from(count) else { return Ok(fitted(codes, self.axis, count)?) };
        let fill = self.words(count) as u64;
        self.unpack(&fitted(words, self.axis, fill)?, signed)
    }

    /// Words of a row of `count` codes.
    pub(super) fn words(self, count: u64) -> u128 {
        self.packing.words(count, self.word)
    }

    pub(super) fn groups(self, count: u64) -> u64 {
        count.div_ceil(self.packing.group_size())
    }

    /// Codes of the groups that hold `count` codes.
    pub(super) fn whole(self, count: u64) -> u64 {
        count.next_multiple_of(self.packing.group_size())
    }

    /// W, the bits of a group's index.
    pub(super) fn width(self) -> u64 {
        self.packing.index_bits()
    }

    /// Bits of the groups that hold `count` codes.
    pub(super) fn used(self, count: u64) -> u128 {
        u128::from(self.groups(count)) * u128::from(self.width())
    }

    /// Bits of a row of `words` words.
    pub(super) fn room(self, words: u64) -> u128 {
        u128::from(words) * u128::from(self.word.bits())
    }

    /// The position of a group's first bit in its row.
    pub(super) fn start(self, group: u64) -> u64 {
        group * self.width()
    }

    /// How many of a group's bits are in the word in which it begins.
    pub(super) fn bits_in_first_word(self, group: u64) -> u64 {
        (self.word.bits() - self.start(group) % self.word.bits()).min(self.width())
    }

    pub(super) fn is_grouped(self) -> bool {
        matches!(self.packing.spelling(), Spelling::Grouped { .. })
    }

    /// The bits of the words of a row: their codes of one bit.
    pub(super) fn bits(self, row: &[u64]) -> Vec<u64> {
        let count = row.len() as u64 * self.word.bits();
        let bits = Self::of_bits(self.word).unpack(&rows::row(row.to_vec()), count as i64);
        bits.expect("whole words").elements().to_vec()
    }

    /// The words of a row that bits fill.
    pub(super) fn packed(self, bits: Vec<u64>) -> Vec<u64> {
        let words = Self::of_bits(self.word).pack(&rows::row(bits));
        words.expect("bits").elements().to_vec()
    }

    /// Codes of one bit in a single row of words.
    pub(super) fn of_bits(word: Word) -> Self {
        Self { packing: Packing::bits(1).expect("one bit"), word, axis: 0 }
    }

    /// The words with the index of each group replaced.
    pub(super) fn reindexed(
        self,
        words: &Tensor,
        change: fn(Self, u64) -> u64,
    ) -> Result<Tensor, TensorError> {
        each_row(words, self.axis, length(words, self.axis)?, |row| {
            let mut bits = self.bits(row);
            for group in bits.chunks_exact_mut(self.width() as usize) {
                let index = change(self, index(group));
                for (k, bit) in group.iter_mut().enumerate() {
                    *bit = index >> k & 1;
                }
            }
            self.packed(bits)
        })
    }
}

/// The index of a group of bits.
pub(super) fn index(bits: &[u64]) -> u64 {
    bits.iter().rev().fold(0, |index, bit| index << 1 | bit)
}
