//! Bits that are looked for in another place of their row.

use codec_reference::{PackError, Packing, Tensor, UnpackError, Word};

use super::rows::array;
use super::{EXACT, Form, Steps};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "most-significant-bit-first",
        rule: "UP-BITS-1",
        cause: "begins at the most significant bit of each word",
        behaviour: &Steps { place: from_the_top, ..EXACT },
    },
    Fault {
        name: "bits-of-a-code-reversed",
        rule: "UP-BITS-1",
        cause: "takes the first bit of a code for its most significant one",
        behaviour: &Steps { place: reversed, ..EXACT },
    },
    Fault {
        name: "straddling-codes-dropped",
        rule: "UP-BITS-2",
        cause: "drops the codes that lie in two words",
        behaviour: &Steps { place: unless_straddling, ..EXACT },
    },
    Fault {
        name: "straddling-codes-cut",
        rule: "UP-BITS-2",
        cause: "drops the bits of a code that lie in the next word",
        behaviour: &Steps { place: in_first_word, ..EXACT },
    },
    Fault {
        name: "straddling-parts-exchanged",
        rule: "UP-BITS-2",
        cause: "takes the parts of a code that lie in two words in the wrong order",
        behaviour: &Steps { place: exchanged, ..EXACT },
    },
    Fault {
        name: "codes-do-not-straddle",
        rule: "UP-BITS-2",
        cause: "puts floor(word_bits / bits) codes into a word and leaves its last bits unused",
        behaviour: &Steps { words: by_floor_quotient, place: by_floor, ..EXACT },
    },
    Fault {
        name: "arithmetic-shift-smears-the-sign",
        rule: "UP-TYPE-1",
        cause: "shifts words with their sign, which smears over the codes that lie in two words",
        behaviour: &Steps { index: smeared, ..EXACT },
    },
    Fault {
        name: "words-taken-as-signed",
        rule: "UP-TYPE-1",
        cause: "takes words whose top bit is set for negative numbers",
        behaviour: &Steps { digits: of_signed, ..EXACT },
    },
    Fault {
        name: "words-big-endian",
        rule: "UP-ENDIAN-1",
        cause: "takes the bytes of a uint32 word in big-endian order",
        behaviour: &BigEndian,
    },
];

/// `numpy.unpackbits`.
fn from_the_top(form: &Form, group: u64, k: u64) -> Option<u128> {
    let position = reversed(form, group, k)?;
    let (word, bit) = form.word_and_bit(position);
    let word_bits = u128::from(form.word_bits);
    Some(word as u128 * word_bits + word_bits - 1 - bit)
}

fn reversed(form: &Form, group: u64, k: u64) -> Option<u128> {
    Some(form.start(group) + u128::from(form.width - 1 - k))
}

/// One word is looked at for each code, and the code must be in it.
fn unless_straddling(form: &Form, group: u64, k: u64) -> Option<u128> {
    let position = form.start(group) + u128::from(k);
    (form.bits_in_first_word(group) == form.width).then_some(position)
}

/// `words[i] >> shift & mask`.
fn in_first_word(form: &Form, group: u64, k: u64) -> Option<u128> {
    let position = form.start(group) + u128::from(k);
    (k < form.bits_in_first_word(group)).then_some(position)
}

/// The shifts of a code's two parts confused.
fn exchanged(form: &Form, group: u64, k: u64) -> Option<u128> {
    let first = form.bits_in_first_word(group);
    let offset = (k + first) % form.width;
    Some(form.start(group) + u128::from(offset))
}

/// A division that should not be one of integers.
fn by_floor(form: &Form, group: u64, k: u64) -> Option<u128> {
    if form.is_grouped() {
        return (EXACT.place)(form, group, k);
    }
    let each = form.word_bits / form.width;
    Some(u128::from(group / each * form.word_bits + group % each * form.width + k))
}

pub(super) fn by_floor_quotient(form: &Form, count: u64) -> u128 {
    match form.is_grouped() {
        true => (EXACT.words)(form, count),
        false => count.div_ceil(form.word_bits / form.width).into(),
    }
}

/// `int32` words: what is shifted in is masked off only where nothing is added to it.
fn smeared(steps: &Steps, form: &Form, row: &[u64], group: u64) -> u64 {
    let index = steps.index(form, row, group);
    let first = form.bits_in_first_word(group);
    let (word, _) = form.word_and_bit(form.start(group));
    let negative = row.get(word).is_some_and(|word| word >> (form.word_bits - 1) == 1);
    let smear = if negative && first < form.width { (1 << form.width) - (1 << first) } else { 0 };
    index | smear
}

/// An index that fills a word, as a negative number: its digits by floor division.
fn of_signed(form: &Form, index: u64) -> Vec<u64> {
    if form.width != form.word_bits || index >> (form.width - 1) == 0 {
        return form.digits(index);
    }
    let (mut index, radix) = (index as i64 - (1 << form.width), form.packing.radix() as i64);
    let digit = |_| {
        let digit = index.rem_euclid(radix) as u64;
        index = index.div_euclid(radix);
        digit
    };
    (0..form.packing.group_size()).map(digit).collect()
}

/// Bytes in network order.
struct BigEndian;

impl Behaviour for BigEndian {
    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        packing.unpack(&swapped(words, word), word, axis, count)
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        Ok(swapped(&packing.pack(codes, word, axis)?, word))
    }
}

fn swapped(words: &Tensor, word: Word) -> Tensor {
    let shift = u64::BITS - 8 * word.bytes() as u32;
    let elements = words.elements().iter().map(|element| element.swap_bytes() >> shift);
    array(words.shape().to_vec(), elements.collect())
}
