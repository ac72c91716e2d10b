//! Every way to misbehave, a line each, and what a run must come to: the exit code, the totals, and
//! words that every form of the report has. Honest oddities are here too: they must pass.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::{CLAMPING, Expected, NARROWING, PACKING, WIDENING, check, misbehaving, same};

/// Forty units of 256 good inputs.
const WIDENINGS: &str = "cast/tables/int8-int16/*";

const FORMATS: [&str; 5] = ["pretty", "json", "junit", "markdown", "html"];

/// How the adapter behaves, what is asked of it, and how that ends.
struct Mode(&'static str, &'static str, &'static [&'static str], Expected, &'static str);

/// Totals that are not compared: how many checks are reached depends on the limits.
const SOME: &[(&str, u64)] = &[("some", 0)];

const ALL: &[(&str, u64)] = &[("pass", 256)];

const WRONG: &[(&str, u64)] = &[("error", 256)];

#[rustfmt::skip]
const MODES: &[Mode] = &[
    // Honest oddities.
    Mode("slow-start",          WIDENING,  &[],                           Expected(0, ALL), ""),
    Mode("upper-case",          WIDENING,  &[],                           Expected(0, ALL), ""),
    Mode("unknown-members",     WIDENING,  &[],                           Expected(0, ALL), ""),
    Mode("upper-bits",          NARROWING, &[],                           Expected(0, ALL), "upper bits set"),
    Mode("leaves-a-worker",     WIDENING,  &[],                           Expected(0, ALL), ""),
    Mode("shuffles",            WIDENINGS, &["--jobs", "4"],              Expected(0, SOME), ""),
    // What fails only together with others.
    Mode("no-results-together", WIDENING,  &[],                           Expected(100, WRONG), "passes with each alone"),
    Mode("one-more-together",   WIDENING,  &[],                           Expected(100, WRONG), "passes with each alone"),
    Mode("fault-together",      WIDENING,  &[],                           Expected(100, WRONG), "passes with each alone"),
    Mode("garbage-together",    WIDENING,  &[],                           Expected(3, WRONG), "passes with each alone"),
    Mode("abort-together",      WIDENING,  &[],                           Expected(3, &[("crash", 256)]), "passes with each alone"),
    Mode("hang-together",       WIDENING,  &[],                           Expected(3, &[("timeout", 256)]), "passes with each alone"),
    // How a process ends, and whose it is.
    Mode("dies-at-end",         WIDENING,  &[],                           Expected(3, ALL), "exit status: 3"),
    Mode("dies-at-end",         WIDENING,  &["--allow-exit-status"],      Expected(0, ALL), "as --allow-exit-status permits"),
    Mode("dies-at-end",         WIDENING,  &["--allow-exit-status", "3"], Expected(0, ALL), "as --allow-exit-status permits"),
    Mode("dies-at-end",         WIDENING,  &["--allow-exit-status", "4"], Expected(3, ALL), "exit status: 3"),
    Mode("killed-at-end",       WIDENING,  &[],                           Expected(3, ALL), "signal: 9"),
    Mode("another-each-time",   WIDENINGS, &["--jobs", "2"],              Expected(3, SOME), "another hello"),
    Mode("another-after-crash-at-80", WIDENING, &[],                      Expected(3, SOME), "another hello"),
    // What is switched off, or declared and not kept.
    Mode("few-elements",        WIDENING,  &[],                           Expected(0, &[("pass", 256), ("skip", 2)]), "max_elements is 10"),
    Mode("one-element",         WIDENING,  &[],                           Expected(0, &[("pass", 256), ("skip", 4)]), "max_elements"),
    Mode("no-elements",         WIDENING,  &[],                           Expected(3, &[]), "max_elements is 0"),
    Mode("fill-value-wrong",    WIDENING,  &[],                           Expected(100, &[("pass", 255), ("fail", 1)]), "CV-FILL-1"),
    Mode("fill-value-twice",    WIDENING,  &[],                           Expected(100, &[("pass", 255), ("error", 1)]), "a fill value of 4 bytes"),
    Mode("fill-value-empty",    WIDENING,  &[],                           Expected(100, &[("pass", 255), ("error", 1)]), "a fill value of 0 bytes"),
    Mode("fill-value-null",     WIDENING,  &[],                           Expected(3, SOME), "fill_value_result"),
    Mode("fill-value-absent",   WIDENING,  &[],                           Expected(3, SOME), "fill_value_result"),
    Mode("stage-banana",        NARROWING, &[],                           Expected(3, SOME), "banana"),
    Mode("stage-empty",         NARROWING, &[],                           Expected(3, SOME), "unknown variant"),
    Mode("fault-everywhere",    NARROWING, &[],                           Expected(100, WRONG), "TypeError"),
    Mode("declines",            WIDENING,  &[],                           Expected(100, &[("declined", 256)]), "too tired"),
    Mode("declines",            WIDENING,  &["--allow-declines"],         Expected(4, &[("declined", 256)]), "too tired"),
    Mode("declines-most",       WIDENINGS, &[],                           Expected(100, SOME), "too tired"),
    Mode("declines-most",       WIDENINGS, &["--allow-declines"],         Expected(0, SOME), "too tired"),
    // Without an end, or without a bound.
    Mode("floods-at-80",        WIDENING,  &[],                           Expected(3, &[("pass", 255), ("timeout", 1)]), "--timeout"),
    Mode("slow-start",          WIDENING,  &["--start-timeout", "1"],     Expected(3, &[]), "--start-timeout"),
    Mode("crash-everywhere",    WIDENINGS, &[],                           Expected(3, SOME), "--max-consecutive-failures"),
    Mode("crash-everywhere",    "cast/tables/int8-*", &["--max-adapter-failures", "7"], Expected(3, SOME), "--max-adapter-failures"),
    Mode("hang-everywhere",     WIDENINGS, &["--max-lost-time", "2s"],    Expected(3, SOME), "--max-lost-time"),
    Mode("long-texts",          NARROWING, &[],                           Expected(100, SOME), "no no no"),
    Mode("nasty-texts",         CLAMPING,  &[],                           Expected(100, SOME), "error file"),
    Mode("crash",               PACKING,   &[],                           Expected(3, &[("crash", 2)]), "signal: 6"),
];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = MODES.iter().map(trial).collect();
    trials.push(Trial::test("one known crash costs one check of each function", scattered));
    trials.push(Trial::test("long texts do not fill the report", long_texts));
    trials.push(Trial::test("no worker survives", no_worker_survives));
    trials.push(Trial::test("no worker survives a signal", no_worker_survives_a_signal));
    trials.push(Trial::test("a crash can be expected, a broken line cannot", expected_crash));
    trials.push(Trial::test("the first and the last line name what was tested", named));
    trials
}

