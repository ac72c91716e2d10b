//! Levels: how binding each expectation is, and which of them fail a run.

use std::collections::{BTreeMap, HashMap};
use std::process::{Command, Output};

use codec_conformance::report::{LevelCount, Report, Style, exit_code, junit, pretty};
use codec_vectors::{Level, embedded};
use serde_json::Value;

use crate::samples::{BOTH, suite};

/// As a reader with a JSON parser alone finds it: the rule that decides a cell, and its level.
fn level_of_cell(
    group: &Value,
    function: &Value,
    bits: u64,
    levels: &HashMap<String, String>,
) -> Option<String> {
    let entry = |holder: &Value| -> Option<String> {
        let entries = holder["decided_by"].as_array()?.iter();
        let start = |entry: &Value| {
            let hex = entry[0].as_str().expect("bits").trim_start_matches("0x").to_owned();
            u64::from_str_radix(&hex, 16).expect("hex")
        };
        entries.rev().find(|entry| start(entry) <= bits)?[1].as_str().map(str::to_owned)
    };
    let rule = entry(group).or_else(|| entry(function)).filter(|rule| rule != "rounding")?;
    levels.get(&rule).cloned()
}

fn rule_levels() -> HashMap<String, String> {
    let text = embedded::files().find(|(path, _)| *path == "rules.json").map(|(_, text)| text);
    let text = text.map_or_else(
        || {
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/rules.json"))
                .expect("rules")
        },
        str::to_owned,
    );
    let rules: Value = serde_json::from_str(&text).expect("JSON");
    let items = rules["items"].as_array().expect("items").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    items.map(|rule| (text(&rule["id"]), text(&rule["level"]))).collect()
}

