//! The threads of a run: each takes one unit after the other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::session::{Session, Terms};
use super::{Limits, Plan, Run};
use crate::implementation::{Connection, end};
use crate::protocol::Hello;
use crate::suite::{Check, Unit, skip};

/// What the threads of a run share.
pub(super) struct Worker<'a> {
    pub(super) units: &'a [Arc<Unit>],
    pub(super) next: AtomicUsize,
    pub(super) run: &'a Mutex<Run>,
    pub(super) plan: &'a Plan,
    pub(super) hello: &'a Hello,
    pub(super) progress: &'a (dyn Fn() + Sync),
}

impl Worker<'_> {
    /// Takes one unit after the other until none is left.
    pub(super) fn work(&self, implementation: &mut dyn Connection) {
        // The last request before each unit.
        let mut ledger = Vec::new();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = self.units.get(index) else { break };
            ledger.push((implementation.requests(), index));
            let checks = self.plan.checks(unit);
            if let Some((in_a_row, left)) = self.due(unit, &checks) {
                let terms = Terms::new(self.plan.profile, &self.hello.capabilities, left);
                let mut session = Session::new(implementation, unit, &checks, terms, in_a_row);
                session.ask();
                let Session { account, results, .. } = session;
                self.lock().record(index, &checks, results, account);
            }
            (self.progress)();
        }
        let ending = end(implementation);
        let mut run = self.lock();
        run.end(ending);
        for id in implementation.answered_twice() {
            let after = ledger.partition_point(|(before, _)| *before < id);
            if let Some((_, index)) = after.checked_sub(1).and_then(|last| ledger.get(last)) {
                run.accuse(*index, &self.plan.checks(&self.units[*index]));
            }
        }
    }

    /// The adapter failures in a row before a unit that is asked, and what is left of the limits;
    /// otherwise its checks are counted as skipped, or as not run.
    fn due(&self, unit: &Unit, checks: &[Check<'_>]) -> Option<(usize, Limits)> {
        let skipped = skip(unit, &self.hello.capabilities);
        let mut run = self.lock();
        run.interrupted |= self.plan.interrupted.load(Ordering::Relaxed);
        run.due(unit, checks.len() as u64, skipped)
    }

    fn lock(&self) -> MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
