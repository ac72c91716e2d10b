//! Group indices: their width, their digits, and what is left over of the last one.

use codec_reference::{AttributesError, Packing};

use super::{EXACT, Form, Steps};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "group-width-by-floor-of-logarithm",
        rule: "UP-GROUP-1",
        cause: "gives an index floor(log2(R^G)) + 1 bits, 9 for 256 indices",
        behaviour: &Steps { width: by_floor, ..EXACT },
    },
    Fault {
        name: "group-width-by-quotient-of-logarithms",
        rule: "UP-GROUP-1",
        cause: "rounds a quotient of logarithms in float64 up to the bits of an index",
        behaviour: &Steps { width: by_quotient, ..EXACT },
    },
    Fault {
        name: "digits-in-whole-bits",
        rule: "UP-GROUP-1",
        cause: "gives each digit bits of its own, where a group has an index",
        behaviour: &DigitsInBits,
    },
    Fault {
        name: "groups-begin-words",
        rule: "UP-GROUP-2",
        cause: "begins a new word for each group",
        behaviour: &Steps { words: words_of_aligned, place: aligned, ..EXACT },
    },
    Fault {
        name: "digits-most-significant-first",
        rule: "UP-GROUP-3",
        cause: "takes the first code of a group for the most significant digit",
        behaviour: &Steps { digits: reversed_digits, number: of_reversed, ..EXACT },
    },
    Fault {
        name: "count-rounded-up-to-groups",
        rule: "UP-GROUP-4",
        cause: "gives all codes of the last group",
        behaviour: &Steps { extent: whole_groups, ..EXACT },
    },
    Fault {
        name: "last-group-cut-in-front",
        rule: "UP-GROUP-4",
        cause: "gives the last digits of the last group, not the first ones",
        behaviour: &Steps { trim: in_front, ..EXACT },
    },
    Fault {
        name: "group-index-in-float64",
        rule: "UP-GROUP-7",
        cause: "keeps the index of a group in float64",
        behaviour: &Steps {
            digits: |form, index| form.digits(index as f64 as u64),
            number: |form, codes| form.number(codes) as f64 as u64,
            ..EXACT
        },
    },
    Fault {
        name: "group-index-in-float32",
        rule: "UP-GROUP-7",
        cause: "keeps the index of a group in float32",
        behaviour: &Steps {
            digits: |form, index| form.digits(index as f32 as u64),
            number: |form, codes| form.number(codes) as f32 as u64,
            ..EXACT
        },
    },
    Fault {
        name: "group-index-in-32-bits",
        rule: "UP-GROUP-7",
        cause: "keeps the index of a group in 32 bits",
        behaviour: &Steps {
            digits: |form, index| form.digits((index as u32).into()),
            number: |form, codes| (form.number(codes) as u32).into(),
            ..EXACT
        },
    },
    Fault {
        name: "groups-of-bits-not-stored-whole",
        rule: "UP-SPELL-3",
        cause: "counts the words for (2^b, G) as those for b bits, without the last group's rest",
        behaviour: &Steps { words: as_bits, ..EXACT },
    },
    Fault {
        name: "padding-must-be-zero",
        rule: "UP-PAD-1",
        cause: "refuses padding bits other than 0",
        behaviour: &Steps { accepts: padding_is_zero, ..EXACT },
    },
    Fault {
        name: "padding-checked-as-a-group",
        rule: "UP-PAD-2",
        cause: "refuses padding that would be no valid index of a further group",
        behaviour: &Steps { accepts: padding_is_valid, ..EXACT },
    },
    Fault {
        name: "unused-digits-must-be-zero",
        rule: "UP-PAD-3",
        cause: "refuses unused digits of the last group other than 0",
        behaviour: &Steps { accepts: unused_are_zero, ..EXACT },
    },
];

/// The bits of the largest index, were it R^G.
fn by_floor(packing: Packing) -> u64 {
    match packing {
        Packing::Bits(_) => (EXACT.width)(packing),
        Packing::Grouped { .. } => u64::from(packing.power().ilog2() + 1),
    }
}

/// `math.ceil(math.log(radix ** group_size) / math.log(2))`.
fn by_quotient(packing: Packing) -> u64 {
    match packing {
        Packing::Bits(_) => (EXACT.width)(packing),
        Packing::Grouped { .. } => ((packing.power() as f64).ln() / 2_f64.ln()).ceil() as u64,
    }
}

/// One kind of fields for both spellings.
struct DigitsInBits;

impl Behaviour for DigitsInBits {
    fn packing(
        &self,
        bits: Option<i64>,
        radix: Option<i64>,
        group_size: Option<i64>,
    ) -> Result<Packing, AttributesError> {
        Ok(match Packing::from_attributes(bits, radix, group_size)? {
            Packing::Grouped { radix, .. } => Packing::Bits((radix - 1).ilog2() + 1),
            packing => packing,
        })
    }
}

fn aligned(form: &Form, group: u64, k: u64) -> Option<u128> {
    if !form.is_grouped() {
        return (EXACT.place)(form, group, k);
    }
    let each = form.width.next_multiple_of(form.word_bits);
    Some(u128::from(group) * u128::from(each) + u128::from(k))
}

fn words_of_aligned(form: &Form, count: u64) -> u128 {
    if !form.is_grouped() {
        return (EXACT.words)(form, count);
    }
    let groups = count.div_ceil(form.packing.group_size());
    u128::from(groups) * u128::from(form.width.div_ceil(form.word_bits))
}

fn reversed_digits(form: &Form, index: u64) -> Vec<u64> {
    form.digits(index).into_iter().rev().collect()
}

fn of_reversed(form: &Form, codes: &[u64]) -> u64 {
    let mut codes = codes.to_vec();
    codes.resize(form.packing.group_size() as usize, 0);
    codes.reverse();
    form.number(&codes)
}

fn whole_groups(form: &Form, _: u64, count: u64) -> u64 {
    count.next_multiple_of(form.packing.group_size())
}

fn in_front(form: &Form, codes: &mut Vec<u64>, count: u64) {
    let rest = codes.len() - count as usize;
    let last = codes.len() - (form.packing.group_size() as usize).min(codes.len());
    codes.drain(last..last + rest);
}

/// The stream is the same, so that only its end can be taken for another.
fn as_bits(form: &Form, count: u64) -> u128 {
    let radix = form.packing.radix();
    match radix.is_power_of_two() {
        true => (u128::from(count) * u128::from(radix.ilog2())).div_ceil(form.word_bits.into()),
        false => (EXACT.words)(form, count),
    }
}

fn padding_is_zero(_: &Steps, form: &Form, row: &[u64], count: u64) -> bool {
    let mut padding = form.bits(count)..form.bits_of(row.len() as u64);
    padding.all(|position| {
        let (word, bit) = form.word_and_bit(position);
        row[word] >> bit & 1 == 0
    })
}

fn padding_is_valid(steps: &Steps, form: &Form, row: &[u64], count: u64) -> bool {
    let groups = form.bits_of(row.len() as u64) / u128::from(form.width);
    let mut further = count.div_ceil(form.packing.group_size())..groups as u64;
    further.all(|group| steps.index(form, row, group) < form.packing.power())
}

fn unused_are_zero(steps: &Steps, form: &Form, row: &[u64], count: u64) -> bool {
    let size = form.packing.group_size();
    let used = (count % size) as usize;
    let digits = form.digits(steps.index(form, row, count / size));
    used == 0 || digits[used..].iter().all(|digit| *digit == 0)
}
