//! Packers: what they put where there is no code, and what they do with codes that are not digits.

use codec_reference::{PackError, Tensor};

use super::form::Form;
use super::rows::{array, each_row, length};
use super::{RIGHT, Routines};
use crate::Fault;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "padding-packed-as-ones",
        rule: "UP-PACK-1",
        cause: "packs padding bits as 1",
        // Words that begin as all ones.
        behaviour: &Routines { pack: padding_as_ones, ..RIGHT },
    },
    Fault {
        name: "pack-buffer-not-cleared",
        rule: "UP-PACK-1",
        cause: "packs rows into a buffer that still holds the row before",
        // `|=` into memory that is used again.
        behaviour: &Routines { pack: buffer_not_cleared, ..RIGHT },
    },
    Fault {
        name: "last-code-repeated-in-unused-digits",
        rule: "UP-PACK-2",
        cause: "packs the last code into the unused digits of the last group",
        // `numpy.pad` with mode `edge`.
        behaviour: &Routines {
            pack: |form, codes| {
                let whole = form.whole(length(codes, form.axis)?);
                form.pack(&each_row(codes, form.axis, whole, |row| {
                    let mut row = row.to_vec();
                    row.resize(whole as usize, row.last().copied().unwrap_or_default());
                    row
                })?)
            },
            ..RIGHT
        },
    },
    Fault {
        name: "large-codes-cut",
        rule: "UP-PACK-3",
        cause: "packs codes that are too large modulo the radix",
        // A mask instead of a check.
        behaviour: &Routines {
            pack: |form, codes| {
                let radix = form.packing.radix();
                let digits = codes.elements().iter().map(|code| code % radix).collect();
                form.pack(&array(codes.shape().to_vec(), digits))
            },
            ..RIGHT
        },
    },
    Fault {
        name: "large-codes-carried",
        rule: "UP-PACK-3",
        cause: "lets codes that are too large run over into the next one",
        // Sums of multiples of powers, without a check.
        behaviour: &Routines { pack: large_codes_carried, ..RIGHT },
    },
];

fn padding_as_ones(form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
    let packed = form.pack(codes)?;
    let used = form.used(length(codes, form.axis)?) as usize;
    Ok(each_row(&packed, form.axis, length(&packed, form.axis)?, |row| {
        let mut bits = form.bits(row);
        bits[used..].fill(1);
        form.packed(bits)
    })?)
}

fn buffer_not_cleared(form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
    let packed = form.pack(codes)?;
    let mut buffer = Vec::new();
    Ok(each_row(&packed, form.axis, length(&packed, form.axis)?, |row| {
        buffer.resize(row.len(), 0);
        for (held, word) in buffer.iter_mut().zip(row) {
            *held |= word;
        }
        buffer.clone()
    })?)
}

fn large_codes_carried(form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
    let radix = form.packing.radix();
    form.pack(&each_row(codes, form.axis, length(codes, form.axis)?, |row| {
        let mut carry = 0;
        let digit = |code: &u64| {
            let sum = code + carry;
            carry = sum / radix;
            sum % radix
        };
        row.iter().map(digit).collect()
    })?)
}
