//! The definition, a bit and a digit at a time.

use codec_fast::{PackingError, WordType};

use crate::packing::{WORD_TYPES, grouped, pack_row, to_bytes, unpack_row};
use crate::random;

pub(super) struct Definition {
    radix: u128,
    group_size: usize,
    /// R^G.
    power: u128,
    /// W.
    width: usize,
}

impl Definition {
    pub(super) fn new(radix: u64, group_size: u64) -> Self {
        let radix = u128::from(radix);
        let power = (0..group_size).map(|_| radix).product();
        let width = (0..).find(|&width| 1 << width >= power).expect("less than 2^63");
        Self { radix, group_size: group_size as usize, power, width }
    }

    pub(super) fn words(&self, count: u64, word: WordType) -> u128 {
        let groups = u128::from(count).div_ceil(self.group_size as u128);
        (groups * self.width as u128).div_ceil(bits(word) as u128)
    }

    /// The words that hold these group indices.
    fn words_of(&self, indices: &[u128], word: WordType) -> Vec<u64> {
        let count = (indices.len() * self.group_size) as u64;
        let mut words = vec![0; self.words(count, word) as usize];
        for (group, index) in indices.iter().enumerate() {
            for bit in (0..self.width).filter(|bit| index >> bit & 1 == 1) {
                let position = group * self.width + bit;
                words[position / bits(word)] |= 1 << (position % bits(word));
            }
        }
        words
    }

    pub(super) fn pack(&self, codes: &[u8], word: WordType) -> Vec<u64> {
        let place = |digit: usize| (0..digit).map(|_| self.radix).product::<u128>();
        let index = |digits: &[u8]| {
            digits.iter().enumerate().map(|(digit, &code)| u128::from(code) * place(digit)).sum()
        };
        let indices: Vec<u128> = codes.chunks(self.group_size).map(index).collect();
        self.words_of(&indices, word)
    }

    /// `None` if a group index is invalid.
    pub(super) fn unpack(&self, words: &[u64], word: WordType, count: usize) -> Option<Vec<u8>> {
        let bit = |position| words[position / bits(word)] >> (position % bits(word)) & 1;
        let mut codes = Vec::new();
        for group in 0..count.div_ceil(self.group_size) {
            let bits = (0..self.width).map(|k| u128::from(bit(group * self.width + k)) << k);
            let mut index = bits.sum::<u128>();
            if index >= self.power {
                return None;
            }
            for _ in 0..self.group_size {
                codes.push((index % self.radix) as u8);
                index /= self.radix;
            }
        }
        codes.truncate(count);
        Some(codes)
    }
}

fn bits(word: WordType) -> usize {
    match word {
        WordType::Uint8 => 8,
        WordType::Uint32 => 32,
    }
}

/// All pairs of a radix and a group size.
pub(super) fn pairs() -> impl Iterator<Item = (u64, u64)> {
    (2..=256_u64).flat_map(|radix| {
        let fits = move |&size: &u32| radix.checked_pow(size).is_some_and(|power| power < 1 << 63);
        (1..).take_while(fits).map(move |group_size| (radix, group_size.into()))
    })
}

#[test]
fn the_word_count_is_that_of_the_formula() {
    assert_eq!(pairs().count(), 2510);
    for (radix, group_size) in pairs() {
        let (packing, definition) =
            (grouped(radix, group_size), Definition::new(radix, group_size));
        // The words of eight groups, in bytes, are the bits of one.
        assert_eq!(packing.words(8 * group_size, WordType::Uint8), definition.width as u128);
        let multiples = [1, 2, 7, 1 << 50].map(|groups| groups * group_size);
        let near = multiples.into_iter().flat_map(|count| [count - 1, count, count + 1]);
        for count in near.chain([i64::MAX as u64, u64::MAX]) {
            for word in WORD_TYPES {
                assert_eq!(packing.words(count, word), definition.words(count, word));
            }
        }
    }
}

