//! Words that the formats share.

use std::cmp::Reverse;

use super::family::sums_by_name;
use super::readings::options;
use super::value::MUST_BE_REJECTED;
use super::{
    Class, Drawing, Example, ExpectedFailure, Fewer, LevelCount, Report, Requests, Shown, Totals,
    Wrongness,
};
use crate::suite::{Folded, folded, several};

/// A stretch of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Span<'a> {
    Text(&'a str),
    /// What is between backticks.
    Code(&'a str),
}

/// The stretches of a sentence; one with a stray backtick is all text.
pub(super) fn spans(sentence: &str) -> Vec<Span<'_>> {
    let parts: Vec<&str> = sentence.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![Span::Text(sentence)];
    }
    let span = |(index, part): (usize, _)| match index % 2 {
        0 => Span::Text(part),
        _ => Span::Code(part),
    };
    parts.into_iter().enumerate().map(span).collect()
}

/// `1 check`, `2 checks`.
pub(crate) fn checks(count: u64) -> String {
    format!("{count} {}", if count == 1 { "check" } else { "checks" })
}

/// The same with the digits in groups of three.
pub(crate) fn grouped_checks(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "check" } else { "checks" })
}

/// A count with its digits in groups of three.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let first = (digits.len() - 1) % 3 + 1;
    let (first, rest) = digits.split_at(first);
    let groups = rest.as_bytes().chunks(3).map(String::from_utf8_lossy);
    groups.fold(first.to_owned(), |text, group| text + "\u{a0}" + &group)
}

/// So many checks of those that were selected.
pub(super) fn share(checks: u64, planned: u64) -> String {
    let hundredths = match u128::from(checks) * 100 {
        checks if planned > 0 => (checks / u128::from(planned)).max(1),
        _ => 0,
    };
    format!("{}, {hundredths} % of what was selected", grouped_checks(checks))
}

/// How many checks ended how: `passed` and `failed` always, the rest where there are any.
pub(super) fn counts(totals: &Totals) -> Vec<(u64, &'static str)> {
    let counts = [
        (totals.pass, "passed"),
        (totals.fail, "failed"),
        (totals.xfail, "failed as expected"),
        (totals.xpass, "pass now"),
        (totals.error, "errors"),
        (totals.crash, "crashed"),
        (totals.timeout, "timed out"),
        (totals.notrun, "not run"),
        (totals.skip, "skipped"),
        (totals.declined, "declined"),
    ];
    let always = |what: &str| ["passed", "failed"].contains(&what);
    counts.into_iter().filter(|(count, what)| *count > 0 || always(what)).collect()
}

/// The counts in a line, what was asked first.
pub(super) fn counted(totals: &Totals) -> String {
    let count = |(count, what)| format!("{count} {what}");
    let counts = counts(totals).into_iter().map(count).collect::<Vec<_>>().join(", ");
    format!("asked {} of {}: {counts}", totals.asked, checks(totals.planned))
}

/// How many of the selected checks were asked.
pub(super) fn asked(totals: &Totals) -> String {
    format!("asked {} of {}", grouped(totals.asked), grouped_checks(totals.planned))
}

/// What follows the verdict on the last line of a report: what was tested, how much was asked.
pub(super) fn totals(report: &Report) -> String {
    let warned = report.levels.iter().filter(|one| !one.gates).map(|one| one.failed).sum::<u64>();
    let warned = match warned {
        0 => String::new(),
        warned => format!(", {warned} of them as warnings"),
    };
    let (subject, allowed) = (subject(report), allowances(report));
    let undecided = match report.undecided {
        0 => String::new(),
        undecided => format!(", undecided: {undecided}"),
    };
    format!("{subject}{allowed}: {}{warned}{undecided}", counted(&report.totals))
}

