//! `test`: runs the vectors against an implementation.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;

use super::filters::Filters;
use super::output::Output;
use super::overlap::refuse_overlap;
use super::session::{Exit, ask, greet, named};
use super::subject::SubjectOptions;
use super::tolerance::Tolerance;
use crate::baseline::Baseline;
use crate::implementation::{Connection, Trace};
use crate::one_shot::{self, Replayer};
use crate::protocol::{About, Answer, Hello, Request, parse_answer};
use crate::replace::replace;
use crate::report::{Format, exit_code, render};
use crate::runner::{Limits, Plan};
use crate::suite::units;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    subject: SubjectOptions,

    #[command(flatten)]
    filters: Filters,

    /// Stop after N failures.
    #[arg(long, value_name = "N")]
    max_fail: Option<usize>,

    /// Number of adapter processes to run in parallel.
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    jobs: u8,

    /// Expected failures. They do not fail the run; an entry that now passes does.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    #[command(flatten)]
    tolerance: Tolerance,

    /// Write all requests to this file instead of asking them: those for the hello of the adapter,
    /// or of the built-in implementation.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["responses_in", "trace", "jobs"])]
    requests_out: Option<PathBuf>,

    /// Write the requests for the hello in this file, which is the line that an adapter answers to
    /// {"op":"hello","protocol":1}.
    #[arg(long, value_name = "FILE", requires = "requests_out", conflicts_with_all = ["adapter", "builtin"])]
    hello: Option<PathBuf>,

    /// Judge the answers in this file, to the requests that the same options wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["adapter", "builtin", "trace", "jobs"])]
    responses_in: Option<PathBuf>,

    /// Write every request and answer to this file.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// How the report is written.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,

    #[command(flatten)]
    output: Output,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    options.refuse_overlap()?;
    let mut plan = options.tolerance.apply(options.filters.plan(interrupted)?);
    plan.max_fail = options.max_fail;
    if let Some(file) = &options.baseline {
        plan = plan.checked_against(&read_baseline(file)?);
    }
    if let Some(file) = &options.requests_out {
        return options.write_requests(file, &plan, interrupted);
    }
    if options.responses_in.is_some() {
        // What has been answered already costs nothing more.
        plan.limits = Limits::NONE;
    }
    let trace = options.trace.as_deref().map(Trace::create).transpose();
    let trace = trace.map_err(|error| Exit::usage(&error))?;
    let mut implementations = options.open(&plan, trace.as_ref(), interrupted)?;
    let hello = greet(implementations[0].as_mut(), interrupted)?;
    let report = ask(units(), implementations, hello, &plan, options.words());
    let text = render(&report, options.format, options.output.style());
    options.output.write(&text, report.interrupted)?;
    options.finish(trace.as_ref(), report.interrupted)?;
    Ok(exit_code(&report))
}

impl Options {
    /// The options that select the implementation again.
    fn words(&self) -> Vec<String> {
        match &self.responses_in {
            Some(file) => vec!["--responses-in".to_owned(), file.display().to_string()],
            None => self.subject.words(),
        }
    }

    /// The processes to ask.
    fn open(
        &self,
        plan: &Plan,
        trace: Option<&Trace>,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Vec<Box<dyn Connection>>> {
        if let Some(file) = &self.responses_in {
            let answers = read(file)?;
            let replayer = Replayer::new(&answers, plan);
            let replayer = replayer.map_err(|error| Exit {
                code: 3,
                message: format!("{}: {error}", file.display()),
            })?;
            return Ok(vec![Box::new(replayer)]);
        }
        let opened = self.subject.open_all(self.jobs, interrupted)?;
        Ok(match trace {
            Some(trace) => opened.into_iter().map(|one| trace.follow(one)).collect(),
            None => opened,
        })
    }

    /// Writes what would be asked of an implementation with that hello.
    fn write_requests(
        &self,
        file: &Path,
        plan: &Plan,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<u8> {
        let hello = match &self.hello {
            Some(file) => read_hello(file)?,
            None => greet(self.subject.open(interrupted)?.as_mut(), interrupted)?,
        };
        let lines = one_shot::requests(&hello, plan);
        if lines.len() == 1 {
            return Err(Exit { code: 4, message: "nothing is selected".to_owned() }.into());
        }
        let text = lines.join("\n") + "\n";
        replace(file, &text).map_err(|error| named(file, error.into()))?;
        let About { name, version, .. } = &hello.implementation;
        eprintln!("{} requests for {name} {version} written", lines.len());
        Ok(0)
    }

    /// A transcript that lacks something is an error.
    fn finish(&self, trace: Option<&Trace>, interrupted: bool) -> Result<(), Exit> {
        let (Some(trace), Some(file)) = (trace, &self.trace) else { return Ok(()) };
        trace.finish().map_err(|error| {
            let code = if interrupted { 130 } else { 1 };
            let message = format!("the trace is not complete: {}: {error}", file.display());
            Exit { code, message }
        })
    }

    fn refuse_overlap(&self) -> Result<(), Exit> {
        let written = [
            ("--output", self.output.file()),
            ("--trace", self.trace.as_deref()),
            ("--requests-out", self.requests_out.as_deref()),
        ];
        let read = [
            ("--responses-in", self.responses_in.as_deref()),
            ("--baseline", self.baseline.as_deref()),
            ("--hello", self.hello.as_deref()),
        ];
        refuse_overlap(&written, &read)
    }
}

fn read_hello(file: &Path) -> Result<Hello> {
    match parse_answer(read(file)?.trim(), &Request::Hello, 0) {
        Ok(Answer::Hello(hello)) => Ok(*hello),
        Ok(other) => Err(named(file, anyhow::anyhow!("not a hello: {other:?}")).into()),
        Err(error) => Err(named(file, anyhow::anyhow!("not a hello: {error}")).into()),
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|error| named(file, error.into()).into())
}

/// The list of expected failures in a file.
pub(super) fn read_baseline(file: &Path) -> Result<Baseline> {
    let baseline = Baseline::parse(&read(file)?);
    baseline.map_err(|error| named(file, anyhow::Error::msg(error)).into())
}
