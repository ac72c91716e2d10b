//! The command line as a person meets it: texts are snapshots, exit codes are the documented ones.

use std::process::{Command, Output};

use insta::assert_snapshot;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.env("COLUMNS", "100").args(arguments).output().expect("the program runs")
}

/// Standard output, after the exit code is checked.
fn stdout(code: i32, arguments: &[&str]) -> String {
    let output = run(arguments);
    let log = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {log}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn stderr(code: i32, arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints a report");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn help() {
    assert_snapshot!(stdout(0, &["--help"]));
    assert_snapshot!(stdout(0, &["test", "--help"]));
}

#[test]
fn a_report_of_failures() {
    let ties =
        ["--builtin", "fault:ties-away-instead-of-even", "--id", "cast/tables/float8_e4m3-*"];
    assert_snapshot!(stdout(100, &[&["test"], ties.as_slice()].concat()));
}

#[test]
fn a_report_of_a_fault_that_needs_a_long_array() {
    let tail =
        ["--builtin", "fault:vector-tail-truncates", "--id", "cast/tables/int8-float4_e2m1fn"];
    assert_snapshot!(stdout(100, &tail));
}

#[test]
fn a_report_of_passes_and_one_of_nothing() {
    assert_snapshot!(stdout(0, &["--id", "cast/tables/int2-int4"]));
    let nothing = ["--id", "cast/tables/int2-int4", "--data-type", "float16"];
    assert_snapshot!(stdout(4, &nothing));
}

#[test]
fn filters_meet() {
    let narrow =
        ["--data-type", "float8_e8m0fnu", "--rule", "CV-ROUND-9", "--id", "cast/tables/int4-*"];
    let text = stdout(0, &narrow);
    // The ties 3 and 6 of int4, in both directions of none and clamp and one of wrap; what becomes
    // of -3 and -6 is decided by the range.
    assert!(text.ends_with("asked 10 of 10 checks: 10 passed, 0 failed\n"), "{text}");
}

#[test]
fn one_check_alone() {
    let id = "cast/tables/int8-int4/nearest-even/clamp/encode/0x80";
    let text = stdout(0, &["test", "--builtin", "reference", "--id", id]);
    assert!(text.ends_with("asked 1 of 1 check: 1 passed, 0 failed\n"), "{text}");
}

#[test]
fn show_speaks_of_rules_checks_and_groups() {
    assert_snapshot!(stdout(0, &["show", "CV-ROUND-9"]));
    let check = "cast/tables/uint8-float8_e8m0fnu/nearest-even/none/encode/0x03";
    assert_snapshot!(stdout(0, &["show", check]));
    assert_snapshot!(stdout(0, &["show", "cast/tables/int2-uint2/towards-zero/none/encode"]));
}

#[test]
fn usage_errors_are_2() {
    for arguments in [
        ["test", "--builtin", "nobody"].as_slice(),
        &["test", "--builtin", "fault:nobody"],
        &["serve", "--builtin", "nobody"],
        &["test", "--adapter", "a 'b"],
        &["test", "--timeout", "-1"],
        &["test", "--data-type", "float8"],
        &["test", "--no-such-option"],
        &["no-such-command"],
    ] {
        let text = stderr(2, arguments);
        assert!(text.starts_with("error: "), "{arguments:?}: {text}");
    }
}

#[test]
fn json_is_one_object_with_totals_that_add_up() {
    let text = stdout(
        100,
        &[
            "--builtin",
            "fault:nan-becomes-zero",
            "--format",
            "json",
            "--id",
            "cast/tables/float8_e5m2-int8",
        ],
    );
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let totals = report["totals"].as_object().expect("totals");
    let sum: u64 = totals
        .iter()
        .filter(|(name, _)| !["planned", "asked"].contains(&name.as_str()))
        .map(|(_, count)| count.as_u64().expect("a count"))
        .sum();
    assert_eq!(totals["planned"].as_u64(), Some(sum));
    assert_eq!(report["classes"][0]["rule"], "CV-NAN-3");
    // Six NaNs, five roundings, both directions of none and clamp and one of wrap.
    assert_eq!(totals["fail"].as_u64(), Some(6 * 5 * (2 + 2 + 1)));
}

#[test]
fn interrupted_output_is_no_failure() {
    let program = env!("CARGO_BIN_EXE_codec-conformance");
    let script =
        format!("'{program}' test --builtin fast --id 'cast/tables/int*' | head -c 1 >/dev/null");
    if cfg!(unix) {
        let status = Command::new("sh").args(["-c", &script]).status().expect("a shell");
        assert!(status.success());
    }
}
