//! The implementations: versions, coverage, totals.

use codec_vectors::Level;
use maud::{Markup, html};

use super::super::{BoardEntry, Start};
use crate::report::html::number;
use crate::report::words::troubles;
use crate::report::{Report, Status, Totals};

pub(super) fn section(entries: &[BoardEntry]) -> Markup {
    let columns = [
        "implementation",
        "version",
        "language",
        "asked",
        "of suite",
        "passed",
        "of asked",
        "failed",
        "binding",
        "not judged",
        "classes",
        "run",
    ];
    html! {
        section id="implementations" {
            h2 { "Implementations" }
            p.quiet {
                "What an implementation does not declare is not asked. Binding failures break what the texts say, "
                "or what follows from it; the others are of readings. Not judged is what crashed, hung or "
                "broke the protocol."
            }
            div.wide tabindex="0" role="region" aria-label="Implementations" {
                table.sortable {
                    thead { tr { @for column in columns { th scope="col" { (column) } } } }
                    tbody { @for entry in entries { (row(entry)) } }
                }
            }
            details {
                summary { "What they are, and how they were run" }
                dl.commands { @for entry in entries { (about(entry)) } }
            }
        }
    }
}

fn row(entry: &BoardEntry) -> Markup {
    let adapter = &entry.adapter;
    let version = entry.report.as_ref().map_or(&adapter.version, |one| &one.implementation.version);
    let date = entry.record.as_ref().map_or("", |record| &record.date);
    html! {
        tr {
            th scope="row" {
                @match &entry.report {
                    Some(report) if !report.classes.is_empty() => {
                        a href={ "#" (adapter.name) } { (adapter.name) }
                    }
                    _ => (adapter.name),
                }
            }
            td.version {
                (version)
                @if !version.starts_with(&adapter.version) { " " span.warn { "not " (adapter.version) } }
            }
            td { (adapter.language) }
            @match &entry.report {
                Some(report) => (measured(report)),
                None => td.bad colspan="8" data-value="-1" { (absence(entry)) },
            }
            td.date { (date) }
        }
    }
}

fn measured(report: &Report) -> Markup {
    let totals = &report.totals;
    let asked = asked(totals);
    let unjudged = totals.error + totals.crash + totals.timeout + totals.notrun;
    let troubles = troubles(report);
    html! {
        (number(asked)) (share(asked, totals.planned)) (number(totals.pass)) (share(totals.pass, asked))
        (number(totals.fail))
        (number(binding(report)))
        td.number data-value=(unjudged) title=[(!troubles.is_empty()).then(|| troubles.join("; "))] {
            (unjudged)
        }
        (number(report.classes.len() as u64))
    }
}

/// Failures of what the texts say, or of what follows from it.
fn binding(report: &Report) -> u64 {
    let failed = report.classes.iter().filter(|class| class.status == Status::Fail);
    failed.filter(|class| class.level != Level::Reading).map(|class| class.count).sum()
}

fn absence(entry: &BoardEntry) -> String {
    match entry.record.as_ref().and_then(|record| record.failure.as_ref()) {
        Some(failure) => format!("did not start: {failure}"),
        None => "not installed".to_owned(),
    }
}

/// Checks that were asked.
pub(super) fn asked(totals: &Totals) -> u64 {
    totals.sum() - totals.skip - totals.notrun
}

/// What it is, how it is run, and what went wrong outside of any check.
fn about(entry: &BoardEntry) -> Markup {
    let problems = entry.report.iter().flat_map(|report| &report.problems);
    html! {
        div {
            dt { (entry.adapter.name) }
            dd {
                (entry.adapter.about) br;
                code { (command(&entry.adapter.start)) }
                @for problem in problems { p.trouble { (problem) } }
            }
        }
    }
}

fn share(part: u64, of: u64) -> Markup {
    let tenths = (part * 1000).checked_div(of).unwrap_or(0);
    html! {
        td.number data-value=(tenths) {
            @if tenths == 0 && part > 0 { "<0.1%" } @else { (tenths / 10) "." (tenths % 10) "%" }
        }
    }
}

fn command(start: &Start) -> String {
    shell_words::join(["codec-conformance", "test"].into_iter().chain(start.options()))
}
