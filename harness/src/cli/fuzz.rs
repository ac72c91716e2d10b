//! `fuzz`: random questions, judged by the reference.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use super::output::Output;
use super::overlap::refuse_overlap;
use super::progress::bar;
use super::session::{Exit, greet, named};
use super::subject::Subject;
use super::times::time;
use crate::fuzz::{Known, Limits, Stored, exit_code, fuzz, json, pretty, replay, shared};
use crate::implementation::Connection;
use crate::protocol::{Capabilities, Hello};
use crate::report;

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Options {
    #[command(flatten)]
    subject: Subject,

    /// Ask a second implementation the same, and tell where the two differ: the command of its
    /// adapter, or builtin:NAME.
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,

    /// How long to ask: seconds, or as in 30s, 5m, 1h.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    time: Duration,

    /// End after so many requests, however long that takes within the time.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    requests: u64,

    /// Chooses the questions; random by default, and always told.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Only this operation, such as cast_value; repeatable.
    #[arg(long, value_name = "NAME", value_parser = OPERATIONS)]
    operation: Vec<String>,

    /// Accept that questions are declined although the declared capabilities cover them.
    #[arg(long)]
    allow_declines: bool,

    /// A report of `test --format json`, the failures of which are known; repeatable.
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

Exit codes: 0 nothing found, 3 the adapter failed too often to go on, 4 nothing was asked, \
100 findings, or questions declined that are declared, 130 interrupted.";

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For a person at a terminal.
    Pretty,
    /// For a program.
    Json,
}

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
    if let Some(case) = &options.replay {
        return options.replay(&read_case(case)?, &mut subjects);
    }
    let known = options.known()?;
    let capabilities = options.capabilities(&subjects);
    let words: Vec<String> =
        subjects.iter().flat_map(|subject| subject.words.iter().cloned()).collect();
    let seed = options.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32);
    let (time, trials) = (options.time, options.requests);
    let allow_declines = options.allow_declines;
    let interrupted = Arc::clone(interrupted);
    let limits = Limits { seed, time, trials, allow_declines, interrupted };
    let progress = bar(time.as_secs(), "seconds");
    let asked = subjects
        .iter_mut()
        .map(|subject| (&mut *subject.implementation as &mut dyn Connection, &subject.hello));
    let found = fuzz(asked.collect(), &capabilities, &limits, &known, &|meter| {
        progress.set_position(meter.elapsed.as_secs());
    });
    progress.finish_and_clear();
    let text = match options.format {
        Format::Pretty => pretty(&found, &words, options.output.style()),
        Format::Json => json(&found, &words),
    };
    options.output.write(&text, found.interrupted)?;
    Ok(exit_code(&found))
}

impl Options {
    fn refuse_overlap(&self) -> Result<(), Exit> {
        let known = self.known.iter().map(|file| ("--known", Some(file.as_path())));
        let replayed = self.replay.as_deref().filter(|case| !is_json(case)).map(Path::new);
        let read: Vec<_> = known.chain([("--replay", replayed)]).collect();
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
        }
    }

    fn known(&self) -> Result<Known> {
        let mut known = Known::default();
        for file in &self.known {
            let text = std::fs::read_to_string(file).map_err(|error| named(file, error.into()))?;
            let one = Known::from_json(&text).context("no report");
            known.extend(one.map_err(|error| named(file, error))?);
        }
        Ok(known)
    }

    /// Shows the case on each implementation; the worst exit code counts.
    fn replay(&self, case: &Stored, subjects: &mut [Greeted]) -> Result<u8> {
        let mut code = 0;
        for Greeted { implementation, hello, words } in subjects {
            let report = replay(implementation.as_mut(), hello, case, words.clone());
            let format = match self.format {
                Format::Pretty => report::Format::Pretty,
                Format::Json => report::Format::Json,
            };
            let text = report::render(&report, format, self.output.style());
            self.output.write(&text, report.interrupted)?;
            code = code.max(report::exit_code(&report));
        }
        Ok(code)
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
