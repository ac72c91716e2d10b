//! A self-contained page; its script only adds sorting.

mod classes;
mod pairs;

pub(crate) use pairs::{short, sorted};

use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::readings::{answers, way};
use super::words::{self, Span, counts, grouped, spans, troubles};
use super::{Report, exit};
use crate::suite::Folded;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

/// A page, failures first.
pub fn html(report: &Report) -> String {
    let about = &report.implementation;
    let title = format!("{} {}: {}", about.name, about.version, exit::verdict(report));
    let body = html! {
        (header(report))
        main {
            (classes::section(report))
            (operations(report))
            (levels(report))
            (pairs::section(report))
            (readings(report))
            (reasons("skips", "Skipped", words::skips(report)))
            (reasons("declines", "Declined", words::declines(report)))
            (about_run(report))
            (classes::in_full(report))
        }
    };
    document(&title, ["", ""], &body)
}

/// A page around a body; its own style and script follow those that all pages share.
pub(crate) fn document(title: &str, [style, script]: [&str; 2], body: &Markup) -> String {
    let script = [SCRIPT, script].concat();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy(&script));
                title { (title) " – codec-conformance" }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                (body)
                script { (PreEscaped(script)) }
            }
        }
    };
    page.into_string()
}

/// What the page may do: nothing but show itself, and run the script that it was made with.
fn policy(script: &str) -> String {
    let hash = BASE64.encode(&Sha256::digest(script));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; \
         base-uri 'none'; form-action 'none'"
    )
}

fn header(report: &Report) -> Markup {
    let about = &report.implementation;
    let verdict = exit::verdict(report);
    html! {
        header {
            p.project { "codec-conformance " (report.suite) " · " (words::tested(report)) }
            h1 {
                (about.name) " " (about.version)
                @if !about.language.is_empty() { span.quiet { " (" (about.language) ")" } }
            }
            p.verdict {
                strong class=(verdict_class(report)) { (verdict) }
                " " (words::asked(&report.totals))
            }
            ul.counts {
                @for (count, what) in counts(&report.totals) {
                    li { b { (grouped(count)) } " " (what) }
                }
            }
            @for trouble in troubles(report) { p.trouble role="alert" { (trouble) } }
            @if let Some(drawing) = &report.drawing { p.note { "Drawn with " (words::drawing(drawing)) } }
            @for note in &report.notes { p.note { (note) } }
            (contents(report))
        }
    }
}

fn verdict_class(report: &Report) -> &'static str {
    match exit::exit_code(report) {
        0 => "good",
        4 | 130 => "warn",
        _ => "bad",
    }
}

fn contents(report: &Report) -> Markup {
    let sections = [
        ("failures", "Failures", !report.classes.is_empty()),
        ("operations", "Operations", !report.operations.is_empty()),
        ("levels", "Levels", true),
        ("pairs", "Type pairs", !report.pairs.is_empty()),
        ("readings", "Readings", !report.readings.is_empty()),
        ("skips", "Skipped", !report.skips.is_empty()),
        ("declines", "Declined", !report.declines.is_empty()),
        ("run", "The run", true),
        ("in-full", "Failures in full", !report.classes.is_empty()),
    ];
    html! {
        nav aria-label="Contents" {
            ul {
                @for (id, title, _) in sections.into_iter().filter(|(.., holds)| *holds) {
                    li { a href={ "#" (id) } { (title) } }
                }
            }
        }
    }
}

fn operations(report: &Report) -> Markup {
    let rows = report.operations.iter().map(|one| {
        let failed = one.asked.saturating_sub(one.passed);
        html! {
            tr {
                th scope="row" { code { (one.name) } }
                (number(one.asked)) (number(one.passed)) (number(failed))
            }
        }
    });
    section("operations", "Operations", &["operation", "asked", "passed", "not passed"], rows)
}

fn levels(report: &Report) -> Markup {
    let rows = report.levels.iter().map(|one| {
        html! {
            tr {
                th scope="row" { (one.level.name()) }
                (number(one.passed)) (number(one.failed))
                td { @if !one.gates { "only warns" } }
            }
        }
    });
    section("levels", "Levels", &["how binding", "passed", "failed", ""], rows)
}

fn readings(report: &Report) -> Markup {
    let rows = report.readings.iter().map(|one| {
        html! {
            tr {
                th scope="row" { code { (one.rule) } }
                td { (way(one)) }
                td { (answers(one)) }
            }
        }
    });
    section("readings", "Readings", &["rule", "reading", "answers"], rows)
}

fn reasons(id: &str, title: &str, reasons: Vec<Folded>) -> Markup {
    let rows = reasons.into_iter().map(|skip| {
        html! { tr { (number(skip.checks)) th scope="row" { (skip.reason) } } }
    });
    section(id, title, &["checks", "reason"], rows)
}

/// A section with one table, where there is a row for it.
fn section(
    id: &str,
    title: &str,
    columns: &[&str],
    rows: impl ExactSizeIterator<Item = Markup>,
) -> Markup {
    html! {
        @if rows.len() > 0 {
            section id=(id) {
                h2 { (title) }
                div.wide tabindex="0" role="region" aria-label=(title) {
                    table.sortable {
                        thead { tr { @for column in columns { th scope="col" { (column) } } } }
                        tbody { @for row in rows { (row) } }
                    }
                }
            }
        }
    }
}

fn about_run(report: &Report) -> Markup {
    let requests = words::requests(report);
    let words: Vec<&str> = report.subject.iter().map(String::as_str).collect();
    let selection = serde_json::to_string_pretty(&report.selected).expect("a selection is JSON");
    let declared =
        serde_json::to_string_pretty(&report.capabilities).expect("capabilities are JSON");
    html! {
        section id="run" {
            h2 { "The run" }
            @if !words.is_empty() { p { "Asked: " code { (shell_words::join(words)) } } }
            p { "Requests: " (requests) }
            details { summary { "What was selected" } pre { (selection) } }
            details { summary { "What the implementation declares" } pre { (declared) } }
        }
    }
}

pub(crate) fn number(count: u64) -> Markup {
    html! { td.number data-value=(count) { (grouped(count)) } }
}

/// A sentence with code between backticks.
pub(crate) fn sentence(text: &str) -> Markup {
    html! {
        @for span in spans(text) {
            @match span {
                Span::Text(text) => (text),
                Span::Code(text) => code { (text) },
            }
        }
    }
}
