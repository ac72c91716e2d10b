//! `test`: runs the vectors against an implementation.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::progress::bar;
use super::subject::Subject;
use crate::report::{Style, build, exit_code, pretty};
use crate::runner::{Limits, greet, run as run_units};
use crate::suite::{Selection, units};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    subject: Subject,

    /// Only checks whose id, or a start of it up to a slash, matches this glob; repeatable.
    #[arg(long, value_name = "GLOB")]
    id: Vec<String>,

    /// Only checks on which a rule acts whose id matches this glob; repeatable.
    #[arg(long, value_name = "GLOB")]
    rule: Vec<String>,

    /// Only checks from or to this data type; repeatable.
    #[arg(long, value_name = "TYPE", value_parser = known_type)]
    data_type: Vec<String>,

    /// Stop after so many failures.
    #[arg(long, value_name = "N")]
    max_fail: Option<usize>,

    /// How the report is written.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For a person.
    Pretty,
    /// For a program.
    Json,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let mut implementation = match options.subject.open(interrupted) {
        Ok(implementation) => implementation,
        Err(error) => {
            eprintln!("error: {error:#}");
            return Ok(2);
        }
    };
    let hello = match greet(implementation.as_mut()) {
        Ok(hello) => hello,
        Err(failure) => {
            let stopped = interrupted.load(Ordering::Relaxed);
            eprintln!("error: no implementation answers there: {failure}");
            return Ok(if stopped { 130 } else { 3 });
        }
    };
    let selection = Selection {
        ids: options.id.clone(),
        rules: options.rule.clone(),
        data_types: options.data_type.clone(),
    };
    let limits = Limits { max_fail: options.max_fail, interrupted: Arc::clone(interrupted) };
    let all = units();
    let progress = bar(all.len() as u64, "units");
    let advance = &mut || progress.inc(1);
    let found = run_units(implementation.as_mut(), &hello, all, &selection, &limits, advance);
    progress.finish_and_clear();
    let report = build(&found, hello.implementation, options.subject.words());
    let text = match options.format {
        Format::Pretty => pretty(&report, style()),
        Format::Json => serde_json::to_string_pretty(&report)? + "\n",
    };
    super::print(&text)?;
    Ok(exit_code(&report))
}

/// Colour and width for standard output; colour stays off where `NO_COLOR` is set.
pub(super) fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let quiet = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let columns = terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    let width = columns.filter(|_| terminal).unwrap_or(100).min(120);
    Style { width, color: terminal && !quiet }
}

fn known_type(name: &str) -> Result<String, String> {
    let known = codec_reference::DataType::from_name(name);
    known.map(|_| name.to_owned()).ok_or_else(|| "no data type of that name".to_owned())
}
