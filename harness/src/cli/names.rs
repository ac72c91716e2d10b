//! Names on the command line: one that nothing has is a usage error, which tells the nearest ones.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use codec_reference::DataType;
use codec_vectors::embedded;
use strsim::osa_distance;

use super::session::Exit;
use crate::glob::Glob;
use crate::reading;
use crate::suite::{Selection, Unit, units};

/// At most this many near names are told.
const TOLD: usize = 3;

/// Where no name is near, so many known ones are few enough to tell all.
const FEW: usize = 30;

/// A near name is at most one slip away for as many characters of the one that was given.
const CHARACTERS_A_SLIP: usize = 3;

/// What a name is to name.
pub(super) struct What {
    /// Such as "rule".
    pub(super) name: &'static str,
    /// How to see all of them.
    pub(super) all: &'static str,
}

const RULE: What = What { name: "rule", all: "`show 'CV-*'` lists those of cast_value" };
const READ: What =
    What { name: "rule with several readings", all: "`show RULE` tells the readings of a rule" };
const DATA_TYPE: What = What { name: "data type", all: "" };
const ID: What = What { name: "id", all: "`list` has them all" };
const RULE_OR_ID: What = What { name: "rule or id", all: ID.all };

/// Checks that a glob matches a rule.
pub(super) fn check_rule(option: &str, glob: &str) -> Result<(), Exit> {
    let rules = embedded::rules();
    let matching = Glob::new(glob);
    match rules.iter().any(|rule| matching.matches(&rule.id)) {
        true => Ok(()),
        false => Err(unknown(option, &RULE, glob, rules.iter().map(|rule| rule.id.as_str()))),
    }
}

/// Checks that a data type is known.
pub(super) fn check_data_type(option: &str, name: &str) -> Result<(), Exit> {
    match DataType::from_name(name) {
        Some(_) => Ok(()),
        None => Err(unknown(option, &DATA_TYPE, name, DataType::ALL.map(DataType::name))),
    }
}

/// Checks that a glob matches a check, or the start of an id up to a slash.
pub(super) fn check_id(option: &str, glob: &str) -> Result<(), Exit> {
    let units = units();
    let only = Selection { ids: vec![glob.to_owned()], ..Selection::default() };
    let has_check = |unit: &Unit| {
        let selected = only.within(unit);
        unit.checks().iter().any(|check| selected(check.input))
    };
    match units.iter().any(|unit| only.admits(unit) && has_check(unit)) {
        true => Ok(()),
        false => Err(no_id_among(&units, option, glob)),
    }
}

/// What is said of a rule that has no readings to choose from.
pub(super) fn no_reading(rule: &str) -> String {
    let rules = embedded::rules().into_iter().map(|rule| rule.id);
    let rules: Vec<String> = rules.filter(|id| reading::names(id).len() > 1).collect();
    unknown("--reading", &READ, rule, rules.iter().map(String::as_str)).message
}

/// The error of a word that matches no id.
pub(super) fn no_id(option: &str, word: &str) -> Exit {
    no_id_among(&units(), option, word)
}

fn no_id_among(units: &[Arc<Unit>], option: &str, word: &str) -> Exit {
    unknown(option, &ID, word, ids(units, word).iter().map(String::as_str))
}

/// The error of a word that is neither a rule nor matches an id.
pub(super) fn no_rule_or_id(option: &str, word: &str) -> Exit {
    let mut known = ids(&units(), word);
    known.extend(embedded::rules().into_iter().map(|rule| rule.id));
    unknown(option, &RULE_OR_ID, word, known.iter().map(String::as_str))
}

/// The error of a name that none of the known ones is, or a glob that matches none.
pub(super) fn unknown<'a>(
    option: &str,
    what: &What,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Exit {
    let known: Vec<&str> = known.into_iter().collect();
    let near = nearest(&name.replace(['*', '?'], ""), &known);
    let mend = match near.as_slice() {
        [] if known.len() <= FEW => format!("there are {}", known.join(", ")),
        [] => what.all.to_owned(),
        near => format!("nearest: {}", near.join(", ")),
    };
    let matches = if name.contains(['*', '?']) { " matches" } else { "" };
    Exit { code: 2, message: format!("{option}: no {}{matches} {name}; {mend}", what.name) }
}

/// The known names that are a few slips away, the nearest first; of those equally near, the ones
/// that begin most like it.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let most = (name.chars().count() / CHARACTERS_A_SLIP).max(1);
    let alike = |known: &str| name.chars().zip(known.chars()).take_while(|(a, b)| a == b).count();
    let similar = known
        .iter()
        .filter(|known| known.contains(name) || known.len().abs_diff(name.len()) <= most);
    let near = similar.map(|known| (slips(name, known), Reverse(alike(known)), *known));
    let mut near: Vec<_> = near.filter(|(slips, ..)| *slips <= most).collect();
    near.sort_unstable();
    near.into_iter().take(TOLD).map(|(.., known)| known).collect()
}

/// How far a name is from a known one. A part of it is nearly the name.
fn slips(name: &str, known: &str) -> usize {
    match !name.is_empty() && known.contains(name) {
        true => 1,
        false => osa_distance(name, known),
    }
}

/// Ids, and their starts up to a slash. Checks are too many to compare with: those of one unit are
/// among them where the word names that.
fn ids(units: &[Arc<Unit>], word: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for unit in units {
        let starts = unit.id.match_indices('/').map(|(end, _)| &unit.id[..end]);
        ids.extend(starts.chain([unit.id.as_str()]).map(str::to_owned));
    }
    let parent = word.rsplit_once('/').map(|(parent, _)| parent);
    if let Some(unit) = units.iter().find(|unit| Some(unit.id.as_str()) == parent) {
        ids.extend(unit.checks().iter().map(|check| unit.check_id(check.input)));
    }
    ids
}
