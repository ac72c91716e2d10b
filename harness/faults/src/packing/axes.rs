//! Axes, rows and the shape around them.

use codec_reference::{PackError, Tensor, TensorError, UnpackError};

use super::form::Form;
use super::rows::{array, each_row, fitted, length, row, rows};
use super::{Axis, Output, Routines};
use crate::Fault;

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
        // `numpy.moveaxis` once instead of twice.
        behaviour: &Output(|_, output, axis| left_last(&output, axis)),
    },
    Fault {
        name: "negative-axes-refused",
        rule: "UP-AXIS-2",
        cause: "rejects negative axes",
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
        // One stream of bits for the whole array.
        behaviour: &Routines { unpack: unpack_as_one, pack: pack_as_one },
    },
    Fault {
        name: "neighbours-in-memory-taken-for-a-row",
        rule: "UP-ROW-1",
        cause: "takes elements that lie side by side in memory for a row, whatever axis says",
        // A loop over a flat array.
        behaviour: &Routines { unpack: unpack_side_by_side, pack: pack_side_by_side },
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
        cause: "returns an array without elements unchanged",
        behaviour: &Output(|input, output, _| match input.elements() {
            [] => input.clone(),
            _ => output,
        }),
    },
];

fn left_last(output: &Tensor, axis: i64) -> Tensor {
    let mut shape = output.shape().to_vec();
    let extent = shape.remove(output.dimension(axis).expect("the axis of the output"));
    shape.push(extent);
    array(shape, rows(output, axis).expect("the same axis").concat())
}

fn unpack_as_one(form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
    let codes = form.unpack(words, count)?;
    // Each row takes whole groups.
    let (count, whole) = (count as u64, form.whole(count as u64));
    let all = rows(&codes, form.axis)?.len() as u64 * whole;
    let one = Form { axis: 0, ..form };
    let stream = row(rows(words, form.axis)?.concat());
    let stream = one.unpack(&fitted(&stream, 0, one.words(all) as u64)?, all as i64)?;
    Ok(dealt(&codes, form.axis, count, stream.elements(), whole)?)
}

fn pack_as_one(form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
    let words = form.pack(codes)?;
    let count = length(&words, form.axis)?;
    let whole = fitted(codes, form.axis, form.whole(length(codes, form.axis)?))?;
    let stream = row(rows(&whole, form.axis)?.concat());
    let stream = Form { axis: 0, ..form }.pack(&stream)?;
    let stream = fitted(&stream, 0, words.elements().len() as u64)?;
    Ok(dealt(&words, form.axis, count, stream.elements(), count)?)
}

/// The array with its rows replaced by the starts of the pieces of a stream.
fn dealt(
    tensor: &Tensor,
    axis: i64,
    extent: u64,
    stream: &[u64],
    piece: u64,
) -> Result<Tensor, TensorError> {
    let mut pieces = stream.chunks(piece.max(1) as usize);
    each_row(tensor, axis, extent, |_| {
        pieces.next().expect("a piece for each row")[..extent as usize].to_vec()
    })
}

fn unpack_side_by_side(form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
    let codes = form.unpack(words, count)?;
    let taken = Form { axis: 1, ..form }.unpack(&side_by_side(words, form.axis)?, count)?;
    Ok(array(codes.shape().to_vec(), taken.elements().to_vec()))
}

fn pack_side_by_side(form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
    let words = form.pack(codes)?;
    let taken = Form { axis: 1, ..form }.pack(&side_by_side(codes, form.axis)?)?;
    Ok(array(words.shape().to_vec(), taken.elements().to_vec()))
}

/// The elements in rows of the same length as they lie in memory.
fn side_by_side(tensor: &Tensor, axis: i64) -> Result<Tensor, TensorError> {
    let (elements, length) = (tensor.elements(), length(tensor, axis)?);
    let count = (elements.len() as u64).checked_div(length).unwrap_or_default();
    Ok(array(vec![count, length], elements.to_vec()))
}
