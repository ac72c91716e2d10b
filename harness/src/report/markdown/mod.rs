//! Markdown, as GitHub reads it, for the summary of a CI job.

mod escape;

use std::fmt::Write as _;

pub(super) use escape::{code, fenced, prose, sentence, tagged};

use super::family::{Family, families};
use super::pretty::{self, MAX_PAIRS};
use super::words::{counted, grouped, pair, readings, rerun, troubles, value};
use super::{Example, Report, Style, exit};

/// So many families of failures are shown.
pub(super) const MAX_FAMILIES: usize = 10;

/// A summary: the verdict first, then what was asked and what failed.
pub fn markdown(report: &Report) -> String {
    let (suite, planned) = (&report.suite, grouped(report.totals.planned));
    let verdict = exit::verdict(report);
    let mut text =
        format!("**codec-conformance** {} · {verdict} · {planned} checks\n\n", prose(suite));
    let about = &report.implementation;
    let name = format!("{} {} ({})", about.name, about.version, about.language);
    let _ = writeln!(text, "{}: {}", prose(&name), counted(&report.totals));
    for trouble in troubles(report) {
        let _ = writeln!(text, "\n> {}", prose(&trouble));
    }
    operations(&mut text, report);
    failures(&mut text, report);
    let taken = readings(report);
    if !taken.is_empty() {
        text.push_str("\n### Tolerated readings taken\n\n");
        taken.iter().for_each(|reading| text.push_str(&format!("- {}\n", prose(reading))));
    }
    skips(&mut text, report);
    text
}

fn operations(text: &mut String, report: &Report) {
    if report.operations.is_empty() {
        return;
    }
    text.push_str("\n| operation | asked | passed | not passed |\n|---|--:|--:|--:|\n");
    for one in &report.operations {
        let failed = one.asked.saturating_sub(one.passed);
        let counts = [one.asked, one.passed, failed].map(grouped).join(" | ");
        let _ = writeln!(text, "| {} | {counts} |", code(&one.name));
    }
}

fn failures(text: &mut String, report: &Report) {
    let families = families(report);
    if families.is_empty() {
        return;
    }
    text.push_str("\n### Failures\n\n");
    text.push_str("| | rule | checks | types | input | expected | got |\n");
    text.push_str("|---|---|--:|---|---|---|---|\n");
    for Family { simplest, others, count } in families.iter().take(MAX_FAMILIES) {
        let more = match others.len() {
            0 => String::new(),
            others => format!(" and {others} more"),
        };
        let cells = [
            code(&simplest.status),
            code(&simplest.rule),
            grouped(*count),
            code(&pair(simplest)) + &more,
            values(&simplest.example),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let hidden = families.len().saturating_sub(MAX_FAMILIES);
    if hidden > 0 {
        let _ = writeln!(text, "\nand {hidden} more rules");
    }
    text.push('\n');
    families.iter().take(MAX_FAMILIES).for_each(|family| details(text, report, family));
}

/// Three cells of a table.
pub(super) fn values(example: &Example) -> String {
    [&example.input, &example.expected, &example.got].map(|one| code(&value(one))).join(" | ")
}

/// What is hidden until a reader asks for it.
fn details(text: &mut String, report: &Report, family: &Family<'_>) {
    let Family { simplest, others, .. } = family;
    let mut example = String::new();
    let style = Style { width: 100, color: false };
    pretty::example(&mut example, &simplest.example, simplest.cause.as_deref(), style);
    let rule = tagged(&simplest.rule);
    let _ = writeln!(text, "<details><summary>{rule}: {}</summary>\n", tagged(&pair(simplest)));
    let _ = writeln!(text, "{}\n", sentence(&simplest.sentence));
    text.push_str(&fenced("text", &example));
    text.push_str(&fenced("sh", &rerun(&report.subject, &simplest.example.id)));
    let other = |class: &&super::Class| format!("{} ({})", code(&pair(class)), class.count);
    let listed: Vec<String> = others.iter().take(MAX_PAIRS).map(other).collect();
    if !listed.is_empty() {
        let hidden = others.len().saturating_sub(MAX_PAIRS);
        let more = if hidden > 0 { format!(" and {hidden} more") } else { String::new() };
        let _ = writeln!(text, "Also {}{more}.\n", listed.join(", "));
    }
    text.push_str("</details>\n");
}

fn skips(text: &mut String, report: &Report) {
    if report.skips.is_empty() {
        return;
    }
    let (skipped, reasons) = (grouped(report.totals.skip), report.skips.len());
    let summary = format!("{skipped} checks were skipped, for {reasons} reasons");
    let _ = writeln!(text, "\n<details><summary>{summary}</summary>\n");
    text.push_str("| checks | reason |\n|--:|---|\n");
    for (reason, count) in &report.skips {
        let _ = writeln!(text, "| {} | {} |", grouped(*count), prose(reason));
    }
    text.push_str("\n</details>\n");
}
