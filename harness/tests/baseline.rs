//! Expected failures: they fail nothing, and neither their end nor a wrong entry goes unseen.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use codec_conformance::baseline::{Baseline, Entry};
use proptest::prelude::*;
use regex::Regex;

/// Checks that the fault below fails, and others that it passes.
const FILTER: [&str; 2] = ["--id", "reshape"];
const FAULT: [&str; 2] = ["--builtin", "fault:alignment-unchecked"];

struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(format!("{name}-{}.toml", std::process::id()));
        let _ = std::fs::remove_file(&file);
        Self(file)
    }

    fn with(name: &str, text: &str) -> Self {
        let file = Self::new(name);
        std::fs::write(&file.0, text).expect("a folder to write to");
        file
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("the file")
    }
}

fn run(arguments: &[&[&str]]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.args(arguments.concat()).output().expect("the program runs")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_list_is_made_holds_and_shrinks() {
    let file = File::new("shrinks");
    let list: &[&str] = &["--file", file.path()];
    assert_eq!(code(&run(&[&["baseline", "--init"], list, &FAULT, &FILTER])), Some(0));
    let test: &[&str] = &["test", "--baseline", file.path()];
    let same = run(&[test, &FAULT, &FILTER]);
    assert_eq!(code(&same), Some(0));
    let line = last_line(&same);
    assert!(line.contains(" 0 failed") && line.contains("failed as expected"), "{line}");
    assert_eq!(code(&run(&[&["baseline", "--check"], list, &FAULT, &FILTER])), Some(0));
    // Half of the fault is mended: what it failed is reported, and the list can be cut.
    let mended: &[&str] = &["--builtin", "fault:prefix-unchecked"];
    let unexpected = run(&[test, mended, &FILTER]);
    assert_eq!(code(&unexpected), Some(7), "{}", last_line(&unexpected));
    let before = file.text().len();
    assert_eq!(code(&run(&[&["baseline", "--update"], list, mended, &FILTER])), Some(0));
    assert!(file.text().len() < before);
    assert_eq!(code(&run(&[test, mended, &FILTER])), Some(0));
    // What it does not list fails.
    assert_eq!(code(&run(&[test, &FAULT, &FILTER])), Some(100));
}

#[test]
fn a_reason_survives_an_update() {
    let entry = "[[expected]]\nreason = \"known since spring\"\nissue = \"https://example.org/1\"\n\
                 ids = [\"reshape/family/rs-align-1/*\", \"reshape/none/*\"]\n";
    let file = File::with("reason", entry);
    let list: &[&str] = &["--file", file.path()];
    assert_eq!(code(&run(&[&["baseline", "--update"], list, &FAULT, &FILTER])), Some(0));
    let baseline = Baseline::parse(&file.text()).expect("a list");
    let kept = &baseline.expected[0];
    assert_eq!(kept.reason, "known since spring");
    assert_eq!(kept.issue.as_deref(), Some("https://example.org/1"));
    assert_eq!(kept.ids, ["reshape/family/rs-align-1/*"]);
    let twice = baseline.expected[1..].iter().flat_map(|entry| &entry.ids);
    assert!(!twice.clone().any(|id| id.starts_with("reshape/family/rs-align-1/")));
    assert!(twice.count() > 0);
}

#[test]
fn an_entry_that_nothing_matches_is_stale() {
    let entry = "[[expected]]\nreason = \"gone\"\nids = [\"cast/none/*\"]\n";
    let file = File::with("stale", entry);
    let test: &[&str] = &["test", "--baseline", file.path()];
    let whole = run(&[test]);
    assert_eq!(code(&whole), Some(7));
    assert!(String::from_utf8_lossy(&whole.stdout).contains("cast/none/*"));
    // Of a part of the run nobody can tell.
    assert_eq!(code(&run(&[test, &FILTER])), Some(0));
}

#[test]
fn a_message_must_fit() {
    let entry = |message: &str| {
        format!(
            "[[expected]]\nreason = \"known\"\nmessage = \"{message}\"\n\
             ids = [\"reshape/example/raveled-index/sizes-agree-first-for-second\"]\n"
        )
    };
    let alone = ["--id", "reshape/example/raveled-index/sizes-agree-first-for-second"];
    for (message, expected) in [("[2,2]", 0), ("[2,*", 0), ("[4]", 100)] {
        let file = File::with("message", &entry(message));
        let output = run(&[&["test", "--baseline", file.path()], &FAULT, &alone]);
        assert_eq!(code(&output), Some(expected), "{message}: {}", last_line(&output));
    }
}

#[test]
fn a_crash_leaves_the_list_alone() {
    let entry = "[[expected]]\nreason = \"known\"\nids = [\"reshape/example/*\"]\n";
    let file = File::with("crash", entry);
    let list: &[&str] = &["--file", file.path(), "--adapter", "true"];
    assert_eq!(code(&run(&[&["baseline", "--update"], list, &FILTER])), Some(3));
    assert_eq!(file.text(), entry);
}

#[test]
fn bad_lists_are_usage_errors() {
    for text in [
        "x = 1\n",
        "[[expected]]\nids = [\"a\"]\n",
        "[[expected]]\nreason = \"\"\nids = [\"a\"]\n",
        "[[expected]]\nreason = \"why\"\nids = []\n",
        "not toml",
    ] {
        let file = File::with("bad", text);
        let output = run(&[&["test", "--baseline", file.path()]]);
        assert_eq!(code(&output), Some(2), "{text}");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(log.contains(file.path()), "{log}");
    }
    let missing = run(&[&["test", "--baseline", "no-such-file.toml"]]);
    assert_eq!(code(&missing), Some(2));
    let standing = File::with("standing", "");
    let again = run(&[&["baseline", "--init", "--file", standing.path()]]);
    assert_eq!(code(&again), Some(2));
}

/// A run of the same selection that asks less than the list was made from is not a success.
#[test]
fn what_is_not_asked_any_more_is_told() {
    let selections: [&[&str]; 2] =
        [&["--id", "cast/configuration"], &["--id", "cast/tables/int8-int4", "--id", "cast/map"]];
    for (index, selection) in selections.into_iter().enumerate() {
        let file = File::new(&format!("fewer-{index}"));
        let list: &[&str] = &["--file", file.path()];
        let (all, less): (&[&str], &[&str]) = (&["--builtin", "reference"], &["--builtin", "fast"]);
        assert_eq!(code(&run(&[&["baseline", "--init"], list, all, selection])), Some(0));
        let run_of = Baseline::parse(&file.text()).expect("a list").run.expect("what was asked");
        assert!(run_of.asked["cast_value"] > 0 && run_of.capabilities.cast_value.is_some());
        let test: &[&str] = &["test", "--baseline", file.path()];
        assert_eq!(code(&run(&[test, all, selection])), Some(0));
        let fewer = run(&[test, less, selection]);
        assert_eq!(code(&fewer), Some(100), "{}", last_line(&fewer));
        let text = String::from_utf8_lossy(&fewer.stdout).into_owned();
        assert!(text.contains("asked less of cast_value"), "{text}");
        // A part of the selection is held to what was declared.
        let part: &[&str] = &["--partition", "slice:1/2"];
        assert_eq!(code(&run(&[test, less, selection, part])), Some(100));
        assert_eq!(code(&run(&[&["baseline", "--check"], list, less, selection])), Some(100));
        let before = file.text();
        assert_eq!(code(&run(&[&["baseline", "--update"], list, less, selection])), Some(100));
        assert_eq!(file.text(), before);
        let accepted: &[&str] = &["baseline", "--update", "--allow-fewer"];
        assert_eq!(code(&run(&[accepted, list, less, selection])), Some(0));
        let now = run(&[test, less, selection]);
        assert!([Some(0), Some(4)].contains(&code(&now)), "{}", last_line(&now));
    }
}

proptest! {
    /// A glob is a regular expression of which only two signs are signs.
    #[test]
    fn globs_are_simple_regular_expressions(glob in "[ab/é*?]{0,8}", text in "[ab/é]{0,10}") {
        let pattern: String = glob.chars().map(|sign| match sign {
            '*' => ".*".to_owned(),
            '?' => ".".to_owned(),
            other => regex::escape(&other.to_string()),
        }).collect();
        let matches = Regex::new(&format!("^(?s:{pattern})$")).expect("a pattern").is_match(&text);
        let entry = Entry {
            reason: "known".to_owned(),
            issue: None,
            level: None,
            message: Some(glob),
            ids: vec!["id".to_owned()],
        };
        let known = Baseline { expected: vec![entry], ..Baseline::default() }.expectations();
        prop_assert_eq!(known.covers("id", Some(&text)).is_some(), matches);
    }
}
