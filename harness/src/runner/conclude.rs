//! What holds for a run as a whole: its requests, its limits, and what a reader has to know at its
//! end.

use super::account::{Account, Way};
use super::{Limits, Pair, Profile, Run, Status};
use crate::implementation::Ending;
use crate::protocol::Limit;
use crate::suite::Unit;

impl Run {
    /// Whether nothing more is to be asked.
    pub(crate) fn is_over(&self) -> bool {
        let failed = self.findings.len().saturating_sub(self.counted(Status::Xfail) as usize);
        let enough = self.plan.max_fail.is_some_and(|bound| failed >= bound);
        self.interrupted || enough || self.has_failed_too_often() || self.has_lost_too_much()
    }

    /// What is left of the limits.
    pub(super) fn limits_left(&self) -> Limits {
        let Limits { in_a_row, failures, lost } = self.plan.limits;
        let failures = failures.saturating_sub(self.failures);
        Limits { in_a_row, failures, lost: lost.saturating_sub(self.lost) }
    }

    fn has_failed_too_often(&self) -> bool {
        self.failures >= self.plan.limits.failures
    }

    fn has_lost_too_much(&self) -> bool {
        self.lost >= self.plan.limits.lost
    }

    /// Books what happened to the requests of a unit; `as_expected` is whether crashes and
    /// time-outs are those of the baseline.
    pub(super) fn book(&mut self, unit: &Unit, account: Account, as_expected: bool) {
        self.requests.add(account.requests);
        self.failures += account.failures;
        self.lost += account.lost;
        self.waited += account.waited;
        self.upper_bits += account.upper_bits;
        self.interrupted |= account.interrupted;
        self.in_a_row.insert(Pair::of(unit), account.in_a_row);
        self.arrays.asked += account.arrays;
        for (reason, arrays) in account.cut {
            self.arrays.cut += arrays;
            self.planned += arrays;
            self.skip(reason, arrays);
        }
        for lost in account.losses {
            match lost.way {
                Way::Crash | Way::Timeout if as_expected => self.restarts += 1,
                _ => self.losses.add(&unit.id, lost),
            }
        }
        for failed in account.unborne {
            self.losses.add(&unit.id, failed);
        }
    }

    /// Plans the checks of a unit. What was found so far decides whether it is asked: then with the
    /// adapter failures in a row before it, and what is left of the limits.
    pub(super) fn due(
        &mut self,
        unit: &Unit,
        checks: u64,
        skipped: Option<String>,
    ) -> Option<(usize, Limits)> {
        self.planned += checks;
        if let Some(reason) = skipped {
            self.skip(reason, checks);
            return None;
        }
        let in_a_row = self.in_a_row.get(&Pair::of(unit)).copied().unwrap_or(0);
        if self.is_over() || in_a_row >= self.plan.limits.in_a_row {
            self.count(Status::Notrun, checks as usize);
            return None;
        }
        (checks > 0).then(|| (in_a_row, self.limits_left()))
    }

    /// What went wrong at the end of an implementation.
    pub(super) fn end(&mut self, ending: Ending) {
        let Ending { problems, bad_status } = ending;
        self.problems.extend(problems);
        let Some(bad) = bad_status else { return };
        match self.plan.allow_exit_status.is_some_and(|allowed| allowed.covers(&bad)) {
            true => self.notes.push(format!("{bad}, as --allow-exit-status permits")),
            false => self.problems.push(format!("{bad} (--allow-exit-status accepts that)")),
        }
    }

    /// What is known only when everything has been asked.
    pub(crate) fn conclude(&mut self) {
        self.settle_readings();
        self.problems.extend(self.losses.words());
        for (pair, in_a_row) in &self.in_a_row {
            if *in_a_row >= self.plan.limits.in_a_row {
                self.problems.push(format!(
                    "{pair}: {in_a_row} failures in a row; the rest of it was not run \
                     (--max-consecutive-failures)"
                ));
            }
        }
        if self.has_failed_too_often() {
            let failures = self.failures;
            self.problems.push(format!(
                "the adapter failed {failures} times; the rest was not run (--max-adapter-failures)"
            ));
        }
        if self.has_lost_too_much() {
            let lost = self.lost.as_secs();
            self.problems.push(format!(
                "{lost} s went into time-outs; the rest was not run (--max-lost-time)"
            ));
        }
        self.problems.sort();
        self.problems.dedup();
        for Limit { what, link } in &self.capabilities.limits {
            self.notes.push(format!("a documented limit: {what} ({link})"));
        }
        if self.restarts > 0 {
            let restarts = self.restarts;
            self.notes.push(format!("{restarts} restarts for crashes and time-outs as expected"));
        }
        if self.upper_bits > 0 {
            let results = self.upper_bits;
            self.notes.push(format!(
                "{results} results of types narrower than a byte had upper bits set, which do not \
                 count"
            ));
        }
        self.stale = self.stale_entries();
    }

    /// Whether all was asked that the vectors have, as far as the profile goes.
    pub(super) fn is_whole(&self) -> bool {
        let plan = &self.plan;
        self.drawing.is_none()
            && !plan.is_part
            && plan.selection.is_everything()
            && plan.selection.partition.is_none()
            && self.counted(Status::Notrun) == 0
    }

    /// Entries that nothing matched; with filters or an early end nobody can tell.
    fn stale_entries(&self) -> Vec<String> {
        let whole = self.is_whole() && self.plan.profile != Profile::Quick;
        let baseline = self.plan.baseline.as_ref().filter(|_| whole);
        baseline.map(|baseline| baseline.stale()).unwrap_or_default()
    }
}
