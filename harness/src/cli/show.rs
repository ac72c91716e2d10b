//! `show`: a check, a case, a group or a rule in words.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use codec_vectors::{Rule, embedded};

use super::names::no_rule_or_id;
use super::output::style;
use super::session::Exit;
use crate::glob::Glob;
use crate::report::{Shown, Style, expectation, hung, input, parameters, wrapped};
use crate::suite::{Check, Question, Selection, Unit, rule, units};

#[derive(Args)]
pub(super) struct Options {
    /// The id of a check, a case or a group, or of a rule; or a glob over either.
    id: String,

    /// Show at most N checks.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

pub(super) fn run(options: &Options) -> Result<u8> {
    let rules = embedded::rules();
    let glob = Glob::new(&options.id);
    let named: Vec<&Rule> = rules.iter().filter(|rule| glob.matches(&rule.id)).collect();
    let text = match named.as_slice() {
        [] => show_checks(options, style())?,
        named => show_rules(named, style()),
    };
    super::print(&text)?;
    Ok(0)
}

fn show_checks(options: &Options, style: Style) -> Result<String, Exit> {
    let selection = Selection { ids: vec![options.id.clone()], ..Selection::default() };
    let mut text = String::new();
    let (mut found, mut shown) = (0, 0);
    for unit in units().iter().filter(|unit| selection.admits(unit)) {
        let checks = unit.checks();
        let selected = selection.within(unit);
        let selected = checks.iter().filter(|check| selected(check.input));
        for (index, check) in selected.enumerate() {
            found += 1;
            if shown == options.limit {
                continue;
            }
            if index == 0 {
                show_unit(&mut text, unit, style);
            }
            shown += 1;
            show_check(&mut text, unit, check, style);
        }
    }
    if found > shown {
        let _ = writeln!(text, "and {} more checks (--limit shows more)", found - shown);
    }
    if found == 0 { Err(no_rule_or_id("ID", &options.id)) } else { Ok(text) }
}

fn show_check(text: &mut String, unit: &Unit, check: &Check<'_>, style: Style) {
    let input = match unit.question {
        Question::FillValue { .. } => String::new(),
        _ => words(&input(unit, check)) + " -> ",
    };
    let expected = words(&expectation(unit, check, None));
    hung(text, "  ", 4, &format!("{input}{expected}"), style);
    let (rule, id) = (unit.rule(check.input.bits), unit.check_id(check.input));
    hung(text, "    ", 6, &format!("{rule}: {id}"), style);
}

fn words(shown: &Shown) -> String {
    match shown.meaning.as_str() {
        "" => shown.text.clone(),
        meaning => format!("{} ({meaning})", shown.text),
    }
}

/// One rule as the notes have it; of several, what each says.
fn show_rules(rules: &[&Rule], style: Style) -> String {
    let mut text = String::new();
    for rule in rules {
        let _ = writeln!(text, "{} ({})", rule.id, rule.level.name());
        wrapped(&mut text, "  ", &rule.sentence, style);
    }
    if let [rule] = rules {
        show_entry(&mut text, rule, style);
    }
    text
}

/// What the notes say of a rule besides its sentence.
fn show_entry(text: &mut String, rule: &Rule, style: Style) {
    wrapped(text, "  clause: ", &rule.clause, style);
    for (name, answer) in &rule.alternatives {
        wrapped(text, &format!("  tolerated: {name}: "), answer, style);
    }
    if let Some(why) = &rule.without_vectors {
        wrapped(text, "  no vectors: ", why, style);
    }
    text.push_str(if rule.notes.is_empty() { "" } else { "\n" });
    for line in rule.notes.lines() {
        match line.strip_prefix("- ") {
            Some(entry) => wrapped(text, "  - ", entry, style),
            None if line.is_empty() => text.push('\n'),
            None => wrapped(text, "  ", line, style),
        }
    }
}

fn show_unit(text: &mut String, unit: &Unit, style: Style) {
    let _ = writeln!(text, "{}", unit.id);
    wrapped(text, "  ", &unit.why, style);
    let words = match &unit.question {
        Question::FillValue { data_type, json } => format!("{json} as a fill value of {data_type}"),
        Question::Cast { codec, fill_value, .. } => {
            let (array, codec) = (codec.array_type(), codec.text());
            format!("array of {array}, fill value {fill_value}, {codec}")
        }
        question => format!("{} {}", question.operation(), parameters(question)),
    };
    wrapped(text, "  ", &words, style);
    if !unit.is_generated() {
        for id in unit.rules.iter() {
            let sentence = rule(id).map_or("", |rule| rule.sentence.as_str());
            wrapped(text, &format!("  {id}: "), sentence, style);
        }
    }
}
