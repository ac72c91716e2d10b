//! What the command line does for who sits at it: near names, the terminal's width, completions,
//! notes.

#[cfg(unix)]
mod adapters;
mod names;
#[cfg(unix)]
mod terminal;

use std::process::{Command, Output};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_codec-conformance");

fn run(arguments: &[&str]) -> Output {
    run_at(100, arguments)
}

/// The output at a width.
fn run_at(columns: usize, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.env("COLUMNS", columns.to_string()).args(arguments);
    command.output().expect("the program runs")
}

/// Standard output, after the exit code is checked.
fn stdout(code: i32, arguments: &[&str]) -> String {
    let output = run(arguments);
    let log = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {log}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What is said on standard error, after `error: `, where nothing is reported.
fn error(code: i32, arguments: &[&str]) -> String {
    let output = run(arguments);
    let log = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {log}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints a report");
    log.strip_prefix("error: ").expect("an error").trim_end().to_owned()
}

/// A fault, and a pair of types that shows it in the six NaNs of float8_e5m2: under five roundings,
/// in both directions of none and clamp and one of wrap.
const FAULTY: [&str; 4] =
    ["--builtin", "fault:nan-becomes-zero", "--id", "cast/tables/float8_e5m2-int8"];
const FAILING: usize = 6 * 5 * (2 + 2 + 1);

#[test]
fn the_ids_of_all_failures_can_be_asked_again() {
    let words = [["test"].as_slice(), &FAULTY, &["--format", "ids"]].concat();
    let ids = stdout(100, &words);
    assert_eq!(ids.lines().count(), FAILING);
    let nans = ["0x7d", "0x7e", "0x7f", "0xfd", "0xfe", "0xff"];
    assert!(ids.lines().all(|id| nans.iter().any(|nan| id.ends_with(nan))), "{ids}");
    let again: Vec<String> = ids.lines().map(|id| format!("--id={id}")).collect();
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    let listed = stdout(0, &[["list", "--checks"].as_slice(), &again].concat());
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&listed), sorted(&ids));
}

#[test]
fn a_stored_report_has_the_same_ids_and_none_of_expected_failures() {
    let folder =
        std::env::temp_dir().join(format!("codec-conformance-desk-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (stored, list) = (file("report.json"), file("expected-failures.toml"));
    let test = [["test"].as_slice(), &FAULTY].concat();
    stdout(100, &[&test, ["--format", "json", "--output", &stored].as_slice()].concat());
    let ids = stdout(100, &[&test, ["--format", "ids"].as_slice()].concat());
    assert_eq!(stdout(100, &["report", "--format", "ids", &stored]), ids);
    stdout(0, &[["baseline", "--init", "--file", &list].as_slice(), &FAULTY].concat());
    assert_eq!(
        stdout(0, &[&test, ["--baseline", &list, "--format", "ids"].as_slice()].concat()),
        ""
    );
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn smoke_asks_the_examples_alone() {
    let began = Instant::now();
    let text = stdout(0, &["smoke", "--builtin", "reference"]);
    assert!(text.contains("255"), "{text}");
    // Going through all checks takes a build without optimisation many times as long.
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}

#[test]
fn a_rule_is_shown_with_its_entry_of_the_notes() {
    let text = stdout(0, &["show", "CV-ROUND-8"]);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "CV-ROUND-8 (derived) A value is rounded once, from its exact value,",
        "clause: \"This applies to any cast where the target data type cannot exactly represent",
        "- int64 `0x4000004000000001` (2^62 + 2^38 + 1) → float32 is `0x5e800001`.",
        "For integer targets the like happens with",
    ] {
        assert!(words.contains(part), "{part:?} is not in {text}");
    }
    assert!(!text.contains('#'), "what follows is another entry: {text}");
    let rules = stdout(0, &["show", "CV-ROUND-*"]);
    assert_eq!(rules.lines().filter(|line| line.starts_with("CV-ROUND-")).count(), 10);
}

#[test]
fn every_entry_of_the_notes_is_shown_in_its_words() {
    let notes = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec-notes");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let pages = std::fs::read_dir(notes).expect("the notes");
    let pages =
        pages.map(|page| std::fs::read_to_string(page.expect("a page").path()).expect("text"));
    for page in pages {
        for entry in page.split("\n### ").skip(1) {
            let entry = entry.split("\n## ").next().unwrap_or_default();
            let (id, entry) = entry.split_once('\n').expect("a heading");
            let (_, prose) = entry.split_once("\n\n").unwrap_or_default();
            let shown = words(&stdout(0, &["show", id]));
            assert!(shown.ends_with(&words(prose)), "{id}: {shown}");
        }
    }
}

#[test]
fn completions_complete() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(stdout(0, &["completions", shell]).contains("scoreboard"), "{shell}");
    }
    assert!(error(2, &["completions", "sh"]).contains("bash"));
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let completed = |words: &str| {
        let last = words.split(' ').count() - 1;
        let script = format!(
            "eval \"$1\"; COMP_WORDS=({words}); COMP_CWORD={last}; \
             function=$(complete -p codec-conformance | sed 's/.*-F \\([^ ]*\\).*/\\1/'); \
             $function codec-conformance \"${{COMP_WORDS[$COMP_CWORD]}}\" \
             \"${{COMP_WORDS[$COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let bash = stdout(0, &["completions", "bash"]);
        let output = Command::new("bash").args(["-c", &script, "bash", &bash]).output();
        String::from_utf8(output.expect("bash runs").stdout).expect("UTF-8").trim().to_owned()
    };
    assert_eq!(completed("codec-conformance smo"), "smoke");
    assert_eq!(completed("codec-conformance report --format id"), "ids");
}
