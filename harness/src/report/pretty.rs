//! The report that a person reads.

use std::fmt::Write as _;

use super::{Class, Example, Report, Shown, Totals};

/// How a text is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Columns.
    pub width: usize,
    /// Whether verdicts are coloured.
    pub color: bool,
}

/// So many pairs of a rule are listed.
const MAX_PAIRS: usize = 20;

/// The text, failures first and the totals last.
pub fn pretty(report: &Report, style: Style) -> String {
    let about = &report.implementation;
    let mut text = format!("{} {} ({})\n", about.name, about.version, about.language);
    let rules = report.classes.chunk_by(|a, b| a.rule == b.rule && a.status == b.status);
    for classes in rules {
        text.push('\n');
        rule(&mut text, report, classes, style);
    }
    readings(&mut text, report, style);
    skips(&mut text, report);
    for problem in &report.problems {
        wrapped(&mut text, "problem: ", problem, style);
    }
    let _ = write!(text, "\n{}", totals(report, style));
    text
}

fn rule(text: &mut String, report: &Report, classes: &[Class], style: Style) {
    let Some(simplest) = classes.iter().min_by_key(|class| class.example.input.text.len()) else {
        return;
    };
    let status = paint(&simplest.status.to_uppercase(), "31", style);
    let count: u64 = classes.iter().map(|class| class.count).sum();
    let _ = writeln!(text, "{status} {} in {count} checks", simplest.rule);
    wrapped(text, "  ", &simplest.sentence, style);
    example(text, report, simplest, style);
    let others = classes.iter().filter(|class| !std::ptr::eq(*class, simplest));
    for class in others.clone().take(MAX_PAIRS) {
        other_pair(text, class, simplest, style);
    }
    let hidden = others.count().saturating_sub(MAX_PAIRS);
    if hidden > 0 {
        let _ = writeln!(text, "  and {hidden} more pairs of types (all with --format json)");
    }
}

fn example(text: &mut String, report: &Report, class: &Class, style: Style) {
    let Example { id, why, json, input, expected, got, array_length } = &class.example;
    let _ =
        writeln!(text, "  {} -> {}: {} checks, such as", class.source, class.target, class.count);
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
    wrapped(text, "    JSON      ", json, style);
    wrapped(text, "    pins      ", why, style);
    if let Some(cause) = &class.cause {
        wrapped(text, "    cause     ", &format!("likely: {cause}"), style);
    }
    let _ = writeln!(text, "    rerun     {}", rerun(report, id));
}

fn other_pair(text: &mut String, class: &Class, shown: &Class, style: Style) {
    let Example { input, expected, got, .. } = &class.example;
    let value = |shown: &Shown| match shown.text.starts_with("0x") {
        true => format!("{} ({})", shown.text, shown.meaning),
        false => shown.text.clone(),
    };
    let cause = class.cause.as_ref().filter(|_| class.cause != shown.cause);
    let cause = cause.map_or_else(String::new, |cause| format!("; likely: {cause}"));
    let line = format!(
        "{} -> {}: {}, {} is {}, not {}{cause}",
        class.source,
        class.target,
        class.count,
        value(input),
        value(expected),
        value(got),
    );
    wrapped(text, "  ", &line, style);
}

/// The command that asks this check alone.
fn rerun(report: &Report, id: &str) -> String {
    let mut words = vec!["codec-conformance".to_owned(), "test".to_owned()];
    words.extend(report.subject.iter().cloned());
    words.extend(["--id".to_owned(), id.to_owned()]);
    shell_words::join(words)
}

fn readings(text: &mut String, report: &Report, style: Style) {
    let taken = report.readings.iter().filter(|reading| reading.taken > 0);
    let lines: Vec<String> = taken
        .map(|reading| match reading.ours {
            0 => format!("{} ({} checks)", reading.alternative, reading.taken),
            ours => format!(
                "{} ({} checks; {ours} the other way: inconsistent)",
                reading.alternative, reading.taken
            ),
        })
        .collect();
    if !lines.is_empty() {
        text.push('\n');
        wrapped(text, "tolerated readings taken: ", &lines.join(", "), style);
    }
}

fn skips(text: &mut String, report: &Report) {
    if report.skips.is_empty() {
        return;
    }
    text.push_str("\nskipped:\n");
    for (reason, count) in &report.skips {
        let _ = writeln!(text, "  {count:>9}  {reason}");
    }
}

fn totals(report: &Report, style: Style) -> String {
    let Totals {
        planned,
        pass,
        fail,
        xfail,
        xpass,
        skip,
        error,
        crash,
        timeout,
        notrun,
        undeclared,
    } = report.totals;
    let (word, color) = match super::exit_code(report) {
        0 => ("PASS", "32"),
        4 => ("NOTHING RUN", "33"),
        130 => ("INTERRUPTED", "33"),
        _ => ("FAIL", "31"),
    };
    let counts = [
        (fail, "failed"),
        (xfail, "failed as expected"),
        (xpass, "passed unexpectedly"),
        (error, "errors"),
        (crash, "crashed"),
        (timeout, "timed out"),
        (notrun, "not run"),
        (skip, "skipped"),
        (undeclared, "of these declined without declaring it"),
    ];
    let mut line = format!("{} {planned} checks: {pass} passed", paint(word, color, style));
    for (count, what) in counts.into_iter().filter(|(count, what)| *count > 0 || *what == "failed")
    {
        let _ = write!(line, ", {count} {what}");
    }
    line.push('\n');
    line
}

/// The text after a prefix, continued under its first column.
fn wrapped(text: &mut String, prefix: &str, words: &str, style: Style) {
    let indent = " ".repeat(prefix.chars().count().min(style.width / 2));
    let options = textwrap::Options::new(style.width.max(20))
        .initial_indent(prefix)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    text.push_str(&textwrap::fill(words, options));
    text.push('\n');
}

fn paint(word: &str, color: &str, style: Style) -> String {
    match style.color {
        true => format!("\u{1b}[{color}m{word}\u{1b}[0m"),
        false => word.to_owned(),
    }
}
