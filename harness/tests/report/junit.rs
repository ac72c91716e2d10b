//! JUnit XML in the eyes of a parser that others wrote.

use std::collections::HashSet;

use codec_conformance::report::{Class, Example, exit_code, junit};
use junit_parser::{TestCase, TestSuites};
use proptest::prelude::*;
use quick_junit::TestCaseStatus;

use crate::samples::{HOSTILE, Sample, all, everything, sample, ties};

fn parsed(text: &str) -> TestSuites {
    junit_parser::from_reader(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn cases(suites: &TestSuites) -> impl Iterator<Item = &TestCase> {
    suites.suites.iter().flat_map(|suite| &suite.cases)
}

/// A viewer shows red exactly where the program ends with an error.
#[test]
fn red_is_what_the_exit_code_says() {
    for Sample { name, code, report } in all() {
        assert_eq!(exit_code(report), *code, "{name}");
        let suites = parsed(&junit(report));
        assert_eq!(suites.failures + suites.errors > 0, *code != 0, "{name}");
    }
}

#[test]
fn counts_are_those_of_the_cases() {
    for Sample { name, report, .. } in all() {
        let suites = parsed(&junit(report));
        let count =
            |holds: fn(&TestCase) -> bool| cases(&suites).filter(|case| holds(case)).count() as u64;
        assert_eq!(suites.tests, cases(&suites).count() as u64, "{name}");
        assert_eq!(suites.failures, count(|case| case.status.is_failure()), "{name}");
        assert_eq!(suites.errors, count(|case| case.status.is_error()), "{name}");
        assert_eq!(suites.skipped, count(|case| case.status.is_skipped()), "{name}");
    }
}

/// A viewer keeps the history of a test by its name.
#[test]
fn names_are_unique_and_hold_no_counts() {
    for Sample { name: sample, report, .. } in all() {
        let suites = parsed(&junit(report));
        let mut names = HashSet::new();
        for case in cases(&suites) {
            assert!(names.insert((case.classname.clone(), case.original_name.clone())), "{sample}");
        }
    }
    let few = parsed(&junit(&crate::samples::report(
        "fault:ties-away-instead-of-even",
        &["cast/tables/float8_e4m3-*int2/nearest-even"],
    )));
    let names = |suites: &TestSuites| -> HashSet<String> {
        cases(suites).map(|case| case.original_name.clone()).collect()
    };
    assert_eq!(names(&few), names(&parsed(&junit(ties()))));
}

#[test]
fn a_failure_tells_all_that_a_person_needs() {
    let report = ties();
    let text = junit(report);
    let suites = parsed(&text);
    let failed: Vec<&TestCase> = cases(&suites).filter(|case| case.status.is_failure()).collect();
    let texts = descriptions(&text);
    assert_eq!((failed.len(), texts.len()), (report.classes.len(), report.classes.len()));
    for (case, text) in failed.iter().zip(texts) {
        let failure = case.status.failure_as_ref();
        let its = |class: &&Class| text.ends_with(&format!("--id {}", class.example.id));
        let class = report.classes.iter().find(its).expect("the class of the case");
        let Example { id, input, expected, got, .. } = &class.example;
        assert_eq!(failure.failure_type, class.rule);
        let rerun = format!(
            "rerun codec-conformance test --builtin fault:ties-away-instead-of-even --id {id}"
        );
        for part in [&input.text, &expected.text, &got.text] {
            assert!(failure.message.contains(part), "{part:?} is not in {}", failure.message);
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
        for part in [&class.sentence, &rerun] {
            assert!(text.contains(part), "{part:?} is not in {text}");
        }
    }
}

/// What is inside the failures, spaces as in prose: that parser loses the entities of a text.
fn descriptions(text: &str) -> Vec<String> {
    let report = quick_junit::Report::deserialize_from_str(text).expect("JUnit");
    let cases = report.test_suites.into_iter().flat_map(|suite| suite.test_cases);
    let description = |case: quick_junit::TestCase| match case.status {
        TestCaseStatus::NonSuccess { description, .. } => description,
        _ => None,
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    cases.filter_map(description).map(|text| words(text.as_str())).collect()
}

#[test]
fn skips_have_their_reasons() {
    let report = sample("skips");
    let suites = parsed(&junit(report));
    let skipped = cases(&suites).filter(|case| case.status.is_skipped());
    let messages: Vec<&str> =
        skipped.map(|case| case.status.skipped_as_ref().message.as_str()).collect();
    assert_eq!(messages.len(), report.skips.len());
    for reason in report.skips.keys() {
        assert!(messages.iter().any(|message| message.contains(reason.as_str())), "{reason}");
    }
}

#[test]
fn foreign_texts_stay_texts() {
    let report = sample("hostile");
    let text = junit(report);
    let suites = parsed(&text);
    let visible = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let failure = cases(&suites).find(|case| case.status.is_failure()).expect("a failure");
    let shown = visible(&failure.status.failure_as_ref().text);
    // An escape sequence for terminals is not a text of XML.
    assert!(shown.contains(&visible(&HOSTILE.replace("\u{1b}[31m", ""))), "{shown}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Even what was never cleaned: a report need not come out of a file.
    #[test]
    fn any_text_makes_well_formed_xml(texts in prop::collection::vec(any::<String>(), 1..9)) {
        let extra = ["\u{fffe}", "\u{ffff}]]>", "]]\u{fffe}>", "\0", "\u{1}&#1;", "\u{1b}[31m<!--"];
        let mut texts = texts.iter().map(String::as_str).chain(extra).cycle();
        let report = everything(|| texts.next().unwrap_or_default().to_owned());
        let text = junit(&report);
        let is_xml = |character: char| matches!(
            character,
            '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}'
        );
        prop_assert_eq!(text.chars().find(|character| !is_xml(*character)), None);
        parsed(&text);
        quick_junit::Report::deserialize_from_str(&text).expect("JUnit");
    }
}
