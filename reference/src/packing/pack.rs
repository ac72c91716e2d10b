use super::tensor::in_memory;
use super::{PackError, Packing, Tensor, Word};

impl Packing {
    /// Packs each row of codes along an axis into words (UP-PACK-1).
    ///
    /// The result has the same shape but for the axis, whose extent is the number of words that
    /// the codes fill. Unused digits and padding bits are 0 (UP-PACK-1, UP-PACK-2).
    ///
    /// # Errors
    /// A bad axis, or a code of R or more (UP-PACK-3).
    pub fn pack(self, codes: &Tensor, word: Word, axis: i64) -> Result<Tensor, PackError> {
        let dimension = codes.dimension(axis)?;
        let mut elements = codes.elements().iter().enumerate();
        if let Some((index, code)) = elements.find(|(_, code)| **code >= self.radix()) {
            return Err(PackError::Code { index, code: *code, radix: self.radix() });
        }
        let count = codes.shape()[dimension];
        let words = self.words(count, word);
        let words = u64::try_from(words).map_err(|_| PackError::WordCount { words })?;
        codes.map_rows(dimension, words, |row| Ok(self.pack_row(row, word, words)))
    }

    /// The words of one row: the number that the digits of each group make (UP-GROUP-3), in W bits
    /// after those of the group before (UP-GROUP-2); unused digits and padding are 0 (UP-PACK-1,
    /// UP-PACK-2).
    fn pack_row(self, codes: &[u64], word: Word, words: u64) -> Vec<u64> {
        let mut row = vec![0; in_memory(words)];
        let mut position = 0;
        for group in codes.chunks(in_memory(self.group_size())) {
            // The first code is the least significant digit.
            let index = group.iter().rev().fold(0, |index, code| index * self.radix() + code);
            for k in 0..self.index_bits() {
                row[in_memory(position / word.bits())] |=
                    (index >> k & 1) << (position % word.bits());
                position += 1;
            }
        }
        row
    }
}
