//! `diff`: what changed from one stored report to another.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::output::Output;
use super::overlap::refuse_overlap;
use super::report::load;
use crate::report::{diff, diff_exit_code, diff_markdown, diff_pretty};
use crate::suite::units;

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Options {
    /// The report to start from, of `test --format json`.
    before: PathBuf,

    /// The report to compare with it.
    after: PathBuf,

    /// Accept that the second run asked less.
    #[arg(long)]
    allow_fewer: bool,

    /// How the changes are written.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,

    #[command(flatten)]
    output: Output,
}

const AFTER_HELP: &str = "\
Exit codes: 0 nothing got worse, 100 something did, the second run asked less, or it is incomplete.";

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For a person at a terminal.
    Pretty,
    /// For a program.
    Json,
    /// For the summary of a CI job.
    Markdown,
}

pub(super) fn run(options: &Options) -> Result<u8> {
    let read = [("BEFORE", Some(options.before.as_path())), ("AFTER", Some(&options.after))];
    refuse_overlap(&[("--output", options.output.file())], &read)?;
    let (before, after) = (load(&options.before)?, load(&options.after)?);
    let diff = diff(&before, &after, &units(), options.allow_fewer);
    let text = match options.format {
        Format::Pretty => diff_pretty(&diff, options.output.style()),
        Format::Json => serde_json::to_string_pretty(&diff)? + "\n",
        Format::Markdown => diff_markdown(&diff),
    };
    options.output.write(&text, false)?;
    Ok(diff_exit_code(&diff))
}
