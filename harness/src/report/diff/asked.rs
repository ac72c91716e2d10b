//! Whether a run asked a check.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::report::Report;
use crate::runner::{Plan, planned};
use crate::suite::{Unit, skip};

/// Those of the checks that the report's run asked, as its selection and capabilities have it.
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
