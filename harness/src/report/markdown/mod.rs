//! Markdown, as GitHub reads it, for the summary of a CI job.

mod escape;

use std::fmt::Write as _;

pub(super) use escape::{code, fenced, prose, sentence, tagged};

use super::family::{Family, Headline, Subject, families};
use super::pretty::{self, MAX_PAIRS};
use super::readings::readings;
use super::words::{self, grouped, grouped_checks, pair, rerun, troubles, value};
use super::{Example, Report, Style, exit};
use crate::suite::Folded;

/// At most this many families of failures are shown.
pub(super) const MAX_FAMILIES: usize = 10;

/// A summary: the verdict first, then what was asked and what failed.
pub fn markdown(report: &Report) -> String {
    let verdict = exit::verdict(report);
    let tested = prose(&words::tested(report));
    let mut text = format!("**{verdict}** · {tested}\n\n");
    let _ = writeln!(text, "codec-conformance {}", prose(&report.suite));
    for note in troubles(report).iter().chain(&report.notes) {
        let _ = writeln!(text, "\n> {}", prose(note));
    }
    if report.requests.answered != report.requests.sum() {
        let _ = writeln!(text, "\nRequests: {}", words::requests(report));
    }
    if let Some(drawing) = &report.drawing {
        let _ = writeln!(text, "\nDrawn with {}", words::drawing(drawing));
    }
    operations(&mut text, report);
    levels(&mut text, report);
    failures(&mut text, report);
    let taken = readings(report);
    if !taken.is_empty() {
        text.push_str("\n### Readings\n\n");
        taken.iter().for_each(|reading| text.push_str(&format!("- {}\n", prose(reading))));
    }
    reasons(&mut text, "skipped", report.totals.skip, words::skips(report));
    reasons(&mut text, "declined", report.totals.declined, words::declines(report));
    let _ = writeln!(text, "\n**{verdict}** {}", prose(&words::totals(report)));
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

/// Failures by how binding what they break is, where there are any.
fn levels(text: &mut String, report: &Report) {
    if report.levels.iter().all(|one| one.failed == 0) {
        return;
    }
    text.push_str("\n| level | passed | failed | |\n|---|--:|--:|---|\n");
    for one in &report.levels {
        let [passed, failed] = [one.passed, one.failed].map(grouped);
        let note = if one.gates { "" } else { "warns" };
        let _ = writeln!(text, "| {} | {passed} | {failed} | {note} |", one.level.name());
    }
}

fn failures(text: &mut String, report: &Report) {
    let families = families(report);
    if families.is_empty() {
        return;
    }
    text.push_str("\n### Failures\n\n");
    text.push_str(HEADING);
    for family in families.iter().take(MAX_FAMILIES) {
        let Family { headline, simplest, others, count } = family;
        let more = match others.len() {
            0 => String::new(),
            others => format!(" and {others} more"),
        };
        let cells = [
            code(headline.ended()),
            titled(headline),
            grouped(*count),
            code(&pair(simplest)) + &more,
            values(&simplest.example),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let hidden = families.len().saturating_sub(MAX_FAMILIES);
    if hidden > 0 {
        let _ = writeln!(text, "\nand {hidden} more kinds of failures");
    }
    text.push('\n');
    families.iter().take(MAX_FAMILIES).for_each(|family| details(text, report, family));
}

/// The heading of a table of failures.
pub(super) const HEADING: &str = "| | what | checks | types | input | expected | got |\n\
                                  |---|---|--:|---|---|---|---|\n";

/// What is wrong, in a cell.
pub(super) fn titled(headline: &Headline<'_>) -> String {
    match headline.subject {
        Subject::Rule(rule, level, wrongness) => {
            format!("{} ({}) {}", code(rule), level.name(), wrongness.words()).trim_end().to_owned()
        }
        _ => prose(&headline.words()),
    }
}

/// Three cells of a table.
pub(super) fn values(example: &Example) -> String {
    [&example.input, &example.expected, &example.got].map(|one| code(&value(one))).join(" | ")
}

/// What is hidden until a reader asks for it.
fn details(text: &mut String, report: &Report, family: &Family<'_>) {
    let Family { headline, simplest, .. } = family;
    let mut example = String::new();
    let style = Style { width: 100, color: false };
    pretty::failed(&mut example, simplest, style);
    let words = match headline.subject {
        Subject::Rule(rule, level, wrongness) => {
            format!("{} ({}) {}", tagged(rule), level.name(), wrongness.words())
                .trim_end()
                .to_owned()
        }
        _ => tagged(&headline.words()),
    };
    let _ = writeln!(text, "<details><summary>{words}: {}</summary>\n", tagged(&pair(simplest)));
    let _ = writeln!(text, "{}\n", sentence(&family.sentence()));
    text.push_str(&fenced("text", &example));
    text.push_str(&fenced("sh", &rerun(report, simplest)));
    for (name, counts) in [("Types", family.pairs()), ("Rules", family.rules())] {
        if counts.len() > 1 {
            let one =
                |(name, count): &(String, u64)| format!("{} ({})", code(name), grouped(*count));
            let listed: Vec<String> = counts.iter().take(MAX_PAIRS).map(one).collect();
            let hidden = counts.len().saturating_sub(MAX_PAIRS);
            let more = if hidden > 0 { format!(" and {hidden} more") } else { String::new() };
            let _ = writeln!(text, "{name}: {}{more}.\n", listed.join(", "));
        }
    }
    text.push_str("</details>\n");
}

fn reasons(text: &mut String, what: &str, checks: u64, reasons: Vec<Folded>) {
    if reasons.is_empty() {
        return;
    }
    let summary = format!("{what}: {}", grouped_checks(checks));
    let _ = writeln!(text, "\n<details><summary>{summary}</summary>\n");
    text.push_str("| checks | reason |\n|--:|---|\n");
    for Folded { checks, reason, .. } in reasons {
        let _ = writeln!(text, "| {} | {} |", grouped(checks), prose(&reason));
    }
    text.push_str("\n</details>\n");
}
