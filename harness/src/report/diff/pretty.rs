//! A diff as a person reads it at a terminal.

use std::fmt::Write as _;

use super::{Change, Diff, Side, alike, checks};
use crate::report::pretty::{MAX_PAIRS, example, paint, wrapped};
use crate::report::words::{counted, grouped, rerun};
use crate::report::{Style, exit};

/// The text, what got worse first and the sums last.
pub fn pretty(diff: &Diff<'_>, style: Style) -> String {
    let mut text = String::new();
    for (name, side) in [("before  ", &diff.before), ("after   ", &diff.after)] {
        wrapped(&mut text, name, &side_words(side), style);
    }
    for (word, changes) in [("REGRESSED", &diff.regressed), ("NEW", &diff.new)] {
        for changes in alike(changes) {
            worse(&mut text, &paint(word, "31", style), changes, &diff.after, style);
        }
    }
    for (word, color, changes) in [("IMPROVED", "32", &diff.improved), ("GONE", "33", &diff.gone)] {
        text.push_str(if changes.is_empty() { "" } else { "\n" });
        for changes in alike(changes) {
            let _ = write!(text, "{} {}", paint(word, color, style), changes[0].rule);
            let _ = writeln!(text, " in {} checks", checks(changes));
            wrapped(&mut text, "  ", &pairs(changes), style);
        }
    }
    text.push('\n');
    diff.cautions.iter().for_each(|caution| wrapped(&mut text, "caution: ", caution, style));
    let verdict = exit::diff_verdict(diff);
    let color = if verdict == "NOT WORSE" { "32" } else { "31" };
    wrapped(&mut text, "", &format!("{}: {}", paint(verdict, color, style), sums(diff)), style);
    text
}

/// An implementation and its totals.
pub(super) fn side_words(side: &Side<'_>) -> String {
    let about = &side.implementation;
    format!("{} {}: {}", about.name, about.version, counted(&side.totals))
}

/// How many checks changed how.
pub(super) fn sums(diff: &Diff<'_>) -> String {
    let sums = [
        (checks(&diff.regressed), "regressed"),
        (checks(&diff.new), "new"),
        (checks(&diff.improved), "improved"),
        (checks(&diff.gone), "gone"),
        (diff.still, "still failing"),
    ];
    sums.map(|(count, what)| format!("{} {what}", grouped(count))).join(", ")
}

/// Changes of one rule, the first in full.
fn worse(text: &mut String, word: &str, changes: &[Change<'_>], side: &Side<'_>, style: Style) {
    let [first, others @ ..] = changes else { return };
    let status = match first.status {
        "fail" => String::new(),
        other => format!(" ({other})"),
    };
    let _ = writeln!(text, "\n{word} {} in {} checks{status}", first.rule, checks(changes));
    wrapped(text, "  ", first.sentence, style);
    let _ = writeln!(text, "  {}: {} checks, such as", first.pair(), first.checks.len());
    if let Some(shown) = first.example {
        example(text, shown, None, style);
    }
    let _ = writeln!(text, "    rerun     {}", rerun(side.subject, first.id()));
    if !others.is_empty() {
        wrapped(text, "  ", &pairs(others), style);
    }
}

/// The pairs of types of changes, and how many checks of each.
fn pairs(changes: &[Change<'_>]) -> String {
    let pair = |change: &Change| format!("{} ({})", change.pair(), change.checks.len());
    let pairs: Vec<String> = changes.iter().take(MAX_PAIRS).map(pair).collect();
    match changes.len().saturating_sub(MAX_PAIRS) {
        0 => pairs.join(", "),
        hidden => format!("{} and {hidden} more", pairs.join(", ")),
    }
}
