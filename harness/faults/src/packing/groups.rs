//! Group indices: their width, their digits, and what is left over of the last one.

use codec_reference::{PackError, Packing, Spelling, Tensor, TensorError, UnpackError};

use super::form::{Form, index};
use super::rows::{each_row, fitted, length, row};
use super::{Accepted, Attributes, Extent, Indices, LAYOUT, Layout, RIGHT, Routines, valid};
use crate::Fault;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "group-width-by-floor-of-logarithm",
        rule: "UP-GROUP-1",
        cause: "gives an index floor(log2(R^G)) + 1 bits, 9 for 256 indices",
        // The bits of the largest index, were it R^G.
        behaviour: &Layout {
            words: |form, count| words_of(form, form.groups(count), by_floor(form)),
            place: |form, group, k| Some(group * by_floor(form) + k),
        },
    },
    Fault {
        name: "group-width-by-quotient-of-logarithms",
        rule: "UP-GROUP-1",
        cause: "rounds a quotient of logarithms in float64 up to the bits of an index",
        // `math.ceil(math.log(radix ** group_size) / math.log(2))`.
        behaviour: &Layout {
            words: |form, count| words_of(form, form.groups(count), by_quotient(form)),
            place: |form, group, k| Some(group * by_quotient(form) + k),
        },
    },
    Fault {
        name: "digits-in-whole-bits",
        rule: "UP-GROUP-1",
        cause: "gives each digit bits of its own, where a group has an index",
        // One kind of fields for both spellings.
        behaviour: &Attributes(|[bits, radix, group_size]| {
            let packing = Packing::from_attributes(bits, radix, group_size).ok()?;
            match packing.spelling() {
                Spelling::Grouped { radix, .. } => {
                    valid(Packing::bits(((radix - 1).ilog2() + 1).into()))
                }
                Spelling::Bits(_) => None,
            }
        }),
    },
    Fault {
        name: "groups-begin-words",
        rule: "UP-GROUP-2",
        cause: "begins a new word for each group",
        behaviour: &Layout {
            words: |form, count| words_of(form, form.groups(count), aligned(form)),
            place: |form, group, k| Some(group * aligned(form) + k),
        },
    },
    Fault {
        name: "digits-most-significant-first",
        rule: "UP-GROUP-3",
        cause: "takes the first code of a group for the most significant digit",
        behaviour: &Routines { unpack: unpack_reversed, pack: pack_reversed },
    },
    Fault {
        name: "count-rounded-up-to-groups",
        rule: "UP-GROUP-4",
        cause: "gives all codes of the last group",
        behaviour: &Extent(|form, _, count| form.whole(count)),
    },
    Fault {
        name: "last-group-cut-in-front",
        rule: "UP-GROUP-4",
        cause: "gives the last digits of the last group, not the first ones",
        behaviour: &Routines { unpack: unpack_last_digits, ..RIGHT },
    },
    Fault {
        name: "group-index-in-float64",
        rule: "UP-GROUP-7",
        cause: "keeps the index of a group in float64",
        behaviour: &Indices(|_, index| index as f64 as u64),
    },
    Fault {
        name: "group-index-in-float32",
        rule: "UP-GROUP-7",
        cause: "keeps the index of a group in float32",
        behaviour: &Indices(|_, index| index as f32 as u64),
    },
    Fault {
        name: "group-index-in-32-bits",
        rule: "UP-GROUP-7",
        cause: "keeps the index of a group in 32 bits",
        behaviour: &Indices(|_, index| (index as u32).into()),
    },
    Fault {
        name: "groups-of-bits-not-stored-whole",
        rule: "UP-SPELL-3",
        cause: "counts the words for (2^b, G) as those for b bits, without the last group's rest",
        // The stream is the same, so that only its end can be taken for another.
        behaviour: &Layout {
            words: |form, count| match form.packing.radix() {
                radix if radix.is_power_of_two() => words_of(form, count, radix.ilog2().into()),
                _ => form.words(count),
            },
            ..LAYOUT
        },
    },
    Fault {
        name: "padding-must-be-zero",
        rule: "UP-PAD-1",
        cause: "rejects padding bits other than 0",
        behaviour: &Accepted(|form, row, count| {
            form.bits(row)[form.used(count) as usize..].iter().all(|bit| *bit == 0)
        }),
    },
    Fault {
        name: "padding-checked-as-a-group",
        rule: "UP-PAD-2",
        cause: "rejects padding that would not be a valid index of a further group",
        behaviour: &Accepted(|form, row, count| {
            let padding = &form.bits(row)[form.used(count) as usize..];
            let mut further = padding.chunks_exact(form.width() as usize);
            further.all(|group| index(group) < form.packing.power())
        }),
    },
    Fault {
        name: "unused-digits-must-be-zero",
        rule: "UP-PAD-3",
        cause: "rejects unused digits of the last group other than 0",
        behaviour: &Accepted(|form, words, count| {
            let codes = Form { axis: 0, ..form }.unpack_groups(&row(words.to_vec()), count as i64);
            let codes = codes.expect("a row that is unpacked already");
            codes.elements()[count as usize..].iter().all(|code| *code == 0)
        }),
    },
];

/// Words of a number of fields of `width` bits.
fn words_of(form: Form, fields: u64, width: u64) -> u128 {
    (u128::from(fields) * u128::from(width)).div_ceil(form.word.bits().into())
}

fn by_floor(form: Form) -> u64 {
    match form.is_grouped() {
        true => u64::from(form.packing.power().ilog2() + 1),
        false => form.width(),
    }
}

fn by_quotient(form: Form) -> u64 {
    match form.is_grouped() {
        true => ((form.packing.power() as f64).ln() / 2_f64.ln()).ceil() as u64,
        false => form.width(),
    }
}

fn aligned(form: Form) -> u64 {
    match form.is_grouped() {
        true => form.width().next_multiple_of(form.word.bits()),
        false => form.width(),
    }
}

fn unpack_reversed(form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
    let codes = form.unpack_groups(words, count)?;
    Ok(fitted(&reversed(form, &codes)?, form.axis, count as u64)?)
}

fn pack_reversed(form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
    let whole = form.whole(length(codes, form.axis)?);
    form.pack(&reversed(form, &fitted(codes, form.axis, whole)?)?)
}

/// Whole groups with their codes in reverse order.
fn reversed(form: Form, codes: &Tensor) -> Result<Tensor, TensorError> {
    each_row(codes, form.axis, length(codes, form.axis)?, |row| {
        let groups = row.chunks(form.packing.group_size() as usize);
        groups.flat_map(|group| group.iter().rev().copied()).collect()
    })
}

fn unpack_last_digits(form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
    let codes = form.unpack_groups(words, count)?;
    Ok(each_row(&codes, form.axis, count as u64, |row| {
        let unused = row.len() - count as usize;
        let last = row.len() - form.packing.group_size() as usize;
        [&row[..last], &row[last + unused..]].concat()
    })?)
}
