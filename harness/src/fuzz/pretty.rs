//! What a run found, for people and for programs.

use std::fmt::Write as _;

use codec_vectors::{Rule, embedded};
use serde::Serialize;
use serde_json::value::RawValue;

use super::answers::Who;
use super::class::Class;
use super::engine::{Finding, Found};
use crate::report::words::command;
use crate::report::{Class as Failure, Shown, Style};

/// The version of the form.
const FORMAT: u32 = 1;

/// So many pairs of types are named.
const MAX_PAIRS: usize = 12;

/// The text; `subject` holds the options that name the implementations.
pub fn pretty(found: &Found, subject: &[String], style: Style) -> String {
    let mut text = String::new();
    let rules = embedded::rules();
    for one in &found.findings {
        finding(&mut text, one, subject, &rules, style);
    }
    for problem in &found.problems {
        let _ = writeln!(text, "problem: {problem}");
    }
    if found.declined > 0 {
        let _ = writeln!(text, "declined without declaring it: {} requests", found.declined);
    }
    if found.known > 0 {
        let _ = writeln!(text, "known: {} more of classes that were known before", found.known);
    }
    text.push_str(&totals(found, style));
    text
}

fn finding(text: &mut String, one: &Finding, subject: &[String], rules: &[Rule], style: Style) {
    let Finding { class, met, case, failures } = one;
    let rule = failures.first().map_or(class.rule.as_str(), |(_, failure)| failure.rule.as_str());
    let times = met.values().sum::<u64>();
    let plural = if times == 1 { "time" } else { "times" };
    let headline = format!("{rule} {}{}", class.wrongness.words(), who(class.who));
    let _ = writeln!(text, "{} {headline}, met {times} {plural}", paint("FOUND", "31", style));
    if let Some(rule) = rules.iter().find(|known| known.id == rule) {
        wrapped(text, "  ", &rule.sentence, style);
    }
    let _ = writeln!(text, "  {} -> {}, such as", class.source, class.target);
    for (who, failure) in failures {
        example(text, *who, failure, style);
    }
    if failures.is_empty() {
        wrapped(
            text,
            "    note      ",
            "the case alone does not fail; run with the same seed",
            style,
        );
    }
    let json = case.to_json();
    let _ = writeln!(text, "    case      {json}");
    let _ = writeln!(text, "    rerun     {}", command("fuzz", subject, ["--replay", &json]));
    let own = (class.source.clone(), class.target.clone());
    let others: Vec<String> = met
        .iter()
        .filter(|(pair, _)| **pair != own)
        .map(|((source, target), times)| format!("{source} -> {target} ({times})"))
        .collect();
    if !others.is_empty() {
        let more = others.len().saturating_sub(MAX_PAIRS);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let shown = others[..others.len().min(MAX_PAIRS)].join(", ");
        wrapped(text, "  also ", &format!("{shown}{more}"), style);
    }
    text.push('\n');
}

fn example(text: &mut String, who: Who, failure: &Failure, style: Style) {
    let example = &failure.example;
    let got = match who {
        Who::It => "got".to_owned(),
        who => format!("got ({who:?})"),
    };
    let lines =
        [("input", &example.input), ("expected", &example.expected), (got.as_str(), &example.got)];
    // The input of a fill value is its JSON text.
    let lines = lines.into_iter().skip(usize::from(failure.operation == "fill_value"));
    for (name, Shown { text: bits, meaning }) in lines {
        wrapped(text, &format!("    {name:<9} "), &format!("{bits}  {meaning}"), style);
    }
    if example.array_length > 1 {
        let length = example.array_length;
        wrapped(text, "    in        ", &format!("an array of {length} elements"), style);
    }
    wrapped(text, "    JSON      ", &example.json, style);
    if let Some(cause) = &failure.cause {
        wrapped(text, "    cause     ", &format!("likely: {cause}"), style);
    }
}

fn who(who: Who) -> &'static str {
    match who {
        Who::It => "",
        Who::A => " by A",
        Who::B => " by B",
        Who::Both => " by A and B, each in another way",
    }
}