/// Failures by likely cause, the heaviest first; none where nothing fails.
pub(super) fn causes(report: &Report) -> Option<String> {
    let failing = report.classes.iter();
    let failing = failing.filter(|class| class.status.is_failure() && !report.warns(class));
    let cause = |class: &Class| class.cause.clone().unwrap_or_else(|| "no known cause".to_owned());
    let mut sums = sums_by_name(failing.map(|class| (cause(class), class.count)));
    sums.sort_by_key(|(_, count)| Reverse(*count));
    let words = sums.iter().map(|(cause, count)| format!("{} {cause}", grouped(*count)));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Failures by how binding what they break is, where there are any.
pub(super) fn levels(report: &Report) -> Option<String> {
    let failed = report.levels.iter().filter(|one| one.failed > 0);
    let words = failed.map(|LevelCount { level, gates, failed, .. }| {
        let warns = if *gates { "" } else { " (only warns)" };
        format!("{} {}{warns}", level.name(), grouped(*failed))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The levels at which failures fail the run, where not all do.
fn gating(report: &Report) -> String {
    let gating: Vec<&str> =
        report.levels.iter().filter(|one| one.gates).map(|one| one.level.name()).collect();
    match gating.len() == report.levels.len() {
        true => String::new(),
        false => format!(", at {} alone", gating.join(" and ")),
    }
}

/// The implementation in a few words.
fn subject(report: &Report) -> String {
    let about = &report.implementation;
    let against = report.against.as_ref();
    let against = against.map(|other| format!(" against {} {}", other.name, other.version));
    format!("{} {}{}", about.name, about.version, against.unwrap_or_default())
}

/// What a run was allowed that otherwise fails it.
fn allowances(report: &Report) -> String {
    let declines = if report.allowed.declines { ", declines allowed" } else { "" };
    declines.to_owned() + &gating(report)
}

/// The first line of a report: what was tested, and how it was reached.
pub(super) fn tested(report: &Report) -> String {
    let language = match report.implementation.language.as_str() {
        "" => String::new(),
        language => format!(" ({language})"),
    };
    let how = match report.subject.as_slice() {
        [option, _] if option == "--builtin" => ", built in".to_owned(),
        [option, command] if option == "--adapter" => format!(", adapter {command}"),
        [option, file] if option == "--responses-in" => format!(", answers in {file}"),
        _ => String::new(),
    };
    format!("{}{language}{}{how}", subject(report), allowances(report))
}

/// How requests ended.
pub(super) fn requests(report: &Report) -> String {
    let Requests { answered, declined, failed, crashed, timed_out, malformed } = report.requests;
    let counts = [
        (answered, "answered"),
        (declined, "declined"),
        (failed, "failed"),
        (crashed, "crashed"),
        (timed_out, "timed out"),
        (malformed, "malformed"),
    ];
    let some = counts.into_iter().filter(|(count, what)| *count > 0 || *what == "answered");
    let words = some.map(|(count, what)| format!("{} {what}", grouped(count)));
    words.collect::<Vec<_>>().join(", ")
}

/// What keeps a run from being a success besides the verdicts on its checks.
pub(crate) fn troubles(report: &Report) -> Vec<String> {
    let totals = &report.totals;
    let declined = grouped_checks(totals.declined);
    let own = [
        (report.interrupted, "the run was interrupted".to_owned()),
        (super::exit::is_miscounted(report), "the counts are not those of the plan".to_owned()),
        (totals.notrun > 0, format!("not run: {}", grouped_checks(totals.notrun))),
        (
            totals.declined > 0 && !report.allowed.declines,
            format!("declined, although declared: {declined} (--allow-declines accepts that)"),
        ),
        (totals.xpass > 0, format!("pass now: {} ({UPDATE})", grouped_checks(totals.xpass))),
        (super::exit_code(report) == 4, nothing(totals).to_owned()),
    ];
    let own = own.into_iter().filter(|(holds, _)| *holds).map(|(_, what)| what);
    let fewer = report.fewer.iter().map(|fewer| format!("{}; {FEWER}", fewer_words(fewer)));
    let stale = report.stale.iter().map(|entry| format!("{STALE}: {entry}"));
    own.chain(fewer).chain(stale).chain(report.problems.iter().cloned()).collect()
}

/// Why a run without a failure is no success.
fn nothing(totals: &Totals) -> &'static str {
    match totals.judged() {
        0 => "nothing was run",
        _ => "nothing was asked at the levels that fail the run",
    }
}

/// What to do where an expected failure is gone.
const UPDATE: &str = "`baseline --update` takes them off the list";

/// What to do where a run asks less than its baseline has.
const FEWER: &str = "`baseline --update --allow-fewer` accepts that";

/// What is said of an entry of the baseline that no failure matches.
pub(super) const STALE: &str = "stale baseline entry (nothing matched)";

/// Of what less was asked.
pub(crate) fn fewer_words(fewer: &Fewer) -> String {
    let Fewer { what, before, now } = fewer;
    format!("asked less of {what} than before: {} instead of {}", grouped(*now), grouped(*before))
}

/// The command that asks the example of a class again. What fails only together with others is
/// asked with all of its function, and what no case shows with everything that was drawn.
pub(crate) fn rerun(report: &Report, class: &Class) -> String {
    let Example { id, case, .. } = &class.example;
    let function = id.rsplit_once('/').map_or(id.as_str(), |(function, _)| function);
    let readings = options(&class.readings).map(str::to_owned);
    let subject: &Vec<String> = &report.subject.iter().cloned().chain(readings).collect();
    match (case, report.drawing) {
        (Some(case), _) => command("fuzz", subject, ["--replay", case]),
        (None, Some(drawing)) => command("fuzz", subject, ["--seed", &drawing.seed.to_string()]),
        (None, None) if class.wrongness == Wrongness::Together => {
            command("test", subject, ["--id", function])
        }
        (None, None) => command("test", subject, ["--id", id]),
    }
}

/// A command line of this program; `subject` holds the options that name the implementation.
pub(crate) fn command(name: &str, subject: &[String], options: [&str; 2]) -> String {
    let words = ["codec-conformance", name].into_iter().chain(subject.iter().map(String::as_str));
    let words = words.chain(options);
    #[cfg(feature = "cli")]
    return shell_words::join(words);
    // Nobody has that command who does without the program.
    #[cfg(not(feature = "cli"))]
    words.collect::<Vec<_>>().join(" ")
}

/// How the questions were drawn, and how fast.
pub(super) fn drawing(drawing: &Drawing) -> String {
    let Drawing { seed, questions, casts, seconds, seconds_waited } = *drawing;
    let per_second = |amount: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
    let (rate, share) = (per_second(casts as f64), per_second(100.0 * seconds_waited));
    format!(
        "seed {seed}: {questions} questions with {casts} casts in {seconds:.1} s ({rate:.0} casts \
         a second, {share:.0} % of the time in the implementation)"
    )
}

/// From what to what.
pub(super) fn pair(class: &Class) -> String {
    format!("{} -> {}", class.source, class.target)
}

/// Bits with their value, or a word.
pub(crate) fn value(shown: &Shown) -> String {
    match shown.text.starts_with("0x") && !shown.meaning.is_empty() {
        true => format!("{} ({})", shown.text, shown.meaning),
        false => shown.text.clone(),
    }
}

/// An example in a line: what the input is, what is expected of it, and what came.
pub(crate) fn in_a_line(example: &Example) -> String {
    let Example { input, expected, got, .. } = example;
    let (input, got) = (value(input), value(got));
    match expected.meaning.starts_with(MUST_BE_REJECTED) && !expected.meaning.contains(';') {
        true => format!("{input} {MUST_BE_REJECTED}, got {got}"),
        false => format!("{input}: expected {}, got {got}", value(expected)),
    }
}

/// What the baseline says of failures that it expects.
pub(super) fn reason(expected: &ExpectedFailure) -> String {
    let ExpectedFailure { reason, issue } = expected;
    let issue = issue.as_ref().map_or_else(String::new, |issue| format!(" ({issue})"));
    format!("{reason}{issue}")
}

/// Why checks were skipped, reasons of one kind in a line.
pub(super) fn skips(report: &Report) -> Vec<Folded> {
    folded(&report.skips)
}

/// Why checks were declined: all in one line where there are more than a few reasons.
pub(super) fn declines(report: &Report) -> Vec<Folded> {
    several(&report.declines)
}
