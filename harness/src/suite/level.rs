//! How binding an expectation is.

use std::collections::HashMap;
use std::sync::LazyLock;

use codec_vectors::{Level, embedded};

use super::{Check, Unit};

static LEVELS: LazyLock<HashMap<String, Level>> =
    LazyLock::new(|| embedded::rules().into_iter().map(|rule| (rule.id, rule.level)).collect());

/// The level of a rule. What stands under no rule binds everyone.
pub(crate) fn level_of(rule: &str) -> Level {
    LEVELS.get(rule).copied().unwrap_or(Level::Must)
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
