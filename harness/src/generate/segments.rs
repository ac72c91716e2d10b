//! All inputs of a wide type, as constant runs.

use codec_reference::{DataType, Dyadic};
use codec_vectors::Outcome;

use super::function::Oracle;

/// The runs of a function that is monotone between the special patterns: `(start, outcome)` in
/// numeric order of the source's bits, complete from 0 up.
pub(crate) fn runs(oracle: &Oracle, source: DataType) -> Vec<(u64, Outcome)> {
    let mut runs: Vec<(u64, Outcome)> = Vec::new();
    for (first, last) in monotone_regions(source) {
        let (low, high) = (oracle.outcome(first), oracle.outcome(last));
        split(oracle, (first, low), (last, high), &mut runs);
    }
    runs
}

/// Where both ends agree, everything between does: casting is monotone (a law that the
/// reference's tests check), and no region holds an outcome's reason on both sides of another.
fn split(
    oracle: &Oracle,
    (first, low): (u64, Outcome),
    (last, high): (u64, Outcome),
    runs: &mut Vec<(u64, Outcome)>,
) {
    if low == high || first == last {
        push(runs, first, low);
    } else if last - first == 1 {
        push(runs, first, low);
        push(runs, last, high);
    } else {
        let middle = first + (last - first) / 2;
        let outcome = oracle.outcome(middle);
        split(oracle, (first, low), (middle, outcome.clone()), runs);
        split(oracle, (middle, outcome), (last, high), runs);
    }
}

fn push(runs: &mut Vec<(u64, Outcome)>, start: u64, outcome: Outcome) {
    if runs.last().is_none_or(|(_, previous)| *previous != outcome) {
        runs.push((start, outcome));
    }
}

/// Ranges of bit patterns, both ends included, in which a larger pattern is a number further
/// from 0. One lies in the range of every type, so it stands between too small and too large.
fn monotone_regions(source: DataType) -> Vec<(u64, u64)> {
    let sign = source.mask() / 2 + 1;
    let one = one(source);
    let halves = if source.is_signed() { vec![(0, sign), (sign, sign)] } else { vec![(0, 0)] };
    let mut regions = Vec::new();
    for (offset, size) in halves {
        let last = if size == 0 { source.mask() } else { offset + (size - 1) };
        let mut starts = vec![offset, offset + 1, offset + one];
        if let Some(infinity) = source.infinity(false) {
            starts.extend([offset + infinity, offset + infinity + 1]);
        }
        starts.dedup();
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([last]);
        regions.extend(starts.iter().copied().zip(ends));
    }
    regions
}

fn one(source: DataType) -> u64 {
    source.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one")
}
