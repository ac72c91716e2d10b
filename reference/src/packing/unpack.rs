use super::tensor::in_memory;
use super::{Packing, Tensor, UnpackError, Word};

impl Packing {
    /// Unpacks each row along an axis into `count` codes (UP-AXIS-1, UP-COUNT-1).
    ///
    /// `words` are elements of the word type, bits beyond it are ignored; the result has the same
    /// shape but for the axis, whose extent is `count`, 0 too (UP-COUNT-2).
    ///
    /// # Errors
    /// Inputs that the text calls invalid (UP-VALID-1): a bad axis, a negative count, another
    /// number of words than `count` codes fill, a group index of R^G or more.
    pub fn unpack(
        self,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        let dimension = words.dimension(axis)?;
        let count = u64::try_from(count).map_err(|_| UnpackError::Count { count })?;
        let (expected, found) = (self.words(count, word), words.shape()[dimension]);
        if expected != found.into() {
            return Err(UnpackError::WordCount { expected, found });
        }
        let mut rows = 0..;
        words.map_rows(dimension, count, |words| {
            let row = rows.next().expect("as many numbers as rows");
            self.unpack_row((row, words), word, count)
        })
    }

    /// The codes of one row: the digits of its groups, least significant first (UP-GROUP-3), but
    /// for the unused ones of the last group (UP-GROUP-4, UP-PAD-3). Padding after that group is
    /// never looked at (UP-PAD-1, UP-PAD-2).
    fn unpack_row(
        self,
        (row, words): (usize, &[u64]),
        word: Word,
        count: u64,
    ) -> Result<Vec<u64>, UnpackError> {
        let mut codes = Vec::new();
        for group in 0..count.div_ceil(self.group_size()) {
            let mut index = self.group_index(words, word, group);
            if index >= self.power() {
                return Err(UnpackError::GroupIndex { row, group, index, power: self.power() });
            }
            for _ in 0..self.group_size() {
                codes.push(index % self.radix());
                index /= self.radix();
            }
        }
        codes.truncate(in_memory(count));
        Ok(codes)
    }

    /// The W bits of a group's index, least significant first, from bit `group * W` of the row on
    /// (UP-GROUP-2, UP-BITS-1).
    fn group_index(self, words: &[u64], word: Word, group: u64) -> u64 {
        let start = u128::from(group) * u128::from(self.index_bits());
        (0..self.index_bits()).map(|k| bit(words, word, start + u128::from(k)) << k).sum()
    }
}

/// A bit of a row: bit `position % word_bits` of word `floor(position / word_bits)`
/// (UP-BITS-1, UP-BITS-2, UP-ENDIAN-1).
fn bit(words: &[u64], word: Word, position: u128) -> u64 {
    let word_bits = u128::from(word.bits());
    words[in_memory(position / word_bits)] >> (position % word_bits) & 1
}
