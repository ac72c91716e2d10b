//! `report`: writes a stored report in another form.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::output::Output;
use super::overlap::refuse_overlap;
use super::session::Exit;
use crate::report::{Format, Report, exit_code, render};

#[derive(Args)]
#[command(after_help = "The exit code is that of the run which the report is about.")]
pub(super) struct Options {
    /// A report of `test --format json`.
    file: PathBuf,

    /// How the report is written.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,

    #[command(flatten)]
    output: Output,
}

/// Ends as the run did that made the report.
pub(super) fn run(options: &Options) -> Result<u8> {
    refuse_overlap(&[("--output", options.output.file())], &[("FILE", Some(&options.file))])?;
    let report = load(&options.file)?;
    options.output.write(&render(&report, options.format, options.output.style()), false)?;
    Ok(exit_code(&report))
}

/// The report in a file.
pub(super) fn load(file: &Path) -> Result<Report, Exit> {
    let read = || Ok(Report::from_json(&std::fs::read_to_string(file)?)?);
    let report: Result<Report> = read();
    report.with_context(|| file.display().to_string()).map_err(|error| Exit::usage(&error))
}
