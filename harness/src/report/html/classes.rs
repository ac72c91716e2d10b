//! The failures: a table of their families to sort, and each family in full.

use maud::{Markup, html};

use super::{number, sentence};
use crate::report::family::{Family, families};
use crate::report::words::{self, grouped, grouped_checks, pair, rerun, value};
use crate::report::{Class, Example, Report, Shown, Status};

/// At most this many ids of a family are listed.
const MAX_IDS: usize = 100;

pub(super) fn section(report: &Report) -> Markup {
    let families = families(report);
    html! {
        @if !families.is_empty() {
            section id="failures" {
                h2 { "Failures" }
                p.quiet { "By cause, or by what is wrong; the first column leads to all of it." }
                div.wide tabindex="0" role="region" aria-label="Failures" {
                    table.sortable {
                        thead {
                            tr {
                                th scope="col" { "what" }
                                th scope="col" { "checks" }
                                th scope="col" { "types" }
                                @for name in ["input", "expected", "got"] {
                                    th scope="col" { (name) }
                                }
                            }
                        }
                        tbody { @for family in &families { (family_row(family)) } }
                    }
                }
            }
        }
    }
}

/// Every family in full, where the links of the others lead.
pub(super) fn in_full(report: &Report) -> Markup {
    let families = families(report);
    html! {
        @if !families.is_empty() {
            section id="in-full" {
                h2 { "Failures in full" }
                @for family in &families { (article(report, family)) }
            }
        }
    }
}

fn family_row(family: &Family<'_>) -> Markup {
    let class = family.simplest;
    let pairs = family.pairs().len();
    html! {
        tr {
            th scope="row" {
                @if family.headline.ended() != Status::Fail.name() {
                    span.status { (family.headline.ended()) } " "
                }
                a href={ "#" (place(family)) } { (family.title()) }
            }
            (number(family.count))
            td {
                code { (pair(class)) }
                @if pairs > 1 { " and " (pairs - 1) " more" }
            }
            (shown_cells(&class.example))
        }
    }
}

fn shown_cells(example: &Example) -> Markup {
    let Example { input, expected, got, .. } = example;
    html! { @for shown in [input, expected, got] { td.shown { code { (value(shown)) } } } }
}

/// The family's place on the page; it stays the same from run to run.
fn place(family: &Family<'_>) -> String {
    family.place()
}

/// The class's place.
pub(super) fn anchor(class: &Class) -> String {
    let Class { rule, status, wrongness, operation, source, target, who, level, .. } = class;
    let (level, kind, ended) = (level.name(), wrongness.name(), status.name());
    plain(&[operation, rule, level, source, target, kind, ended]) + who.suffix()
}

fn plain(words: &[&str]) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    let words = words.join("-");
    words.chars().map(|character| if plain(character) { character } else { '-' }).collect()
}

fn article(report: &Report, family: &Family<'_>) -> Markup {
    let (place, class) = (place(family), family.simplest);
    html! {
        article id=(place) aria-labelledby={ (place) "-title" } {
            h3 id={ (place) "-title" } {
                span.status { (family.headline.ended()) } " " span.rule { (family.title()) } " "
                span.pair { "in " (grouped_checks(family.count)) }
                " " a.permalink href={ "#" (place) } aria-label="Link to these failures" { "#" }
            }
            p { (sentence(&family.sentence())) }
            (example(class, family.others.is_empty()))
            pre.command tabindex="0" { (rerun(report, class)) }
            @if !family.others.is_empty() { (members(family)) }
            (ids(family))
        }
    }
}

/// The simplest failure; the class has its place here where no table of classes follows.
fn example(class: &Class, is_all: bool) -> Markup {
    let example = &class.example;
    html! {
        dl id=[is_all.then(|| anchor(class))] {
            (entry("types", html! { code { (pair(class)) } ": " (grouped_checks(class.count)) }))
            (shown("input", &example.input))
            (shown("expected", &example.expected))
            (shown("got", &example.got))
            @if example.array_length > 1 {
                (entry("in", html! { "an array of " (example.array_length) " elements" }))
            }
            @if !example.array.is_empty() { (entry("array", html! { (example.array) })) }
            (entry("JSON", html! { code { (example.json) } }))
            @if !example.why.is_empty() { (entry("why", html! { (example.why) })) }
            @if let Some(expected) = &class.expected {
                (entry("listed", html! { (words::reason(expected)) }))
            }
            @if let Some(cause) = &class.cause { (entry("likely cause", html! { (cause) })) }
        }
    }
}

/// The classes of a family, one a row.
fn members(family: &Family<'_>) -> Markup {
    let headings =
        ["from", "to", "checks", "rule", "input", "expected", "got", "JSON", "likely cause"];
    html! {
        div.wide.tall tabindex="0" role="region" aria-label={ (family.title()) ", by types" } {
            table.sortable {
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody {
                    @for class in family.classes() {
                        tr id=(anchor(class)) {
                            td { code { (class.source) } }
                            td { code { (class.target) } }
                            (number(class.count))
                            td.rule { (class.rule) }
                            (shown_cells(&class.example))
                            td.shown { code { (class.example.json) } }
                            td { div.cause { (class.cause.as_deref().unwrap_or_default()) } }
                        }
                    }
                }
            }
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

fn ids(family: &Family<'_>) -> Markup {
    let all = family.classes().flat_map(|class| &class.checks);
    let hidden = family.count.saturating_sub(MAX_IDS as u64);
    html! {
        details {
            summary { "The ids of " (grouped_checks(family.count)) }
            ul.ids { @for id in all.take(MAX_IDS) { li { code { (id) } } } }
            @if hidden > 0 { p { "and " (grouped(hidden)) " more, all in the JSON report" } }
        }
    }
}
