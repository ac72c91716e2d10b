//! JUnit XML: a suite of tests for each operation, and one for the run as a whole.
//!
//! A class of failures is a test that fails, or an error where no verdict came; what passed of a
//! pair of types, or of an operation without such, is a test that passes. Names hold no counts, so
//! that a test keeps its name from run to run; the counts are properties.

use std::collections::BTreeSet;

use quick_junit::{NonSuccessKind, Property, TestCase, TestCaseStatus, TestSuite};

use super::family::{Family, Subject, families};
use super::pretty::{failed, listed, such_as, wrapped};
use super::words::{self, grouped_checks, pair, rerun, troubles};
use super::{Class, Operation, Report, Status, Style};
use crate::suite::Folded;

/// Nothing that fails or errs here where the exit code is 0, and something where it is not.
pub fn junit(report: &Report) -> String {
    let mut junit = quick_junit::Report::new("codec-conformance");
    junit.add_test_suites(operations(report).into_iter().map(|name| operation(report, name)));
    junit.add_test_suite(whole_run(report));
    let text = junit.to_string().expect("a text takes all that is written to it");
    text.chars().map(|character| if is_xml(character) { character } else { '\u{fffd}' }).collect()
}

/// Whether XML 1.0 can hold a character; it has no escape for the others.
fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Those that were asked, or in which something failed.
fn operations(report: &Report) -> BTreeSet<&str> {
    let asked = report.operations.iter().map(|operation| operation.name.as_str());
    asked.chain(report.classes.iter().map(|class| class.operation.as_str())).collect()
}

fn operation(report: &Report, name: &str) -> TestSuite {
    let mut suite = TestSuite::new(name);
    suite.add_properties(about(report));
    let operation = report.operations.iter().find(|operation| operation.name == name);
    if let Some(Operation { asked, passed, .. }) = operation {
        suite.add_properties([count("asked", *asked), count("passed", *passed)]);
    }
    let families = families(report);
    let classes = families.iter().flat_map(|family| tests(report, family));
    let classes = classes.filter(|(class, _)| class.operation == name);
    suite.add_test_cases(classes.map(|(_, case)| case));
    match name {
        "cast_value" => {
            let pair = |(source, target): (&str, &str)| format!("{source} -> {target}");
            for one in report.pairs.iter().filter(|one| one.passed > 0) {
                let name = pair((&one.source, &one.target));
                suite.add_test_case(passing(report, "cast_value", &name, one.passed));
            }
        }
        _ => {
            let passed = operation.filter(|operation| operation.passed > 0);
            let case = passed.map(|operation| passing(report, name, name, operation.passed));
            suite.add_test_cases(case);
        }
    }
    suite
}

/// The checks that passed, as one test.
fn passing(report: &Report, operation: &str, name: &str, passed: u64) -> TestCase {
    let mut case = TestCase::new(format!("{name}: what passes"), TestCaseStatus::success());
    case.set_classname(class_name(report, operation)).add_property(count("checks", passed));
    case
}

/// The classes of a family as tests, each with its own; one where no rule was put to the test.
fn tests<'a>(report: &Report, family: &Family<'a>) -> Vec<(&'a Class, TestCase)> {
    let headline = family.headline;
    match family.simplest.wrongness.tests_rule() && !family.simplest.rule.is_empty() {
        false => {
            let all = Class { count: family.count, ..family.simplest.clone() };
            vec![(family.simplest, failing(report, family, &all, headline.words()))]
        }
        true => {
            let case = |class: &'a Class| {
                let wrong = Some(class.wrongness.words()).filter(|wrong| !wrong.is_empty());
                let wrong = wrong.map_or_else(String::new, |wrong| format!(": {wrong}"));
                let who = class.who.words();
                let level = class.level.name();
                let name = format!("{} ({level}) {}{wrong}{who}", class.rule, pair(class));
                (class, failing(report, family, class, name))
            };
            family.classes().map(case).collect()
        }
    }
}

