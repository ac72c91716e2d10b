//! Whether a run asked a check.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::report::Report;
use crate::runner::Plan;
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
    let plan = Plan::from(&report.selected);
    let mut selected: Vec<&Arc<Unit>> = units.iter().filter(|unit| plan.admits(unit)).collect();
    plan.selection.cut(&mut selected);
    // A check is named by its unit, or by its unit and an input.
    let owners: BTreeSet<&str> = ids
        .iter()
        .flat_map(|id| [Some(*id), id.rsplit_once('/').map(|(unit, _)| unit)])
        .flatten()
        .collect();
    let asked = selected.into_iter().filter(|unit| {
        owners.contains(unit.id.as_str()) && skip(unit, &report.capabilities).is_none()
    });
    let checks = asked.flat_map(|unit| {
        plan.checks(unit).into_iter().map(|check| unit.check_id(check.input)).collect::<Vec<_>>()
    });
    checks.filter_map(|id| ids.get(id.as_str()).copied()).collect()
}
