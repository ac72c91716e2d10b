//! The rules, and how binding an expectation is.

use std::collections::HashMap;
use std::sync::LazyLock;

use codec_vectors::{Level, Rule, embedded};

use super::{Check, Unit};

// Each report needs them, and there may be one for each trial.
static RULES: LazyLock<HashMap<String, Rule>> =
    LazyLock::new(|| embedded::rules().into_iter().map(|rule| (rule.id.clone(), rule)).collect());

/// The rule of that id.
pub(crate) fn rule(id: &str) -> Option<&'static Rule> {
    RULES.get(id)
}

/// The name of an alternative that some rule tolerates, from one of the vectors.
pub(crate) fn alternative(name: &str) -> Option<&'static str> {
    let known = &rule(name.split_once('/')?.0)?.alternatives;
    known.iter().map(|(known, _)| known.as_str()).find(|known| *known == name)
}

/// The level of a rule. What stands under no rule binds everyone.
pub(crate) fn level_of(id: &str) -> Level {
    rule(id).map_or(Level::Must, |rule| rule.level)
}

impl Unit {
    /// How binding the expectation of a check is: as the rule that decides it; where other answers
    /// are tolerated, which one is right is a reading.
    pub fn level(&self, check: &Check<'_>) -> Level {
        match check.expectation.is_tolerant() {
            true => Level::Reading,
            false => level_of(self.rule(check.input.bits)),
        }
    }
}
