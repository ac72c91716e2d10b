//! `scoreboard`: runs every installed adapter of a list, and writes a page that compares them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use clap::Args;

use super::names::{What, unknown};
use super::session::{Exit, find, greet};
use super::subject::builtin;
use crate::explain::{explain, rule_counts};
use crate::implementation::{Child, Connection, Patience};
use crate::outside::{clean, clean_lines};
use crate::report::{Report, build};
use crate::runner::{Plan, Profile};
use crate::scoreboard::{
    Adapter, BoardEntry, Record, Start, adapters, page, read, write_page, write_records,
    write_report,
};
use crate::suite::units;

/// How long an adapter may take.
const PATIENCE: Patience =
    Patience { answer: Duration::from_secs(60), start: Duration::from_secs(120) };

/// What `--only` names.
const LISTED: What =
    What { name: "implementation", all: "harness/scoreboard/adapters.toml lists them" };

#[derive(Args)]
pub(super) struct Options {
    /// The folder that holds harness/scoreboard/, and from which the adapters are started.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    root: PathBuf,

    /// Run only the implementation of that name; repeatable.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Number of processes of an adapter to run in parallel.
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    jobs: u8,

    /// How thorough each run is, whatever the list says.
    #[arg(long, value_enum)]
    profile: Option<Profile>,

    /// Run nothing; only write the page from the stored results.
    #[arg(long, conflicts_with_all = ["only", "jobs", "profile"])]
    from_json: bool,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let list = adapters(&options.root).map_err(|error| Exit::usage(&error.into()))?;
    if let Some(name) = options.only.iter().find(|name| list.iter().all(|one| one.name != **name)) {
        let known = list.iter().map(|one| one.name.as_str());
        return Err(unknown("--only", &LISTED, name, known).into());
    }
    // The commands of the list, and those that the page shows, are relative to the root.
    std::env::set_current_dir(&options.root).context("--root")?;
    let root = Path::new(".");
    let mut entries = read(root, list)?;
    if !options.from_json {
        options.run_all(root, &mut entries, interrupted)?;
    }
    let file = write_page(root, &page(&entries))?;
    super::print(&format!("{}\n", options.root.join(file.strip_prefix(root)?).display()))?;
    let failed = entries
        .iter()
        .any(|entry| entry.record.as_ref().is_some_and(|record| record.failure.is_some()));
    Ok(if failed { 3 } else { 0 })
}

impl Options {
    /// Runs what is installed and asked for, and stores each result at once.
    fn run_all(
        &self,
        root: &Path,
        entries: &mut [BoardEntry],
        interrupted: &Arc<AtomicBool>,
    ) -> Result<()> {
        let asked = |name: &String| self.only.is_empty() || self.only.contains(name);
        let count = entries.len();
        for index in 0..count {
            let entry = &mut entries[index];
            let Adapter { name, start, .. } = &entry.adapter;
            if !asked(name) {
                continue;
            }
            let place = format!("[{}/{count}] {name}", index + 1);
            if !is_installed(start)? {
                eprintln!("{place}: not installed");
                continue;
            }
            let began = Instant::now();
            let result = self.run_one(&entry.adapter, interrupted);
            if interrupted.load(Ordering::Relaxed) {
                return Err(Exit { code: 130, message: "interrupted".to_owned() }.into());
            }
            eprintln!("{place}: {} in {:.0?}", words(&result), began.elapsed());
            let failure = result.as_ref().err().map(|error| clean(&error.to_string()).into_owned());
            entry.record = Some(Record { date: today(), failure });
            entry.report = result.ok();
            write_report(root, name, entry.report.as_ref())?;
            write_records(root, entries)?;
        }
        Ok(())
    }

    fn run_one(&self, adapter: &Adapter, interrupted: &Arc<AtomicBool>) -> Result<Report> {
        let mut implementations = (0..self.jobs)
            .map(|_| open(&adapter.start, interrupted))
            .collect::<Result<Vec<_>>>()?;
        let hello = greet(implementations[0].as_mut(), interrupted)?;
        let profile = self.profile.unwrap_or(adapter.profile);
        let interrupted = Arc::clone(interrupted);
        let plan = Plan { profile, interrupted, ..Plan::default() };
        let found = find(units(), implementations, &hello, &plan);
        let rules = rule_counts(&found);
        let subject = adapter.start.options().map(str::to_owned).into();
        Ok(Report { rules, ..build(&explain(found), hello, subject) })
    }
}

fn open(start: &Start, interrupted: &Arc<AtomicBool>) -> Result<Box<dyn Connection>> {
    match start {
        Start::Builtin(name) => Ok(Box::new(builtin("builtin", name)?)),
        Start::Command(command) => {
            let words = shell_words::split(command)?;
            Ok(Box::new(Child::new(words, PATIENCE, Arc::clone(interrupted))))
        }
    }
}

/// Whether the program of the command is there.
fn is_installed(start: &Start) -> Result<bool> {
    let Start::Command(command) = start else { return Ok(true) };
    let words = shell_words::split(command)?;
    Ok(words.first().is_some_and(|program| Path::new(program).exists()))
}

fn words(result: &Result<Report>) -> String {
    match result {
        Ok(report) => {
            let totals = &report.totals;
            format!("{} of {} checks passed", totals.pass, totals.asked)
        }
        Err(error) => clean_lines(&format!("{error:#}")),
    }
}

/// The day, in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let now = chrono::DateTime::from_timestamp(seconds as i64, 0).unwrap_or_default();
    now.date_naive().to_string()
}
