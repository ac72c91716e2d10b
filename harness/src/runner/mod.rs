//! Asking an implementation every selected check.

mod account;
mod ballot;
mod blame;
mod class;
mod conclude;
mod controls;
mod heard;
mod judge;
mod panel;
mod plan;
mod probe;
mod readings;
mod record;
mod session;
mod settle;
mod texts;
mod worker;
mod wrongness;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use account::{Arrays, Requests};
pub use ballot::Votes;
pub use class::{ClassKey, sides};
pub use judge::{Fit, Got, judge};
pub(crate) use judge::{elements, is_refusal};
pub(crate) use panel::Panel;
pub use panel::{Subject, Who};
pub use plan::{AllowedStatus, Limits, Plan};
pub(crate) use probe::Probe;
pub use readings::How;
pub use wrongness::Wrongness;

use account::Losses;
use ballot::Ballot;
use codec_reference::DataType;
use codec_vectors::{Bits, Level};
use serde::{Deserialize, Serialize};
use texts::Texts;
use worker::Worker;

use crate::baseline::ExpectedFailure;
use crate::implementation::{Connection, Failure};
use crate::protocol::{Answer, Capabilities, Hello, Request};
use crate::reading::Readings;
pub use crate::suite::Profile;
use crate::suite::{Check, Unit};

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Accepted.
    Pass,
    /// Not accepted.
    Fail,
    /// Not accepted, as expected.
    Xfail,
    /// Accepted, unexpectedly.
    Xpass,
    /// Not asked: the declared capabilities do not cover it.
    Skip,
    /// The adapter declined it, although its declared capabilities cover it.
    Declined,
    /// The adapter failed, or broke the protocol.
    Error,
    /// The adapter ended before it answered.
    Crash,
    /// No answer came in time.
    Timeout,
    /// The run ended before.
    Notrun,
}

impl Status {
    /// Whether the check failed, and was not expected to.
    pub fn is_failure(self) -> bool {
        self.is_graded() || matches!(self, Self::Crash | Self::Timeout)
    }

    /// Whether it depends on the level if the check fails the run. An adapter that crashes or hangs
    /// always does.
    pub fn is_graded(self) -> bool {
        matches!(self, Self::Fail | Self::Error)
    }

    /// Its name in a report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Xfail => "xfail",
            Self::Xpass => "xpass",
            Self::Skip => "skip",
            Self::Declined => "declined",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Notrun => "notrun",
        }
    }
}

/// A check that did not pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Position of its unit in the run.
    pub unit: usize,
    /// Bits of the input.
    pub input: Bits,
    /// How it ended.
    pub status: Status,
    /// In which way that is wrong.
    pub wrongness: Wrongness,
    /// The rule of which another reading holds; otherwise the unit names the rule.
    pub rule: Option<&'static str>,
    /// How binding the expectation is.
    pub level: Level,
    /// What the implementation answered.
    pub got: Got,
    /// The inputs of the array that showed it; none where the answer is about no array.
    pub array: Arc<[u64]>,
    /// The position of its input in the array.
    pub lane: usize,
    /// Which implementation is wrong, of two that are compared.
    pub who: Who,
    /// What the baseline says of it, where it is expected to fail.
    pub expected: Option<Arc<ExpectedFailure>>,
    /// How many checks it represents: of drawn questions, one of each class is kept.
    pub times: u64,
}

impl Finding {
    /// Whether there is no answer of the codec's own, but one of the adapter: it failed.
    pub(crate) fn got_is_fault(&self) -> bool {
        let is_error = matches!(self.status, Status::Error | Status::Xfail);
        is_error && matches!(&self.got, Got::Nothing(what) if what.starts_with(FAULT))
    }
}