/// Every cell of the tables of int2 and float4_e2m1fn, by the procedure of vectors/README.md.
#[test]
fn a_cell_has_the_level_of_the_rule_that_decides_it() {
    let levels = rule_levels();
    let units: HashMap<&str, _> = suite().iter().map(|unit| (unit.id.as_str(), unit)).collect();
    let mut seen = BTreeMap::new();
    for path in ["cast_value/tables/int2.json", "cast_value/tables/float4_e2m1fn.json"] {
        let (_, text) = embedded::files().find(|(known, _)| *known == path).expect("a file");
        let file: Value = serde_json::from_str(text).expect("JSON");
        for group in file["items"].as_array().expect("groups") {
            for function in group["functions"].as_array().expect("functions") {
                let one = |name: &str| function["holds"][0][name][0].as_str().expect("a word");
                let (rounding, range) = (one("rounding"), one("out_of_range"));
                let id = format!(
                    "{}/{rounding}/{range}/{}",
                    group["id"].as_str().expect("an id"),
                    one("directions")
                );
                for check in units[id.as_str()].checks() {
                    let due = match check.expectation.is_tolerant() {
                        true => Some("reading".to_owned()),
                        false => level_of_cell(group, function, check.input.bits, &levels),
                    };
                    // Rounding to a multiple is what the texts name the modes for.
                    let due = due.unwrap_or_else(|| "must".to_owned());
                    let level = units[id.as_str()].level(&check).name();
                    assert_eq!(level, due, "{id}/{}", check.input);
                    *seen.entry(level).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(seen.len() > 1, "{seen:?}");
}

/// A hand-written case says its level; where it names other answers, they are readings.
#[test]
fn a_case_has_the_level_that_it_states() {
    let stated: HashMap<String, Level> =
        embedded::cases().into_iter().map(|case| (case.id, case.level)).collect();
    let mut seen = BTreeMap::new();
    for unit in suite() {
        let Some(level) = unit.id.rsplit_once('/').and_then(|(case, _)| stated.get(case)) else {
            continue;
        };
        for check in unit.checks() {
            let due = if check.expectation.is_tolerant() { Level::Reading } else { *level };
            assert_eq!(unit.level(&check), due, "{}", unit.check_id(check.input));
            *seen.entry(due).or_insert(0) += 1;
        }
    }
    assert!(seen.len() > 2, "{seen:?}");
}

fn test(fault: &str, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.args(["test", "--builtin", fault]).args(options);
    command.output().expect("the program runs")
}

fn reported(fault: &str, options: &[&str]) -> (Option<i32>, Report) {
    let output = test(fault, &[options, &["--format", "json"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code(), Report::from_json(&text).expect("a report"))
}

const TIES: &str = "fault:ties-away-instead-of-even";

/// Wrong in -0.5 alone, whose zero is a reading; asked with the inputs beside it.
const READING: [&str; 4] = [
    "--id",
    "cast/tables/float8_e4m3-int2/nearest-even/none/encode/0xb0",
    "--id",
    "cast/tables/float8_e4m3-int2/nearest-even/none/encode/0x38",
];

#[test]
fn failures_of_other_levels_are_warnings() {
    assert_eq!(reported(TIES, &READING).0, Some(100));
    assert_eq!(reported(TIES, &[&READING[..], &["--level", "reading"]].concat()).0, Some(100));
    let (code, report) = reported(TIES, &[&READING[..], &["--level", "must,derived"]].concat());
    assert_eq!((code, report.totals.fail, exit_code(&report)), (Some(0), 1, 0));
    let text = pretty(&report, Style { width: 100, color: false });
    assert!(text.contains("\nWARN CV-ZERO-3 (reading): wrong result in 1 check\n"), "{text}");
    let last = text.lines().last().expect("a line");
    assert!(last.starts_with("PASS ") && last.contains(", at must and derived alone: "), "{last}");
    assert!(last.ends_with("1 failed, 1 of them as warnings"), "{last}");
    let xml = junit(&report);
    assert!(xml.contains("<skipped") && !xml.contains("<failure"), "{xml}");
}

/// What binds fails the run as before, and what does not is counted apart.
#[test]
fn failures_of_those_levels_fail() {
    let (code, report) = reported(TIES, &["--id", BOTH, "--level", "must"]);
    assert_eq!(code, Some(100));
    let failed: Vec<u64> = report.levels.iter().map(|one| one.failed).collect();
    assert!(failed[0] > 0 && failed[3] > 0, "{failed:?}");
    assert_eq!(failed.iter().sum::<u64>(), report.totals.fail);
    assert_eq!(report.levels.iter().map(|one| one.passed).sum::<u64>(), report.totals.pass);
}

/// No check of that level: nothing could have failed, so nothing has passed.
#[test]
fn a_run_that_nothing_could_fail_is_no_success() {
    let output = test("fast", &["--id", BOTH, "--level", "should"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("nothing was asked at the levels that fail the run"), "{text}");
}

/// What a level cannot excuse keeps its own word in every form.
#[test]
fn only_failures_become_warnings() {
    for (name, word) in
        [("crash", "CRASH"), ("expected failures", "XFAIL"), ("unexpected passes", "XPASS")]
    {
        let report = crate::samples::sample(name);
        let levels = report.levels.iter().map(|one| LevelCount { gates: false, ..*one });
        let report = Report { levels: levels.collect(), ..report.clone() };
        let text = pretty(&report, Style { width: 100, color: false });
        assert!(text.contains(&format!("\n{word} ")) && !text.contains("WARN"), "{text}");
        let xml = junit(&report);
        assert!(!xml.contains("(warn)"), "{name}: {xml}");
        assert_eq!(xml.contains("<skipped"), name == "expected failures", "{name}: {xml}");
    }
}

#[test]
fn a_crash_is_no_warning() {
    let report = crate::samples::sample("crash");
    let levels = report.levels.iter().map(|one| LevelCount { gates: false, ..*one });
    assert_eq!(exit_code(&Report { levels: levels.collect(), ..report.clone() }), 3);
}

#[test]
fn unknown_levels_are_named() {
    let output = test("fast", &["--level", "must,shall"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.contains("not one of must, should, derived, reading"), "{error}");
}
