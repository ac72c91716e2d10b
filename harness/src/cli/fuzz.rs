//! `fuzz`: random questions, judged by the reference.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::output::Output;
use super::overlap::refuse_overlap;
use super::progress::bar;
use super::session::{Exit, greet, named};
use super::subject;
use super::test::read_baseline;
use super::times::time;
use super::tolerance::Tolerance;
use crate::explain::explain;
use crate::fuzz::{Bounds, Known, Stored, fuzz, replay, shared};
use crate::implementation::Connection;
use crate::protocol::{Capabilities, Hello};
use crate::report::{Format, Report, build, exit_code, render};
use crate::runner::{Plan, Run, Subject};

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Options {
    #[command(flatten)]
    subject: subject::SubjectOptions,

    /// Ask a second implementation the same, and report where the two differ: the command of its
    /// adapter, or builtin:NAME.
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,

    /// How long to ask: seconds, or as in 30s, 5m, 1h.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    time: Duration,

    /// Stop after N questions, or when --time is up.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    requests: u64,

    /// Seed for the generated questions; random by default and always printed.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Only this operation, such as cast_value; repeatable.
    #[arg(long, value_name = "NAME", value_parser = OPERATIONS)]
    operation: Vec<String>,

    #[command(flatten)]
    tolerance: Tolerance,

    /// Expected failures. They do not fail the run.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// A report of `test` or `fuzz` with --format json: failures of its classes are expected;
    /// repeatable.
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,

    /// Ask only this case, as a finding prints it: its JSON text, or a file with it.
    #[arg(long, value_name = "CASE", conflicts_with_all = ["time", "requests", "seed", "known", "operation"])]
    replay: Option<String>,

    /// How the report is written.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,

    #[command(flatten)]
    output: Output,
}

const OPERATIONS: [&str; 5] = ["cast_value", "fill_value", "reshape", "unpack", "pack"];

const AFTER_HELP: &str = "\
The same seed asks the same questions of the same capabilities; only their number depends on time.

Exit codes: 0 nothing found, 1 internal error, 2 usage, 3 adapter or protocol, 4 nothing was asked,
100 findings, or questions declined that are declared, 130 interrupted.";

/// An implementation that has said hello.
struct Greeted {
    implementation: Box<dyn Connection>,
    hello: Hello,
    /// The options that select it again.
    words: Vec<String>,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    options.refuse_overlap()?;
    let mut subjects = options.open(interrupted)?;
    let capabilities = options.capabilities(&subjects);
    let plan =
        Plan { interrupted: Arc::clone(interrupted), ..options.tolerance.apply(Plan::default()) };
    let plan = match &options.baseline {
        // What was asked when the list was made says nothing of what is drawn.
        Some(file) => Plan { floor: None, ..plan.checked_against(&read_baseline(file)?) },
        None => plan,
    };
    if let Some(case) = &options.replay {
        let found = replay(asked(&mut subjects), &capabilities, &plan, &read_case(case)?);
        return options.report(found, &subjects);
    }
    let known = options.known()?;
    let seed = options.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32);
    let bounds = Bounds { seed, time: options.time, questions: options.requests };
    let progress = bar(options.time.as_secs(), "seconds");
    let found = fuzz(asked(&mut subjects), &capabilities, &plan, &bounds, &known, &|drawing| {
        progress.set_position(drawing.seconds as u64);
    });
    progress.finish_and_clear();
    options.report(found, &subjects)
}

/// The implementations that are asked.
fn asked(subjects: &mut [Greeted]) -> Vec<Subject<'_>> {
    let asked = subjects
        .iter_mut()
        .map(|subject| (&mut *subject.implementation as &mut dyn Connection, &subject.hello));
    asked.collect()
}

impl Options {
    fn refuse_overlap(&self) -> Result<(), Exit> {
        let known = self.known.iter().map(|file| ("--known", Some(file.as_path())));
        let replayed = self.replay.as_deref().filter(|case| !is_json(case)).map(Path::new);
        let baseline = ("--baseline", self.baseline.as_deref());
        let read: Vec<_> = known.chain([("--replay", replayed), baseline]).collect();
        refuse_overlap(&[("--output", self.output.file())], &read)
    }

    fn open(&self, interrupted: &Arc<AtomicBool>) -> Result<Vec<Greeted>> {
        let mut opened = vec![(self.subject.open(interrupted)?, self.subject.words())];
        if let Some(command) = &self.against {
            let words = vec!["--against".to_owned(), command.clone()];
            opened.push((self.subject.against(command).open(interrupted)?, words));
        }
        let greeted = opened.into_iter().map(|(mut implementation, words)| {
            let hello = greet(implementation.as_mut(), interrupted)?;
            Ok(Greeted { implementation, hello, words })
        });
        greeted.collect()
    }

    /// What all implementations declare, of the chosen operations.
    fn capabilities(&self, subjects: &[Greeted]) -> Capabilities {
        let declared = subjects.iter().map(|subject| subject.hello.capabilities.clone());
        let all = declared.reduce(|a, b| shared(&a, &b)).unwrap_or_default();
        let chosen = |name: &str| {
            self.operation.is_empty() || self.operation.iter().any(|operation| operation == name)
        };
        Capabilities {
            cast_value: all.cast_value.filter(|_| chosen("cast_value")),
            fill_value: all.fill_value.filter(|_| chosen("fill_value")),
            reshape: all.reshape.filter(|_| chosen("reshape")),
            unpack: all.unpack.filter(|_| chosen("unpack")),
            pack: all.pack.filter(|_| chosen("pack")),
            max_elements: all.max_elements,
            readings: all.readings,
            limits: all.limits,
        }
    }

    fn known(&self) -> Result<Known> {
        let mut known = Known::default();
        for file in &self.known {
            let text = std::fs::read_to_string(file).map_err(|error| named(file, error.into()))?;
            let one = Known::from_json(&text);
            known.extend(one.map_err(|error| named(file, error.into()))?);
        }
        Ok(known)
    }

    /// Writes the report. What was found may be about a case that others wrote.
    fn report(&self, found: Run, subjects: &[Greeted]) -> Result<u8> {
        let words = subjects.iter().flat_map(|subject| subject.words.iter().cloned()).collect();
        let capabilities = found.capabilities.clone();
        let hello = Hello { capabilities, ..subjects[0].hello.clone() };
        let against = subjects.get(1).map(|subject| subject.hello.implementation.clone());
        let report = Report { against, ..build(&explain(found), hello, words) }.cleaned();
        let text = render(&report, self.format, self.output.style());
        self.output.write(&text, report.interrupted)?;
        Ok(exit_code(&report))
    }
}

/// A case as text, or in a file.
fn read_case(case: &str) -> Result<Stored, Exit> {
    if is_json(case) {
        return Stored::parse(case).map_err(|error| Exit::usage(&error.context("--replay")));
    }
    let file = PathBuf::from(case);
    let text = std::fs::read_to_string(&file).map_err(|error| named(&file, error.into()))?;
    Stored::parse(&text).map_err(|error| named(&file, error))
}

/// Whether the case itself is given, not a file.
fn is_json(case: &str) -> bool {
    case.trim_start().starts_with('{')
}
