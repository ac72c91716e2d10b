//! A diff as a person reads it at a terminal.

use std::fmt::Write as _;

use super::{Change, Diff, Side};
use crate::report::pretty::{example, paint, wrapped};
use crate::report::words::{counted, rerun};
use crate::report::{Style, exit};

/// The text, what got worse first and the sums last.
pub fn pretty(diff: &Diff, style: Style) -> String {
    let mut text = String::new();
    for (name, side) in [("before  ", &diff.before), ("after   ", &diff.after)] {
        wrapped(&mut text, name, &side_words(side), style);
    }
    for (word, changes) in [("REGRESSED", &diff.regressed), ("NEW", &diff.new)] {
        for alike in changes.chunk_by(|a, b| a.rule == b.rule && a.status == b.status) {
            worse(&mut text, &paint(word, "31", style), alike, &diff.after, style);
        }
    }
    for (word, color, changes) in [("IMPROVED", "32", &diff.improved), ("GONE", "33", &diff.gone)] {
        text.push_str(if changes.is_empty() { "" } else { "\n" });
        for change in changes {
            let _ =
                writeln!(text, "{} {} {}", paint(word, color, style), change.rule, line(change));
        }
    }
    text.push('\n');
    diff.cautions.iter().for_each(|caution| wrapped(&mut text, "caution: ", caution, style));
    let verdict = exit::diff_verdict(diff);
    let color = if verdict == "NOT WORSE" { "32" } else { "31" };
    wrapped(&mut text, "", &format!("{}: {}", paint(verdict, color, style), counts(diff)), style);
    text
}

/// An implementation and its totals.
pub(super) fn side_words(side: &Side) -> String {
    let about = &side.implementation;
    format!("{} {}: {}", about.name, about.version, counted(&side.totals))
}

/// How many checks changed how.
pub(super) fn counts(diff: &Diff) -> String {
    let sum = |changes: &[Change]| changes.iter().map(|change| change.checks.len()).sum::<usize>();
    format!(
        "{} regressed, {} new, {} improved, {} gone, {} still failing",
        sum(&diff.regressed),
        sum(&diff.new),
        sum(&diff.improved),
        sum(&diff.gone),
        diff.still
    )
}

/// Changes of one rule, the first in full.
fn worse(text: &mut String, word: &str, changes: &[Change], side: &Side, style: Style) {
    let [first, others @ ..] = changes else { return };
    let count: usize = changes.iter().map(|change| change.checks.len()).sum();
    let _ = writeln!(text, "\n{word} {} in {count} checks ({})", first.rule, first.status);
    wrapped(text, "  ", &first.sentence, style);
    let _ = writeln!(text, "  {}", line(first));
    if let Some(shown) = &first.example {
        example(text, shown, None, style);
    }
    let _ = writeln!(text, "    rerun     {}", rerun(&side.subject, first.id()));
    others.iter().for_each(|other| wrapped(text, "  ", &line(other), style));
}

fn line(change: &Change) -> String {
    let Change { source, target, checks, .. } = change;
    format!("{source} -> {target}: {} checks, such as {}", checks.len(), change.id())
}
