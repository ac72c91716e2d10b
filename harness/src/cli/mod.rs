//! The command line.

mod adapter;
mod baseline;
mod completions;
mod diff;
mod filters;
mod fuzz;
mod generate;
mod list;
mod names;
mod output;
mod overlap;
mod progress;
mod report;
mod scoreboard;
mod selftest;
mod serve;
mod session;
mod show;
mod smoke;
mod subject;
mod test;
mod times;
mod tolerance;
mod why;

use std::ffi::OsString;
use std::panic::{UnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use output::{print, width};
use session::Exit;

use crate::outside::clean_lines;

/// Tests an implementation of array codecs against golden vectors.
#[derive(Parser)]
#[command(name = "codec-conformance", version, about, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Without a command, `test` runs; without options it runs the built-in fast implementation.

Exit codes: 0 pass, 1 internal error, 2 usage, 3 adapter or protocol, 4 nothing was run,
7 only unexpected passes or stale baseline entries, 100 failures, 130 interrupted.";

#[derive(Subcommand)]
enum Command {
    /// Run the vectors against an implementation.
    Test(test::Options),
    /// Keep a list of expected failures.
    Baseline(baseline::Options),
    /// Write an adapter to start from.
    Adapter(adapter::Options),
    /// Try an adapter: the protocol, and the texts' own examples.
    Smoke(smoke::Options),
    /// List the ids of what would be run.
    List(list::Options),
    /// Show a check, a case, a group of the vectors, or a rule.
    Show(show::Options),
    /// Prove a check by hand: from the input to what is expected, step by step.
    Why(why::Options),
    /// Write a stored report in another form.
    Report(report::Options),
    /// Show what changed from one stored report to another.
    Diff(diff::Options),
    /// Run every installed adapter of a list, and write a page that compares them.
    Scoreboard(scoreboard::Options),
    /// Ask random questions, judged by the reference, and shrink what is answered wrongly.
    Fuzz(fuzz::Options),
    /// Write the generated vector files, or with --check only compare them.
    Generate(generate::Options),
    /// Speak the adapter protocol on standard input and output.
    Serve(serve::Options),
    /// Run the vectors against seeded faults; each must be found.
    Selftest(selftest::Options),
    /// Print a script that completes command lines in a shell.
    Completions(completions::Options),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments = parse();
    let interrupted = Arc::new(AtomicBool::new(false));
    handle_interrupts(&interrupted);
    guarded(move || match arguments.command {
        Command::Test(options) => test::run(&options, &interrupted),
        Command::Baseline(options) => baseline::run(&options, &interrupted),
        Command::Adapter(options) => adapter::run(&options),
        Command::Smoke(options) => smoke::run(&options, &interrupted),
        Command::List(options) => list::run(&options, &interrupted),
        Command::Show(options) => show::run(&options),
        Command::Why(options) => why::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Diff(options) => diff::run(&options),
        Command::Scoreboard(options) => scoreboard::run(&options, &interrupted),
        Command::Fuzz(options) => fuzz::run(&options, &interrupted),
        Command::Generate(options) => generate::run(&options, &interrupted),
        Command::Serve(options) => serve::run(&options),
        Command::Selftest(options) => selftest::run(&options, &interrupted),
        Command::Completions(options) => completions::run(&options, Arguments::command()),
    })
}

/// What the arguments say; help is as wide as a report.
fn parse() -> Arguments {
    let mut command = Arguments::command().term_width(width());
    let words = with_default_command(std::env::args_os().collect());
    let parsed = command
        .try_get_matches_from_mut(words)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| error.format(&mut command).exit())
}

/// The arguments with `test` where no command is given first.
fn with_default_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let first = arguments.get(1).map(|first| first.to_string_lossy().into_owned());
    let command = Arguments::command();
    let is_command = |name: &str| {
        name == "help" || command.get_subcommands().any(|known| known.get_name() == name)
    };
    let is_general = |name: &str| ["-h", "--help", "-V", "--version"].contains(&name);
    // A word that is not an option is left for the parser to reject.
    let kept =
        first.is_some_and(|name| is_command(&name) || is_general(&name) || !name.starts_with('-'));
    if !kept {
        arguments.insert(1.min(arguments.len()), "test".into());
    }
    arguments
}

/// The first interrupt ends the run in order, the second one at once.
fn handle_interrupts(interrupted: &Arc<AtomicBool>) {
    let flag = Arc::clone(interrupted);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            crate::implementation::kill_all();
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("note: interrupts end the program at once: {error}");
    }
}

/// An error, which may quote what others wrote, ends the program with its exit code, or 1; a panic
/// with 1.
fn guarded(run: impl FnOnce() -> Result<u8> + UnwindSafe) -> ExitCode {
    match catch_unwind(run) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(error)) => {
            eprintln!("error: {}", clean_lines(&format!("{error:#}")));
            ExitCode::from(error.downcast_ref::<Exit>().map_or(1, |exit| exit.code))
        }
        Err(_) => ExitCode::from(1),
    }
}
