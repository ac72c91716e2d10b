//! Adapters that misbehave: exactly the guilty checks are red, the totals add up, and the exit
//! code says what happened.
//!
//! This program is both sides: called with `misbehave KIND` it is such an adapter.

mod forms;
mod misbehave;
mod modes;

use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// A function with 256 good inputs.
const WIDENING: &str = "cast/tables/int8-int16/nearest-even/none/encode";

/// A function in which 240 of the 256 inputs must be rejected.
const NARROWING: &str = "cast/tables/int8-int4/nearest-even/none/encode";

/// The same with none to reject.
const CLAMPING: &str = "cast/tables/int8-int4/nearest-even/clamp/encode";

/// An Unpack and a Pack.
const PACKING: &str = "unpack/example/test_unpack_3bit/*";

/// What a run must come to: exit code, and the totals that are not zero.
#[derive(Clone, Copy)]
struct Expected(i32, &'static [(&'static str, u64)]);

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("misbehave") {
        misbehave::run(&arguments.next().expect("a kind"));
        return;
    }
    let mut trials = trials();
    trials.extend(forms::trials());
    trials.extend(modes::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

const ALL_GOOD: &[(&str, u64)] = &[("pass", 256)];

const NOTHING: &[(&str, u64)] = &[];

/// How the adapter behaves, what is asked of it, and how that ends.
#[rustfmt::skip]
const RUNS: &[(&str, &str, Expected)] = &[
    ("behaves",            WIDENING,  Expected(0,   ALL_GOOD)),
    ("noisy-log",          WIDENING,  Expected(0,   ALL_GOOD)),
    ("crlf",               WIDENING,  Expected(0,   ALL_GOOD)),
    ("ends-at-once",       WIDENING,  Expected(3,   NOTHING)),
    ("echoes",             WIDENING,  Expected(3,   NOTHING)),
    ("no-hello",           WIDENING,  Expected(3,   NOTHING)),
    ("protocol-2",         WIDENING,  Expected(3,   NOTHING)),
    ("crash-at-80",        WIDENING,  Expected(3,   &[("pass", 255), ("crash", 1)])),
    ("hang-at-80",         WIDENING,  Expected(3,   &[("pass", 255), ("timeout", 1)])),
    ("garbage-at-80",      WIDENING,  Expected(3,   &[("pass", 255), ("error", 1)])),
    ("fault-at-80",        WIDENING,  Expected(100, &[("pass", 255), ("error", 1)])),
    ("long-line-at-80",    WIDENING,  Expected(3,   &[("pass", 255), ("error", 1)])),
    ("not-utf8-at-80",     WIDENING,  Expected(3,   &[("pass", 255), ("error", 1)])),
    ("wrong-id-at-80",     WIDENING,  Expected(3,   &[("pass", 255), ("error", 1)])),
    ("no-id-at-80",        WIDENING,  Expected(3,   &[("pass", 255), ("error", 1)])),
    ("one-too-few-at-80",  WIDENING,  Expected(100, &[("pass", 255), ("error", 1)])),
    ("short-data-at-80",   WIDENING,  Expected(100, &[("pass", 255), ("error", 1)])),
    ("refuses-at-80",      WIDENING,  Expected(100, &[("pass", 255), ("fail", 1)])),
    ("wrong-at-80",        WIDENING,  Expected(100, &[("pass", 255), ("fail", 1)])),
    ("crash-at-80",        NARROWING, Expected(3,   &[("pass", 255), ("crash", 1)])),
    ("refuses-at-open",    WIDENING,  Expected(100, &[("fail", 256)])),
    ("refuses-at-open",    NARROWING, Expected(100, &[("fail", 256)])),
    ("refuses-all-data",   NARROWING, Expected(100, &[("pass", 240), ("fail", 16)])),
    ("refuses-long",       WIDENING,  Expected(100, &[("pass", 255), ("fail", 1)])),
    ("refuses-long",       CLAMPING,  Expected(100, &[("pass", 255), ("fail", 1)])),
    ("declares-nothing",   WIDENING,  Expected(4,   &[("skip", 256)])),
    ("outlives-its-input", WIDENING,  Expected(3,   ALL_GOOD)),
    ("answers-twice",      WIDENING,  Expected(3,   &[("error", 256)])),
    ("behaves",            PACKING,   Expected(0,   &[("pass", 2)])),
    ("crash",              PACKING,   Expected(3,   &[("crash", 2)])),
    ("two-results",        PACKING,   Expected(100, &[("error", 2)])),
    ("no-results",         PACKING,   Expected(100, &[("error", 2)])),
    ("no-shape",           PACKING,   Expected(3,   &[("error", 2)])),
    ("no-data",            PACKING,   Expected(100, &[("fail", 2)])),
    ("wrong-shape",        PACKING,   Expected(100, &[("fail", 2)])),
    ("short-data",         PACKING,   Expected(100, &[("fail", 2)])),
    ("wrong-data",         PACKING,   Expected(100, &[("fail", 2)])),
    ("declares-nothing",   PACKING,   Expected(4,   &[("skip", 2)])),
];

fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = RUNS.iter().map(trial).collect();
    trials.extend([
        Trial::test("killed", killed),
        Trial::test("true and cat", || programs(&["true", "cat"])),
        Trial::test("no such program", || programs(&["./no-such-program"])),
        Trial::test("answers twice in a longer run", answers_twice),
        Trial::test("the guilty element is named", guilty_is_named),
        Trial::test("refusals of everything are no rejections", control_is_asked),
    ]);
    trials
}

