//! The failures of each implementation, by rule: the simplest in full, then one of each pair.

use maud::{Markup, html};

use super::{Column, anchor};
use crate::report::family::{Family, families};
use crate::report::html::sentence;
use crate::report::words::{grouped, grouped_checks, rerun, value};
use crate::report::{Class, Example, Report, Status};

pub(super) fn section(columns: &[Column<'_>]) -> Markup {
    html! {
        section id="failures" {
            h2 { "Failures" }
            p.quiet { "By implementation, and by cause, or by what is wrong." }
            @for column in columns.iter().filter(|column| !column.report.classes.is_empty()) {
                section id=(column.name) {
                    h3 {
                        (column.name) " "
                        a.permalink href={ "#" (column.name) } aria-label={ "Link to " (column.name) } { "#" }
                    }
                    @for family in families(column.report) { (details(column, &family)) }
                }
            }
        }
    }
}

/// Where the first failures of an implementation that a rule decides are.
pub(super) fn rule_anchor(name: &str, report: &Report, rule: &str) -> Option<String> {
    let families = families(report);
    let of_rule = |family: &&Family<'_>| family.classes().any(|class| class.rule == rule);
    // What was rejected at open says nothing of the rule.
    let own = families.iter().find(|family| family.is_of_rule(rule));
    own.or_else(|| families.iter().find(of_rule)).map(|family| family_anchor(name, family))
}

fn family_anchor(name: &str, family: &Family<'_>) -> String {
    anchor(&[name, &family.place()])
}

/// Where a class of them is.
pub(super) fn class_anchor(name: &str, class: &Class) -> String {
    let Class { rule, status, wrongness, operation, source, target, .. } = class;
    anchor(&[name, rule, operation, source, target, wrongness.name(), status.name()])
}

fn details(column: &Column<'_>, family: &Family<'_>) -> Markup {
    let id = family_anchor(column.name, family);
    html! {
        details.family id=(id) {
            summary {
                @if family.simplest.status != Status::Fail { span.status { (family.simplest.status.name()) } " " }
                b.rule { (family.title()) } " " span.quiet { (grouped_checks(family.count)) }
                " " (sentence(&family.sentence()))
            }
            (example(column, family.simplest))
            (table(column, family))
            p { a href={ "#" (id) } { "Link to these failures" } }
        }
    }
}

fn example(column: &Column<'_>, class: &Class) -> Markup {
    let Example { why, json, input, expected, got, array_length, .. } = &class.example;
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
            (entry("why", html! { (why) }))
            @if let Some(cause) = &class.cause { (entry("likely cause", html! { (cause) })) }
        }
        pre.command tabindex="0" { (rerun(column.report, class)) }
    }
}

fn entry(name: &str, value: Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn table(column: &Column<'_>, family: &Family<'_>) -> Markup {
    let title = format!("{} {}", column.name, family.title());
    let headings =
        ["from", "to", "checks", "rule", "input", "expected", "got", "JSON", "likely cause"];
    html! {
        div.wide tabindex="0" role="region" aria-label=(title) {
            table.sortable {
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody { @for class in family.classes() { (row(column, class)) } }
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
            td.rule { (class.rule) }
            @for shown in [input, expected, got] { td.shown { code { (value(shown)) } } }
            td.shown { code { (json) } }
            td { div.cause { (class.cause.as_deref().unwrap_or_default()) } }
        }
    }
}
