//! What the forms say of readings and of skips.

use codec_conformance::report::{Format, How, Reading, Report, Style, pretty, render};

use crate::samples::sample;

const STYLE: Style = Style { width: 100, color: false };

fn reading(rule: &str, taken: Option<&str>, how: How) -> Report {
    let answers = [("refused", 17), ("ours", 1000)].map(|(name, count)| (name.to_owned(), count));
    let (rule, taken) = (rule.to_owned(), taken.map(str::to_owned));
    let readings = vec![Reading { rule, taken, how, answers: answers.into() }];
    Report { readings, ..sample("passes").clone() }
}

#[test]
fn every_form_says_which_reading_holds_and_why() {
    for (taken, how, words) in [
        (None, How::Bound, "beyond a bound of its own"),
        (None, How::Undecided, "undecided"),
        (Some("ours"), How::Mixed, "ours, as the answers are mixed"),
        (Some("refused"), How::Told, "refused, as told"),
        (Some("refused"), How::Voted, "refused"),
    ] {
        for format in [Format::Pretty, Format::Markdown, Format::Html] {
            let text = render(&reading("CV-MAP-2", taken, how), format, STYLE);
            let said = text.replace('\n', " ");
            assert!(said.contains(words), "{how:?}: {text}");
            assert!(said.contains("1\u{a0}000 ours, 17 refused"), "{how:?}: {text}");
        }
    }
}

/// Who reads all rules as the suite does is told nothing.
#[test]
fn only_other_readings_are_told() {
    let mut report = reading("CV-MAP-2", Some("ours"), How::Voted);
    report.readings[0].answers.remove("refused");
    assert!(!pretty(&report, STYLE).contains("CV-MAP-2"));
}

/// Hundreds of pairs are one line, whose name is the same from run to run; a few are told.
#[test]
fn many_skips_of_a_kind_are_one_line() {
    let mut report = sample("passes").clone();
    let pairs = (0..312).map(|pair| (format!("pair int8, t{pair} is not declared"), 10));
    report.skips = pairs.collect();
    report.skips.insert("data type int4 is not declared".to_owned(), 5);
    report.skips.insert("capability codec is not declared".to_owned(), 7);
    let lines = [
        "          5  data type int4 is not declared\n",
        "          7  capability codec is not declared\n",
        "       3120  pairs of data types that are not declared (312 of them)\n",
    ];
    let text = pretty(&report, STYLE);
    for line in lines {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(!text.contains("pair int8"), "{text}");
    for format in [Format::Markdown, Format::Html, Format::Junit] {
        let text = render(&report, format, STYLE);
        assert!(text.contains("pairs of data types that are not declared"), "{text}");
        assert!(text.contains("312") && !text.contains("pair int8"), "{text}");
    }
    let junit = render(&report, Format::Junit, STYLE);
    assert!(junit.contains("name=\"skipped: pairs of data types that are not declared\""));
    assert!(report.to_json().contains("pair int8, t311 is not declared"), "JSON tells all");
}
