//! The reading of each rule that holds for a run, and what answers are worth under it.

use std::collections::BTreeMap;
use std::sync::Arc;

use codec_vectors::Level;
use serde::{Deserialize, Serialize};

use super::ballot::{Ballot, Tolerated, Votes, Worth, tolerated};
use super::record::{Expected, as_expected};
use super::{Finding, Got, Run, Status, Who, Wrongness, sides};
use crate::baseline::ExpectedFailure;
use crate::reading::{Readings, declared, names};
use crate::suite::Check;

/// How the reading of a rule came about by which answers are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It was told: on the command line, by the baseline or by the implementation.
    Told,
    /// All answers fit it that can tell.
    Voted,
    /// No reading fits all answers that can tell: it is the project's own.
    Mixed,
    /// Only a part of the vectors was asked, or nothing that could tell.
    Undecided,
    /// Its alternatives are bounds that an implementation may have, and no readings.
    Bound,
}

impl Run {
    /// How the reading of a rule came about.
    pub fn how(&self, rule: &str) -> How {
        let told = self.plan.readings.or(&declared(&self.capabilities));
        let votes = self.votes.get(rule);
        match votes {
            _ if names(rule).len() < 2 => How::Bound,
            _ if told.of(rule).is_some() => How::Told,
            _ if self.readings.of(rule).is_none() => How::Undecided,
            Some(votes) if votes.are_mixed() => How::Mixed,
            _ => How::Voted,
        }
    }

    /// Takes down answers to a check of which several are accepted: they pass until the readings
    /// are known. Drawn questions have no end; they are judged by the readings that are told.
    pub(super) fn hear(
        &mut self,
        unit: usize,
        check: &Check<'_>,
        answers: Vec<Tolerated>,
    ) -> Status {
        let keep =
            |answer: Tolerated| Tolerated { got: self.texts.bounded(answer.got, check), ..answer };
        let answers = answers.into_iter().map(keep).collect();
        let tolerated = tolerated(check.expectation);
        let ballot = Ballot { unit, input: check.input, tolerated, answers };
        if self.drawing.is_none() {
            self.ballots.push(ballot);
            return Status::Pass;
        }
        let readings = self.plan.readings.or(&declared(&self.capabilities));
        match worst(&ballot, &readings) {
            Some((answer, Worth::Wrong(rule, wrongness))) => {
                let finding = finding(&ballot, answer, rule, wrongness, None);
                let status = finding.status;
                self.findings.push(finding);
                status
            }
            _ => Status::Pass,
        }
    }

    /// Elects the readings, and judges by them what was answered. Of a part of the vectors nobody
    /// can tell which readings the rest shows.
    pub(super) fn settle_readings(&mut self) {
        let mut ballots = std::mem::take(&mut self.ballots);
        ballots.sort_by_key(|ballot| (ballot.unit, ballot.input));
        self.votes = BTreeMap::new();
        ballots.iter().for_each(|ballot| ballot.count(&mut self.votes));
        self.readings = self.plan.readings.or(&declared(&self.capabilities));
        if self.is_whole() {
            self.readings = self.readings.or(&elected(&self.votes));
        }
        for ballots in ballots.chunk_by(|a, b| a.unit == b.unit) {
            let unit = Arc::clone(&self.units[ballots[0].unit]);
            let baseline = Expected::of(&self.plan, &unit);
            ballots.iter().for_each(|ballot| self.settle(ballot, &baseline));
        }
    }

    fn settle(&mut self, ballot: &Ballot, baseline: &Expected<'_>) {
        let worst = worst(ballot, &self.readings);
        if let Some((answer, Worth::Wrong(rule, wrongness))) = worst {
            let expected = baseline.covers(ballot.input, Some(&answer.got));
            let finding = finding(ballot, answer, rule, wrongness, expected);
            self.recount(Status::Pass, finding.status, 1);
            self.findings.push(finding);
            *self.passed.entry(Level::Reading).or_default() -= 1;
            self.tally[ballot.unit].1 -= 1;
            let question = &self.units[ballot.unit].question;
            let sums = self.asked.entry((question.operation(), sides(question))).or_default();
            sums.1 -= 1;
            return;
        }
        self.undecided += u64::from(worst.is_some());
        if let Some(expected) = baseline.covers(ballot.input, None) {
            let right = Tolerated { got: Got::Right, ..ballot.answers[0].clone() };
            let finding = finding(ballot, &right, "", Wrongness::Other, Some(expected));
            self.recount(Status::Pass, Status::Xpass, 1);
            self.findings.push(Finding { status: Status::Xpass, rule: None, ..finding });
        }
    }
}

/// The readings that the votes elect.
fn elected(votes: &BTreeMap<&'static str, Votes>) -> Readings {
    let mut readings = Readings::default();
    for (rule, votes) in votes {
        // What an implementation may do beyond a bound of its own is no reading.
        let _ = readings.take(rule, votes.elected());
    }
    readings
}

/// The first answer that fails under these readings, or else one that nobody can decide.
fn worst<'a>(ballot: &'a Ballot, readings: &Readings) -> Option<(&'a Tolerated, Worth)> {
    let worths = || ballot.answers.iter().map(|answer| (answer, ballot.worth(answer, readings)));
    let failing = worths().find(|(_, worth)| matches!(worth, Worth::Wrong(..)));
    failing.or_else(|| worths().find(|(_, worth)| *worth == Worth::Undecided))
}

fn finding(
    ballot: &Ballot,
    answer: &Tolerated,
    rule: &'static str,
    wrongness: Wrongness,
    expected: Option<Arc<ExpectedFailure>>,
) -> Finding {
    Finding {
        unit: ballot.unit,
        input: ballot.input,
        status: as_expected(Status::Fail, expected.is_some()),
        wrongness,
        rule: Some(rule),
        level: Level::Reading,
        got: answer.got.clone(),
        array: Arc::clone(&answer.array),
        lane: answer.lane,
        who: Who::It,
        expected,
        times: 1,
    }
}
