//! The number of words of a row, and the number of codes that they become.

use super::bits::by_floor_quotient;
use super::form::Form;
use super::rows::each_row;
use super::{Extent, LAYOUT, Layout, RIGHT, Routines};
use crate::Fault;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "words-by-floor-quotient",
        rule: "UP-WORDS-1",
        cause: "counts ceil(count / floor(word_bits / bits)) words for a row",
        behaviour: &Layout { words: by_floor_quotient, ..LAYOUT },
    },
    Fault {
        name: "words-rounded-down",
        rule: "UP-WORDS-1",
        cause: "counts no word for the last bits of a row that do not fill one",
        behaviour: &Layout {
            words: |form, count| form.used(count) / u128::from(form.word.bits()),
            ..LAYOUT
        },
    },
    Fault {
        name: "bytes-in-fours",
        rule: "UP-WORDS-1",
        cause: "counts uint8 words in fours, as many as uint32 words would need",
        // Rows aligned for words of 32 bits.
        behaviour: &Layout {
            words: |form, count| form.used(count).div_ceil(32) * u128::from(32 / form.word.bits()),
            ..LAYOUT
        },
    },
    Fault {
        name: "bit-count-in-32-bits",
        rule: "UP-WORDS-3",
        cause: "counts the bits of a row in a signed 32-bit integer",
        behaviour: &Layout { words: in_32_bits, ..LAYOUT },
    },
    Fault {
        name: "bit-count-in-64-bits",
        rule: "UP-WORDS-3",
        cause: "counts the bits of a row in an unsigned 64-bit integer",
        behaviour: &Layout {
            words: |form, count| (form.used(count) as u64).div_ceil(form.word.bits()).into(),
            ..LAYOUT
        },
    },
    Fault {
        name: "word-count-in-float64",
        rule: "UP-WORDS-3",
        cause: "divides the bits of a row by those of a word in float64",
        behaviour: &Layout {
            words: |form, count| (form.used(count) as f64 / form.word.bits() as f64).ceil() as u128,
            ..LAYOUT
        },
    },
    Fault {
        name: "no-codes-take-a-word",
        rule: "UP-COUNT-2",
        cause: "counts one word for a row without codes",
        behaviour: &Layout { words: |form, count| form.words(count).max(1), ..LAYOUT },
    },
    Fault {
        name: "count-from-words-floored",
        rule: "UP-COUNT-1",
        cause: "gives floor(word_bits / bits) codes for each word, whatever the count",
        behaviour: &Extent(|form, words, count| match form.is_grouped() {
            true => count,
            false => words.saturating_mul(form.word.bits() / form.width()),
        }),
    },
    Fault {
        name: "count-ignored",
        rule: "UP-COUNT-1",
        cause: "gives all codes that the words have room for, whatever the count",
        behaviour: &Extent(|form, words, _| {
            codes(form, form.room(words) / u128::from(form.width()))
        }),
    },
    Fault {
        name: "padding-decoded",
        rule: "UP-PAD-1",
        cause: "decodes until the bits end, the padding too",
        behaviour: &Extent(|form, words, _| {
            codes(form, form.room(words).div_ceil(form.width().into()))
        }),
    },
    Fault {
        name: "codes-after-full-eights-lost",
        rule: "UP-COUNT-1",
        cause: "leaves the codes after the last full block of 8 at 0",
        behaviour: &Routines {
            unpack: |form, words, count| {
                let (codes, eights) = (form.unpack(words, count)?, count as usize / 8 * 8);
                Ok(each_row(&codes, form.axis, count as u64, |row| {
                    let mut row = row.to_vec();
                    row[eights..].fill(0);
                    row
                })?)
            },
            ..RIGHT
        },
    },
];

fn in_32_bits(form: Form, count: u64) -> u128 {
    // A negative number of bits has no number of words.
    let bits = u128::try_from(form.used(count) as i32);
    bits.map_or(u128::MAX, |bits| bits.div_ceil(form.word.bits().into()))
}

/// The number of codes in a number of groups.
fn codes(form: Form, groups: u128) -> u64 {
    u64::try_from(groups * u128::from(form.packing.group_size())).unwrap_or(u64::MAX)
}
