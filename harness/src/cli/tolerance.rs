//! How many failures of an adapter are tolerated, and what is allowed that otherwise fails a run.

use std::time::Duration;

use clap::Args;
use codec_vectors::Level;

use super::names::no_reading;
use super::times::time;
use crate::reading::{Readings, UnknownReading};
use crate::runner::{AllowedStatus, Limits, Plan};

/// What a run tolerates.
#[derive(Args, Clone, Debug)]
pub(super) struct Tolerance {
    /// Fail on expectations of these levels alone: must, should, derived, reading. Failures at the
    /// others are reported as warnings.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', value_parser = level)]
    level: Vec<Level>,

    /// Judge all answers by this reading of a rule that the texts leave open: `ours`, or the name of
    /// an alternative. Otherwise the answers elect it, where all of the vectors are asked.
    #[arg(long, value_name = "RULE=NAME", value_parser = reading)]
    reading: Vec<(String, String)>,

    /// Accept that checks are declined although the declared capabilities cover them.
    #[arg(long)]
    allow_declines: bool,

    /// Accept that the adapter ends with this exit status once its input has ended; without a
    /// status, however it ends.
    #[arg(long, value_name = "STATUS", num_args = 0..=1, default_missing_value = "any", value_parser = status)]
    allow_exit_status: Option<AllowedStatus>,

    /// Leave an operation and pair of types after this many adapter failures in a row.
    #[arg(long, value_name = "N", default_value_t = Limits::default().in_a_row, value_parser = positive)]
    max_consecutive_failures: usize,

    /// End the run after this many adapter failures: crashes, time-outs and broken lines.
    #[arg(long, value_name = "N", default_value_t = Limits::default().failures, value_parser = positive)]
    max_adapter_failures: usize,

    /// End the run once this much time has gone into time-outs.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time)]
    max_lost_time: Duration,
}

impl Tolerance {
    /// The plan, with these bounds.
    pub(super) fn apply(&self, plan: Plan) -> Plan {
        let limits = Limits {
            in_a_row: self.max_consecutive_failures,
            failures: self.max_adapter_failures,
            lost: self.max_lost_time,
        };
        let (allow_declines, allow_exit_status) = (self.allow_declines, self.allow_exit_status);
        let (levels, readings) = (self.level.clone(), self.readings());
        Plan { limits, allow_declines, allow_exit_status, levels, readings, ..plan }
    }

    fn readings(&self) -> Readings {
        let mut readings = Readings::default();
        for (rule, name) in &self.reading {
            readings.take(rule, name).expect("the command line is read");
        }
        readings
    }
}

fn level(name: &str) -> Result<Level, String> {
    let names = || Level::ALL.map(Level::name).join(", ");
    Level::from_name(name).ok_or_else(|| format!("not one of {}", names()))
}

fn reading(text: &str) -> Result<(String, String), String> {
    let (rule, name) = text.split_once('=').ok_or("not of the form RULE=NAME")?;
    Readings::default().take(rule, name).map_err(|unknown| match unknown {
        UnknownReading::Rule(_) => no_reading(rule),
        name @ UnknownReading::Name { .. } => name.to_string(),
    })?;
    Ok((rule.to_owned(), name.to_owned()))
}

fn status(text: &str) -> Result<AllowedStatus, String> {
    match text {
        "any" => Ok(AllowedStatus::Any),
        code => code.parse().map(AllowedStatus::Code).map_err(|_| "not an exit status".to_owned()),
    }
}

fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "not a number from 1 on".to_owned())
}
