//! Inputs in the order of their bits, and strips of what was asked and what failed.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// An axis has at most this many places; where there are more inputs, some share one.
const PLACES: usize = 460;

/// This many places are labelled.
const TICKS: usize = 5;

/// All inputs that a figure shows.
pub(super) struct Axis(Vec<u64>);

/// The state of each place: the failed are asked, too.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Strip {
    asked: Vec<bool>,
    failed: Vec<bool>,
    /// Positions on the axis of the inputs that fail.
    failures: Vec<usize>,
}

/// Failures without an input between that passes in all modes.
pub(super) struct Stretch {
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) count: usize,
}

impl Axis {
    pub(super) fn of(inputs: BTreeSet<u64>) -> Self {
        Self(inputs.into_iter().collect())
    }

    pub(super) fn inputs(&self) -> usize {
        self.0.len()
    }

    pub(super) fn places(&self) -> usize {
        self.0.len().clamp(1, PLACES)
    }

    fn place(&self, position: usize) -> usize {
        position * self.places() / self.0.len().max(1)
    }

    pub(super) fn strip(&self, asked: &BTreeSet<u64>, failed: &BTreeSet<u64>) -> Strip {
        let nothing = vec![false; self.places()];
        let mut strip = Strip { asked: nothing.clone(), failed: nothing, failures: Vec::new() };
        for (position, bits) in self.0.iter().enumerate() {
            strip.asked[self.place(position)] |= asked.contains(bits);
            if failed.contains(bits) {
                strip.failed[self.place(position)] = true;
                strip.failures.push(position);
            }
        }
        strip
    }

    /// The places that are labelled, each with its first input.
    pub(super) fn ticks(&self) -> Vec<(usize, u64)> {
        let last = self.0.len().saturating_sub(1);
        let positions: BTreeSet<usize> =
            (0..TICKS).map(|index| last * index / (TICKS - 1)).collect();
        let tick = |position: usize| (self.place(position), self.0[position]);
        positions.into_iter().map(tick).collect()
    }

    /// The stretches of what fails in some strip.
    pub(super) fn stretches(&self, strips: &[&Strip]) -> Vec<Stretch> {
        let failures = strips.iter().flat_map(|strip| strip.failures.iter().copied());
        let failures: Vec<usize> = failures.collect::<BTreeSet<_>>().into_iter().collect();
        let runs = failures.chunk_by(|a, b| a + 1 == *b);
        let stretch = |run: &[usize]| Stretch {
            first: self.0[run[0]],
            last: self.0[run[run.len() - 1]],
            count: run.len(),
        };
        runs.map(stretch).collect()
    }
}

impl Strip {
    /// A path of what was asked, from that height on and so high.
    pub(super) fn asked(&self, top: usize, height: usize) -> String {
        path(&self.asked, top, height)
    }

    /// A path of what failed.
    pub(super) fn failed(&self, top: usize, height: usize) -> String {
        path(&self.failed, top, height)
    }
}

/// A rectangle for each run of marked places.
fn path(marks: &[bool], top: usize, height: usize) -> String {
    let mut text = String::new();
    let mut place = 0;
    for run in marks.chunk_by(|a, b| a == b) {
        let length = run.len();
        if run[0] {
            let _ = write!(text, "M{place} {top}h{length}v{height}h-{length}z");
        }
        place += length;
    }
    text
}
