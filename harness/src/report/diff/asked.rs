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
    // A check is named by its unit, or by its unit and an input.
    let owner = |id: &&'a str| id.rsplit_once('/').map(|(unit, _)| unit);
    let owners: BTreeSet<&str> = ids.iter().filter_map(owner).chain(ids.iter().copied()).collect();
    let plan = Plan::from(&report.selected);
    let mut asked = BTreeSet::new();
    for (unit, checks) in planned(units, &plan) {
        if owners.contains(unit.id.as_str()) && skip(unit, &report.capabilities).is_none() {
            let checks = checks.iter().map(|check| unit.check_id(check.input));
            asked.extend(checks.filter_map(|id| ids.get(id.as_str()).copied()));
        }
    }
    asked
}
