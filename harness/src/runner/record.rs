//! Counting what a run found.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::unit::CheckResult;
use super::{Finding, Got, Plan, Profile, Run, Status};
use crate::baseline::Expectations;
use crate::suite::{Check, Unit};

impl Run {
    pub(super) fn empty(units: Vec<Arc<Unit>>) -> Self {
        Self {
            tally: vec![(0, 0); units.len()],
            units,
            planned: 0,
            counts: BTreeMap::new(),
            findings: Vec::new(),
            skips: BTreeMap::new(),
            undeclared: 0,
            readings: BTreeMap::new(),
            ours: BTreeMap::new(),
            problems: Vec::new(),
            stale: Vec::new(),
            failures: 0,
            interrupted: false,
        }
    }

    pub(super) fn is_enough(&self, plan: &Plan) -> bool {
        plan.max_fail.is_some_and(|bound| self.findings.len() >= bound)
    }

    /// How many checks ended in a status.
    pub fn counted(&self, status: Status) -> u64 {
        self.counts.get(&status).copied().unwrap_or(0)
    }

    pub(super) fn count(&mut self, status: Status, checks: usize) {
        *self.counts.entry(status).or_default() += checks as u64;
    }

    pub(super) fn record(
        &mut self,
        unit_index: usize,
        checks: &[Check<'_>],
        results: Vec<CheckResult>,
        plan: &Plan,
    ) {
        let unit = Arc::clone(&self.units[unit_index]);
        let baseline = plan.baseline.as_ref().filter(|baseline| baseline.may_cover(&unit.id));
        let expected = |check: &Check<'_>, came: Option<&Got>| {
            let came = came.map(Got::words);
            let covers = |baseline: &Arc<Expectations>| {
                baseline.covers(&unit.check_id(check.input), came.as_deref())
            };
            baseline.is_some_and(covers)
        };
        for (check, result) in checks.iter().zip(results) {
            let status = match result {
                CheckResult::Open => Status::Notrun,
                CheckResult::Passed(_) if expected(check, None) => {
                    let got =
                        Got::Nothing("a right answer, where a failure is expected".to_owned());
                    self.find(unit_index, check, Status::Xpass, got, 0);
                    Status::Xpass
                }
                CheckResult::Failed { status: Status::Fail, got, .. }
                    if expected(check, Some(&got)) =>
                {
                    Status::Xfail
                }
                CheckResult::Passed(taken) => {
                    self.note_reading(check, taken);
                    Status::Pass
                }
                CheckResult::Declined(why) => {
                    *self.skips.entry(format!("declined: {why}")).or_default() += 1;
                    self.undeclared += 1;
                    Status::Skip
                }
                CheckResult::Failed { status, got, array_length } => {
                    self.find(unit_index, check, status, got, array_length);
                    status
                }
            };
            self.count(status, 1);
            let (asked, passed) = &mut self.tally[unit_index];
            *asked += u64::from(!matches!(status, Status::Skip | Status::Notrun));
            *passed += u64::from(matches!(status, Status::Pass | Status::Xpass));
        }
    }

    /// Entries that nothing matched; with filters or an early end nobody can tell.
    pub(super) fn stale_entries(&self, plan: &Plan) -> Vec<String> {
        let whole = plan.selection.is_everything()
            && plan.selection.partition.is_none()
            && plan.profile != Profile::Quick
            && self.counted(Status::Notrun) == 0;
        let baseline = plan.baseline.as_ref().filter(|_| whole);
        baseline.map(|baseline| baseline.stale()).unwrap_or_default()
    }

    fn note_reading(&mut self, check: &Check<'_>, taken: Option<String>) {
        match taken {
            Some(name) => *self.readings.entry(name).or_default() += 1,
            None => {
                for name in check.expectation.alternatives() {
                    *self.ours.entry(name.to_owned()).or_default() += 1;
                }
            }
        }
    }

    fn find(
        &mut self,
        unit: usize,
        check: &Check<'_>,
        status: Status,
        got: Got,
        array_length: usize,
    ) {
        let input = check.input;
        self.findings.push(Finding { unit, input, status, got, array_length });
    }
}
