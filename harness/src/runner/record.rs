//! Counting what a run found.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use codec_vectors::Bits;

use super::account::{Account, Arrays, Losses, Requests};
use super::session::{CheckResult, Place};
use super::texts::Texts;
use super::{Finding, Got, Plan, Run, Status, Who, Wrongness, sides};
use crate::baseline::{Expectations, ExpectedFailure};
use crate::protocol::Capabilities;
use crate::reading::Readings;
use crate::suite::{Check, Unit};

impl Run {
    pub(crate) fn empty(units: Vec<Arc<Unit>>, plan: Plan, capabilities: Capabilities) -> Self {
        Self {
            plan,
            capabilities,
            tally: vec![(0, 0); units.len()],
            passed: BTreeMap::new(),
            asked: BTreeMap::new(),
            units,
            planned: 0,
            counts: BTreeMap::new(),
            requests: Requests::default(),
            arrays: Arrays::default(),
            findings: Vec::new(),
            skips: BTreeMap::new(),
            declines: BTreeMap::new(),
            votes: BTreeMap::new(),
            readings: Readings::default(),
            undecided: 0,
            problems: Vec::new(),
            notes: Vec::new(),
            stale: Vec::new(),
            failures: 0,
            interrupted: false,
            drawing: None,
            ballots: Vec::new(),
            losses: Losses::default(),
            restarts: 0,
            lost: Duration::ZERO,
            waited: Duration::ZERO,
            upper_bits: 0,
            in_a_row: HashMap::new(),
            texts: Texts::default(),
        }
    }

    /// How many checks ended in a status.
    pub fn counted(&self, status: Status) -> u64 {
        self.counts.get(&status).copied().unwrap_or(0)
    }

    pub(super) fn count(&mut self, status: Status, checks: usize) {
        *self.counts.entry(status).or_default() += checks as u64;
    }

    pub(super) fn skip(&mut self, reason: String, checks: u64) {
        self.count(Status::Skip, checks as usize);
        *self.skips.entry(reason).or_default() += checks;
    }

