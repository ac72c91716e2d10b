//! Which checks of the suite are run.

use std::str::FromStr;

use codec_vectors::Bits;
use serde::{Deserialize, Serialize};

use super::Unit;
use crate::glob::Glob;

/// Filters; a check is run when it passes all that are given.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Selection {
    /// Globs over ids; one of them must match the check's id or the start of it up to a slash.
    pub ids: Vec<String>,
    /// Globs over rule ids; one of them must match the rule that decides a generated check, or a
    /// rule that a hand-written one names.
    pub rules: Vec<String>,
    /// Names of data types; one of them must be the source or the target.
    pub data_types: Vec<String>,
    /// Of what passes these filters, one part.
    pub partition: Option<Slice>,
}

/// One of several parts of the units: every `of`-th, from the `part`-th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slice {
    /// Which part, from 1 on.
    pub part: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Selection {
    /// Whether every check is run.
    pub fn is_everything(&self) -> bool {
        self.ids.is_empty() && self.rules.is_empty() && self.data_types.is_empty()
    }

    /// Whether some check of a unit may pass the filters.
    pub fn admits(&self, unit: &Unit) -> bool {
        let ids = self.ids.is_empty() || self.ids.iter().any(|glob| may_match(glob, &unit.id));
        let has = |glob: &String| {
            let glob = Glob::new(glob);
            unit.rules.iter().any(|rule| glob.matches(rule))
        };
        let rules = self.rules.is_empty() || self.rules.iter().any(has);
        ids && rules && self.admits_types(unit)
    }

    /// Whether a check of an admitted unit is run.
    pub fn admits_check(&self, unit: &Unit, input: Bits) -> bool {
        self.within(unit)(input)
    }

    /// Which checks of an admitted unit are run, by their inputs.
    pub(crate) fn within<'a>(&self, unit: &'a Unit) -> impl Fn(Bits) -> bool + use<'a> {
        // What holds for all checks of a unit is found out once.
        let is_named = |glob: &String| matches_start(glob, &unit.id);
        let whole = self.ids.is_empty() || self.ids.iter().any(is_named);
        let ids = self.ids.iter().filter(|glob| may_match(glob, &unit.id)).map(|id| Glob::new(id));
        let ids: Vec<Glob> = ids.collect();
        let rules: Vec<Glob> = self.rules.iter().map(|glob| Glob::new(glob)).collect();
        let any_rule = rules.is_empty() || !unit.is_generated();
        let matches = |globs: &[Glob], text: &str| globs.iter().any(|glob| glob.matches(text));
        move |input| {
            (whole || matches(&ids, &unit.check_id(input)))
                && (any_rule || matches(&rules, unit.rule(input.bits)))
        }
    }

    /// Cuts the admitted units down to the part that is run.
    pub fn cut<T>(&self, units: &mut Vec<T>) {
        let Some(Slice { part, of }) = self.partition else { return };
        let mut index = 0;
        units.retain(|_| {
            index += 1;
            (index - 1) % of == part - 1
        });
    }

    fn admits_types(&self, unit: &Unit) -> bool {
        let (source, target) = unit.types();
        let types = [source, target];
        let mut names = types.iter().flatten().map(|data_type| data_type.name());
        self.data_types.is_empty() || names.any(|name| self.data_types.iter().any(|t| t == name))
    }
}

impl FromStr for Slice {
    type Err = String;

    /// Reads `slice:PART/OF`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.strip_prefix("slice:").and_then(|parts| parts.split_once('/'));
        let numbers = parts.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        let slice = numbers.filter(|(part, of)| (1..=*of).contains(part));
        let slice = slice.map(|(part, of)| Self { part, of });
        slice.ok_or_else(|| "not slice:PART/OF with PART from 1 to OF, as in slice:1/4".to_owned())
    }
}

impl TryFrom<String> for Slice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Slice> for String {
    fn from(Slice { part, of }: Slice) -> Self {
        format!("slice:{part}/{of}")
    }
}

/// Whether a glob matches the id, or a start of it that ends before a slash.
fn matches_start(glob: &str, id: &str) -> bool {
    let glob = Glob::new(glob);
    let starts = id.match_indices('/').map(|(end, _)| &id[..end]);
    glob.matches(id) || starts.into_iter().any(|start| glob.matches(start))
}

/// Whether the glob can match an id under the unit: what is before its first wildcard must
/// agree with the unit's id as far as both go.
fn may_match(glob: &str, id: &str) -> bool {
    let is_wild = |byte: u8| matches!(byte, b'*' | b'?');
    let first = glob.bytes().zip(id.bytes()).find(|(glob, id)| is_wild(*glob) || glob != id);
    first.is_none_or(|(glob, _)| is_wild(glob))
}
