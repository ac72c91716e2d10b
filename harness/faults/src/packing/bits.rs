//! Bits that are looked for in another place of their row.

use super::form::Form;
use super::rows::{each_row, length};
use super::{LAYOUT, Layout, RIGHT, Routines};
use crate::Fault;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "most-significant-bit-first",
        rule: "UP-BITS-1",
        cause: "begins at the most significant bit of each word",
        // `numpy.unpackbits`.
        behaviour: &Layout { place: from_the_top, ..LAYOUT },
    },
    Fault {
        name: "bits-of-a-code-reversed",
        rule: "UP-BITS-1",
        cause: "takes the first bit of a code for its most significant one",
        behaviour: &Layout { place: reversed, ..LAYOUT },
    },
    Fault {
        name: "straddling-codes-dropped",
        rule: "UP-BITS-2",
        cause: "drops the codes that lie in two words",
        // One word is looked at for each code, and the code must be in it.
        behaviour: &Layout {
            place: |form, group, k| {
                let whole = form.bits_in_first_word(group) == form.width();
                whole.then(|| form.start(group) + k)
            },
            ..LAYOUT
        },
    },
    Fault {
        name: "straddling-codes-cut",
        rule: "UP-BITS-2",
        cause: "drops the bits of a code that lie in the next word",
        // `words[i] >> shift & mask`.
        behaviour: &Layout {
            place: |form, group, k| {
                (k < form.bits_in_first_word(group)).then(|| form.start(group) + k)
            },
            ..LAYOUT
        },
    },
    Fault {
        name: "straddling-parts-exchanged",
        rule: "UP-BITS-2",
        cause: "takes the parts of a code that lie in two words in the wrong order",
        // The shifts of a code's two parts confused.
        behaviour: &Layout {
            place: |form, group, k| {
                let first = form.bits_in_first_word(group);
                Some(form.start(group) + (k + first) % form.width())
            },
            ..LAYOUT
        },
    },
    Fault {
        name: "codes-do-not-straddle",
        rule: "UP-BITS-2",
        cause: "puts floor(word_bits / bits) codes into a word and leaves its last bits unused",
        // A division that should not be one of integers.
        behaviour: &Layout { words: by_floor_quotient, place: by_floor },
    },
    Fault {
        name: "arithmetic-shift-smears-the-sign",
        rule: "UP-TYPE-1",
        cause: "shifts words with their sign, which smears over the codes that lie in two words",
        // `int32` words: what is shifted in is masked off only where nothing is added to it.
        behaviour: &Routines {
            unpack: |form, words, count| {
                let extent = length(words, form.axis)?;
                form.unpack(&each_row(words, form.axis, extent, |row| smeared(form, row))?, count)
            },
            ..RIGHT
        },
    },
    Fault {
        name: "words-taken-as-signed",
        rule: "UP-TYPE-1",
        cause: "takes words whose top bit is set for negative numbers",
        // An index that fills a word, as a negative number: its digits by floor division.
        behaviour: &Routines {
            unpack: |form, words, count| form.unpack(&form.reindexed(words, of_signed)?, count),
            ..RIGHT
        },
    },
    Fault {
        name: "words-big-endian",
        rule: "UP-ENDIAN-1",
        cause: "takes the bytes of a uint32 word in big-endian order",
        // Bytes in network order.
        behaviour: &Layout { place: big_endian, ..LAYOUT },
    },
];

fn from_the_top(form: Form, group: u64, k: u64) -> Option<u64> {
    let (position, word_bits) = (reversed(form, group, k)?, form.word.bits());
    Some(position / word_bits * word_bits + word_bits - 1 - position % word_bits)
}

fn reversed(form: Form, group: u64, k: u64) -> Option<u64> {
    Some(form.start(group) + form.width() - 1 - k)
}

fn by_floor(form: Form, group: u64, k: u64) -> Option<u64> {
    if form.is_grouped() {
        return (LAYOUT.place)(form, group, k);
    }
    let each = form.word.bits() / form.width();
    Some(group / each * form.word.bits() + group % each * form.width() + k)
}

pub(super) fn by_floor_quotient(form: Form, count: u64) -> u128 {
    match form.is_grouped() {
        true => form.words(count),
        false => count.div_ceil(form.word.bits() / form.width()).into(),
    }
}

fn big_endian(form: Form, group: u64, k: u64) -> Option<u64> {
    let (position, word_bits) = (form.start(group) + k, form.word.bits());
    let (byte, bit) = (position / 8, position % 8);
    let bytes = word_bits / 8;
    Some((byte / bytes * bytes + bytes - 1 - byte % bytes) * 8 + bit)
}

fn smeared(form: Form, row: &[u64]) -> Vec<u64> {
    let (mut bits, width) = (form.bits(row), form.width() as usize);
    for (group, bits) in (0..).zip(bits.chunks_exact_mut(width)) {
        // The last of them is the word's sign where others are in the next word.
        let first = form.bits_in_first_word(group) as usize;
        if bits[first - 1] == 1 {
            bits[first..].fill(1);
        }
    }
    form.packed(bits)
}

fn of_signed(form: Form, index: u64) -> u64 {
    let width = form.width();
    if width != form.word.bits() || index >> (width - 1) == 0 {
        return index;
    }
    (index as i64 - (1 << width)).rem_euclid(form.packing.power() as i64) as u64
}