    /// Records what is known of a unit's checks, and what happened to its requests.
    pub(super) fn record(
        &mut self,
        unit_index: usize,
        checks: &[Check<'_>],
        results: Vec<CheckResult>,
        account: Account,
    ) {
        let unit = Arc::clone(&self.units[unit_index]);
        let baseline = Expected::of(&self.plan, &unit);
        let before = self.tally[unit_index];
        let mut arrays = KnownArrays { checks, known: Vec::new() };
        // Whether checks are lost, and whether the baseline has that of those that are.
        let (mut lost, mut lost_as_expected) = (false, false);
        for (check, result) in checks.iter().zip(results) {
            let is_loss = result.is_loss();
            let status = self.conclude_check(unit_index, check, result, &baseline, &mut arrays);
            if self.drawing.is_none() && matches!(status, Status::Pass | Status::Xpass) {
                *self.passed.entry(unit.level(check)).or_default() += 1;
            }
            lost |= is_loss && status != Status::Xfail;
            lost_as_expected |= is_loss && status == Status::Xfail;
            self.tally(unit_index, status);
        }
        self.sum_up(unit_index, before);
        self.book(&unit, account, lost_as_expected && !lost);
    }

    /// Records what is known of one check, and says how it ended.
    fn conclude_check(
        &mut self,
        unit_index: usize,
        check: &Check<'_>,
        result: CheckResult,
        baseline: &Expected<'_>,
        arrays: &mut KnownArrays<'_>,
    ) -> Status {
        // That a drawn check passes says nothing of the others that an entry covers.
        let is_stored = self.drawing.is_none();
        match result {
            CheckResult::Open => Status::Notrun,
            CheckResult::Passed(answers) if !answers.is_empty() => {
                self.hear(unit_index, check, answers)
            }
            CheckResult::Passed(_) => {
                let expected = if is_stored { baseline.covers(check.input, None) } else { None };
                if expected.is_none() {
                    return Status::Pass;
                }
                let shown = Shown { expected, ..Shown::default() };
                self.find(unit_index, check, Status::Xpass, Got::Right, shown)
            }
            CheckResult::Declined(why) => {
                self.decline(why);
                Status::Declined
            }
            CheckResult::Failed { status, got, place, who } => {
                let (array, lane) = arrays.of(&place);
                let expected = baseline.covers(check.input, Some(&got));
                self.find(unit_index, check, status, got, Shown { array, lane, who, expected })
            }
        }
    }

    fn tally(&mut self, unit_index: usize, status: Status) {
        self.count(status, 1);
        let (asked, passed) = &mut self.tally[unit_index];
        let unasked = matches!(status, Status::Skip | Status::Declined | Status::Notrun);
        *asked += u64::from(!unasked);
        *passed += u64::from(matches!(status, Status::Pass | Status::Xpass));
    }

    /// Adds what a unit's tally is more than before to the sums of its operation and types.
    fn sum_up(&mut self, unit_index: usize, before: (u64, u64)) {
        let (question, now) = (&self.units[unit_index].question, self.tally[unit_index]);
        if now != before {
            let sums = self.asked.entry((question.operation(), sides(question))).or_default();
            *sums = (sums.0 + now.0 - before.0, sums.1 + now.1 - before.1);
        }
    }

    /// Declined checks by reason; an adapter that has another one for each check is cut short.
    fn decline(&mut self, why: String) {
        let is_known = self.declines.len() < MAX_REASONS || self.declines.contains_key(&why);
        let why = if is_known { why } else { "for other reasons".to_owned() };
        *self.declines.entry(why).or_default() += 1;
    }

    /// A request of the unit was answered more than once: none of its passes can be trusted.
    pub(super) fn accuse(&mut self, unit_index: usize, checks: &[Check<'_>]) {
        let found = self.findings.iter().filter(|finding| finding.unit == unit_index);
        let found: BTreeSet<u64> = found.map(|finding| finding.input.bits).collect();
        let passed: Vec<_> =
            checks.iter().filter(|check| !found.contains(&check.input.bits)).collect();
        // Skips and declines leave no finding: then the passes cannot be distinguished from them.
        if self.tally[unit_index] != (checks.len() as u64, passed.len() as u64) {
            return;
        }
        self.ballots.retain(|ballot| ballot.unit != unit_index);
        for check in &passed {
            *self.passed.entry(self.units[unit_index].level(check)).or_default() -= 1;
            let got = Got::Malformed("a request was answered more than once".into());
            self.find(unit_index, check, Status::Error, got, Shown::default());
        }
        *self.counts.entry(Status::Pass).or_default() -= passed.len() as u64;
        self.count(Status::Error, passed.len());
        self.tally[unit_index].1 = 0;
        let question = &self.units[unit_index].question;
        let sums = self.asked.entry((question.operation(), sides(question))).or_default();
        sums.1 -= passed.len() as u64;
    }

    /// Keeps a check that failed, or passed unexpectedly, and says how it counts.
    fn find(
        &mut self,
        unit: usize,
        check: &Check<'_>,
        status: Status,
        got: Got,
        shown: Shown,
    ) -> Status {
        let (input, got) = (check.input, self.texts.bounded(got, check));
        let asked = &self.units[unit];
        let wrongness = Wrongness::of(status, &got, &asked.question, check.expectation);
        let level = asked.level(check);
        let Shown { array, lane, who, expected } = shown;
        let status = as_expected(status, expected.is_some());
        let (rule, times) = (None, 1);
        self.findings.push(Finding {
            unit,
            input,
            status,
            wrongness,
            rule,
            level,
            got,
            array,
            lane,
            who,
            expected,
            times,
        });
        status
    }
}

/// How a check ended that fails, or passes, and may be expected to fail.
pub(super) fn as_expected(status: Status, is_expected: bool) -> Status {
    match status {
        Status::Xpass => status,
        _ if is_expected => Status::Xfail,
        _ => status,
    }
}

/// Where a finding showed: the inputs of the array and the position in it, and in whose answer.
#[derive(Default)]
struct Shown {
    array: Arc<[u64]>,
    lane: usize,
    who: Who,
    /// What the baseline says of it.
    expected: Option<Arc<ExpectedFailure>>,
}

/// What the baseline expects of a unit.
pub(super) struct Expected<'a> {
    unit: &'a Unit,
    baseline: Option<Arc<Expectations>>,
}

impl<'a> Expected<'a> {
    pub(super) fn of(plan: &Plan, unit: &'a Unit) -> Self {
        let baseline = plan.baseline.clone();
        Self { unit, baseline: baseline.filter(|baseline| baseline.may_cover(&unit.id)) }
    }

    /// What is said of a check that is expected to fail, in the way in which it does, if it does.
    pub(super) fn covers(&self, input: Bits, came: Option<&Got>) -> Option<Arc<ExpectedFailure>> {
        // An adapter that breaks the protocol says nothing that could be expected.
        let baseline = self.baseline.as_ref().filter(|_| !came.is_some_and(is_broken))?;
        let id = self.unit.check_id(input);
        baseline.covers(&id, came.map(Got::words).as_deref()).cloned()
    }
}

fn is_broken(got: &Got) -> bool {
    matches!(got, Got::Malformed(_))
}

/// At most this many reasons for which checks are declined are kept apart.
const MAX_REASONS: usize = 200;

/// The inputs of the arrays in which checks of a unit failed, each array kept once.
struct KnownArrays<'a> {
    checks: &'a [Check<'a>],
    known: Vec<Known>,
}

/// An array: its elements' positions in the list of checks, and their inputs.
type Known = (Arc<[usize]>, Arc<[u64]>);

impl KnownArrays<'_> {
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
