//! A diff for the summary of a CI job.

use std::fmt::Write as _;

use super::pretty::{counts, side_words};
use super::{Change, Diff, Side};
use crate::report::exit;
use crate::report::markdown::{code, fenced, prose};
use crate::report::words::{contrast, rerun};

/// So many changes of a kind are shown.
const MAX_CHANGES: usize = 10;

/// A summary: the verdict first, then what got worse.
pub fn markdown(diff: &Diff) -> String {
    let verdict = exit::diff_verdict(diff);
    let mut text = format!("**codec-conformance diff** · {verdict} · {}\n\n", counts(diff));
    for (name, side) in [("before", &diff.before), ("after", &diff.after)] {
        let _ = writeln!(text, "- {name}: {}", prose(&side_words(side)));
    }
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

fn part(text: &mut String, title: &str, changes: &[Change], side: &Side) {
    let _ = writeln!(text, "\n### {title}\n\n| | rule | checks | types | failure |");
    text.push_str("|---|---|--:|---|---|\n");
    for change in changes.iter().take(MAX_CHANGES) {
        let such_as = change.example.as_ref().map_or_else(|| change.id().to_owned(), contrast);
        let cells = [
            code(&change.status),
            code(&change.rule),
            change.checks.len().to_string(),
            code(&format!("{} -> {}", change.source, change.target)),
            code(&such_as),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    let hidden = changes.len().saturating_sub(MAX_CHANGES);
    if hidden > 0 {
        let _ = writeln!(text, "\nand {hidden} more classes");
    }
    let commands = changes.iter().take(MAX_CHANGES).map(|change| rerun(&side.subject, change.id()));
    let commands = fenced("sh", &commands.collect::<Vec<_>>().join("\n"));
    let _ = write!(text, "\n<details><summary>Commands</summary>\n\n{commands}</details>\n");
}
