//! What a run asks less than the one that its baseline was made from.

use std::collections::BTreeMap;

use super::{Fewer, Selected};
use crate::baseline::Floor;
use crate::protocol::Capabilities;
use crate::runner::{Run, planned};
use crate::suite::skip;

/// Of which operations the run asked less than its baseline has. Where the selection is the same,
/// the counts are compared; else what the capabilities of both leave of this selection.
pub fn fewer(run: &Run) -> Vec<Fewer> {
    let Some(floor) = &run.plan.floor else { return Vec::new() };
    let mut fewer = match Selected::from(&run.plan) == floor.selected {
        true => counted(run, floor),
        false => declared(run, floor),
    };
    let most = |capabilities: &Capabilities| capabilities.max_elements.unwrap_or(usize::MAX);
    if run.arrays.cut > 0 && most(&run.capabilities) < most(&floor.capabilities) {
        let (before, now) = (run.arrays.asked + run.arrays.cut, run.arrays.asked);
        fewer.push(Fewer { what: "arrays".to_owned(), before, now });
    }
    fewer
}

fn counted(run: &Run, floor: &Floor) -> Vec<Fewer> {
    let now = asked_of(
        run.units
            .iter()
            .zip(&run.tally)
            .map(|(unit, (asked, _))| (unit.question.operation(), *asked)),
    );
    less(floor.asked.iter().map(|(name, before)| {
        (name.clone(), *before, now.get(name.as_str()).copied().unwrap_or(0))
    }))
}

fn declared(run: &Run, floor: &Floor) -> Vec<Fewer> {
    let plan = run.plan.without_partition();
    let asked = planned(&run.units, &plan)
        .filter(|(unit, _)| skip(unit, &floor.capabilities).is_none())
        .map(|(unit, checks)| {
            let still = skip(unit, &run.capabilities).is_none();
            (unit.question.operation(), checks.len() as u64, still)
        });
    let asked: Vec<(&str, u64, bool)> = asked.collect();
    let before = asked_of(asked.iter().map(|(name, count, _)| (*name, *count)));
    let now = asked_of(asked.iter().filter(|one| one.2).map(|(name, count, _)| (*name, *count)));
    less(
        before.iter().map(|(name, before)| {
            ((*name).to_owned(), *before, now.get(name).copied().unwrap_or(0))
        }),
    )
}

/// The sum of checks of each operation.
pub(super) fn asked_of<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> BTreeMap<&'a str, u64> {
    let mut sums = BTreeMap::new();
    for (name, count) in counts {
        *sums.entry(name).or_default() += count;
    }
    sums
}

/// Those of which less is asked now than before.
pub(super) fn less(counts: impl Iterator<Item = (String, u64, u64)>) -> Vec<Fewer> {
    let less = counts.filter(|(_, before, now)| now < before);
    less.map(|(what, before, now)| Fewer { what, before, now }).collect()
}