/// A class of failures as one test of that name.
fn failing(report: &Report, family: &Family<'_>, class: &Class, name: String) -> TestCase {
    let mut status = match class.status {
        _ if family.headline.warns => TestCaseStatus::skipped(),
        Status::Xfail => TestCaseStatus::skipped(),
        Status::Fail | Status::Xpass => TestCaseStatus::non_success(NonSuccessKind::Failure),
        _ => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let ended = match class.status {
        Status::Fail if !family.headline.warns => String::new(),
        Status::Xfail => " (expected)".to_owned(),
        Status::Xpass => " (passes now)".to_owned(),
        _ => format!(" ({})", family.headline.ended()),
    };
    let kind = if class.wrongness.tests_rule() { &class.rule } else { class.wrongness.words() };
    status.set_type(kind);
    status.set_message(message(class));
    status.set_description(description(report, family, class));
    let mut case = TestCase::new(format!("{name}{ended}"), status);
    case.set_classname(class_name(report, &class.operation));
    case.add_property(count("checks", class.count));
    case.add_property(Property::new("level", class.level.name()));
    case
}

/// What a person reads in a list of failed tests.
fn message(class: &Class) -> String {
    let checks = such_as(grouped_checks(class.count), class.count);
    let reason = class.expected.as_ref().map(words::reason);
    let reason = reason.map_or_else(String::new, |reason| format!("{reason}: "));
    format!("{reason}{checks} {}", words::in_a_line(&class.example))
}

/// The text for a person who opens a failed test.
fn description(report: &Report, family: &Family<'_>, class: &Class) -> String {
    let style = Style { width: 100, color: false };
    let mut text = String::from("\n");
    let sentence = match family.headline.subject {
        Subject::Wrongness(_) => family.sentence(),
        _ => format!("{}: {}", class.rule, class.sentence),
    };
    wrapped(&mut text, "", &sentence, style);
    failed(&mut text, class, style);
    if let Some(cause) = &class.cause {
        wrapped(&mut text, "    cause     ", &format!("likely: {cause}"), style);
    }
    text.push_str(&format!("    rerun     {}\n", rerun(report, class)));
    if !family.has_examples() {
        listed(&mut text, family, style);
    }
    text
}

/// Whether everything was run, and what was skipped.
fn whole_run(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("run");
    suite.add_properties(about(report));
    let troubles = troubles(report);
    let mut status = match troubles.is_empty() {
        true => TestCaseStatus::success(),
        false => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    if !troubles.is_empty() {
        status.set_type("run").set_message(troubles.join("; "));
    }
    let mut case = TestCase::new("everything was run", status);
    case.set_classname(class_name(report, "run"));
    suite.add_test_case(case.add_property(count("checks", report.totals.planned)).clone());
    let skips = words::skips(report).into_iter().map(|skip| ("skipped", skip));
    let declines = words::declines(report).into_iter().map(|skip| ("declined", skip));
    for (word, Folded { name, reason, checks }) in skips.chain(declines) {
        let mut status = TestCaseStatus::skipped();
        status.set_message(format!("{}: {reason}", grouped_checks(checks)));
        let mut case = TestCase::new(format!("{word}: {name}"), status);
        case.set_classname(class_name(report, "run")).add_property(count("checks", checks));
        suite.add_test_case(case);
    }
    suite
}

fn about(report: &Report) -> Vec<Property> {
    let about = &report.implementation;
    let own = [
        Property::new("implementation", about.name.as_str()),
        Property::new("version", about.version.as_str()),
        Property::new("suite", report.suite.as_str()),
        Property::new("tested", words::tested(report)),
        Property::new("totals", words::totals(report)),
        Property::new("requests", words::requests(report)),
    ];
    let levels = words::levels(report).map(|levels| Property::new("failed by level", levels));
    let drawing = report.drawing.as_ref().map(|one| Property::new("drawn", words::drawing(one)));
    own.into_iter()
        .chain(levels)
        .chain(drawing)
        .chain(report.notes.iter().map(|note| Property::new("note", note.as_str())))
        .collect()
}

/// Where a viewer files a test.
fn class_name(report: &Report, part: &str) -> String {
    format!("{}.{part}", report.implementation.name)
}

fn count(name: &str, count: u64) -> Property {
    Property::new(name, count.to_string())
}
