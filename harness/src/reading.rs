//! Which readings are taken, of the rules that the texts leave open.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::protocol::Capabilities;
use crate::suite::rule;

/// The name of the project's own reading of every rule.
pub const OURS: &str = "ours";

/// The readings of some rules, by name: `ours`, or an alternative without its rule.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct Readings(BTreeMap<&'static str, &'static str>);

/// Why a reading cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnknownReading {
    /// No rule of that id has several readings.
    #[error("{0} is no rule of which several readings are tolerated")]
    Rule(String),
    /// The rule has no reading of that name.
    #[error("{rule} has no reading {name}; it has {}", .known.join(", "))]
    Name {
        /// The rule.
        rule: String,
        /// The name that it lacks.
        name: String,
        /// The names that it has.
        known: Vec<&'static str>,
    },
}

impl Readings {
    /// Takes a reading of a rule.
    ///
    /// # Errors
    /// There is no such rule, or no such reading of it.
    pub fn take(&mut self, id: &str, name: &str) -> Result<(), UnknownReading> {
        let known = names(id);
        let Some(rule) = rule(id).filter(|_| known.len() > 1) else {
            return Err(UnknownReading::Rule(id.to_owned()));
        };
        let Some(taken) = known.iter().find(|known| **known == name) else {
            let (rule, name) = (id.to_owned(), name.to_owned());
            return Err(UnknownReading::Name { rule, name, known });
        };
        self.0.insert(&rule.id, taken);
        Ok(())
    }

    /// The reading that is taken of a rule, if one is.
    pub fn of(&self, rule: &str) -> Option<&'static str> {
        self.0.get(rule).copied()
    }

    /// These readings, and of other rules those.
    pub fn or(&self, others: &Self) -> Self {
        let mut all = others.clone();
        all.0.extend(&self.0);
        all
    }

    /// Rule and name of each.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().map(|(rule, name)| (*rule, *name))
    }

    /// Whether none is taken.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The names of the readings of a rule, `ours` first. What an implementation may do beyond a bound
/// of its own is no reading of the text.
pub(crate) fn names(id: &str) -> Vec<&'static str> {
    let Some(rule) = rule(id) else { return Vec::new() };
    let alternatives = rule.alternatives.iter().map(|(name, _)| name);
    let read = alternatives.filter(|name| !rule.bounds.contains(name));
    std::iter::once(OURS).chain(read.filter_map(|name| Some(name.split_once('/')?.1))).collect()
}

/// The readings that an implementation declares. Those that it may not are refused with its hello.
pub(crate) fn declared(capabilities: &Capabilities) -> Readings {
    Readings::try_from(capabilities.readings.clone()).unwrap_or_default()
}

impl TryFrom<BTreeMap<String, String>> for Readings {
    type Error = UnknownReading;

    fn try_from(named: BTreeMap<String, String>) -> Result<Self, UnknownReading> {
        let mut readings = Self::default();
        for (rule, name) in named {
            readings.take(&rule, &name)?;
        }
        Ok(readings)
    }
}

impl From<Readings> for BTreeMap<String, String> {
    fn from(readings: Readings) -> Self {
        readings.iter().map(|(rule, name)| (rule.to_owned(), name.to_owned())).collect()
    }
}