/// How the words of an answer begin by which an adapter says that it failed.
pub(crate) const FAULT: &str = "fault: ";

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was to be asked.
    pub plan: Plan,
    /// What the implementation declares.
    pub capabilities: Capabilities,
    /// What was asked.
    pub units: Vec<Arc<Unit>>,
    /// How many checks were selected.
    pub planned: u64,
    /// How many ended in each status.
    pub counts: BTreeMap<Status, u64>,
    /// How many were asked and not declined, and how many of these passed, by unit.
    pub tally: Vec<(u64, u64)>,
    /// How many passed, by the level of what is expected; drawn ones are not counted.
    pub passed: BTreeMap<Level, u64>,
    /// The same as the tally, by operation and types, with the units that were not kept.
    pub asked: BTreeMap<Topic, (u64, u64)>,
    /// How requests ended.
    pub requests: Requests,
    /// Arrays that test how an array of their length is handled.
    pub arrays: Arrays,
    /// Checks that neither passed nor were skipped.
    pub findings: Vec<Finding>,
    /// Why checks were skipped, and how many for each reason.
    pub skips: BTreeMap<String, u64>,
    /// Why checks were declined, and how many for each reason.
    pub declines: BTreeMap<String, u64>,
    /// How answers read the rules that the texts leave open.
    pub votes: BTreeMap<&'static str, Votes>,
    /// The reading of each rule by which answers are judged; of those that have none, every
    /// tolerated answer passes.
    pub readings: Readings,
    /// How many pass for want of a reading.
    pub undecided: u64,
    /// What makes the run unreliable, besides the checks themselves.
    pub problems: Vec<String>,
    /// What a reader has to know, although it fails nothing.
    pub notes: Vec<String>,
    /// Entries of the baseline that nothing matched, where everything was asked.
    pub stale: Vec<String>,
    /// How often the adapter crashed, hung or answered malformed lines, members of failed requests
    /// not counted.
    pub failures: usize,
    /// Whether the user interrupted the run.
    pub interrupted: bool,
    /// How the questions were drawn, where they are not those of the vectors.
    pub drawing: Option<Drawing>,
    /// Answers that a reading accepts, until the readings are known.
    ballots: Vec<Ballot>,
    losses: Losses,
    /// Restarts for crashes and time-outs that the baseline expects.
    restarts: u64,
    /// The time that went into time-outs.
    lost: Duration,
    /// The time that went into waiting for answers.
    pub(crate) waited: Duration,
    /// Results of types narrower than a byte that had upper bits set.
    upper_bits: u64,
    /// Adapter failures in a row.
    in_a_row: HashMap<Pair, usize>,
    texts: Texts,
}

/// An operation, and from what to what.
pub type Topic = (&'static str, (String, String));

/// How the questions of a run were drawn, and how long that took.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Drawing {
    /// What all random choices follow from.
    pub seed: u64,
    /// Questions.
    pub questions: u64,
    /// Elements that were cast.
    pub casts: u64,
    /// Seconds, those of shrinking not counted.
    pub seconds: f64,
    /// The part of them spent waiting for answers.
    pub seconds_waited: f64,
}

/// An operation and the types of its inputs and outputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pair {
    operation: &'static str,
    types: (Option<DataType>, Option<DataType>),
}

impl Pair {
    fn of(unit: &Unit) -> Self {
        Self { operation: unit.question.operation(), types: unit.types() }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation)?;
        match self.types {
            (Some(source), Some(target)) => write!(f, " {source} -> {target}"),
            (Some(one), None) | (None, Some(one)) => write!(f, " of {one}"),
            (None, None) => Ok(()),
        }
    }
}

/// Asks for name and capabilities.
///
/// # Errors
/// There is no implementation of the protocol there.
pub fn greet(implementation: &mut dyn Connection) -> Result<Hello, Failure> {
    match implementation.ask(&Request::Hello)? {
        Answer::Hello(hello) => heard::greeted(&hello),
        other => Err(Failure::Malformed(format!("{other:?} in answer to hello"))),
    }
}

/// Runs the planned checks of the units on one implementation; `progress` hears when a unit is
/// done.
pub fn run(
    implementation: &mut dyn Connection,
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    plan: &Plan,
    progress: &(dyn Fn() + Sync),
) -> Run {
    run_parallel(&mut [implementation], hello, units, plan, progress)
}

/// Runs them on several processes of the same implementation at once.
pub fn run_parallel(
    implementations: &mut [&mut dyn Connection],
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    plan: &Plan,
    progress: &(dyn Fn() + Sync),
) -> Run {
    run_selected(implementations, hello, selected(units, plan), plan, progress)
}

/// Runs the planned checks of units that are [`selected`] already.
pub(crate) fn run_selected(
    implementations: &mut [&mut dyn Connection],
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    plan: &Plan,
    progress: &(dyn Fn() + Sync),
) -> Run {
    let run = Mutex::new(Run::empty(units.clone(), plan.clone(), hello.capabilities.clone()));
    let worker =
        Worker { units: &units, next: AtomicUsize::new(0), run: &run, plan, hello, progress };
    match implementations {
        // A thread costs more than a short run.
        [only] => worker.work(*only),
        several => std::thread::scope(|scope| {
            for implementation in several {
                scope.spawn(|| worker.work(*implementation));
            }
        }),
    }
    let mut run = run.into_inner().unwrap_or_else(PoisonError::into_inner);
    run.findings.sort_by_key(|finding| finding.unit);
    run.conclude();
    run
}

/// The units of which some check is planned, and these checks.
pub fn planned<'a>(
    units: &'a [Arc<Unit>],
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a Unit, Vec<Check<'a>>)> {
    let units = selected(units.iter().collect(), plan);
    units.into_iter().map(|unit| (unit.as_ref(), plan.checks(unit)))
}

/// The units of which some check may be planned.
pub(crate) fn selected<T: AsRef<Unit>>(mut units: Vec<T>, plan: &Plan) -> Vec<T> {
    units.retain(|unit| plan.admits(unit.as_ref()));
    plan.selection.cut(&mut units);
    units
}
