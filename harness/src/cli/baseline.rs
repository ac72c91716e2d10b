//! `baseline`: keeps the list of expected failures.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;

use super::filters::Filters;
use super::session::{Exit, ask, greet, named};
use super::subject::SubjectOptions;
use super::tolerance::Tolerance;
use crate::baseline::{Baseline, Entry, Floor};
use crate::protocol::Capabilities;
use crate::replace::replace;
use crate::report::{Format, Report, exit_code, fewer_words, render};
use crate::runner::{Plan, planned};
use crate::suite::{skip, units};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    subject: SubjectOptions,

    #[command(flatten)]
    filters: Filters,

    #[command(flatten)]
    action: Action,

    #[command(flatten)]
    tolerance: Tolerance,

    /// With --update: accept that less is asked than the list was made from.
    #[arg(long, requires = "update")]
    allow_fewer: bool,

    /// The list of expected failures.
    #[arg(long, value_name = "FILE", default_value = "expected-failures.toml")]
    file: PathBuf,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Action {
    /// Make the list from the failures of a run.
    #[arg(long)]
    init: bool,

    /// Run, and fail if the list is not exact: as `test --baseline` does.
    #[arg(long)]
    check: bool,

    /// Remove entries that no longer fail and add new failures.
    #[arg(long)]
    update: bool,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let mut plan = options.tolerance.apply(options.filters.plan(interrupted)?);
    let old = options.read()?;
    plan.floor = old.run.clone().map(Arc::new);
    if options.action.check {
        plan = plan.checked_against(&old);
    }
    let mut implementation = options.subject.open(interrupted)?;
    let hello = greet(implementation.as_mut(), interrupted)?;
    let capabilities = hello.capabilities.clone();
    let report = ask(units(), vec![implementation], hello, &plan, options.subject.words());
    if options.action.check {
        super::print(&render(&report, Format::Pretty, super::output::style()))?;
        return Ok(exit_code(&report));
    }
    refuse_incomplete(&report)?;
    options.refuse_fewer(&report)?;
    let mut new = kept(&old, &report, &plan, &capabilities);
    new.run = Some(floor(&report));
    let kept = new.expected.len();
    new.expected.extend(additions(&report, &new));
    replace(&options.file, &new.to_toml()).map_err(|error| named(&options.file, error.into()))?;
    let added = new.expected.len() - kept;
    super::print(&format!(
        "{}: {} entries, {added} of them new, {} gone\n",
        options.file.display(),
        new.expected.len(),
        old.expected.len() - kept
    ))?;
    Ok(0)
}

impl Options {
    /// The existing list; none where it is to be made.
    fn read(&self) -> Result<Baseline> {
        if self.action.init {
            if self.file.exists() {
                let message = format!("{} already exists; use --update", self.file.display());
                return Err(Exit { code: 2, message }.into());
            }
            return Ok(Baseline::default());
        }
        super::test::read_baseline(&self.file)
    }

    /// A list that is updated by a run which asks less would hide what is not asked any more.
    fn refuse_fewer(&self, report: &Report) -> Result<(), Exit> {
        let Some(first) = report.fewer.first().filter(|_| !self.allow_fewer) else { return Ok(()) };
        let message = format!("{}; the list is left as it is (--allow-fewer)", fewer_words(first));
        Err(Exit { code: 100, message })
    }
}

/// The list without the failures that the report's run asked for and did not find.
fn kept(old: &Baseline, report: &Report, plan: &Plan, capabilities: &Capabilities) -> Baseline {
    let failing: BTreeSet<String> =
        report.classes.iter().flat_map(|class| &class.checks).cloned().collect();
    let all = units();
    let asked: BTreeSet<&str> = planned(&all, plan)
        .filter(|(unit, _)| skip(unit, capabilities).is_none())
        .map(|(unit, _)| unit.id.as_str())
        .collect();
    let is_asked = |id: &str| {
        asked.contains(id) || id.rsplit_once('/').is_some_and(|(unit, _)| asked.contains(unit))
    };
    old.kept(&failing, is_asked)
}

/// What the report's run asked.
fn floor(report: &Report) -> Floor {
    let asked = report.operations.iter().map(|one| (one.name.clone(), one.asked));
    Floor {
        selected: report.selected.clone(),
        capabilities: report.capabilities.clone(),
        asked: asked.collect(),
    }
}

/// A list made from half a run would hide failures, and so would one made without those checks
/// that are declined.
fn refuse_incomplete(report: &Report) -> Result<(), Exit> {
    let declined = report.totals.declined;
    if declined > 0 && !report.allowed.declines {
        let message = format!(
            "{declined} checks were declined although they are declared; the list is left as it is \
             (--allow-declines)"
        );
        return Err(Exit { code: 100, message });
    }
    match exit_code(report) {
        0 | 100 => Ok(()),
        code => {
            let message = "the run was not complete; the list is left as it is".to_owned();
            Err(Exit { code, message })
        }
    }
}

/// Entries for the failures that the list does not have, one for each class.
fn additions(report: &Report, known: &Baseline) -> Vec<Entry> {
    let known = known.expectations();
    let entries = report.classes.iter().map(|class| {
        let cause =
            class.cause.as_ref().map_or_else(String::new, |cause| format!("; likely: {cause}"));
        Entry {
            reason: format!("{}, {} to {}{cause}", class.title(), class.source, class.target),
            issue: None,
            level: Some(class.level),
            message: None,
            ids: class
                .checks
                .iter()
                .filter(|id| known.covers(id, None).is_none())
                .cloned()
                .collect(),
        }
    });
    entries.filter(|entry| !entry.ids.is_empty()).collect()
}
