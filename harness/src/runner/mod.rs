//! Asking an implementation every selected check.

mod judge;
mod kind;
mod plan;
mod probe;
mod record;
mod unit;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use judge::{Got, Verdict, judge};
pub(crate) use judge::{elements, is_refusal};
pub use kind::Kind;
pub use plan::{Plan, Profile};

use codec_vectors::Bits;

use crate::implementation::{Failure, Implementation};
use crate::protocol::{Answer, Hello, Request};
use crate::suite::{Check, Unit, skip};

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
    /// Its input.
    pub input: Bits,
    /// What became of it.
    pub status: Status,
    /// In which way that is wrong.
    pub kind: Kind,
    /// What the implementation answered.
    pub got: Got,
    /// The inputs of the array that showed it; none where the answer is about no array.
    pub array: Arc<[u64]>,
    /// The position of its input in the array.
    pub lane: usize,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was to be asked.
    pub plan: Plan,
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
    /// Entries of the baseline that nothing matched, where everything was asked.
    pub stale: Vec<String>,
    /// How often the adapter crashed, hung or answered malformed lines.
    pub failures: usize,
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

/// Runs the planned checks of the units on one implementation; `progress` hears when a unit is
/// done.
pub fn run(
    implementation: &mut dyn Implementation,
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    plan: &Plan,
    progress: &(dyn Fn() + Sync),
) -> Run {
    run_parallel(&mut [implementation], hello, units, plan, progress)
}

/// Runs them on several processes of the same implementation at once.
pub fn run_parallel(
    implementations: &mut [&mut dyn Implementation],
    hello: &Hello,
    units: Vec<Arc<Unit>>,
    plan: &Plan,
    progress: &(dyn Fn() + Sync),
) -> Run {
    let mut units: Vec<_> = units.into_iter().filter(|unit| plan.admits(unit)).collect();
    plan.selection.cut(&mut units);
    let run = Mutex::new(Run::empty(units.clone(), plan.clone()));
    let worker =
        Worker { units: &units, next: AtomicUsize::new(0), run: &run, plan, hello, progress };
    std::thread::scope(|scope| {
        for implementation in implementations.iter_mut() {
            scope.spawn(|| worker.work(*implementation));
        }
    });
    let mut run = run.into_inner().unwrap_or_else(PoisonError::into_inner);
    run.findings.sort_by_key(|finding| finding.unit);
    if run.failures > MAX_FAILURES {
        let failures = run.failures;
        run.problems.push(format!("the adapter failed {failures} times; the rest was not run"));
    }
    run.problems.sort();
    run.problems.dedup();
    run.stale = run.stale_entries();
    run
}

/// The units of which some check is planned, and these checks.
pub fn planned<'a>(
    units: &'a [Arc<Unit>],
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a Unit, Vec<Check<'a>>)> {
    let mut admitted: Vec<&Arc<Unit>> = units.iter().filter(|unit| plan.admits(unit)).collect();
    plan.selection.cut(&mut admitted);
    admitted.into_iter().map(|unit| (unit.as_ref(), plan.checks(unit)))
}

/// What the threads of a run share.
struct Worker<'a> {
    units: &'a [Arc<Unit>],
    next: AtomicUsize,
    run: &'a Mutex<Run>,
    plan: &'a Plan,
    hello: &'a Hello,
    progress: &'a (dyn Fn() + Sync),
}

impl Worker<'_> {
    /// Takes one unit after the other until none is left.
    fn work(&self, implementation: &mut dyn Implementation) {
        let bound = self.hello.capabilities.max_elements.unwrap_or(usize::MAX);
        // The last request before each unit.
        let mut ledger = Vec::new();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = self.units.get(index) else { break };
            ledger.push((implementation.requests(), index));
            let checks = self.plan.checks(unit);
            if self.is_due(unit, &checks) {
                let profile = self.plan.profile;
                let mut session = unit::Session::new(implementation, unit, &checks, bound, profile);
                session.ask();
                let (failures, interrupted) = (session.failures, session.interrupted);
                let results = session.into_results();
                let mut run = self.lock();
                run.failures += failures;
                run.interrupted |= interrupted;
                run.record(index, &checks, results);
            }
            (self.progress)();
        }
        let problems = implementation.finish();
        let mut run = self.lock();
        run.problems.extend(problems);
        for id in implementation.answered_twice() {
            let after = ledger.partition_point(|(before, _)| before < id);
            if let Some((_, index)) = after.checked_sub(1).and_then(|last| ledger.get(last)) {
                run.accuse(*index, &self.plan.checks(&self.units[*index]));
            }
        }
    }

    /// Whether a unit is asked; otherwise its checks are counted as skipped, or as not run.
    fn is_due(&self, unit: &Unit, checks: &[Check<'_>]) -> bool {
        let skipped = skip(unit, &self.hello.capabilities);
        let mut run = self.lock();
        run.interrupted |= self.plan.interrupted.load(Ordering::Relaxed);
        run.planned += checks.len() as u64;
        let over = run.interrupted || run.failures > MAX_FAILURES || run.is_enough();
        match &skipped {
            Some(reason) => {
                run.count(Status::Skip, checks.len());
                *run.skips.entry(reason.clone()).or_default() += checks.len() as u64;
            }
            None if over => run.count(Status::Notrun, checks.len()),
            None => {}
        }
        skipped.is_none() && !over && !checks.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
