//! The texts that people read, as snapshots.

use codec_conformance::report::{
    Format, Report, Style, diff, diff_markdown, diff_pretty, pretty, render,
};
use insta::assert_snapshot;

use crate::samples::{report, right, suite, ties};

const WIDE: Style = Style { width: 100, color: false };
const NARROW: Style = Style { width: 60, color: false };

#[test]
fn a_report_of_a_fault() {
    assert_snapshot!(pretty(ties(), WIDE));
    assert_snapshot!(render(ties(), Format::Markdown, WIDE));
}

#[test]
fn a_report_of_passes_and_skips() {
    let report = report("fast", &["cast/configuration", "reshape/example"]);
    assert_snapshot!(render(&report, Format::Markdown, WIDE));
}

#[test]
fn a_diff() {
    let (right, wrong) = (right(), ties());
    let worse = diff(right, wrong, suite(), false);
    assert_snapshot!(diff_pretty(&worse, WIDE));
    assert_snapshot!(diff_markdown(&worse));
    assert_snapshot!(diff_pretty(&diff(wrong, right, suite(), false), NARROW));
}

/// In 60 columns only what is there to be copied is longer than a line, and the totals, which are
/// one line for whoever reads the last one; no colour is left where none is wanted.
#[test]
fn a_narrow_terminal() {
    let text = pretty(ties(), NARROW);
    assert_snapshot!(text);
    let copied = ["first: ", "    rerun ", "    JSON "];
    let prose = |line: &&str| !copied.iter().any(|start| line.starts_with(start));
    let (body, _) = text.trim_end().rsplit_once('\n').expect("several lines");
    let mut long = body.lines().filter(|line| line.chars().count() > 60);
    assert!(!long.any(|line| prose(&line)), "{text}");
    assert!(!text.contains('\u{1b}'));
    assert!(pretty(ties(), Style { color: true, ..NARROW }).contains("\u{1b}[31mFAIL\u{1b}[0m"));
}

/// However many rules fail, a summary shows ten.
#[test]
fn a_summary_is_short() {
    let mut many = ties().clone();
    let class = many.classes[0].clone();
    let rule = |number| format!("CV-WORD-{number}");
    let classes = (1..=100).map(|number| {
        let mut class = class.clone();
        (class.rule, class.cause, class.message) = (rule(number), None, None);
        class
    });
    many = Report { classes: classes.collect(), ..many };
    let text = render(&many, Format::Markdown, WIDE);
    assert!(text.contains("\nand 90 more kinds of failures\n"), "{text}");
    assert_eq!(text.matches("<details>").count(), 10, "{text}");
}
