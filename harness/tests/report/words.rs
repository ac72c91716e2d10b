//! What the forms say of readings and of skips.

use codec_conformance::report::{Format, Reading, Report, Style, pretty, render};

use crate::samples::sample;

const STYLE: Style = Style { width: 100, color: false };

fn reading(alternative: &str) -> Report {
    let alternative = alternative.to_owned();
    let readings = vec![Reading { alternative, taken: 17, ours: 100 }];
    Report { readings, ..sample("passes").clone() }
}

/// A bound is taken for some and not for others; other readings are not.
#[test]
fn a_bound_is_not_inconsistent() {
    for (alternative, way, not) in [
        ("RS-BIG-2/refused", "beyond the implementation's own bound", "inconsistent"),
        ("CV-NAN-4/error", "inconsistent", "bound"),
    ] {
        for format in [Format::Pretty, Format::Markdown, Format::Html] {
            let text = render(&reading(alternative), format, STYLE);
            let said = text.replace('\n', " ");
            assert!(said.contains(way), "{alternative}: {text}");
            assert!(!said.contains(not), "{alternative}: {text}");
        }
    }
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
