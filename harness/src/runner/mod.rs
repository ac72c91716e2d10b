//! Asking an implementation every selected check.

mod judge;
mod probe;
mod record;
mod unit;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use judge::{Got, Verdict, judge};
pub(crate) use judge::{elements, is_refusal};

use crate::implementation::{Failure, Implementation};
use crate::protocol::{Answer, Hello, Request};
use crate::suite::{Selection, Unit, skip};

/// After so many failures of an adapter the rest is not run.
const MAX_FAILURES: usize = 60;

/// What became of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Accepted.
    Pass,
    /// Not accepted.
    Fail,
    /// Not accepted, as expected.
    Xfail,
    /// Accepted, unexpectedly.
    Xpass,
    /// Not asked, or declined.
    Skip,
    /// The adapter answered, but not as the protocol says.
    Error,
    /// The adapter ended.
    Crash,
    /// No answer came in time.
    Timeout,
    /// The run ended before.
    Notrun,
}

/// A check that did not pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Position of its unit in the run.
    pub unit: usize,
    /// Bits of its input.
    pub input: u64,
    /// What became of it.
    pub status: Status,
    /// What the implementation answered.
    pub got: Got,
    /// How many elements the array had that showed it.
    pub array_length: usize,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was asked.
    pub units: Vec<Arc<Unit>>,
    /// How many checks were selected.
    pub planned: u64,
    /// How many ended in each status.
    pub counts: BTreeMap<Status, u64>,
    /// How many were asked, and how many of these passed, by unit.
    pub tally: Vec<(u64, u64)>,
    /// Checks that neither passed nor were skipped.
    pub findings: Vec<Finding>,
    /// Why checks were skipped, and how many for each reason.
    pub skips: BTreeMap<String, u64>,
    /// Checks that the adapter declined although its capabilities cover them.
    pub undeclared: u64,
    /// Readings taken: the alternative, and how many checks showed it.
    pub readings: BTreeMap<String, u64>,
    /// Tolerated checks answered as the project reads them, by alternative.
    pub ours: BTreeMap<String, u64>,
    /// What went wrong outside of any check.
    pub problems: Vec<String>,
    /// Whether the user interrupted the run.
    pub interrupted: bool,
}

/// Asks for name and capabilities.
///
/// # Errors
/// There is no implementation of the protocol there.
pub fn greet(implementation: &mut dyn Implementation) -> Result<Hello, Failure> {
    match implementation.answer(&Request::Hello)? {
        Answer::Hello(hello) => Ok(*hello),
        other => Err(Failure::Malformed(format!("{other:?} in answer to hello"))),
    }
}

/// When a run ends before all is asked.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After so many failures.
    pub max_fail: Option<usize>,
    /// Once this is set.
    pub interrupted: Arc<AtomicBool>,
}

/// Runs the selected checks of the units; `progress` hears when a unit is done.
pub fn run(
    implementation: &mut dyn Implementation,
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    selection: &Selection,
    limits: &Limits,
    progress: &mut dyn FnMut(),
) -> Run {
    let units: Vec<_> = units.into_iter().filter(|unit| selection.admits(unit)).collect();
    let mut run = Run::empty(units);
    let mut failures = 0;
    for index in 0..run.units.len() {
        let unit = Arc::clone(&run.units[index]);
        let checks = record::selected(&unit, selection);
        run.planned += checks.len() as u64;
        if let Some(reason) = skip(&unit, &hello.capabilities) {
            run.count(Status::Skip, checks.len());
            *run.skips.entry(reason).or_default() += checks.len() as u64;
        } else if run.interrupted || failures > MAX_FAILURES || run.is_enough(limits) {
            run.count(Status::Notrun, checks.len());
        } else {
            let bound = hello.capabilities.max_elements.unwrap_or(usize::MAX);
            let mut session = unit::Session::new(implementation, &unit, &checks, bound);
            session.ask();
            failures += session.failures;
            run.interrupted |= session.interrupted;
            let results = session.into_results();
            run.record(index, &checks, results);
        }
        run.interrupted |= limits.interrupted.load(Ordering::Relaxed);
        progress();
    }
    if failures > MAX_FAILURES {
        run.problems.push(format!("the adapter failed {failures} times; the rest was not run"));
    }
    run.problems.extend(implementation.finish());
    run
}
