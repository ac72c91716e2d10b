//! Which hits belong together.

use codec_reference::DataType;
use serde::Serialize;

use super::answers::Who;
use super::hit::{Hit, Wrongness};
use super::trial::Trial;

/// Hits of one rule that are wrong in the same way on the same types.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Class {
    /// The operation.
    pub operation: String,
    /// The rule that decides the element; empty where no element was looked at.
    pub rule: String,
    /// In which way the answer is wrong.
    pub wrongness: Wrongness,
    /// Which implementation gave it.
    pub who: Who,
    /// The type of the inputs.
    pub source: String,
    /// The type of the outputs.
    pub target: String,
}

impl Class {
    pub(super) fn of(trial: &Trial, who: Who, hit: &Hit) -> Self {
        let (source, target) = trial.sides();
        let blind = hit.wrongness.is_failure() || hit.wrongness == Wrongness::RefusedAtOpen;
        let rule = if blind { String::new() } else { trial.rule(hit).to_owned() };
        let (operation, wrongness) = (trial.operation().to_owned(), hit.wrongness);
        Self { operation, rule, wrongness, who, source, target }
    }

    /// The class with kinds of types in place of types: what is shown once.
    pub(super) fn family(&self) -> Self {
        let (source, target) = (kind(&self.source), kind(&self.target));
        Self { source, target, ..self.clone() }
    }
}

/// What kind of type one is.
fn kind(name: &str) -> String {
    let kind = match DataType::from_name(name) {
        Some(data_type) if data_type.is_integer() => "integer",
        Some(_) => "float",
        None if name.starts_with("codes") => "codes",
        None => name,
    };
    kind.to_owned()
}
