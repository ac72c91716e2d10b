//! `selftest`: the vectors must find every seeded fault.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Args;

use super::names::{What, unknown};
use super::progress::bar;
use super::session::Exit;
use crate::selftest::{Survey, survey};

#[derive(Args)]
pub(super) struct Options {
    /// Only faults with these names.
    #[arg(value_name = "FAULT")]
    faults: Vec<String>,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    options.faults.iter().try_for_each(|name| check_fault(name))?;
    let named = |name: &str| options.faults.is_empty() || options.faults.iter().any(|f| f == name);
    let faults: Vec<_> = codec_faults::all().iter().filter(|fault| named(fault.name)).collect();
    let progress = bar(faults.len() as u64, "faults");
    let surveys = survey(&faults, interrupted, &|| progress.inc(1));
    progress.finish_and_clear();
    let mut text = String::new();
    for Survey { fault, killers } in &surveys {
        let verdict = if killers.is_empty() { "SURVIVED" } else { "killed" };
        writeln!(text, "{verdict:<8}  {:<42} {}", fault.name, fault.cause)?;
        let by: Vec<String> =
            killers.iter().map(|(rule, count)| format!("{rule} ({count})")).collect();
        let by = if by.is_empty() { "no vector".to_owned() } else { by.join(", ") };
        writeln!(text, "          breaks {}; found by {by}", fault.rule)?;
    }
    let survived = surveys.iter().filter(|survey| survey.killers.is_empty()).count();
    let killed = surveys.len() - survived;
    writeln!(text, "{} faults: {killed} killed, {survived} survived", surveys.len())?;
    super::print(&text)?;
    Ok(match (interrupted.load(Ordering::Relaxed), survived) {
        (true, _) => 130,
        (false, 0) => 0,
        (false, _) => 100,
    })
}

const FAULT: What = What { name: "fault", all: "without a name all are tested, and listed" };

fn check_fault(name: &str) -> Result<(), Exit> {
    let known = codec_faults::all().iter().map(|fault| fault.name);
    match codec_faults::find(name) {
        Some(_) => Ok(()),
        None => Err(unknown("FAULT", &FAULT, name, known)),
    }
}