fn trial((kind, id, expected): &'static (&str, &str, Expected)) -> Trial {
    let name = id.trim_start_matches("cast/tables/");
    Trial::test(format!("{kind} on {name}"), || check(&run(kind, id), expected))
}

/// Runs the suite's checks of that id on the misbehaving adapter.
fn run(kind: &str, id: &str) -> Output {
    suite(&misbehaving(kind), id)
}

/// The command of an adapter that misbehaves.
fn misbehaving(kind: &str) -> String {
    let own = std::env::current_exe().expect("the path of this test");
    let own = own.to_str().expect("a path in UTF-8");
    shell_words::join([own, "misbehave", kind])
}

fn suite(adapter: &str, id: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.args(["test", "--adapter", adapter, "--timeout", "1", "--start-timeout", "5"]);
    command.args(["--format", "json", "--id", id]);
    command.output().expect("the program runs")
}

fn check(output: &Output, Expected(code, counts): &Expected) -> Result<(), Failed> {
    let log = String::from_utf8_lossy(&output.stderr);
    same("exit code", output.status.code(), Some(*code), &log)?;
    if counts.is_empty() {
        return same("report", output.stdout.as_slice(), &[], &log);
    }
    let totals = &report(output)?["totals"];
    for name in ["pass", "fail", "skip", "error", "crash", "timeout", "notrun", "declined"] {
        let wanted = counts.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count);
        same(name, totals[name].as_u64(), Some(wanted), &log)?;
    }
    let planned = counts.iter().map(|(_, count)| count);
    same("planned", totals["planned"].as_u64(), Some(planned.sum()), &log)
}

fn report(output: &Output) -> Result<Value, Failed> {
    serde_json::from_slice(&output.stdout).map_err(|error| format!("no report: {error}").into())
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    got: T,
    want: T,
    log: &str,
) -> Result<(), Failed> {
    if got == want {
        Ok(())
    } else {
        Err(format!("{what}: {got:?}, not {want:?}; log: {log}").into())
    }
}

fn programs(programs: &[&str]) -> Result<(), Failed> {
    for program in programs {
        let output = suite(program, WIDENING);
        same(program, output.status.code(), Some(3), "")?;
        same(program, output.stdout.as_slice(), &[], "")?;
    }
    Ok(())
}

/// A child that a signal ends never passes.
fn killed() -> Result<(), Failed> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let output = suite("sh -c 'kill -9 $$'", WIDENING);
    same("exit code", output.status.code(), Some(3), "")?;
    let log = String::from_utf8_lossy(&output.stderr);
    if log.contains("signal: 9") {
        Ok(())
    } else {
        Err(format!("no word of the signal: {log}").into())
    }
}

/// The second answer to a request is seen later; red is the function that was asked with it.
fn answers_twice() -> Result<(), Failed> {
    let output = run("answers-widening-twice", "cast/tables/int8-*int16/*");
    let report = report(&output)?;
    same("exit code", output.status.code(), Some(3), "")?;
    same("failed", report["totals"]["fail"].as_u64(), Some(0), "")?;
    same("passed", report["totals"]["pass"].as_u64() > Some(1000), true, "")?;
    let problem = report["problems"][0].as_str().unwrap_or_default();
    same("problem", problem, "a request was answered more than once", "")?;
    let classes = report["classes"].as_array().map_or(&[][..], Vec::as_slice);
    let checks = classes.iter().filter_map(|class| class["checks"].as_array()).flatten();
    let checks: Vec<&str> = checks.filter_map(Value::as_str).collect();
    let guilty = |id: &&str| id.starts_with("cast/tables/int8-int16/");
    same("guilty", checks.iter().filter(|id| guilty(id)).count(), checks.len(), "")?;
    same("errors", report["totals"]["error"].as_u64(), Some(checks.len() as u64), "")?;
    same("some", checks.is_empty(), false, "")
}

fn guilty_is_named() -> Result<(), Failed> {
    let report = report(&run("crash-at-80", WIDENING))?;
    let id = report["classes"][0]["example"]["id"].as_str().unwrap_or_default().to_owned();
    same("id", id, format!("{WIDENING}/0x80"), "")
}

/// A case of which every input must be rejected, on an adapter that rejects all data.
fn control_is_asked() -> Result<(), Failed> {
    let id = "cast/scalar/infinity-into-float8_e8m0fnu-clamp/encode";
    let refused = report(&run("refuses-all-data", id))?;
    same("failed", refused["totals"]["fail"].as_u64(), refused["totals"]["planned"].as_u64(), id)?;
    let answered = report(&run("behaves", id))?;
    same("passed", answered["totals"]["pass"].as_u64(), refused["totals"]["planned"].as_u64(), id)?;
    let asked = answered["totals"]["planned"].as_u64() > Some(0);
    same("asked", asked, true, id)
}
