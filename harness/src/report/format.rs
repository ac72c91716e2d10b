//! The forms in which a report is written.

use clap::ValueEnum;

use super::{Report, Style, html, junit, markdown, pretty};

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For a person at a terminal.
    Pretty,
    /// For a program; report.schema.json describes it.
    Json,
    /// JUnit XML, for a CI system.
    Junit,
    /// The id of each check that failed, one a line.
    Ids,
    /// For the summary of a CI job.
    Markdown,
    /// A page of its own, for a browser.
    Html,
}

/// The text of a report; `style` is that of [`Format::Pretty`].
pub fn render(report: &Report, format: Format, style: Style) -> String {
    match format {
        Format::Pretty => pretty(report, style),
        Format::Json => report.to_json(),
        Format::Junit => junit(report),
        Format::Ids => ids(report),
        Format::Markdown => markdown(report),
        Format::Html => html(report),
    }
}

/// The ids of what failed, and was not expected to, as `--id` takes them.
fn ids(report: &Report) -> String {
    let classes = report.classes.iter().filter(|class| class.status.is_failure());
    classes.flat_map(|class| &class.checks).map(|id| format!("{id}\n")).collect()
}
