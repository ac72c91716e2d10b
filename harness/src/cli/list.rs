//! `list`: the ids of what would be run.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;

use super::filters::Filters;
use crate::runner::planned;
use crate::suite::units;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    filters: Filters,

    /// List every check, not only the functions and cases they belong to.
    #[arg(long)]
    checks: bool,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let plan = options.filters.plan(interrupted)?;
    let mut text = String::new();
    let mut total = 0;
    for (unit, checks) in planned(&units(), &plan).filter(|(_, checks)| !checks.is_empty()) {
        total += checks.len();
        if options.checks {
            for check in &checks {
                writeln!(text, "{}", unit.check_id(check.input))?;
            }
        } else {
            writeln!(text, "{:>7} {}", checks.len(), unit.id)?;
        }
    }
    if total == 0 {
        eprintln!("error: nothing is selected");
        return Ok(4);
    }
    super::print(&text)?;
    eprintln!("{total} checks");
    Ok(0)
}
