//! What failed in all trials of a run, in a few lines.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::report::Report;
use crate::report::family::families;
use crate::report::words::{checks, troubles};

/// At most this many lines say what failed.
const MAX_LINES: usize = 12;

/// The failures of the trials so far: by what would cause them, or else by their class.
#[derive(Default)]
pub(super) struct Summary(Mutex<BTreeMap<String, Failures>>);

#[derive(Default)]
struct Failures {
    checks: u64,
    trials: BTreeSet<String>,
}

impl Summary {
    /// Adds what a report says of a trial that failed.
    pub(super) fn add(&self, trial: &str, report: &Report) {
        for family in families(report) {
            for class in family.classes() {
                let cause = class.cause.as_ref().map(|cause| format!("likely: {cause}"));
                let title = || format!("{} {}", class.status.name(), family.title());
                self.count(cause.unwrap_or_else(title), class.count, trial);
            }
        }
        let declined = report.totals.declined;
        if declined > 0 {
            self.count("declined, although declared".to_owned(), declined, trial);
        } else if report.classes.is_empty() {
            self.count(troubles(report).join("; "), 0, trial);
        }
    }

    fn count(&self, what: String, checks: u64, trial: &str) {
        let mut failures = self.failures();
        let failures = failures.entry(what).or_default();
        failures.checks += checks;
        failures.trials.insert(trial.to_owned());
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<String, Failures>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Summary {
    /// Nothing where nothing failed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failures = self.failures();
        let mut lines: Vec<(&String, &Failures)> = failures.iter().collect();
        lines.sort_by_key(|(_, failures)| Reverse(failures.checks));
        let trials: BTreeSet<&String> = lines.iter().flat_map(|line| &line.1.trials).collect();
        let Some(first) = lines.first().and_then(|line| line.1.trials.first()) else {
            return Ok(());
        };
        let failed = checks(lines.iter().map(|line| line.1.checks).sum());
        writeln!(f, "{failed} failed in {}:", tests(trials.len()))?;
        for (what, Failures { checks, trials }) in lines.iter().take(MAX_LINES) {
            writeln!(f, "{checks:>9}  {what}, in {}", tests(trials.len()))?;
        }
        if let Some(more @ 1..) = lines.len().checked_sub(MAX_LINES) {
            writeln!(f, "{more:>9}  more lines like these")?;
        }
        writeln!(f, "rerun one of them: cargo test -- --exact {first}")
    }
}

fn tests(count: usize) -> String {
    format!("{count} {}", if count == 1 { "test" } else { "tests" })
}
