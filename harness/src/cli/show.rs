//! `show`: a check, a case, a group or a rule in words.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use codec_vectors::{Rule, embedded};

use crate::report::{Shown, expectation, input, parameters};
use crate::suite::{Question, Selection, Unit, units};

#[derive(Args)]
pub(super) struct Options {
    /// The id of a check, a case or a group, or a glob over ids; or the id of a rule.
    id: String,

    /// Show at most N checks.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

pub(super) fn run(options: &Options) -> Result<u8> {
    let rules = embedded::rules();
    if let Some(rule) = rules.iter().find(|rule| rule.id == options.id) {
        super::print(&show_rule(rule))?;
        return Ok(0);
    }
    let selection = Selection { ids: vec![options.id.clone()], ..Selection::default() };
    let mut text = String::new();
    let (mut found, mut shown) = (0, 0);
    for unit in units().iter().filter(|unit| selection.admits(unit)) {
        let checks = unit.checks();
        let selected = checks.iter().filter(|check| selection.admits_check(unit, check.input));
        for (index, check) in selected.enumerate() {
            found += 1;
            if shown == options.limit {
                continue;
            }
            if index == 0 {
                text.push_str(&show_unit(unit, &rules));
            }
            shown += 1;
            let input = match unit.question {
                Question::FillValue { .. } => String::new(),
                _ => words(&input(unit, check)) + " -> ",
            };
            writeln!(text, "  {input}{}", words(&expectation(unit, check, None)))?;
            let (rule, id) = (unit.rule(check.input.bits), unit.check_id(check.input));
            writeln!(text, "    {rule}: {id}")?;
        }
    }
    if found == 0 {
        eprintln!("error: no rule, check, case or group is named {:?}", options.id);
        return Ok(4);
    }
    if found > shown {
        writeln!(text, "and {} more checks (--limit shows more)", found - shown)?;
    }
    super::print(&text)?;
    Ok(0)
}

fn words(shown: &Shown) -> String {
    match shown.meaning.as_str() {
        "" => shown.text.clone(),
        meaning => format!("{} ({meaning})", shown.text),
    }
}

fn show_rule(rule: &Rule) -> String {
    let mut text = format!(
        "{} ({})\n  {}\n",
        rule.id,
        format!("{:?}", rule.level).to_lowercase(),
        rule.sentence
    );
    for (name, answer) in &rule.alternatives {
        let _ = writeln!(text, "  tolerated: {name}: {answer}");
    }
    if let Some(why) = &rule.without_vectors {
        let _ = writeln!(text, "  no vectors: {why}");
    }
    text
}

fn show_unit(unit: &Unit, rules: &[Rule]) -> String {
    let mut text = format!("{}\n  {}\n", unit.id, unit.why);
    match &unit.question {
        Question::FillValue { data_type, json } => {
            let _ = writeln!(text, "  {json} as a fill value of {data_type}");
        }
        Question::Cast { codec, fill_value, .. } => {
            let (array, codec) = (codec.array_type(), codec.text());
            let _ = writeln!(text, "  array of {array}, fill value {fill_value}, {codec}");
        }
        question => {
            let _ = writeln!(text, "  {} {}", question.operation(), parameters(question));
        }
    }
    if !unit.is_generated() {
        for id in unit.rules.iter() {
            let rule = rules.iter().find(|rule| rule.id == *id);
            let _ = writeln!(text, "  {id}: {}", rule.map_or("", |rule| rule.sentence.as_str()));
        }
    }
    text
}
