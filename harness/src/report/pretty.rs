//! The report that a person reads.

use std::fmt::Write as _;

use super::family::{Family, Subject, families};
use super::readings::readings;
use super::words::{self, checks, pair, rerun, troubles};
use super::{Class, Example, Report, Shown, Totals, exit};
use crate::outside::clean;
use crate::suite::Folded;

/// How a text is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Columns.
    pub width: usize,
    /// Whether verdicts are coloured.
    pub color: bool,
}

/// At most this many pairs of a rule are listed.
pub(super) const MAX_PAIRS: usize = 20;

/// The text: what was found in a few lines, the failures in full, and the totals last.
pub fn pretty(report: &Report, style: Style) -> String {
    let mut text = String::new();
    let families = families(report);
    wrapped(&mut text, "", &words::tested(report), style);
    summary(&mut text, report, &families, style);
    for one in &families {
        text.push('\n');
        family(&mut text, report, one, style);
    }
    let taken = readings(report);
    if !taken.is_empty() {
        text.push('\n');
        wrapped(&mut text, "readings: ", &taken.join(", "), style);
    }
    let Totals { planned, skip, declined, .. } = report.totals;
    let share = |checks| words::share(checks, planned);
    listed_reasons(&mut text, "skipped", &share(skip), &words::skips(report), style);
    listed_reasons(&mut text, "declined", &share(declined), &words::declines(report), style);
    account(&mut text, report, style);
    text
}

