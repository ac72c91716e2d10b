//! Failures that a stored report has already.

use crate::report::{ReadError, Report};
use crate::runner::{ClassKey, Status, Wrongness};

/// The classes of stored reports.
#[derive(Clone, Default, Debug)]
pub struct Known {
    classes: Vec<KnownClass>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct KnownClass {
    operation: String,
    rule: String,
    source: String,
    target: String,
    status: Status,
    wrongness: Wrongness,
}

impl Known {
    /// Reads a report, of `test` or of `fuzz`.
    ///
    /// # Errors
    /// The text is not a report.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let classes = Report::from_json(text)?.classes.into_iter().map(|class| KnownClass {
            operation: class.operation,
            rule: class.rule,
            source: class.source,
            target: class.target,
            status: class.status,
            wrongness: class.wrongness,
        });
        Ok(Self { classes: classes.collect() })
    }

    /// Adds the classes of another report.
    pub fn extend(&mut self, other: Self) {
        self.classes.extend(other.classes);
    }

    /// Whether failures of the class are in the reports. The vectors go through all pairs of
    /// types for casts, but not for maps and fill values: one pair of these represents all.
    pub(super) fn has(&self, class: &ClassKey) -> bool {
        let sampled = class.operation == "fill_value"
            || ["CV-ORDER-1", "CV-FILL-1", "CV-FILL-2"].contains(&class.rule.as_str());
        let same_rule = |known: &KnownClass| known.rule == class.rule || class.rule.is_empty();
        self.classes.iter().any(|known| {
            let same_types = known.source == class.source && known.target == class.target;
            known.operation == class.operation
                && known.status == class.status
                && (same_types || sampled)
                && same_rule(known)
                && are_alike(known.wrongness, class.wrongness)
        })
    }
}

/// A rejection that some reading does not ask for is of either kind.
fn are_alike(known: Wrongness, found: Wrongness) -> bool {
    use Wrongness::{Accepted, WrongResult};
    known == found || matches!((known, found), (Accepted, WrongResult) | (WrongResult, Accepted))
}