fn trial(mode: &'static Mode) -> Trial {
    let Mode(kind, _, options, ..) = mode;
    let name = [&[*kind], *options, &["in every form"]].concat().join(" ");
    Trial::test(name, || in_every_form(mode))
}

/// The run and its report in every form: the same exit code, and the words that matter.
fn in_every_form(Mode(kind, id, options, expected, says): &Mode) -> Result<(), Failed> {
    let started = Instant::now();
    let output = run(kind, id, options);
    let log = String::from_utf8_lossy(&output.stderr);
    let took = started.elapsed();
    same("in time", took < Duration::from_secs(60), true, &log)?;
    let Expected(code, totals) = expected;
    if totals == &SOME {
        same("exit code", output.status.code(), Some(*code), &log)?;
    } else {
        check(&output, expected)?;
    }
    if totals.is_empty() {
        return same("the log says why", log.contains(says), true, &log);
    }
    adds_up(&output)?;
    let file = stored(kind, options, &output);
    for format in FORMATS {
        let shown = suite(&["report", file.to_str().expect("UTF-8"), "--format", format]);
        let text = String::from_utf8_lossy(&shown.stdout);
        same(format, shown.status.code(), Some(*code), &String::from_utf8_lossy(&shown.stderr))?;
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        same(format, words.contains(says), true, &text)?;
        same(format, text.chars().find(|one| acts(*one)), None, &text)?;
    }
    Ok(())
}

/// Planned is the sum of the statuses; a run that is not green says why.
fn adds_up(output: &Output) -> Result<(), Failed> {
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let totals = report["totals"].as_object().expect("totals");
    let statuses = totals.iter().filter(|(name, _)| !["planned", "asked"].contains(&name.as_str()));
    let sum: u64 = statuses.filter_map(|(_, count)| count.as_u64()).sum();
    same("planned", totals["planned"].as_u64(), Some(sum), "")
}

/// Whether a character is one that a terminal or a reader's eye obeys.
fn acts(character: char) -> bool {
    let bidi = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    bidi || (character.is_control() && character != '\n')
}

fn stored(kind: &str, options: &[&str], output: &Output) -> PathBuf {
    let name = format!("{kind}{}.json", options.concat());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, &output.stdout).expect("a folder to write to");
    file
}

fn run(kind: &str, id: &str, options: &[&str]) -> Output {
    let adapter = misbehaving(kind);
    let asked = ["test", "--adapter", &adapter, "--timeout", "1", "--format", "json", "--id", id];
    suite(&[&asked, options].concat())
}

fn suite(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.args(arguments).env("NO_COLOR", "1").output().expect("the program runs")
}

