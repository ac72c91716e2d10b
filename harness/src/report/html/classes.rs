//! The classes of failures: a table to sort, and each one in full.

use maud::{Markup, html};

use super::{number, sentence};
use crate::report::words::{pair, rerun, value};
use crate::report::{Class, Example, Report, Shown};

/// So many ids of a class are listed.
const MAX_IDS: usize = 100;

pub(super) fn section(report: &Report) -> Markup {
    html! {
        @if !report.classes.is_empty() {
            section id="failures" {
                h2 { "Failures" }
                p.quiet {
                    "By rule and pair of types; the rule leads to the class in full."
                }
                div.wide tabindex="0" role="region" aria-label="Classes of failures" {
                    table.sortable {
                        thead {
                            tr {
                                th scope="col" { "rule" }
                                th scope="col" { "checks" }
                                th scope="col" { "from" }
                                th scope="col" { "to" }
                                th scope="col" { "status" }
                                @for name in ["input", "expected", "got"] {
                                    th scope="col" { (name) }
                                }
                            }
                        }
                        tbody { @for class in &report.classes { (row(class)) } }
                    }
                }
            }
        }
    }
}

/// Every class in full, where the links of the others lead.
pub(super) fn in_full(report: &Report) -> Markup {
    html! {
        @if !report.classes.is_empty() {
            section id="in-full" {
                h2 { "Failures in full" }
                @for class in &report.classes { (article(report, class)) }
            }
        }
    }
}

fn row(class: &Class) -> Markup {
    let Example { input, expected, got, .. } = &class.example;
    html! {
        tr {
            th scope="row" { a href={ "#" (anchor(class)) } { (class.rule) } }
            (number(class.count))
            td { code { (class.source) } }
            td { code { (class.target) } }
            td { (class.status) }
            @for shown in [input, expected, got] { td.shown { code { (value(shown)) } } }
        }
    }
}

/// The class's place on the page; it stays the same from run to run.
pub(super) fn anchor(class: &Class) -> String {
    let Class { rule, status, operation, source, target, .. } = class;
    let words = [operation, rule, source, target, status].map(String::as_str).join("-");
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    words.chars().map(|character| if plain(character) { character } else { '-' }).collect()
}

fn article(report: &Report, class: &Class) -> Markup {
    let anchor = anchor(class);
    let example = &class.example;
    html! {
        article id=(anchor) aria-labelledby={ (anchor) "-title" } {
            h3 id={ (anchor) "-title" } {
                span.status { (class.status) } " " span.rule { (class.rule) } " "
                span.pair { (pair(class)) }
                " " a.permalink href={ "#" (anchor) } aria-label="Link to this class" { "#" }
            }
            p { (sentence(&class.sentence)) }
            dl {
                (shown("input", &example.input))
                (shown("expected", &example.expected))
                (shown("got", &example.got))
                @if example.array_length > 1 {
                    (entry("in", html! { "an array of " (example.array_length) " elements" }))
                }
                (entry("JSON", html! { code { (example.json) } }))
                (entry("pins", html! { (example.why) }))
                @if let Some(cause) = &class.cause { (entry("likely cause", html! { (cause) })) }
            }
            pre.command tabindex="0" { (rerun(&report.subject, &example.id)) }
            (ids(class))
        }
    }
}

fn shown(name: &str, shown: &Shown) -> Markup {
    entry(
        name,
        html! { code { (shown.text) } @if !shown.meaning.is_empty() { " " (shown.meaning) } },
    )
}

fn entry(name: &str, value: Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn ids(class: &Class) -> Markup {
    let hidden = class.checks.len().saturating_sub(MAX_IDS);
    html! {
        details {
            summary { "All " (class.count) " checks" }
            ul.ids { @for id in class.checks.iter().take(MAX_IDS) { li { code { (id) } } } }
            @if hidden > 0 { p { "and " (hidden) " more, all in the JSON report" } }
        }
    }
}
