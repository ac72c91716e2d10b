//! Expected failures; one that is gone is reported.

#[cfg(feature = "cli")]
mod globs;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use codec_vectors::Level;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
pub use globs::Asked;

use crate::glob::Glob;
use crate::outside::clean;
use crate::protocol::Capabilities;
use crate::reading::Readings;
use crate::suite::Selected;

/// A list of expected failures, as `expected-failures.toml` holds it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// What the run asked that it was made from; a list written by hand has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Floor>,
    /// What that run could not ask, because the adapter broke the protocol or gave up; for the
    /// reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<String>,
    /// The reading of each rule by which answers are judged.
    #[serde(default, skip_serializing_if = "Readings::is_empty")]
    pub readings: Readings,
    /// The entries, in the order of the file.
    #[serde(default)]
    pub expected: Vec<Entry>,
}

/// What a run asked: a later one must not ask less.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// Which checks were to be asked.
    pub selected: Selected,
    /// What the implementation declared; in the file it is JSON text.
    #[serde(with = "json_text")]
    pub capabilities: Capabilities,
    /// How many checks of each operation were asked.
    pub asked: BTreeMap<String, u64>,
}

/// Checks that fail for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Why they fail.
    pub reason: String,
    /// Where that is followed up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
    /// How binding the expectations are that they break; for the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// A glob that the answer must match: its bits, or the message of a rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Globs over the ids of the checks; every check that one matches is expected to fail.
    pub ids: Vec<String>,
}

/// What an entry says of the failures that it expects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ExpectedFailure {
    /// Why they fail.
    pub reason: String,
    /// Where that is followed up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
}

/// A baseline, ready to be asked.
#[derive(Debug, Default)]
pub struct Expectations {
    exact: HashMap<String, usize>,
    globs: Vec<(Glob, String, usize)>,
    /// Of the exact ids and their starts up to the last slash: the names of units.
    units: HashSet<String>,
    messages: Vec<Option<Glob>>,
    entries: Vec<Known>,
}

/// An entry during a run.
#[derive(Debug)]
struct Known {
    name: String,
    failure: Arc<ExpectedFailure>,
    is_matched: AtomicBool,
}

impl Baseline {
    /// Reads the file's text.
    ///
    /// # Errors
    /// A text that is not of the form, with the place; an entry without a reason or an id.
    #[cfg(feature = "cli")]
    pub fn parse(text: &str) -> Result<Self, String> {
        let baseline: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for (index, entry) in baseline.expected.iter().enumerate() {
            let empty = entry.reason.trim().is_empty() || entry.ids.is_empty();
            if empty || entry.ids.iter().any(String::is_empty) {
                return Err(format!("entry {}: needs a reason and ids", index + 1));
            }
        }
        Ok(baseline)
    }

    /// The file's text.
    #[cfg(feature = "cli")]
    pub fn to_toml(&self) -> String {
        let head = "# Checks that are expected to fail; `codec-conformance baseline` keeps it.\n\n";
        let text = toml::to_string_pretty(self).expect("a baseline has no other failure");
        head.to_owned() + &text
    }

    /// The baseline as it is asked during a run.
    pub fn expectations(&self) -> Expectations {
        let mut known = Expectations::default();
        for (index, entry) in self.expected.iter().enumerate() {
            for id in &entry.ids {
                match id.find(['*', '?']) {
                    Some(end) => {
                        known.globs.push((Glob::new(id), id[..end].to_owned(), index));
                    }
                    None => {
                        known.units.insert(id.clone());
                        known.units.extend(id.rsplit_once('/').map(|(unit, _)| unit.to_owned()));
                        known.exact.insert(id.clone(), index);
                    }
                }
            }
            known.messages.push(entry.message.as_deref().map(Glob::new));
            let name = clean(&format!("{} ({})", entry.ids[0], entry.reason)).into_owned();
            let (reason, issue) = (entry.reason.clone(), entry.issue.clone());
            let failure = Arc::new(ExpectedFailure { reason, issue });
            known.entries.push(Known { name, failure, is_matched: AtomicBool::new(false) });
        }
        known
    }

    /// The entries that still hold when exactly these checks fail of those that are asked. A glob
    /// that matches others too is cut down to what fails.
    #[cfg(feature = "cli")]
    pub fn kept(&self, failing: &BTreeSet<String>, asked: &Asked<'_>) -> Self {
        let ids = |id: &String| -> Vec<String> {
            if !id.contains(['*', '?']) {
                let holds = failing.contains(id) || !asked.has(id);
                return holds.then(|| id.clone()).into_iter().collect();
            }
            let glob = Glob::new(id);
            let matched: BTreeSet<String> =
                failing.iter().filter(|failing| glob.matches(failing)).cloned().collect();
            match asked.matched(id) == matched.len() {
                true if !matched.is_empty() => vec![id.clone()],
                _ => asked.globs(&matched),
            }
        };
        let entries = self
            .expected
            .iter()
            .map(|entry| Entry { ids: entry.ids.iter().flat_map(ids).collect(), ..entry.clone() });
        let expected = entries.filter(|entry| !entry.ids.is_empty()).collect();
        Self { expected, ..self.clone() }
    }
}

/// A member whose form in the file is JSON text: much nested, and of no use to be edited.
mod json_text {
    use serde::de::{DeserializeOwned, Error as _};
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        serde_json::to_string(value).map_err(S::Error::custom)?.serialize(to)
    }

    pub(super) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl Expectations {
    /// Whether some check of a unit may be expected to fail.
    pub fn may_cover(&self, unit: &str) -> bool {
        let agrees = |literal: &str| unit.starts_with(literal) || literal.starts_with(unit);
        self.units.contains(unit) || self.globs.iter().any(|(_, literal, _)| agrees(literal))
    }

    /// What is said of a check that is expected to fail, and in this way where it does; `came` is
    /// `None` for one that passed.
    pub fn covers(&self, id: &str, came: Option<&str>) -> Option<&Arc<ExpectedFailure>> {
        let globs = self.globs.iter().filter(|(glob, ..)| glob.matches(id));
        let mut entries = self.exact.get(id).copied().into_iter().chain(globs.map(|glob| glob.2));
        let fits = |entry: &usize| match (&self.messages[*entry], came) {
            (Some(message), Some(came)) => message.matches(came),
            _ => true,
        };
        let Known { failure, is_matched, .. } = &self.entries[entries.find(fits)?];
        is_matched.store(true, Ordering::Relaxed);
        Some(failure)
    }

    /// The entries that no check has matched.
    pub fn stale(&self) -> Vec<String> {
        let is_stale = |known: &&Known| !known.is_matched.load(Ordering::Relaxed);
        self.entries.iter().filter(is_stale).map(|known| known.name.clone()).collect()
    }
}
