//! Implementations against operations, rules and pairs of types.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::heat::{Cell, Row, legend, table};
use super::{Column, failures};
use crate::report::Class;
use crate::report::html::{sentence, sorted};
use crate::suite;

pub(super) fn operations(columns: &[Column<'_>]) -> Markup {
    let names = ["cast_value", "fill_value", "reshape", "unpack", "pack"];
    let cell = |column: &Column<'_>, name: &str| {
        let found = column.report.operations.iter().find(|one| one.name == name)?;
        let link = (found.passed < found.asked).then(|| column.name.to_owned());
        Some(Cell { asked: found.asked, passed: found.passed, link })
    };
    let rows = names.map(|name| Row {
        key: name.to_owned(),
        heading: html! { code { (name) } },
        cells: columns.iter().map(|column| cell(column, name)).collect(),
    });
    html! {
        section id="operations" {
            h2 { "Operations" }
            (legend())
            (table("operations", "Operations", "operation", columns, &rows))
        }
    }
}

pub(super) fn section(columns: &[Column<'_>]) -> Markup {
    let counts: Vec<BTreeMap<&str, Cell>> = columns.iter().map(by_rule).collect();
    let row = |rule: &str| Row {
        key: rule.to_owned(),
        heading: html! {
            a href={ "#rule/" (rule) } { (rule) }
            @if let Some(rule) = suite::rule(rule) { small.quiet { (sentence(&rule.sentence)) } }
        },
        cells: counts.iter().map(|counts| counts.get(rule).cloned()).collect(),
    };
    let rows: Vec<Row> = rules(columns).into_iter().map(row).collect();
    html! {
        section id="rules" {
            h2 { "Rules" }
            p.quiet {
                "A check counts for the rule that decides it. A cell with failures leads to them, a rule to "
                "what it says."
            }
            (table("rules", "Rules", "rule", columns, &rows))
        }
    }
}

fn by_rule<'a>(column: &Column<'a>) -> BTreeMap<&'a str, Cell> {
    let cell = |rule: &'a str, asked: u64, passed: u64| {
        let link = || failures::rule_anchor(column.name, column.report, rule);
        let link = (passed < asked).then(link).flatten();
        (rule, Cell { asked, passed, link })
    };
    let counts = column.report.rules.iter();
    counts.map(|count| cell(&count.rule, count.asked, count.passed)).collect()
}

/// Every rule that decides a check somewhere.
fn rules<'a>(columns: &[Column<'a>]) -> Vec<&'a str> {
    let counts = columns.iter().flat_map(|column| &column.report.rules);
    let known: BTreeSet<&str> = counts.map(|count| count.rule.as_str()).collect();
    in_order(known)
}

/// Rules by the words of their ids, and then by their numbers.
pub(super) fn in_order(rules: BTreeSet<&str>) -> Vec<&str> {
    let mut rules: Vec<&str> = rules.into_iter().collect();
    rules.sort_by_key(|rule| natural(rule));
    rules
}

/// The words of a rule's id, and its number.
fn natural(rule: &str) -> (&str, Option<u64>) {
    match rule.rsplit_once('-') {
        Some((words, number)) => (words, number.parse().ok()),
        None => (rule, None),
    }
}

pub(super) fn pairs(columns: &[Column<'_>]) -> Markup {
    let counts: Vec<BTreeMap<(&str, &str), Cell>> = columns.iter().map(by_pair).collect();
    let known: BTreeSet<(&str, &str)> =
        counts.iter().flat_map(|counts| counts.keys().copied()).collect();
    let sources = sorted(known.iter().map(|(source, _)| *source).collect());
    let targets = sorted(known.iter().map(|(_, target)| *target).collect());
    let all =
        sources.iter().flat_map(|source| targets.iter().map(move |target| (*source, *target)));
    let row = |pair: (&str, &str)| Row {
        key: format!("{} {}", pair.0, pair.1),
        heading: html! { (pair.0) " → " (pair.1) },
        cells: counts.iter().map(|counts| counts.get(&pair).cloned()).collect(),
    };
    let rows: Vec<Row> = all.filter(|pair| known.contains(pair)).map(row).collect();

    html! {
        section id="pairs" {
            h2 { "Type pairs" }
            p.quiet { "Casts from type to type, in whatever direction of the codec." }
            (table("pairs", "Type pairs", "pair", columns, &rows))
        }
    }
}

fn by_pair<'a>(column: &Column<'a>) -> BTreeMap<(&'a str, &'a str), Cell> {
    let mut classes: BTreeMap<(&str, &str), &Class> = BTreeMap::new();
    for class in column.report.classes.iter().filter(|class| class.operation == "cast_value") {
        classes.entry((&class.source, &class.target)).or_insert(class);
    }
    let pairs = column.report.pairs.iter().map(|pair| {
        let key = (pair.source.as_str(), pair.target.as_str());
        let link = classes.get(&key).map(|class| failures::class_anchor(column.name, class));
        (key, Cell { asked: pair.asked, passed: pair.passed, link })
    });
    pairs.collect()
}

/// What each rule says that decides a check somewhere.
pub(super) fn glossary(columns: &[Column<'_>]) -> Markup {
    let known = rules(columns).into_iter().filter_map(suite::rule);
    html! {
        section id="glossary" {
            h2 { "What the rules say" }
            dl.glossary {
                @for rule in known {
                    div id={ "rule/" (rule.id) } tabindex="-1" {
                        dt { (rule.id) br; (rule.level.name()) }
                        dd {
                            (sentence(&rule.sentence))
                            @for (name, answer) in &rule.alternatives {
                                p.quiet { "tolerated: " code { (name) } ": " (sentence(answer)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
