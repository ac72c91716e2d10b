//! Axes, rows and the shape around them.

use codec_reference::{PackError, Packing, Tensor, UnpackError, Word};

use super::rows::{Rows, array};
use super::{EXACT, Form};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "axis-ignored",
        rule: "UP-AXIS-1",
        cause: "unpacks and packs along the last axis, whatever axis says",
        behaviour: &Axis(|_, _| -1),
    },
    Fault {
        name: "axis-left-last",
        rule: "UP-AXIS-1",
        cause: "moves the axis to the end and not back",
        behaviour: &Output(|_, output, axis| left_last(&output, axis)),
    },
    Fault {
        name: "negative-axes-refused",
        rule: "UP-AXIS-2",
        cause: "refuses negative axes",
        behaviour: &Axis(|axis, rank| if axis < 0 { rank } else { axis }),
    },
    Fault {
        name: "negative-axes-are-the-last",
        rule: "UP-AXIS-2",
        cause: "takes every negative axis for the last one",
        behaviour: &Axis(|axis, _| axis.max(-1)),
    },
    Fault {
        name: "axis-modulo-the-rank",
        rule: "UP-AXIS-2",
        cause: "takes an axis out of range modulo the rank",
        behaviour: &Axis(|axis, rank| if rank == 0 { axis } else { axis.rem_euclid(rank) }),
    },
    Fault {
        name: "rows-run-together",
        rule: "UP-ROW-1",
        cause: "does not begin a new word for each row",
        behaviour: &RunTogether,
    },
    Fault {
        name: "neighbours-in-memory-taken-for-a-row",
        rule: "UP-ROW-1",
        cause: "takes elements that lie side by side in memory for a row, whatever axis says",
        behaviour: &SideBySide,
    },
    Fault {
        name: "empty-shape-lost",
        rule: "UP-ROW-2",
        cause: "gives an array of shape (0) where it has no elements",
        behaviour: &Output(|_, output, _| match output.elements() {
            [] => array(vec![0], Vec::new()),
            _ => output,
        }),
    },
    Fault {
        name: "empty-input-returned",
        rule: "UP-ROW-2",
        cause: "gives back an array without elements as it came",
        behaviour: &Output(|input, output, _| match input.elements() {
            [] => input.clone(),
            _ => output,
        }),
    },
];

/// Another axis, by the given one and the rank.
struct Axis(fn(i64, i64) -> i64);

impl Behaviour for Axis {
    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        packing.unpack(words, word, (self.0)(axis, words.shape().len() as i64), count)
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        packing.pack(codes, word, (self.0)(axis, codes.shape().len() as i64))
    }
}

/// Another output, by the input, the right output and the axis.
struct Output(fn(&Tensor, Tensor, i64) -> Tensor);

impl Behaviour for Output {
    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        Ok((self.0)(words, packing.unpack(words, word, axis, count)?, axis))
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        Ok((self.0)(codes, packing.pack(codes, word, axis)?, axis))
    }
}

/// `numpy.moveaxis` once instead of twice.
fn left_last(output: &Tensor, axis: i64) -> Tensor {
    let rank = output.shape().len() as i64;
    let mut shape = output.shape().to_vec();
    let extent = shape.remove(axis.rem_euclid(rank) as usize);
    shape.push(extent);
    let rows = Rows::of(output, axis).expect("the axis of the output");
    let elements = if shape.contains(&0) { Vec::new() } else { rows.each().flatten().collect() };
    array(shape, elements)
}

/// One stream of bits for the whole array.
struct RunTogether;

impl Behaviour for RunTogether {
    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        let output = packing.unpack(words, word, axis, count)?;
        Rows::of(&output, axis)?.replace(count as u64, || {
            let stream: Vec<u64> = Rows::of(words, axis)?.each().flatten().collect();
            // Rows are cut to count, so that all of them take whole groups.
            let whole = (count as u64).next_multiple_of(packing.group_size()) as usize;
            let all = output.elements().len() / count as usize * whole;
            let codes = EXACT.unpack_row(&form(packing, word), &stream, all as u64);
            Ok(codes.chunks(whole).map(|row| row[..count as usize].to_vec()).collect())
        })
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let output = packing.pack(codes, word, axis)?;
        let rows = Rows::of(&output, axis)?;
        rows.replace(rows.length(), || {
            let whole = |mut row: Vec<u64>| {
                row.resize(row.len().next_multiple_of(packing.group_size() as usize), 0);
                row
            };
            let stream: Vec<u64> = Rows::of(codes, axis)?.each().flat_map(whole).collect();
            let words = output.elements().len() as u64;
            let words = EXACT.pack_row(&form(packing, word), &stream, words);
            Ok(words.chunks(rows.length() as usize).map(<[u64]>::to_vec).collect())
        })
    }
}

/// A loop over a flat array.
struct SideBySide;

impl Behaviour for SideBySide {
    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        let output = packing.unpack(words, word, axis, count)?;
        let length = Rows::of(words, axis)?.length() as usize;
        let rows = words.elements().chunks(length.max(1));
        let form = form(packing, word);
        let codes = rows.flat_map(|row| EXACT.unpack_row(&form, row, count as u64));
        Ok(array(output.shape().to_vec(), codes.collect()))
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let output = packing.pack(codes, word, axis)?;
        let length = Rows::of(codes, axis)?.length() as usize;
        let words = Rows::of(&output, axis)?.length();
        let rows = codes.elements().chunks(length.max(1));
        let form = form(packing, word);
        let words = rows.flat_map(|row| EXACT.pack_row(&form, row, words));
        Ok(array(output.shape().to_vec(), words.collect()))
    }
}

fn form(packing: Packing, word: Word) -> Form {
    EXACT.form(packing, word)
}