fn totals(found: &Found, style: Style) -> String {
    let meter = &found.meter;
    let seconds = meter.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { meter.casts as f64 / seconds } else { 0.0 };
    let share = if seconds > 0.0 { 100.0 * meter.waited.as_secs_f64() / seconds } else { 0.0 };
    let (word, color) = match exit_code(found) {
        0 => ("PASS", "32"),
        130 => ("INTERRUPTED", "33"),
        4 => ("NOTHING ASKED", "33"),
        _ if found.gave_up => ("GAVE UP", "31"),
        _ => ("FAIL", "31"),
    };
    format!(
        "{} seed {}: {} found, {} casts and {} other requests in {seconds:.1} s \
         ({rate:.0} casts a second, {share:.0} % of the time in the implementation)\n",
        paint(word, color, style),
        found.seed,
        found.findings.len(),
        meter.casts,
        meter.others,
    )
}

/// 0 nothing found, 3 too many crashes, timeouts and malformed answers to go on, or other
/// trouble of the adapter, 4 nothing asked, 100 findings, or declines that are not allowed, 130
/// interrupted.
pub(crate) fn exit_code(found: &Found) -> u8 {
    if found.interrupted {
        130
    } else if found.gave_up || !found.problems.is_empty() {
        3
    } else if found.meter.trials <= found.declined && found.findings.is_empty() {
        4
    } else if !found.findings.is_empty() || (found.declined > 0 && !found.allow_declines) {
        100
    } else {
        0
    }
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    subject: &'a [String],
    seed: u64,
    seconds: f64,
    seconds_waited: f64,
    requests: u64,
    casts: u64,
    known: u64,
    declined: u64,
    failures: usize,
    gave_up: bool,
    interrupted: bool,
    problems: &'a [String],
    findings: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    class: &'a Class,
    met: Vec<Met<'a>>,
    case: Box<RawValue>,
    rerun: String,
    failures: Vec<Shows<'a>>,
}

#[derive(Serialize)]
struct Met<'a> {
    source: &'a str,
    target: &'a str,
    times: u64,
}

#[derive(Serialize)]
struct Shows<'a> {
    who: Who,
    #[serde(flatten)]
    failure: &'a Failure,
}

/// The same as a JSON object.
pub fn json(found: &Found, subject: &[String]) -> String {
    let entries = found.findings.iter().map(|finding| Entry {
        class: &finding.class,
        met: finding
            .met
            .iter()
            .map(|((source, target), times)| Met { source, target, times: *times })
            .collect(),
        case: RawValue::from_string(finding.case.to_json()).expect("a case is JSON"),
        rerun: command("fuzz", subject, ["--replay", &finding.case.to_json()]),
        failures: finding
            .failures
            .iter()
            .map(|(who, failure)| Shows { who: *who, failure })
            .collect(),
    });
    let document = Document {
        format: FORMAT,
        subject,
        seed: found.seed,
        seconds: found.meter.elapsed.as_secs_f64(),
        seconds_waited: found.meter.waited.as_secs_f64(),
        requests: found.meter.trials,
        casts: found.meter.casts,
        known: found.known,
        declined: found.declined,
        failures: found.failures,
        gave_up: found.gave_up,
        interrupted: found.interrupted,
        problems: &found.problems,
        findings: entries.collect(),
    };
    serde_json::to_string_pretty(&document).expect("the form has no keys but texts") + "\n"
}

/// The text after a prefix, continued under its first column.
fn wrapped(text: &mut String, prefix: &str, words: &str, style: Style) {
    let indent = " ".repeat(prefix.chars().count());
    let options = textwrap::Options::new(style.width.max(40))
        .initial_indent(prefix)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    text.push_str(&textwrap::fill(words.trim_end(), options));
    text.push('\n');
}

fn paint(word: &str, color: &str, style: Style) -> String {
    match style.color {
        true => format!("\u{1b}[{color}m{word}\u{1b}[0m"),
        false => word.to_owned(),
    }
}
