//! Which arrays a unit's checks are asked in.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Profile;
use crate::suite::{CUT, Check};

/// Lengths at which vectorised code changes its path.
const LENGTHS: [usize; 5] = [1, 7, 8, 31, 64];

/// The full profile asks all lengths up to the longest of these.
const ALL_LENGTHS: std::ops::RangeInclusive<usize> = 1..=64;

/// Arrays that hide one failing element among good ones: their length, and its position: within
/// a vector, at the start of one, and in the tail after the last.
const MIXED: [(usize, usize); 3] = [(9, 4), (33, 16), (67, 66)];

/// An array, as positions in the unit's list of checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Probe {
    /// Each element's check.
    pub(super) elements: Arc<[usize]>,
    /// The one element that must make the whole array fail, if one is hidden here (CV-ORDER-3).
    pub(super) poison: Option<usize>,
    /// Whether it tests how an array of its length is handled.
    pub(super) is_rule: bool,
}

impl Probe {
    pub(super) fn of(elements: Vec<usize>) -> Self {
        Self::hiding(elements, None)
    }

    /// An array in which one element may be hidden that must make all of it fail.
    pub(crate) fn hiding(elements: Vec<usize>, poison: Option<usize>) -> Self {
        Self { elements: elements.into(), poison, is_rule: false }
    }

    fn of_length(elements: Vec<usize>, poison: Option<usize>) -> Self {
        Self { elements: elements.into(), poison, is_rule: true }
    }

    /// The checks that the answer to this array says something of.
    pub(super) fn judged(&self) -> &[usize] {
        match &self.poison {
            Some(poison) => std::slice::from_ref(poison),
            None => &self.elements,
        }
    }

    /// Whether the answer to this array says something of a check.
    pub(super) fn judges(&self, index: usize) -> bool {
        self.poison.is_none_or(|poison| poison == index)
    }

    /// The array of those elements only; `None` where nothing is left to be judged.
    pub(super) fn only(&self, keep: impl Fn(usize) -> bool) -> Option<Self> {
        if self.elements.iter().all(|index| keep(*index)) {
            return Some(self.clone());
        }
        let elements: Vec<usize> =
            self.elements.iter().copied().filter(|index| keep(*index)).collect();
        (!elements.is_empty() && self.poison.is_none_or(&keep))
            .then(|| Self { elements: elements.into(), ..*self })
    }

    /// Each of its elements in an array of its own.
    pub(super) fn apart(&self) -> Vec<Self> {
        let mut elements = self.elements.to_vec();
        elements.sort_unstable();
        elements.dedup();
        elements.into_iter().map(|index| Self::of(vec![index])).collect()
    }
}

/// Inputs that must succeed are in one array, and again in arrays of several lengths; every
/// other input in one of its own, and a few also among good ones.
pub(super) fn probes(checks: &[Check<'_>], may_refuse: bool, profile: Profile) -> Vec<Probe> {
    let lengths = lengths(profile);
    let (good, bad): (Vec<usize>, Vec<usize>) = (0..checks.len())
        .partition(|&index| checks[index].expectation.must_succeed() && !may_refuse);
    let mut probes = Vec::new();
    if !good.is_empty() {
        probes.push(Probe::of(good.clone()));
    }
    if good.len() > 1 {
        probes.extend(lengths.iter().enumerate().map(|(turn, length)| {
            let start = (turn + 1) * good.len() / (lengths.len() + 1);
            Probe::of_length(cycle(&good, start, *length), None)
        }));
        probes.extend(mixed(&good, &strictly_failing(checks, &bad)));
    }
    probes.extend(bad.into_iter().map(|index| Probe::of(vec![index])));
    probes
}

fn lengths(profile: Profile) -> Vec<usize> {
    match profile {
        Profile::Quick | Profile::Default => LENGTHS.to_vec(),
        Profile::Full => ALL_LENGTHS.collect(),
    }
}

/// How many arrays `max_elements` leaves no room for, by reason.
pub(super) type Cut = BTreeMap<String, u64>;

/// The arrays in requests of at most that many elements. Of those that are longer only the one
/// that lists all inputs is asked in parts: what the others test is lost.
pub(super) fn batches(probes: Vec<Probe>, max_elements: usize) -> (Vec<Vec<Probe>>, Cut) {
    let (mut batches, mut cut): (Vec<Vec<Probe>>, Cut) = Default::default();
    let mut fitting = Vec::new();
    for probe in probes {
        match probe.elements.len() {
            length if length <= max_elements => fitting.push(probe),
            _ if !probe.is_rule => {
                let parts = probe.elements.chunks(max_elements);
                fitting.extend(parts.map(|part| Probe::of(part.to_vec())));
            }
            length => {
                let reason = format!("{CUT}{length} elements: max_elements is {max_elements}");
                *cut.entry(reason).or_default() += 1;
            }
        }
    }
    let mut room = 0;
    for probe in fitting {
        let size = probe.elements.len();
        match batches.last_mut().filter(|_| size <= room) {
            Some(batch) => batch.push(probe),
            None => {
                room = max_elements;
                batches.push(vec![probe]);
            }
        }
        room -= size;
    }
    (batches, cut)
}

fn mixed(good: &[usize], failing: &[usize]) -> Vec<Probe> {
    let chosen = MIXED.iter().enumerate().filter_map(|(turn, &(length, position))| {
        let poison = *failing.get(turn * failing.len() / MIXED.len())?;
        let mut elements = cycle(good, turn, length);
        elements[position] = poison;
        Some(Probe::of_length(elements, Some(poison)))
    });
    chosen.collect()
}

fn strictly_failing(checks: &[Check<'_>], bad: &[usize]) -> Vec<usize> {
    bad.iter().copied().filter(|&index| checks[index].expectation.must_fail()).collect()
}

fn cycle(good: &[usize], start: usize, length: usize) -> Vec<usize> {
    good.iter().copied().cycle().skip(start).take(length).collect()
}
