//! The number of words of a row, and the number of codes that come out of it.

use super::bits::by_floor_quotient;
use super::{EXACT, Form, Steps};
use crate::Fault;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "words-by-floor-quotient",
        rule: "UP-WORDS-1",
        cause: "counts ceil(count / floor(word_bits / bits)) words for a row",
        behaviour: &Steps { words: by_floor_quotient, ..EXACT },
    },
    Fault {
        name: "words-rounded-down",
        rule: "UP-WORDS-1",
        cause: "counts no word for the last bits of a row that do not fill one",
        behaviour: &Steps { words: rounded_down, ..EXACT },
    },
    Fault {
        name: "bytes-in-fours",
        rule: "UP-WORDS-1",
        cause: "counts uint8 words in fours, as many as uint32 words would need",
        behaviour: &Steps { words: in_fours, ..EXACT },
    },
    Fault {
        name: "bit-count-in-32-bits",
        rule: "UP-WORDS-3",
        cause: "counts the bits of a row in a signed 32-bit integer",
        behaviour: &Steps { words: in_32_bits, ..EXACT },
    },
    Fault {
        name: "bit-count-in-64-bits",
        rule: "UP-WORDS-3",
        cause: "counts the bits of a row in an unsigned 64-bit integer",
        behaviour: &Steps { words: in_64_bits, ..EXACT },
    },
    Fault {
        name: "word-count-in-float64",
        rule: "UP-WORDS-3",
        cause: "divides the bits of a row by those of a word in float64",
        behaviour: &Steps { words: in_float64, ..EXACT },
    },
    Fault {
        name: "no-codes-take-a-word",
        rule: "UP-COUNT-2",
        cause: "counts one word for a row without codes",
        behaviour: &Steps { words: |form, count| (EXACT.words)(form, count).max(1), ..EXACT },
    },
    Fault {
        name: "count-from-words-floored",
        rule: "UP-COUNT-1",
        cause: "gives floor(word_bits / bits) codes for each word, whatever the count",
        behaviour: &Steps { extent: floored, ..EXACT },
    },
    Fault {
        name: "count-ignored",
        rule: "UP-COUNT-1",
        cause: "gives all codes that the words have room for, whatever the count",
        behaviour: &Steps { extent: room, ..EXACT },
    },
    Fault {
        name: "padding-decoded",
        rule: "UP-PAD-1",
        cause: "decodes until the bits end, the padding too",
        behaviour: &Steps { extent: until_the_end, ..EXACT },
    },
    Fault {
        name: "codes-after-full-eights-lost",
        rule: "UP-COUNT-1",
        cause: "leaves the codes after the last full block of 8 at 0",
        behaviour: &Steps { trim: full_eights, ..EXACT },
    },
];

fn rounded_down(form: &Form, count: u64) -> u128 {
    form.bits(count) / u128::from(form.word_bits)
}

/// Rows aligned for words of 32 bits.
fn in_fours(form: &Form, count: u64) -> u128 {
    form.bits(count).div_ceil(32) * u128::from(32 / form.word_bits)
}

fn in_32_bits(form: &Form, count: u64) -> u128 {
    // A negative number of bits is no number of words.
    let bits = u128::try_from(form.bits(count) as i32);
    bits.map_or(u128::MAX, |bits| bits.div_ceil(form.word_bits.into()))
}

fn in_64_bits(form: &Form, count: u64) -> u128 {
    (form.bits(count) as u64).div_ceil(form.word_bits).into()
}

fn in_float64(form: &Form, count: u64) -> u128 {
    (form.bits(count) as f64 / form.word_bits as f64).ceil() as u128
}

fn floored(form: &Form, words: u64, count: u64) -> u64 {
    match form.is_grouped() {
        true => count,
        false => words.saturating_mul(form.word_bits / form.width),
    }
}

fn room(form: &Form, words: u64, _: u64) -> u64 {
    codes(form, form.bits_of(words) / u128::from(form.width))
}

fn until_the_end(form: &Form, words: u64, _: u64) -> u64 {
    codes(form, form.bits_of(words).div_ceil(form.width.into()))
}

/// The codes of so many groups.
fn codes(form: &Form, groups: u128) -> u64 {
    u64::try_from(groups * u128::from(form.packing.group_size())).unwrap_or(u64::MAX)
}

fn full_eights(_: &Form, codes: &mut Vec<u64>, count: u64) {
    codes.truncate((count / 8 * 8) as usize);
    codes.resize(count as usize, 0);
}
