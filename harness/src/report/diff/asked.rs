//! Whether a run asked a check.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::protocol::Capabilities;
use crate::report::fewer::{asked_of, less};
use crate::report::{Fewer, Pair, Report};
use crate::runner::{Plan, planned};
use crate::suite::{Unit, skip};

/// Those of the checks that the report's run asked, by its selection and capabilities.
pub(super) fn asked<'a>(
    report: &Report,
    ids: &BTreeSet<&'a str>,
    units: &[Arc<Unit>],
) -> BTreeSet<&'a str> {
    if ids.is_empty() {
        return BTreeSet::new();
    }
    let names: BTreeSet<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    // A check is named by its unit, or by its unit and an input.
    let owner = |id: &&'a str| match names.contains(id) {
        true => Some(*id),
        false => id.rsplit_once('/').map(|(unit, _)| unit),
    };
    let owners: BTreeSet<&str> = ids.iter().filter_map(owner).collect();
    let plan = Plan::from(&report.selected);
    let mut asked = Vec::new();
    for (unit, checks) in planned(units, &plan) {
        if owners.contains(unit.id.as_str()) && skip(unit, &report.capabilities).is_none() {
            let checks = checks.iter().map(|check| unit.check_id(check.input));
            asked.extend(checks.filter_map(|id| ids.get(id.as_str()).copied()));
        }
    }
    asked.into_iter().collect()
}

/// What the second run asked less of: operations and pairs of types by their counts, arrays of
/// several elements, and what its selection and capabilities no longer cover.
pub(super) fn fewer(before: &Report, after: &Report, units: &[Arc<Unit>]) -> Vec<Fewer> {
    let mut fewer: BTreeMap<String, Fewer> = BTreeMap::new();
    let all = [lost(before, after, units), counted(before, after)].into_iter().flatten();
    for one in all {
        // Counts of what was asked say more than what could be.
        fewer.insert(one.what.clone(), one);
    }
    fewer.into_values().collect()
}

fn counted(before: &Report, after: &Report) -> Vec<Fewer> {
    less(&counts(before), &counts(after))
}

/// Checks asked, by operation and by pair of types; and arrays.
fn counts(report: &Report) -> BTreeMap<String, u64> {
    let operations = report.operations.iter().map(|one| (one.name.clone(), one.asked));
    let pair = |pair: &Pair| (format!("{} -> {}", pair.source, pair.target), pair.asked);
    let arrays = ("arrays".to_owned(), report.arrays.asked);
    operations.chain(report.pairs.iter().map(pair)).chain([arrays]).collect()
}

/// Operations of which the first run could ask checks that the second one could not.
fn lost(before: &Report, after: &Report, units: &[Arc<Unit>]) -> Vec<Fewer> {
    let plans = [before, after].map(|report| Plan::from(&report.selected));
    let [old, new] = [(before, &plans[0]), (after, &plans[1])]
        .map(|(report, plan)| covered(plan, &report.capabilities, units));
    let lost =
        old.iter().filter(|(unit, (_, count))| new.get(*unit).is_none_or(|(_, now)| now < count));
    let lost: BTreeSet<&str> = lost.map(|(_, (operation, _))| *operation).collect();
    let sum = |covered: &BTreeMap<&str, (&'static str, u64)>| asked_of(covered.values().copied());
    let (mut old, mut new) = (sum(&old), sum(&new));
    old.retain(|operation, _| lost.contains(operation.as_str()));
    for (operation, before) in &old {
        // What it gained elsewhere does not make up for it.
        let now = new.entry(operation.clone()).or_default();
        *now = (*now).min(before.saturating_sub(1));
    }
    less(&old, &new)
}

/// The units that a plan and capabilities cover: operation, and number of checks.
fn covered<'a>(
    plan: &'a Plan,
    capabilities: &Capabilities,
    units: &'a [Arc<Unit>],
) -> BTreeMap<&'a str, (&'static str, u64)> {
    let covered = planned(units, plan)
        .filter(|(unit, _)| skip(unit, capabilities).is_none())
        .map(|(unit, checks)| (unit.id.as_str(), (unit.question.operation(), checks.len() as u64)));
    covered.collect()
}
