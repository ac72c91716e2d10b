//! The pairs of types as a matrix.

use std::collections::{BTreeMap, BTreeSet};

use codec_reference::DataType;
use maud::{Markup, html};

use super::classes::anchor;
use crate::report::words::grouped;
use crate::report::{Pair, Report};

pub(super) fn section(report: &Report) -> Markup {
    let pairs: BTreeMap<(&str, &str), &Pair> = report
        .pairs
        .iter()
        .map(|pair| ((pair.source.as_str(), pair.target.as_str()), pair))
        .collect();
    let sources = sorted(report.pairs.iter().map(|pair| pair.source.as_str()).collect());
    let targets = sorted(report.pairs.iter().map(|pair| pair.target.as_str()).collect());
    html! {
        @if !pairs.is_empty() {
            section id="pairs" {
                h2 { "Type pairs" }
                p.quiet { "From the type at the left to the type above; how many checks did not pass." }
                div.wide tabindex="0" role="region" aria-label="Type pairs" {
                    table.matrix {
                        thead {
                            tr {
                                td {}
                                @for target in &targets { th scope="col" { span { (target) } } }
                            }
                        }
                        tbody {
                            @for source in &sources {
                                tr {
                                    th scope="row" { (source) }
                                    @for target in &targets {
                                        (cell(report, pairs.get(&(*source, *target)).copied()))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(report: &Report, pair: Option<&Pair>) -> Markup {
    let Some(pair) = pair else { return html! { td.none title="not asked" { "·" } } };
    let Pair { source, target, asked, passed } = pair;
    let failed = asked.saturating_sub(*passed);
    let title =
        format!("{source} -> {target}: {} of {} checks passed", grouped(*passed), grouped(*asked));
    let of_pair = |class: &&crate::report::Class| {
        class.operation == "cast_value" && class.source == *source && class.target == *target
    };
    let class = report.classes.iter().find(of_pair);
    html! {
        @match (failed, class) {
            (0, _) => td.good title=(title) { "0" },
            (_, Some(class)) => td.bad title=(title) {
                a href={ "#" (anchor(class)) } { (short(failed)) }
            },
            (_, None) => td.bad title=(title) { (short(failed)) },
        }
    }
}

/// A count in at most four characters.
pub(crate) fn short(count: u64) -> String {
    match count {
        0..1000 => count.to_string(),
        1000..1_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

/// Names of types in the order of their table, then the others.
pub(crate) fn sorted(names: BTreeSet<&str>) -> Vec<&str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| {
        let place = DataType::ALL.into_iter().position(|data_type| data_type.name() == *name);
        (place.is_none(), place)
    });
    names
}
