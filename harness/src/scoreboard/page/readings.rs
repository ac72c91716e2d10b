//! Which tolerated reading each implementation follows.

use std::collections::BTreeSet;

use codec_vectors::embedded;
use maud::{Markup, html};

use super::Column;
use crate::report::Reading;
use crate::report::html::{sentence, short};
use crate::report::words::bounds;

pub(super) fn section(columns: &[Column<'_>]) -> Markup {
    let readings = columns.iter().flat_map(|column| &column.report.readings);
    let names: BTreeSet<&str> = readings.map(|reading| reading.alternative.as_str()).collect();
    let (rules, bounds) = (embedded::rules(), bounds());
    let words = |name: &str| {
        let mut all = rules.iter().flat_map(|rule| &rule.alternatives);
        all.find(|(known, _)| known == name).map_or_else(String::new, |(_, words)| words.clone())
    };
    html! {
        section id="readings" {
            h2 { "Readings" }
            p.quiet {
                "Where the text can be read in several ways, which one is followed. None of them is a failure."
            }
            div.wide tabindex="0" role="region" aria-label="Readings" {
                table.matrix.heat {
                    thead {
                        tr {
                            th scope="col" { "tolerated reading" }
                            @for column in columns { th scope="col" { span { (column.name) } } }
                        }
                    }
                    tbody {
                        @for name in names {
                            tr {
                                th scope="row" { code { (name) } br; small.quiet { (sentence(&words(name))) } }
                                @for column in columns { (cell(column, name, &bounds)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(column: &Column<'_>, name: &str, bounds: &BTreeSet<String>) -> Markup {
    let reading = column.report.readings.iter().find(|reading| reading.alternative == name);
    match reading {
        None => html! { td.none { "·" } },
        Some(Reading { taken: 0, ours, .. }) => html! { td { "the suite's, " (short(*ours)) } },
        Some(Reading { taken, ours: 0, .. }) => html! { td.good { "taken, " (short(*taken)) } },
        Some(Reading { taken, ours, .. }) if bounds.contains(name) => {
            html! { td.good { "beyond a bound, " (short(*taken)) br; "before it, " (short(*ours)) } }
        }
        Some(Reading { taken, ours, .. }) => {
            html! { td.warn { "taken, " (short(*taken)) br; "the suite's, " (short(*ours)) } }
        }
    }
}
