//! One implementation that is asked unit by unit, or two that are asked the same.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use super::account::Account;
use super::judge::Got;
use super::probe::Probe;
use super::session::{CheckResult, Session, Terms};
use super::{Finding, Run, Status};
use crate::implementation::{Connection, end};
use crate::protocol::Hello;
use crate::suite::{Unit, skip};

/// Which of the implementations that are asked the same is wrong.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The only implementation of the run.
    #[default]
    It,
    /// The first of two.
    A,
    /// The second of two.
    B,
    /// Both, each in another way.
    Both,
}

impl Who {
    /// What a headline adds.
    pub fn words(self) -> &'static str {
        match self {
            Self::It => "",
            Self::A => " by A",
            Self::B => " by B",
            Self::Both => " by A and B, each in another way",
        }
    }

    /// What the name of a place on a page adds.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::It => "",
            Self::A => "-a",
            Self::B => "-b",
            Self::Both => "-both",
        }
    }

    /// Whether only one implementation is asked, so that nobody has to be named.
    pub fn is_only(&self) -> bool {
        *self == Self::It
    }
}

/// An implementation and what it says of itself.
pub type Subject<'a> = (&'a mut dyn Connection, &'a Hello);

/// The implementations that are asked the same.
pub(crate) struct Panel<'a> {
    subjects: Vec<Subject<'a>>,
}

impl<'a> Panel<'a> {
    pub(crate) fn new(subjects: Vec<Subject<'a>>) -> Self {
        Self { subjects }
    }

    /// Asks a unit, in the given arrays or in those that the run's profile has, and adds it to the
    /// run. Two implementations are compared: what both answer alike counts as a pass.
    pub(crate) fn ask(&mut self, run: &mut Run, unit: &Arc<Unit>, arrays: Option<&[Probe]>) {
        let plan = run.plan.clone();
        let checks = plan.checks(unit);
        run.interrupted |= plan.interrupted.load(Ordering::Relaxed);
        let skipped = skip(unit, &run.capabilities);
        let due = run.due(unit, checks.len() as u64, skipped);
        run.units.push(Arc::clone(unit));
        run.tally.push((0, 0));
        let Some((in_a_row, limits)) = due else { return };
        let asked = self.subjects.iter_mut().map(|(implementation, hello)| {
            let terms = Terms::new(plan.profile, &hello.capabilities, limits);
            let mut session = Session::new(*implementation, unit, &checks, terms, in_a_row);
            match arrays {
                Some(arrays) => session.ask_arrays(arrays.to_vec()),
                None => session.ask(),
            }
            (session.results, session.account)
        });
        let asked = asked.reduce(|(a, mine), (b, other)| {
            (a.into_iter().zip(b).map(|(a, b)| difference(a, b)).collect(), mine.and(other))
        });
        let (results, account) = asked.unwrap_or_else(|| (Vec::new(), Account::default()));
        run.record(run.units.len() - 1, &checks, results, account);
    }

    /// Ends the implementations.
    pub(crate) fn end(&mut self, run: &mut Run) {
        for (implementation, _) in &mut self.subjects {
            let ending = end(*implementation);
            run.end(ending);
        }
    }
}

impl Run {
    /// Takes the last unit out of the run, and what was found wrong in it; its checks stay counted.
    pub(crate) fn take_last(&mut self) -> Vec<Finding> {
        self.units.pop();
        self.tally.pop();
        let last = self.units.len();
        let first = self.findings.partition_point(|finding| finding.unit < last);
        self.findings.split_off(first)
    }

    /// Adds a unit with one finding, the checks of which are counted already.
    pub(crate) fn keep(&mut self, unit: Arc<Unit>, finding: Finding) {
        let index = self.units.len();
        self.units.push(unit);
        self.tally.push((1, 0));
        self.findings.push(Finding { unit: index, ..finding });
    }

    /// Counts checks under another status.
    pub(crate) fn recount(&mut self, from: Status, to: Status, checks: u64) {
        *self.counts.entry(from).or_default() -= checks;
        *self.counts.entry(to).or_default() += checks;
    }
}

/// What two implementations make of one check: the failure of one of them, or of both where they
/// fail in different ways.
fn difference(a: CheckResult, b: CheckResult) -> CheckResult {
    use CheckResult::{Declined, Failed, Open, Passed};
    let by = |result, who| match result {
        Failed { status, got, place, .. } => Failed { status, got, place, who },
        other => other,
    };
    match (a, b) {
        (Open, _) | (_, Open) => Open,
        (Declined(why), _) | (_, Declined(why)) => Declined(why),
        (Failed { status, got, .. }, Failed { status: other, got: others, .. })
            if status == other && are_alike(&got, &others) =>
        {
            Passed(Vec::new())
        }
        (a @ Failed { .. }, Failed { .. }) => by(a, Who::Both),
        (a @ Failed { .. }, Passed(_)) => by(a, Who::A),
        (Passed(_), b @ Failed { .. }) => by(b, Who::B),
        (Passed(_), Passed(_)) => Passed(Vec::new()),
    }
}

/// Two rejections, or two failures to answer, are the same answer, whatever their words.
fn are_alike(a: &Got, b: &Got) -> bool {
    let words = |got: &Got| !matches!(got, Got::Bits(_) | Got::Shaped(_) | Got::FillValue(_));
    a == b || words(a) && std::mem::discriminant(a) == std::mem::discriminant(b)
}
