//! Pairs of types that a codec casts between, with what it can do there.

use serde::{Deserialize, Serialize};

use crate::CastCapabilities;

/// An entry of the capability `pairs`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "an entry of pairs is [\"ARRAY TYPE\",\"CONFIGURATION TYPE\"], or an object with \
                 some of from, to, rounding, out_of_range and directions, which are lists of names, \
                 and scalar_map"
)]
pub enum PairEntry {
    /// An array type and a configuration type.
    One([String; 2]),
    /// Any of some array types with any of some configuration types.
    Some(Pairs),
}

/// Array types, configuration types, and what the codec can do with each of their pairs. What is
/// absent is as for all pairs.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// Array types.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
    /// Configuration types.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec<String>>,
    /// Rounding modes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounding: Option<Vec<String>>,
    /// Range rules; `"none"` for the absent member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_range: Option<Vec<String>>,
    /// Directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directions: Option<Vec<String>>,
    /// Whether there is a scalar_map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scalar_map: Option<bool>,
}

/// Casts that are declared: each combination of these lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared<'a> {
    /// Array types.
    pub from: &'a [String],
    /// Configuration types.
    pub to: &'a [String],
    /// Rounding modes.
    pub rounding: &'a [String],
    /// Range rules.
    pub out_of_range: &'a [String],
    /// Directions.
    pub directions: &'a [String],
    /// Whether there is a scalar_map.
    pub scalar_map: bool,
}

impl CastCapabilities {
    /// The casts that are declared, entry by entry. A cast is declared if one of them has it.
    pub fn declared(&self) -> impl Iterator<Item = Declared<'_>> {
        let all = Declared {
            from: &self.data_types,
            to: &self.data_types,
            rounding: &self.rounding,
            out_of_range: &self.out_of_range,
            directions: &self.directions,
            scalar_map: self.scalar_map,
        };
        let entries = self.pairs.iter().flatten().map(move |entry| match entry {
            PairEntry::One([from, to]) => {
                Declared { from: std::slice::from_ref(from), to: std::slice::from_ref(to), ..all }
            }
            PairEntry::Some(pairs) => pairs.within(all),
        });
        entries.chain(self.pairs.is_none().then_some(all))
    }
}

impl Pairs {
    fn within<'a>(&'a self, all: Declared<'a>) -> Declared<'a> {
        Declared {
            from: self.from.as_deref().unwrap_or(all.from),
            to: self.to.as_deref().unwrap_or(all.to),
            rounding: self.rounding.as_deref().unwrap_or(all.rounding),
            out_of_range: self.out_of_range.as_deref().unwrap_or(all.out_of_range),
            directions: self.directions.as_deref().unwrap_or(all.directions),
            scalar_map: self.scalar_map.unwrap_or(all.scalar_map),
        }
    }
}
