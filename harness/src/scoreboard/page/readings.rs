//! Which reading of each rule an implementation follows.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::{Column, rules};
use crate::reading::OURS;
use crate::report::How;
use crate::report::html::sentence;
use crate::report::readings::{answers, way};
use crate::suite;

pub(super) fn section(columns: &[Column<'_>]) -> Markup {
    let readings = columns.iter().flat_map(|column| &column.report.readings);
    let names: BTreeSet<&str> = readings.map(|reading| reading.rule.as_str()).collect();
    let rules = rules::in_order(names).into_iter().filter_map(suite::rule);
    html! {
        section id="readings" {
            h2 { "Readings" }
            p.quiet {
                "Where the text can be read in several ways, which one is followed. It is the suite's own unless "
                "all answers that can tell fit another one; what differs from it is a failure."
            }
            div.wide tabindex="0" role="region" aria-label="Readings" {
                table.matrix.heat {
                    thead {
                        tr {
                            th scope="col" { "rule, and what else is tolerated" }
                            @for column in columns { th scope="col" { span { (column.name) } } }
                        }
                    }
                    tbody {
                        @for rule in rules {
                            tr {
                                th scope="row" {
                                    code { (rule.id) } br;
                                    small.quiet { (sentence(&rule.sentence)) }
                                    @for (name, words) in &rule.alternatives {
                                        br; small.quiet { code { (name) } ": " (sentence(words)) }
                                    }
                                }
                                @for column in columns { (cell(column, &rule.id)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(column: &Column<'_>, rule: &str) -> Markup {
    let reading = column.report.readings.iter().find(|reading| reading.rule == rule);
    let Some(reading) = reading else { return html! { td.none { "·" } } };
    let class = match reading.how {
        How::Mixed => "warn",
        How::Bound => "",
        _ if reading.taken.as_deref() == Some(OURS) => "",
        _ => "good",
    };
    html! { td class=[(!class.is_empty()).then_some(class)] { (way(reading)) br; (answers(reading)) } }
}