/// What a reader wants to know first, where something fails.
fn summary(text: &mut String, report: &Report, families: &[Family<'_>], style: Style) {
    let Some((causes, first)) = words::causes(report).zip(families.first()) else { return };
    wrapped(text, "totals: ", &words::counted(&report.totals), style);
    wrapped(text, "likely: ", &causes, style);
    let _ = writeln!(text, "first:  {}", rerun(report, first.simplest));
}

fn family(text: &mut String, report: &Report, family: &Family<'_>, style: Style) {
    let Family { headline, simplest, others, count } = family;
    let color = if headline.warns { "33" } else { "31" };
    let status = paint(&headline.ended().to_uppercase(), color, style);
    let words = match headline.subject {
        Subject::Cause(_) | Subject::Message(..) => {
            format!("{}, {}", checks(*count), family.title())
        }
        _ => format!("{} in {}", family.title(), checks(*count)),
    };
    hung(text, "", 2, &format!("{status} {words}"), style);
    wrapped(text, "  ", &family.sentence(), style);
    rules(text, family, style);
    let such_as = such_as(checks(simplest.count), simplest.count);
    hung(text, "  ", 4, &format!("{}: {such_as}", pair(simplest)), style);
    failed(text, simplest, style);
    let _ = writeln!(text, "    rerun     {}", rerun(report, simplest));
    if !family.has_examples() {
        listed(text, family, style);
        return;
    }
    for class in others.iter().take(MAX_PAIRS) {
        other_pair(text, class, simplest, style);
    }
    let hidden = others.len().saturating_sub(MAX_PAIRS);
    if hidden > 0 {
        let words = format!("and {hidden} more pairs of types (all with --format json)");
        hung(text, "  ", 4, &words, style);
    }
}

/// The lines about the example of a class; first why it is expected to fail, where it is.
pub(super) fn failed(text: &mut String, class: &Class, style: Style) {
    if let Some(expected) = &class.expected {
        wrapped(text, "    listed    ", &words::reason(expected), style);
    }
    example(text, &class.example, style);
}

/// Introduces the example: `, such as` or `:`.
pub(super) fn such_as(checks: String, count: u64) -> String {
    checks + if count == 1 { ":" } else { ", such as" }
}

/// The pairs of types of a family, with their numbers of checks.
pub(super) fn listed(text: &mut String, family: &Family<'_>, style: Style) {
    counted(text, "  types: ", &family.pairs(), style);
}

/// The rules of a family, where there are several.
fn rules(text: &mut String, family: &Family<'_>, style: Style) {
    let rules = family.rules();
    if rules.len() > 1 {
        counted(text, "  rules: ", &rules, style);
    }
}

fn counted(text: &mut String, prefix: &str, counts: &[(String, u64)], style: Style) {
    let words = counts.iter().map(|(name, count)| format!("{name} ({count})"));
    wrapped(text, prefix, &words.collect::<Vec<_>>().join(", "), style);
}

/// The lines about a failed check.
pub(super) fn example(text: &mut String, example: &Example, style: Style) {
    let Example { why, array, json, input, expected, got, array_length, .. } = example;
    let width = [input, expected, got].map(|shown| shown.text.len()).into_iter().max();
    let width = width.unwrap_or(0);
    for (name, Shown { text: bits, meaning }) in
        [("input", input), ("expected", expected), ("got", got)]
    {
        match meaning.as_str() {
            "" => wrapped(text, &format!("    {name:<9} "), bits, style),
            _ => wrapped(text, &format!("    {name:<9} {bits:<width$}  "), meaning, style),
        }
    }
    if *array_length > 1 {
        wrapped(text, "    in        ", &format!("an array of {array_length} elements"), style);
    }
    if !array.is_empty() {
        wrapped(text, "    array     ", array, style);
    }
    wrapped(text, "    JSON      ", json, style);
    if !why.is_empty() {
        wrapped(text, "    why       ", why, style);
    }
}

fn other_pair(text: &mut String, class: &Class, shown: &Class, style: Style) {
    let rule = Some(&class.rule).filter(|rule| **rule != shown.rule && !rule.is_empty());
    let rule = rule.map_or_else(String::new, |rule| format!(" under {rule}"));
    let example = words::in_a_line(&class.example);
    let line = format!("{}: {}{rule}, {example}", pair(class), checks(class.count));
    hung(text, "  ", 4, &line, style);
}

fn listed_reasons(text: &mut String, what: &str, share: &str, reasons: &[Folded], style: Style) {
    if reasons.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{what}: {share}");
    for Folded { checks, reason, .. } in reasons {
        wrapped(text, &format!("  {checks:>9}  "), reason, style);
    }
}

/// What holds for the run as a whole, and its totals on the last line.
fn account(text: &mut String, report: &Report, style: Style) {
    let troubles = troubles(report);
    let levels = words::levels(report);
    let is_silent = troubles.is_empty() && report.notes.is_empty() && levels.is_none();
    text.push_str(if is_silent { "" } else { "\n" });
    for note in &report.notes {
        wrapped(text, "note: ", note, style);
    }
    for trouble in &troubles {
        wrapped(text, "problem: ", trouble, style);
    }
    if report.requests.answered != report.requests.sum() {
        wrapped(text, "requests: ", &words::requests(report), style);
    }
    if let Some(levels) = levels {
        wrapped(text, "failed by level: ", &levels, style);
    }
    if let Some(drawing) = &report.drawing {
        wrapped(text, "drawn: ", &words::drawing(drawing), style);
    }
    let word = exit::verdict(report);
    let color = match word {
        "PASS" => "32",
        "FAIL" => "31",
        _ => "33",
    };
    let _ = writeln!(text, "\n{} {}", paint(word, color, style), words::totals(report));
}

/// The text after a prefix, continued under its first column.
pub(crate) fn wrapped(text: &mut String, prefix: &str, words: &str, style: Style) {
    hung(text, prefix, prefix.chars().count().min(style.width / 2), words, style);
}

/// The text after a prefix, continued at a column.
pub(crate) fn hung(text: &mut String, prefix: &str, indent: usize, words: &str, style: Style) {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(style.width.max(20))
        .initial_indent(prefix)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    for (index, line) in textwrap::wrap(words, options).iter().enumerate() {
        match line.strip_prefix(indent.as_str()) {
            // What was inside a line must not become a command of a CI system at its start.
            Some(rest) if index > 0 => text.extend([indent.as_str(), &clean(rest)]),
            _ => text.push_str(line),
        }
        text.push('\n');
    }
}

pub(super) fn paint(word: &str, color: &str, style: Style) -> String {
    match style.color {
        true => format!("\u{1b}[{color}m{word}\u{1b}[0m"),
        false => word.to_owned(),
    }
}
