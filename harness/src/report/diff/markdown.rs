//! A diff for the summary of a CI job.

use std::fmt::Write as _;

use super::pretty::{side_words, sums};
use super::{Change, Diff, Side, alike, count};
use crate::report::exit;
use crate::report::markdown::{HEADING, MAX_FAMILIES, code, fenced, prose, titled, values};
use crate::report::words::{fewer_words, grouped};

/// A summary: the verdict first, then what got worse.
pub fn markdown(diff: &Diff<'_>) -> String {
    let verdict = exit::diff_verdict(diff);
    let mut text = format!("**codec-conformance diff** · {verdict} · {}\n\n", sums(diff));
    for (name, side) in [("before", &diff.before), ("after", &diff.after)] {
        let _ = writeln!(text, "- {name}: {}", prose(&side_words(side)));
    }
    diff.fewer.iter().for_each(|fewer| text.push_str(&format!("\n> {}\n", fewer_words(fewer))));
    diff.cautions.iter().for_each(|caution| text.push_str(&format!("\n> {}\n", prose(caution))));
    let parts = [
        ("Regressed", &diff.regressed, &diff.after),
        ("New", &diff.new, &diff.after),
        ("Improved", &diff.improved, &diff.after),
        ("Gone", &diff.gone, &diff.before),
    ];
    for (title, changes, side) in parts.into_iter().filter(|(_, changes, _)| !changes.is_empty()) {
        part(&mut text, title, changes, side);
    }
    text
}

fn part(text: &mut String, title: &str, changes: &[Change<'_>], side: &Side<'_>) {
    let _ = write!(text, "\n### {title}\n\n{HEADING}");
    let alike = alike(changes);
    for (headline, changes) in alike.iter().take(MAX_FAMILIES) {
        let (first, others) = (changes[0], changes.len() - 1);
        let more = if others == 0 { String::new() } else { format!(" and {others} more") };
        let unknown = || format!("{} | | ", code(first.id()));
        let cells = [
            code(headline.ended()),
            titled(headline),
            grouped(count(changes.iter().copied())),
            code(&first.pair()) + &more,
            first.example.map_or_else(unknown, values),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let hidden = alike.len().saturating_sub(MAX_FAMILIES);
    if hidden > 0 {
        let _ = writeln!(text, "\nand {hidden} more kinds of failures");
    }
    let first = alike.iter().take(MAX_FAMILIES).map(|(_, changes)| changes[0]);
    let commands: Vec<String> = first.map(|change| change.rerun(side.subject)).collect();
    let commands = fenced("sh", &commands.join("\n"));
    let _ = write!(text, "\n<details><summary>Commands</summary>\n\n{commands}</details>\n");
}
