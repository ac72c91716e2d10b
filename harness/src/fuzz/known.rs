//! Failures that a stored report tells already.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::class::Class;
use super::hit::Wrongness;

/// The classes of a stored report of `test --format json`.
#[derive(Clone, Default, Debug)]
pub struct Known {
    classes: BTreeSet<KnownClass>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
struct KnownClass {
    operation: String,
    rule: String,
    source: String,
    target: String,
    status: String,
    /// In which way it is wrong; older reports do not tell.
    #[serde(default)]
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Stored {
    classes: Vec<KnownClass>,
}

impl Known {
    /// Reads a report.
    ///
    /// # Errors
    /// The text is no report.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        let Stored { classes } = serde_json::from_str(text)?;
        Ok(Self { classes: classes.into_iter().collect() })
    }

    /// Adds the classes of another report.
    pub fn extend(&mut self, other: Self) {
        self.classes.extend(other.classes);
    }

    /// Whether hits of the class are what the report tells. The vectors go through all pairs of
    /// types for casts, but not for maps and fill values: of these one pair stands for all.
    pub(super) fn has(&self, class: &Class) -> bool {
        let sampled = class.operation == "fill_value"
            || ["CV-ORDER-1", "CV-FILL-1", "CV-FILL-2"].contains(&class.rule.as_str());
        self.classes.iter().any(|known| {
            let types = known.source == class.source && known.target == class.target;
            known.operation == class.operation
                && (types || sampled)
                && (known.rule == class.rule || class.rule.is_empty())
                && known.is(class.wrongness)
        })
    }
}

impl KnownClass {
    fn is(&self, wrongness: Wrongness) -> bool {
        let status = match wrongness {
            Wrongness::Malformed => "error",
            Wrongness::Timeout => "timeout",
            Wrongness::Crash => "crash",
            _ => "fail",
        };
        // A refusal that some reading does not ask for is of either kind.
        let kinds: &[&str] = match wrongness {
            Wrongness::Accepted | Wrongness::WrongResult => &["accepted", "wrong-result"],
            Wrongness::Refused => &["refused"],
            Wrongness::RefusedAtOpen => &["refused-at-open"],
            _ => &[],
        };
        let same = self.kind.as_deref().is_none_or(|kind| kinds.contains(&kind));
        self.status == status && (status != "fail" || same)
    }
}
