//! A diff as a person reads it at a terminal.

use std::fmt::Write as _;

use super::{Alike, Change, Diff, Side, alike, count};
use crate::report::family::sums_by_name;
use crate::report::pretty::{MAX_PAIRS, example, hung, paint, such_as, wrapped};
use crate::report::words::{checks, counted, fewer_words, grouped};
use crate::report::{Status, Style, exit};

/// The text, what got worse first and the sums last.
pub fn pretty(diff: &Diff<'_>, style: Style) -> String {
    let mut text = String::new();
    for (name, side) in [("before  ", &diff.before), ("after   ", &diff.after)] {
        wrapped(&mut text, name, &side_words(side), style);
    }
    for (word, changes) in [("REGRESSED", &diff.regressed), ("NEW", &diff.new)] {
        for changes in alike(changes) {
            worse(&mut text, &paint(word, "31", style), &changes, &diff.after, style);
        }
    }
    for (word, color, changes) in [("IMPROVED", "32", &diff.improved), ("GONE", "33", &diff.gone)] {
        text.push_str(if changes.is_empty() { "" } else { "\n" });
        for (headline, changes) in alike(changes) {
            let (word, sum) = (paint(word, color, style), count(changes.iter().copied()));
            let line = format!("{word} {} in {}", headline.words(), checks(sum));
            hung(&mut text, "", 2, &line, style);
            wrapped(&mut text, "  ", &pairs(&changes), style);
        }
    }
    text.push('\n');
    for fewer in &diff.fewer {
        let word = if diff.allow_fewer { "fewer: " } else { "WORSE " };
        wrapped(&mut text, word, &fewer_words(fewer), style);
    }
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
        (count(&diff.regressed), "regressed"),
        (count(&diff.new), "new"),
        (count(&diff.improved), "improved"),
        (count(&diff.gone), "gone"),
        (diff.still, "still failing"),
    ];
    sums.map(|(count, what)| format!("{} {what}", grouped(count))).join(", ")
}

/// Changes under one headline, the first in full.
fn worse(text: &mut String, word: &str, alike: &Alike<'_, '_>, side: &Side<'_>, style: Style) {
    let (headline, changes) = alike;
    let [first, others @ ..] = changes.as_slice() else { return };
    let status = match first.status {
        Status::Fail if !headline.warns => String::new(),
        _ => format!(" ({})", headline.ended()),
    };
    let sum = checks(count(changes.iter().copied()));
    text.push('\n');
    hung(text, "", 2, &format!("{word} {} in {sum}{status}", headline.words()), style);
    wrapped(text, "  ", &headline.sentence(first.rule, first.sentence), style);
    let here = first.checks.len() as u64;
    hung(text, "  ", 4, &format!("{}: {}", first.pair(), such_as(checks(here), here)), style);
    if let Some(shown) = first.example {
        example(text, shown, style);
    }
    let _ = writeln!(text, "    rerun     {}", first.rerun(side.subject));
    if !others.is_empty() {
        wrapped(text, "  ", &pairs(others), style);
    }
}

/// The pairs of types of changes, and how many checks of each.
fn pairs(changes: &[&Change<'_>]) -> String {
    let sums =
        sums_by_name(changes.iter().map(|change| (change.pair(), change.checks.len() as u64)));
    let pairs = sums.iter().take(MAX_PAIRS).map(|(pair, count)| format!("{pair} ({count})"));
    let pairs: Vec<String> = pairs.collect();
    match sums.len().saturating_sub(MAX_PAIRS) {
        0 => pairs.join(", "),
        hidden => format!("{} and {hidden} more", pairs.join(", ")),
    }
}