#[test]
fn all_pairs_follow_the_definition() {
    let mut random = random();
    for (radix, group_size) in pairs() {
        for word in WORD_TYPES {
            for groups in 1..=9 {
                follow_the_definition(radix, group_size, word, groups, &mut random);
            }
        }
    }
}

fn follow_the_definition(
    radix: u64,
    group_size: u64,
    word: WordType,
    groups: usize,
    random: &mut impl Iterator<Item = u64>,
) {
    let context = format!("({radix}, {group_size}), {word:?}");
    let (packing, definition) = (grouped(radix, group_size), Definition::new(radix, group_size));
    let indices: Vec<u128> = (0..groups).map(|_| random_index(&definition, random)).collect();
    let trimmed = random.next().unwrap() as usize % definition.group_size;
    let count = groups * definition.group_size - trimmed;

    let mut words = definition.words_of(&indices, word);
    set_padding(&mut words, groups * definition.width, word, random.next().unwrap());
    let codes = definition.unpack(&words, word, count).expect("valid indices");
    let result = unpack_row(&packing, word, count, &to_bytes(&words, word));
    assert_eq!(result.as_ref(), Ok(&codes), "{context}, {indices:?}");
    let packed = to_bytes(&definition.pack(&codes, word), word);
    assert_eq!(pack_row(&packing, word, &codes), packed, "{context}, {codes:?}");
}

/// A group index, often with many digits of 0 or R - 1: near the bounds where digits change.
fn random_index(definition: &Definition, random: &mut impl Iterator<Item = u64>) -> u128 {
    let &Definition { radix, group_size, power, .. } = definition;
    let digit = |bits: u64| match bits >> 60 {
        0 => u128::from(bits) % radix,
        1..8 => 0,
        _ => radix - 1,
    };
    match random.next().unwrap() % 4 {
        0 => 0,
        1 => power - 1,
        2 => u128::from(random.next().unwrap()) % power,
        _ => random.take(group_size).fold(0, |index, bits| index * radix + digit(bits)),
    }
}

/// Sets the bits of the last word from a position on.
fn set_padding(words: &mut [u64], position: usize, word: WordType, padding: u64) {
    let used = position % bits(word);
    let last = words.last_mut().expect("a word");
    if used > 0 {
        *last |= (padding << used) & ((1 << bits(word)) - 1);
    }
}

/// With what may follow the index in its word.
#[test]
fn every_index_of_narrow_groups() {
    for (radix, group_size) in pairs() {
        let definition = Definition::new(radix, group_size);
        if definition.width > 12 {
            continue;
        }
        let packing = grouped(radix, group_size);
        for index in 0..1 << definition.width {
            let word = index | 0xffff_ffff << definition.width & 0xffff_ffff;
            let count = definition.group_size;
            let expected = definition.unpack(&[word], WordType::Uint32, count);
            let expected = expected.ok_or(PackingError::GroupIndex { row: 0, group: 0 });
            let bytes = to_bytes(&[word], WordType::Uint32);
            let result = unpack_row(&packing, WordType::Uint32, count, &bytes);
            assert_eq!(result, expected, "({radix}, {group_size}), index {index}");
        }
    }
}

/// The first indices that are too great, and the greatest that the field holds.
#[test]
fn indices_of_wide_groups_are_held_against_the_bound() {
    for (radix, group_size) in pairs() {
        let definition = Definition::new(radix, group_size);
        let packing = grouped(radix, group_size);
        for index in [definition.power, definition.power + 1, (1 << definition.width) - 1] {
            if index >> definition.width != 0 || index < definition.power {
                continue;
            }
            for word in WORD_TYPES {
                let words = definition.words_of(&[0, index, 0], word);
                let bytes = to_bytes(&words, word);
                let error = Err(PackingError::GroupIndex { row: 0, group: 1 });
                let count = 2 * definition.group_size;
                assert_eq!(unpack_row(&packing, word, count + 1, &bytes), error, "{index}");
            }
        }
    }
}
