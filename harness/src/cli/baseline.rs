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
use crate::baseline::{Asked, Baseline, Entry, Floor};
use crate::reading::Readings;
use crate::replace::replace;
use crate::report::words::grouped_checks;
use crate::report::{Class, Format, How, Report, Wrongness, exit_code, fewer_words, render};

use crate::runner::selected;
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

    /// Number of adapter processes to run in parallel.
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    jobs: u8,

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
    plan.readings = plan.readings.or(&old.readings);
    if options.action.check {
        plan = plan.checked_against(&old);
    }
    let mut implementations = options.subject.open_all(options.jobs, interrupted)?;
    let hello = greet(implementations[0].as_mut(), interrupted)?;
    let capabilities = hello.capabilities.clone();
    let report = ask(units(), implementations, hello, &plan, options.subject.words());
    if options.action.check {
        super::print(&render(&report, Format::Pretty, super::output::style()))?;
        return Ok(exit_code(&report));
    }
    refuse_incomplete(&report)?;
    options.refuse_fewer(&report)?;
    let (all, failing) = (selected(units(), &plan), failing(&report));
    let asked = all.iter().map(Arc::as_ref).filter(|unit| skip(unit, &capabilities).is_none());
    let asked = Asked::of(asked, &plan);
    let mut new = old.kept(&failing, &asked);
    new.run = Some(floor(&report));
    new.readings = plan.readings.or(&taken(&report));
    let kept = new.expected.len();
    new.expected.extend(additions(&report, &new, &asked));
    new.not_run = not_run(&report);
    replace(&options.file, &new.to_toml()).map_err(|error| named(&options.file, error.into()))?;
    let added = new.expected.len() - kept;
    super::print(&format!(
        "{}: {} entries, {added} of them new, {} gone\n",
        options.file.display(),
        new.expected.len(),
        old.expected.len() - kept
    ))?;
    match new.not_run.as_slice() {
        [] => Ok(0),
        _ => {
            Err(Exit { code: 3, message: "not all was run; the list says what was not".to_owned() }
                .into())
        }
    }
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

/// The readings by which answers were judged. A later run is judged by them too, so that a change
/// of what an implementation reads shows.
fn taken(report: &Report) -> Readings {
    let mut readings = Readings::default();
    for reading in report.readings.iter().filter(|reading| reading.how != How::Bound) {
        if let Some(name) = &reading.taken {
            readings.take(&reading.rule, name).expect("the run has taken it");
        }
    }
    readings
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
        0 | 3 | 100 => Ok(()),
        code => {
            let message = "the run was not complete; the list is left as it is".to_owned();
            Err(Exit { code, message })
        }
    }
}

/// What no list can expect: a broken protocol, and what was not run because of it.
fn not_run(report: &Report) -> Vec<String> {
    let notrun = report.totals.notrun;
    let notrun = (notrun > 0).then(|| format!("not run: {}", grouped_checks(notrun)));
    notrun.into_iter().chain(report.problems.iter().cloned()).collect()
}

/// The ids of what failed and may be expected to.
fn failing(report: &Report) -> BTreeSet<String> {
    let classes = report.classes.iter().filter(|class| may_be_expected(class));
    classes.flat_map(|class| &class.checks).cloned().collect()
}

fn may_be_expected(class: &Class) -> bool {
    class.wrongness != Wrongness::Malformed
}

/// Entries for the failures that the list does not have, one for each class.
fn additions(report: &Report, known: &Baseline, asked: &Asked<'_>) -> Vec<Entry> {
    let known = known.expectations();
    let entries = report.classes.iter().filter(|class| may_be_expected(class)).map(|class| {
        let cause =
            class.cause.as_ref().map_or_else(String::new, |cause| format!("; likely: {cause}"));
        let new = class.checks.iter().filter(|id| known.covers(id, None).is_none());
        Entry {
            reason: format!("{}, {} to {}{cause}", class.title(), class.source, class.target),
            issue: None,
            level: Some(class.level),
            message: None,
            ids: asked.globs(&new.cloned().collect()),
        }
    });
    entries.filter(|entry| !entry.ids.is_empty()).collect()
}
