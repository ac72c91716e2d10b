//! Counting what a run found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::unit::{CheckResult, Place};
use super::{Finding, Got, Kind, Plan, Profile, Run, Status};
use crate::baseline::Expectations;
use crate::suite::{Check, Unit};

impl Run {
    pub(super) fn empty(units: Vec<Arc<Unit>>, plan: Plan) -> Self {
        Self {
            plan,
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

    pub(super) fn is_enough(&self) -> bool {
        self.plan.max_fail.is_some_and(|bound| self.findings.len() >= bound)
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
        let unit = Arc::clone(&self.units[unit_index]);
        let baseline = self.plan.baseline.clone();
        let baseline = baseline.filter(|baseline| baseline.may_cover(&unit.id));
        let expected = |check: &Check<'_>, came: Option<&Got>| {
            let came = came.map(Got::words);
            let covers = |baseline: &Arc<Expectations>| {
                baseline.covers(&unit.check_id(check.input), came.as_deref())
            };
            baseline.as_ref().is_some_and(covers)
        };
        let nowhere = || (Vec::new().into(), 0);
        let mut arrays = Arrays { checks, known: Vec::new() };
        for (check, result) in checks.iter().zip(results) {
            let status = match result {
                CheckResult::Open => Status::Notrun,
                CheckResult::Passed(_) if expected(check, None) => {
                    let got =
                        Got::Nothing("a right answer, where a failure is expected".to_owned());
                    self.find(unit_index, check, Status::Xpass, got, nowhere());
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
                CheckResult::Failed { status, got, place } => {
                    self.find(unit_index, check, status, got, arrays.of(&place));
                    status
                }
            };
            self.count(status, 1);
            let (asked, passed) = &mut self.tally[unit_index];
            *asked += u64::from(!matches!(status, Status::Skip | Status::Notrun));
            *passed += u64::from(matches!(status, Status::Pass | Status::Xpass));
        }
    }

    /// A request of the unit was answered more than once: none of its passes can be trusted.
    pub(super) fn accuse(&mut self, unit_index: usize, checks: &[Check<'_>]) {
        let found = self.findings.iter().filter(|finding| finding.unit == unit_index);
        let found: BTreeSet<u64> = found.map(|finding| finding.input.bits).collect();
        let passed: Vec<_> =
            checks.iter().filter(|check| !found.contains(&check.input.bits)).collect();
        // Expected failures and skips leave no finding: then the passes cannot be told from them.
        if self.tally[unit_index] != (checks.len() as u64, passed.len() as u64) {
            return;
        }
        for check in &passed {
            let got = Got::Nothing("a request was answered more than once".to_owned());
            self.find(unit_index, check, Status::Error, got, (Vec::new().into(), 0));
        }
        *self.counts.entry(Status::Pass).or_default() -= passed.len() as u64;
        self.count(Status::Error, passed.len());
        self.tally[unit_index].1 = 0;
    }

    /// Entries that nothing matched; with filters or an early end nobody can tell.
    pub(super) fn stale_entries(&self) -> Vec<String> {
        let plan = &self.plan;
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
        (array, lane): (Arc<[u64]>, usize),
    ) {
        let input = check.input;
        let kind = Kind::of(status, &got, &self.units[unit].question, check.expectation);
        self.findings.push(Finding { unit, input, status, kind, got, array, lane });
    }
}

/// The inputs of the arrays in which checks of a unit failed, each array kept once.
struct Arrays<'a> {
    checks: &'a [Check<'a>],
    known: Vec<Known>,
}

/// An array: its elements' positions in the list of checks, and their inputs.
type Known = (Arc<[usize]>, Arc<[u64]>);

impl Arrays<'_> {
    /// The inputs of an array, and the place in it.
    fn of(&mut self, place: &Place) -> (Arc<[u64]>, usize) {
        let mut known = self.known.iter();
        let known = known.find(|(array, _)| Arc::ptr_eq(array, &place.array));
        if let Some((_, inputs)) = known {
            return (Arc::clone(inputs), place.lane);
        }
        let inputs = place.array.iter().map(|index| self.checks[*index].input.bits);
        let inputs: Arc<[u64]> = inputs.collect();
        if inputs.len() > 1 {
            self.known.push((Arc::clone(&place.array), Arc::clone(&inputs)));
        }
        (inputs, place.lane)
    }
}
