//! What a run asks less than the one that its baseline was made from.

use std::collections::BTreeMap;

use super::{Fewer, Selected};
use crate::baseline::Floor;
use crate::protocol::Capabilities;
use crate::runner::{Run, planned};
use crate::suite::skip;

/// Of which operations the run asked less than its baseline has: what the capabilities of both
/// leave of the selection, and, where that is the same, the counts. What was gained elsewhere does
/// not make up for what was lost.
pub fn fewer(run: &Run) -> Vec<Fewer> {
    let Some(floor) = &run.plan.floor else { return Vec::new() };
    let mut fewer = match Selected::from(&run.plan) == floor.selected {
        true => counted(run, floor),
        false => Vec::new(),
    };
    fewer.extend(declared(run, floor));
    fewer.sort_by(|one, other| one.what.cmp(&other.what));
    fewer.dedup_by(|one, other| one.what == other.what);
    let most = |capabilities: &Capabilities| capabilities.max_elements.unwrap_or(usize::MAX);
    if run.arrays.cut > 0 && most(&run.capabilities) < most(&floor.capabilities) {
        let (before, now) = (run.arrays.asked + run.arrays.cut, run.arrays.asked);
        fewer.push(Fewer { what: "arrays".to_owned(), before, now });
    }
    fewer
}

fn counted(run: &Run, floor: &Floor) -> Vec<Fewer> {
    let units = run.units.iter().zip(&run.tally);
    let now = units.map(|(unit, (asked, _))| (unit.question.operation(), *asked));
    less(&floor.asked, &asked_of(now))
}

fn declared(run: &Run, floor: &Floor) -> Vec<Fewer> {
    let plan = run.plan.without_partition();
    let covered = planned(&run.units, &plan)
        .filter(|(unit, _)| skip(unit, &floor.capabilities).is_none())
        .map(|(unit, checks)| {
            let still = skip(unit, &run.capabilities).is_none();
            (unit.question.operation(), checks.len() as u64, still)
        });
    let covered: Vec<(&str, u64, bool)> = covered.collect();
    let before = asked_of(covered.iter().map(|(name, count, _)| (*name, *count)));
    let now = covered.iter().filter(|one| one.2).map(|(name, count, _)| (*name, *count));
    less(&before, &asked_of(now))
}

/// The sum of checks of each operation.
pub(super) fn asked_of<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for (name, count) in counts {
        *sums.entry(name.to_owned()).or_default() += count;
    }
    sums
}

/// Those of which less is asked now than before.
pub(super) fn less(before: &BTreeMap<String, u64>, now: &BTreeMap<String, u64>) -> Vec<Fewer> {
    let now = |what: &String| now.get(what).copied().unwrap_or(0);
    let less = before.iter().filter(|(what, before)| now(what) < **before);
    less.map(|(what, before)| Fewer { what: what.clone(), before: *before, now: now(what) })
        .collect()
}
