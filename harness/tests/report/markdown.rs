//! Markdown in the eyes of a parser that others wrote.

use codec_conformance::report::{diff, diff_markdown, markdown};
use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::samples::{Sample, all, right, suite, ties};

/// The tags that the summaries are made of.
const TAGS: [&str; 6] = ["<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>"];

/// Every cell is in its column, every tag is one of ours, and code ends where it should.
fn check(name: &str, text: &str) {
    let (mut columns, mut cells, mut tables) = (0, 0, 0);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(alignments)) => {
                columns = alignments.len();
                tables += 1;
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => cells = 0,
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(end) if format!("{end:?}").starts_with("TableRow") => {
                assert_eq!(cells, columns, "{name}: {text}");
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let mut rest = html.to_string();
                TAGS.iter().for_each(|tag| rest = rest.replace(tag, ""));
                assert!(!rest.contains('<'), "{name}: {html}");
            }
            Event::Start(Tag::Image { .. } | Tag::Link { .. } | Tag::Emphasis) => {
                panic!("{name}: a foreign text is markup: {text}");
            }
            _ => {}
        }
    }
    let separators = text.lines().filter(|line| line.starts_with("|-")).count();
    assert_eq!(tables, separators, "{name}: {text}");
    let count = |part| text.lines().filter(|line| line.starts_with(part)).count();
    assert_eq!(count("<details>"), count("</details>"), "{name}");
}

#[test]
fn reports_are_what_they_look_like() {
    for Sample { name, report, .. } in all() {
        check(name, &markdown(report));
    }
}

#[test]
fn diffs_from_a_right_run_are_what_they_look_like() {
    for Sample { name, report, .. } in all() {
        check(name, &diff_markdown(&diff(right(), report, suite(), false)));
    }
}

#[test]
fn diffs_to_a_wrong_run_are_what_they_look_like() {
    for Sample { name, report, .. } in all() {
        check(name, &diff_markdown(&diff(report, ties(), suite(), false)));
    }
}
