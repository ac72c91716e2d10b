//! The rules, and how binding an expectation is.

use std::collections::HashMap;
use std::sync::LazyLock;

use codec_vectors::{Level, Rule, embedded};

use super::{Check, Unit};

// Each report needs them, and there may be one for each trial.
static RULES: LazyLock<HashMap<String, Rule>> =
    LazyLock::new(|| embedded::rules().into_iter().map(|rule| (rule.id.clone(), rule)).collect());

/// All rules, in no order.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.values()
}

/// The rule of that id.
pub(crate) fn rule(id: &str) -> Option<&'static Rule> {
    RULES.get(id)
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