/// One input that ends the adapter costs its own check of each function, and no other.
fn scattered() -> Result<(), Failed> {
    let output = run("crash-at-80", WIDENINGS, &[]);
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let count = |name: &str| report["totals"][name].as_u64().unwrap_or(0);
    same("exit code", output.status.code(), Some(3), "")?;
    same("passed", count("pass"), 255 * count("crash"), "")?;
    same("crashed", count("crash") >= 20, true, "")?;
    same("not run", count("notrun"), 0, "")?;
    // The request, and the element alone.
    same("restarts", report["requests"]["crashed"].as_u64(), Some(2 * count("crash")), "")
}

fn long_texts() -> Result<(), Failed> {
    let output = run("long-texts", NARROWING, &[]);
    same("size of the report", output.stdout.len() < 100_000, true, "")
}

/// The worker of a wrapper ends with it: after a run, and after a time-out.
fn no_worker_survives() -> Result<(), Failed> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    for (kind, code) in [("behaves", 0), ("hang-at-80", 3)] {
        let mark = format!("mark-{}-{kind}", std::process::id());
        let adapter = misbehaving(kind);
        let wrapper = format!("sh -c 'sleep 98 & sh -c \"exec {adapter}\" {mark}; :'");
        let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
        let id = format!("{WIDENING}/0x8*");
        let output = command
            .args(["test", "--adapter", &wrapper, "--timeout", "1", "--id", &id])
            .output()
            .expect("the program runs");
        let log = String::from_utf8_lossy(&output.stderr);
        same("exit code", output.status.code(), Some(code), &log)?;
        same("left", left(&mark), String::new(), &log)?;
    }
    Ok(())
}

/// One signal ends the run in order, a second one at once; either way nobody is left.
fn no_worker_survives_a_signal() -> Result<(), Failed> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    for signals in [1, 2] {
        let mark = format!("mark-{}-{signals}", std::process::id());
        let adapter = misbehaving("hang-everywhere");
        let wrapper = format!("sh -c 'sleep 97 & sh -c \"exec {adapter}\" {mark}; :'");
        let mut suite = Command::new(env!("CARGO_BIN_EXE_codec-conformance"))
            .args(["test", "--adapter", &wrapper, "--id", WIDENING])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the program runs");
        let started = Instant::now();
        while left(&mark).is_empty() && started.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let id = suite.id().to_string();
        for _ in 0..signals {
            let _ = Command::new("kill").args(["-INT", &id]).status();
        }
        let code = suite.wait().expect("it ends").code();
        same("exit code", code, Some(130), "")?;
        same("left", left(&mark), String::new(), "")?;
    }
    Ok(())
}

/// The processes that have the mark in their command line.
fn left(mark: &str) -> String {
    let left = Command::new("pgrep").args(["-f", mark]).output().expect("pgrep");
    String::from_utf8_lossy(&left.stdout).trim().to_owned()
}

/// A crash of a named check is expected like any failure, and the restarts are reported; what
/// breaks the protocol says nothing that could be expected.
fn expected_crash() -> Result<(), Failed> {
    let name = format!("expected-{}.toml", std::process::id());
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let entry = format!("[[expected]]\nreason = \"known\"\nids = [\"{WIDENING}/0x80\"]\n");
    std::fs::write(&list, entry).expect("a folder to write to");
    let list = list.to_str().expect("UTF-8");
    for (kind, code, xfail) in
        [("crash-at-80", 0, 1), ("hang-at-80", 0, 1), ("garbage-at-80", 3, 0)]
    {
        let output = run(kind, WIDENING, &["--baseline", list]);
        let report: Value = serde_json::from_slice(&output.stdout)?;
        same(kind, output.status.code(), Some(code), &report.to_string())?;
        same(kind, report["totals"]["xfail"].as_u64(), Some(xfail), "")?;
        same(kind, report["totals"]["pass"].as_u64(), Some(255), "")?;
        let told = report["notes"].to_string().contains("restarts");
        same(kind, told, code == 0, &report["notes"].to_string())?;
    }
    Ok(())
}

fn named() -> Result<(), Failed> {
    let output = suite(&["--id", WIDENING]);
    let text = String::from_utf8_lossy(&output.stdout);
    let (first, last) = (text.lines().next(), text.lines().last());
    same("first", first, Some("fast 0.1.0 (rust), built in"), &text)?;
    let totals = "PASS fast 0.1.0: asked 256 of 256 checks: 256 passed, 0 failed";
    same("last", last, Some(totals), &text)?;
    let adapter = misbehaving("declines-most");
    let output = suite(&["test", "--adapter", &adapter, "--allow-declines", "--id", WIDENINGS]);
    let text = String::from_utf8_lossy(&output.stdout);
    let ends = [text.lines().next(), text.lines().last()];
    let say = |line: Option<&str>| line.is_some_and(|line| line.contains("declines allowed"));
    same("both say it", ends.map(say), [true; 2], &text)
}
