//! Counting what a run found.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::unit::CheckResult;
use super::{Finding, Got, Plan, Run, Status};
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
    ) {
        for (check, result) in checks.iter().zip(results) {
            let status = match result {
                CheckResult::Open => Status::Notrun,
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
            *passed += u64::from(status == Status::Pass);
        }
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
