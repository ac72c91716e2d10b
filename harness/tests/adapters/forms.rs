//! Misbehaviour in every form of report: the same exit code, exactly the guilty check red, and
//! totals that add up.

use std::collections::BTreeSet;
use std::process::Command;

use junit_parser::{TestCase, TestSuites};
use libtest_mimic::{Failed, Trial};

use super::{WIDENING, misbehaving, same};

const FORMATS: [&str; 5] = ["pretty", "json", "junit", "markdown", "html"];

/// The one check of the 16 that goes wrong.
const GUILTY: &str = "0x80";

/// How a check ends, and how the totals say so.
const KINDS: [(&str, i32, &str); 5] = [
    ("wrong-at-80", 100, "1 failed"),
    ("kill-at-80", 3, "1 crashed"),
    ("hang-at-80", 3, "1 timed out"),
    ("garbage-at-80", 3, "1 error"),
    ("one-too-few-at-80", 100, "1 error"),
];

pub(crate) fn trials() -> Vec<Trial> {
    let each = FORMATS.into_iter().flat_map(|format| {
        let guilty = KINDS.map(|(kind, code, words)| {
            let run = move || one_is_guilty(format, kind, code, words);
            Trial::test(format!("{kind} as {format}"), run)
        });
        let twice = Trial::test(format!("answers-twice as {format}"), move || twice(format));
        guilty.into_iter().chain([twice])
    });
    each.collect()
}

/// A run's exit code and report.
fn report(kind: &str, format: &str) -> (Option<i32>, String) {
    let adapter = misbehaving(kind);
    let output = Command::new(env!("CARGO_BIN_EXE_codec-conformance"))
        .args(["test", "--adapter", &adapter, "--timeout", "1", "--format", format])
        .args(["--id", &format!("{WIDENING}/0x8*")])
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

fn one_is_guilty(format: &str, kind: &str, code: i32, words: &str) -> Result<(), Failed> {
    let (exit, text) = report(kind, format);
    same("exit code", exit, Some(code), &text)?;
    let guilty: BTreeSet<&str> = [GUILTY].into();
    match format {
        "json" => same("ids", checks(&text), guilty, &text),
        "junit" => {
            let suites = parsed(&text)?;
            // Who ends, hangs or breaks the protocol makes the run red too.
            let expected = if code == 3 { 2 } else { 1 };
            let red = |case: &&TestCase| case.status.is_failure() || case.status.is_error();
            same(
                "red",
                suites.suites.iter().flat_map(|suite| &suite.cases).filter(red).count(),
                expected,
                &text,
            )?;
            same("failures and errors", suites.failures + suites.errors, expected as u64, &text)?;
            same("ids", checks(&text), guilty, &text)
        }
        _ => {
            same("ids", checks(&text), guilty, &text)?;
            // Digits are in groups of three; words in a page are parted by tags.
            let plain = without_tags(&text);
            let totals = ["15 passed", words];
            let told = totals.map(|words| plain.contains(words) || told_apart(&plain, words));
            same("totals", told, [true; 2], &plain)
        }
    }
}

/// Red, and why.
fn twice(format: &str) -> Result<(), Failed> {
    let (exit, text) = report("answers-twice", format);
    same("exit code", exit, Some(3), &text)?;
    same("why", text.contains("answered more than once"), true, &text)?;
    if format == "junit" {
        let suites = parsed(&text)?;
        same("errors", suites.errors > 0, true, &text)?;
    }
    Ok(())
}

fn parsed(text: &str) -> Result<TestSuites, Failed> {
    junit_parser::from_reader(text.as_bytes()).map_err(|error| format!("{error}: {text}").into())
}

/// The inputs of all checks of the function that a text names.
fn checks(text: &str) -> BTreeSet<&str> {
    let function = format!("{WIDENING}/");
    let rests = text.split(&function).skip(1);
    let inputs = rests.filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next());
    // The glob of the selection is shown too.
    inputs.filter(|input| input.len() == GUILTY.len()).collect()
}

fn without_tags(text: &str) -> String {
    let mut inside = false;
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                plain.push(' ');
            }
            c if !inside => plain.push(c),
            _ => {}
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A table has the words first, then the count.
fn told_apart(text: &str, words: &str) -> bool {
    let (count, what) = words.split_once(' ').expect("a count and words");
    text.contains(&format!("{what} {count}")) || text.contains(&format!("{what} | {count} |"))
}
