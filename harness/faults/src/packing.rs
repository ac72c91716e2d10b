//! Unpack and Pack in steps, for the faults that take one of them in another way.

pub(crate) mod attributes;
pub(crate) mod axes;
pub(crate) mod bits;
pub(crate) mod groups;
pub(crate) mod pack;
mod rows;
pub(crate) mod words;

use codec_reference::{PackError, Packing, Tensor, UnpackError, Word};

use crate::Behaviour;
use rows::Rows;

/// How codes lie in the words of a row; the steps are those of the text unless a fault replaces
/// one.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    /// W, the bits of a group's index.
    width: fn(Packing) -> u64,
    /// Words of a row of so many codes.
    words: fn(&Form, count: u64) -> u128,
    /// Where a bit of a group's index is in its row; `None` for one that is not stored.
    place: fn(&Form, group: u64, k: u64) -> Option<u128>,
    /// A group's index from the words of its row.
    index: fn(&Self, &Form, row: &[u64], group: u64) -> u64,
    /// The codes of a group of that index.
    digits: fn(&Form, index: u64) -> Vec<u64>,
    /// The index of a group of codes, which may be fewer than a group has.
    number: fn(&Form, codes: &[u64]) -> u64,
    /// Whether the words of a row of so many codes are taken at all.
    accepts: fn(&Self, &Form, row: &[u64], count: u64) -> bool,
    /// Codes of the output for a row of so many words.
    extent: fn(&Form, words: u64, count: u64) -> u64,
    /// Leaves so many of the codes of whole groups.
    trim: fn(&Form, codes: &mut Vec<u64>, count: u64),
}

/// Every step as the text has it.
pub(crate) const EXACT: Steps = Steps {
    width: |packing| u64::from(u64::BITS - (packing.power() - 1).leading_zeros()),
    words: |form, count| form.bits(count).div_ceil(form.word_bits.into()),
    place: |form, group, k| Some(form.start(group) + u128::from(k)),
    index: Steps::index,
    digits: Form::digits,
    number: Form::number,
    accepts: |_, _, _, _| true,
    extent: |_, _, count| count,
    trim: |_, codes, count| codes.truncate(count as usize),
};

/// A packing of words of a type.
struct Form {
    packing: Packing,
    word_bits: u64,
    /// W, as the steps have it.
    width: u64,
}

impl Behaviour for Steps {
    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        let rows = Rows::of(words, axis)?;
        let count = u64::try_from(count).map_err(|_| UnpackError::Count { count })?;
        let form = self.form(packing, word);
        let (expected, found) = ((self.words)(&form, count), rows.length());
        let refusal = || UnpackError::WordCount { expected, found };
        if expected != found.into() {
            return Err(refusal());
        }
        let extent = (self.extent)(&form, found, count);
        rows.map(extent, |row| {
            let accepted = (self.accepts)(self, &form, row, count);
            accepted.then(|| self.unpack_row(&form, row, extent)).ok_or_else(refusal)
        })
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let rows = Rows::of(codes, axis)?;
        let radix = packing.radix();
        if let Some(code) = codes.elements().iter().find(|code| **code >= radix) {
            return Err(PackError::Code { code: *code, radix });
        }
        let form = self.form(packing, word);
        let words = (self.words)(&form, rows.length());
        let words = u64::try_from(words).map_err(|_| PackError::WordCount { words })?;
        rows.map(words, |row| Ok(self.pack_row(&form, row, words)))
    }
}

impl Steps {
    fn form(&self, packing: Packing, word: Word) -> Form {
        Form { packing, word_bits: word.bits(), width: (self.width)(packing) }
    }

    fn unpack_row(&self, form: &Form, row: &[u64], count: u64) -> Vec<u64> {
        let index = |group| (self.index)(self, form, row, group);
        let groups = 0..count.div_ceil(form.packing.group_size());
        let mut codes = groups.flat_map(|group| (self.digits)(form, index(group))).collect();
        (self.trim)(form, &mut codes, count);
        codes
    }

    fn pack_row(&self, form: &Form, codes: &[u64], words: u64) -> Vec<u64> {
        let mut row = vec![0; words as usize];
        let groups = codes.chunks(form.packing.group_size() as usize);
        for (group, codes) in (0..).zip(groups) {
            let index = (self.number)(form, codes);
            for k in 0..form.width {
                let place =
                    (self.place)(form, group, k).map(|position| form.word_and_bit(position));
                if let Some((word, bit)) = place
                    && let Some(word) = row.get_mut(word)
                {
                    *word |= (index >> k & 1) << bit;
                }
            }
        }
        row
    }

    /// The bits of a group's index, those that are nowhere as zeros.
    fn index(&self, form: &Form, row: &[u64], group: u64) -> u64 {
        let bit = |k| {
            let (word, bit) = form.word_and_bit((self.place)(form, group, k)?);
            Some((row.get(word)? >> bit & 1) << k)
        };
        (0..form.width).filter_map(bit).sum()
    }
}

impl Form {
    /// Bits of a row of so many codes: those of whole groups.
    fn bits(&self, count: u64) -> u128 {
        u128::from(count.div_ceil(self.packing.group_size())) * u128::from(self.width)
    }

    /// Bits of so many words.
    fn bits_of(&self, words: u64) -> u128 {
        u128::from(words) * u128::from(self.word_bits)
    }

    /// The position of a group's first bit in its row.
    fn start(&self, group: u64) -> u128 {
        u128::from(group) * u128::from(self.width)
    }

    fn word_and_bit(&self, position: u128) -> (usize, u128) {
        let word_bits = u128::from(self.word_bits);
        ((position / word_bits) as usize, position % word_bits)
    }

    /// How many of a group's bits are in the word in which it begins.
    fn bits_in_first_word(&self, group: u64) -> u64 {
        let (_, bit) = self.word_and_bit(self.start(group));
        (self.word_bits - bit as u64).min(self.width)
    }

    fn is_grouped(&self) -> bool {
        matches!(self.packing, Packing::Grouped { .. })
    }

    /// Least significant digit first.
    fn digits(&self, mut index: u64) -> Vec<u64> {
        let radix = self.packing.radix();
        let digit = |_| {
            let digit = index % radix;
            index /= radix;
            digit
        };
        (0..self.packing.group_size()).map(digit).collect()
    }

    fn number(&self, codes: &[u64]) -> u64 {
        let radix = self.packing.radix();
        codes.iter().rev().fold(0, |index, code| index * radix + code)
    }
}
