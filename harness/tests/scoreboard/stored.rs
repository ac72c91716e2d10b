//! What is counted and stored.

use std::collections::BTreeMap;
use std::path::Path;

use codec_conformance::explain::rule_counts;
use codec_conformance::report::{Report, SCHEMA};
use codec_conformance::runner::Profile;
use codec_conformance::scoreboard::{Start, adapters, one_a_line, page, read};
use codec_validator::Schema;
use serde_json::Value;

use crate::fixtures::{TIES, entries, found, report};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Every check that was asked counts once, and fails under the rule of its class.
#[test]
fn rules_sum_up_to_the_checks() {
    let report = report(Some(TIES));
    let asked: u64 = report.rules.iter().map(|rule| rule.asked).sum();
    let passed: u64 = report.rules.iter().map(|rule| rule.passed).sum();
    assert_eq!(passed, report.totals.pass);
    assert_eq!(asked, report.totals.pass + report.totals.fail);
    let mut failed = BTreeMap::new();
    for class in &report.classes {
        *failed.entry(class.rule.clone()).or_insert(0) += class.count;
    }
    assert!(failed.len() > 1, "{failed:?}");
    let rules = report.rules.iter().filter(|rule| rule.passed < rule.asked);
    let counted: BTreeMap<_, _> =
        rules.map(|rule| (rule.rule.clone(), rule.asked - rule.passed)).collect();
    assert_eq!(counted, failed);
}

/// The quick profile asks fewer, and these are counted.
#[test]
fn rules_of_the_quick_profile() {
    let (run, _) = found(Some(TIES), Profile::Quick);
    let asked: u64 = rule_counts(&run).iter().map(|rule| rule.asked).sum();
    assert_eq!(asked, run.tally.iter().map(|(asked, _)| asked).sum::<u64>());
    assert!(asked > 0);
}

#[test]
fn stored_reports_are_reports() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let schema = Schema::new(&schema);
    for report in entries().iter().filter_map(|entry| entry.report.as_ref()) {
        let text = one_a_line(report);
        assert_eq!(Report::from_json(&text).expect("a report"), *report);
        let lines = report.classes.len() + report.pairs.len() + report.rules.len();
        assert!(text.lines().count() > lines);
        assert_eq!(schema.faults(&serde_json::from_str(&text).expect("JSON")), []);
    }
}

/// The committed list and what is stored of it.
#[test]
fn the_list_is_sound() {
    let list = adapters(root()).unwrap_or_else(|error| panic!("{error:?}"));
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    for adapter in &list {
        assert!(adapter.name.chars().all(plain), "{}", adapter.name);
        let same = list.iter().filter(|other| other.name == adapter.name);
        assert_eq!(same.count(), 1, "{}", adapter.name);
        if let Start::Command(command) = &adapter.start {
            let words = shell_words::split(command).expect("words");
            assert!(words[0].starts_with("target/adapters/"), "{command}");
        }
    }
    let entries = read(root(), list).unwrap_or_else(|error| panic!("{error:?}"));
    for entry in entries.iter().filter(|entry| entry.report.is_some()) {
        assert!(entry.record.is_some(), "{} has a date", entry.adapter.name);
    }
}

#[test]
fn the_page_is_made_of_what_is_stored() {
    let entries = read(root(), adapters(root()).expect("a list")).expect("stored reports");
    let stored = std::fs::read_to_string(root().join("harness/scoreboard/index.html"));
    let is_same = stored.expect("a page") == page(&entries);
    assert!(is_same, "stale: run `codec-conformance scoreboard --from-json`");
}
