//! All inputs of a wide type, as runs.

use std::collections::BTreeSet;

use codec_reference::{DataType, Dyadic, Value};

/// The runs of what is said of each input, `(start, said)` in numeric order of the source's bits,
/// complete from 0 up.
///
/// It may differ at the values of the target and half-way between two of them; from one of these
/// to the next it is monotone.
pub(super) fn runs<T: PartialEq + Clone>(
    (source, target): (DataType, DataType),
    say: impl Fn(u64) -> T,
) -> Vec<(u64, T)> {
    let mut runs: Vec<(u64, T)> = Vec::new();
    for (first, last) in monotone_regions(source, target) {
        let (low, high) = (say(first), say(last));
        split(&say, (first, low), (last, high), &mut runs);
    }
    runs
}

/// Where both ends agree, everything between does: casting is monotone (a law that the
/// reference's tests check), and no region holds a reason or a rule on both sides of another.
fn split<T: PartialEq + Clone>(
    say: &impl Fn(u64) -> T,
    (first, low): (u64, T),
    (last, high): (u64, T),
    runs: &mut Vec<(u64, T)>,
) {
    if low == high || first == last {
        push(runs, first, low);
    } else if last - first == 1 {
        push(runs, first, low);
        push(runs, last, high);
    } else {
        let middle = first + (last - first) / 2;
        let said = say(middle);
        split(say, (first, low), (middle, said.clone()), runs);
        split(say, (middle, said), (last, high), runs);
    }
}

fn push<T: PartialEq>(runs: &mut Vec<(u64, T)>, start: u64, said: T) {
    if runs.last().is_none_or(|(_, previous)| *previous != said) {
        runs.push((start, said));
    }
}

/// Ranges of bit patterns, both ends included, in which a larger pattern is a number further
/// from 0, and which the values of the target and the midpoints between them divide.
fn monotone_regions(source: DataType, target: DataType) -> Vec<(u64, u64)> {
    let mut starts = BTreeSet::from([0]);
    if source.is_signed() {
        starts.insert(source.mask() / 2 + 1);
    }
    let infinities = [false, true].map(|negative| source.infinity(negative));
    let marks = marks(target).into_iter().filter_map(|mark| source.encode(&mark));
    for single in marks.chain(infinities.into_iter().flatten()) {
        starts.insert(single);
        starts.extend(single.checked_add(1));
    }
    starts.retain(|start| *start <= source.mask());
    let ends = starts.iter().skip(1).map(|start| start - 1).chain([source.mask()]);
    starts.iter().copied().zip(ends).collect()
}

/// The values of a narrow type, those half-way between two neighbours, and those half a unit
/// beyond its ends.
fn marks(target: DataType) -> Vec<Dyadic> {
    let values = (0..=target.mask()).filter_map(|bits| match target.decode(bits) {
        Value::Finite(value) => Some(value),
        _ => None,
    });
    let around = values.flat_map(|value| {
        // In quarters, since below a power of two the next value is half as far away.
        let quarter = target.quantum(value.log2()) - 2;
        let units = value.in_units_of(quarter).and_then(|units| u64::try_from(units).ok());
        let units = units.expect("a few bits");
        let near = units.saturating_sub(2)..=units + 2;
        near.map(move |units| Dyadic::new(value.is_negative(), units, quarter)).collect::<Vec<_>>()
    });
    around.collect()
}
