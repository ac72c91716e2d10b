//! The failures of each implementation, by rule: the simplest in full, then one of each pair.

use maud::{Markup, html};

use super::{Column, anchor};
use crate::report::html::sentence;
use crate::report::words::{grouped, rerun, value};
use crate::report::{Class, Example};

pub(super) fn section(columns: &[Column<'_>]) -> Markup {
    html! {
        section id="failures" {
            h2 { "Failures" }
            p.quiet { "By implementation and by the rule that decides the checks." }
            @for column in columns.iter().filter(|column| !column.report.classes.is_empty()) {
                section id=(column.name) {
                    h3 {
                        (column.name) " "
                        a.permalink href={ "#" (column.name) } aria-label={ "Link to " (column.name) } { "#" }
                    }
                    @for family in column.report.classes.chunk_by(|a, b| a.rule == b.rule) {
                        (of_rule(column, family))
                    }
                }
            }
        }
    }
}

/// Where the failures of an implementation stand that a rule decides.
pub(super) fn family_anchor(name: &str, rule: &str) -> String {
    anchor(&[name, rule])
}

/// Where a class of them stands.
pub(super) fn class_anchor(name: &str, class: &Class) -> String {
    let Class { rule, status, operation, source, target, .. } = class;
    anchor(&[name, rule, operation, source, target, status])
}

fn of_rule(column: &Column<'_>, classes: &[Class]) -> Markup {
    let Some(simplest) = classes.iter().min_by_key(|class| class.example.input.text.len()) else {
        return Markup::default();
    };
    let count = classes.iter().map(|class| class.count).sum();
    let id = family_anchor(column.name, &simplest.rule);
    html! {
        details.family id=(id) {
            summary {
                b.rule { (simplest.rule) } " " span.quiet { (grouped(count)) " checks" }
                " " (sentence(&simplest.sentence))
            }
            (example(column, simplest))
            (table(column, classes))
            p { a href={ "#" (id) } { "Link to these failures" } }
        }
    }
}

fn example(column: &Column<'_>, class: &Class) -> Markup {
    let Example { id, why, json, input, expected, got, array_length } = &class.example;
    let shown = [("input", input), ("expected", expected), ("got", got)];
    html! {
        dl {
            @for (name, shown) in shown {
                (entry(name, html! {
                    code { (shown.text) } @if !shown.meaning.is_empty() { " " (shown.meaning) }
                }))
            }
            @if *array_length > 1 { (entry("in", html! { "an array of " (array_length) " elements" })) }
            (entry("JSON", html! { code { (json) } }))
            (entry("pins", html! { (why) }))
            @if let Some(cause) = &class.cause { (entry("likely cause", html! { (cause) })) }
        }
        pre.command tabindex="0" { (rerun(&column.report.subject, id)) }
    }
}

fn entry(name: &str, value: Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn table(column: &Column<'_>, classes: &[Class]) -> Markup {
    let title = format!("{} {}", column.name, classes[0].rule);
    let headings =
        ["from", "to", "checks", "status", "input", "expected", "got", "JSON", "likely cause"];
    html! {
        div.wide tabindex="0" role="region" aria-label=(title) {
            table.sortable {
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody { @for class in classes { (row(column, class)) } }
            }
        }
    }
}

fn row(column: &Column<'_>, class: &Class) -> Markup {
    let Example { input, expected, got, json, .. } = &class.example;
    html! {
        tr id=(class_anchor(column.name, class)) {
            td { code { (class.source) } }
            td { code { (class.target) } }
            td.number data-value=(class.count) { (grouped(class.count)) }
            td { (class.status) }
            @for shown in [input, expected, got] { td.shown { code { (value(shown)) } } }
            td.shown { code { (json) } }
            td { div.cause { (class.cause.as_deref().unwrap_or_default()) } }
        }
    }
}
