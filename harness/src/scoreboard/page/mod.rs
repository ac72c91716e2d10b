//! The page: self-contained; its scripts only add sorting, filtering and choosing.

mod failures;
mod heat;
mod picture;
mod readings;
mod rules;
mod strip;
mod summary;

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::BoardEntry;
use crate::report::Report;
use crate::report::html::document;

const OWN_STYLE: &str = include_str!("board.css");
const OWN_SCRIPT: &str = include_str!("board.js");

/// An implementation that has a report.
#[derive(Clone, Copy)]
struct Column<'a> {
    name: &'a str,
    report: &'a Report,
}

/// The page of what is stored; the same for the same entries.
pub fn page(entries: &[BoardEntry]) -> String {
    let columns: Vec<Column<'_>> = entries
        .iter()
        .filter_map(|entry| {
            let name = entry.adapter.name.as_str();
            entry.report.as_ref().map(|report| Column { name, report })
        })
        .collect();
    let body = html! {
        (header(entries, &columns))
        main {
            (summary::section(entries))
            (rules::operations(&columns))
            (rules::section(&columns))
            (rules::pairs(&columns))
            (picture::section(&columns))
            (failures::section(&columns))
            (readings::section(&columns))
            (rules::glossary(&columns))
        }
    };
    document("Array codecs side by side", [OWN_STYLE, OWN_SCRIPT], &body)
}

const SECTIONS: [(&str, &str); 8] = [
    ("implementations", "Implementations"),
    ("operations", "Operations"),
    ("rules", "Rules"),
    ("pairs", "Type pairs"),
    ("where", "Where they fail"),
    ("failures", "Failures"),
    ("readings", "Readings"),
    ("glossary", "What the rules say"),
];

fn header(entries: &[BoardEntry], columns: &[Column<'_>]) -> Markup {
    let suites: BTreeSet<&str> = columns.iter().map(|one| one.report.suite.as_str()).collect();
    let suites: Vec<&str> = suites.into_iter().collect();
    let dates: BTreeSet<&str> =
        entries.iter().filter_map(|entry| Some(entry.record.as_ref()?.date.as_str())).collect();
    html! {
        header {
            p.project { "codec-conformance " (suites.join(", ")) }
            h1 { "Array codecs side by side" }
            p {
                (columns.len()) " implementations of Zarr's cast_value and reshape and of ONNX Unpack, "
                "each asked what it declares. "
                @match (dates.first(), dates.last()) {
                    (Some(first), Some(last)) if first == last => { "Run on " (first) "." }
                    (Some(first), Some(last)) => { "Run from " (first) " to " (last) "." }
                    _ => {}
                }
            }
            nav aria-label="Contents" {
                ul { @for (id, title) in SECTIONS { li { a href={ "#" (id) } { (title) } } } }
            }
        }
    }
}

/// A place on the page; it stays the same from run to run.
fn anchor(parts: &[&str]) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_./".contains(character);
    let parts = parts.join("/");
    parts.chars().map(|character| if plain(character) { character } else { '-' }).collect()
}
