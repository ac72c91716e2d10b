//! Which failures belong together.

use std::sync::Arc;

use codec_reference::{DataType, Direction};
use codec_vectors::Level;

use super::{Finding, Got, Status, Who, Wrongness};
use crate::baseline::ExpectedFailure;
use crate::protocol::PackingRequest;
use crate::suite::{Question, Unit};

/// What the failures of a class have in common.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassKey {
    /// The rule that decides the checks; empty where no single rule does.
    pub rule: String,
    /// How the checks ended.
    pub status: Status,
    /// In which way that is wrong.
    pub wrongness: Wrongness,
    /// The operation's name.
    pub operation: &'static str,
    /// The type of the inputs, or what they are.
    pub source: String,
    /// The type of the outputs.
    pub target: String,
    /// Which implementation is wrong, of two that are compared.
    pub who: Who,
    /// How binding the expectations are.
    pub level: Level,
    /// What the baseline says of them, where they are expected to fail.
    pub expected: Option<Arc<ExpectedFailure>>,
}

impl ClassKey {
    /// The class of a finding about a check of the unit.
    pub fn of(unit: &Unit, finding: &Finding) -> Self {
        let (source, target) = sides(&unit.question);
        // What is wrong only together with others is of one class, whatever rules decide its
        // members.
        let rule = match (&finding.got, finding.wrongness) {
            (Got::FillValue(_), _) => "CV-FILL-1".to_owned(),
            (_, Wrongness::Together | Wrongness::Malformed) => String::new(),
            _ => finding.rule.unwrap_or_else(|| unit.rule(finding.input.bits)).to_owned(),
        };
        let operation = unit.question.operation();
        let Finding { status, wrongness, who, level, ref expected, .. } = *finding;
        let expected = expected.clone();
        Self { rule, status, wrongness, operation, source, target, who, level, expected }
    }
}

/// What a question is about: from what to what. A type that the suite does not know has the name
/// that the question gives it, or none.
pub fn sides(question: &Question) -> (String, String) {
    let codes = |request: &PackingRequest| match &request.attributes.bits {
        Some(bits) => format!("codes of {bits} bits"),
        None => "grouped codes".to_owned(),
    };
    match question {
        Question::Cast { codec, .. } => {
            let array = codec.array_type().to_owned();
            let stored = codec.stored_type().map_or("no known type", DataType::name).to_owned();
            match codec.direction() {
                Direction::Encode => (array, stored),
                Direction::Decode => (stored, array),
            }
        }
        Question::FillValue { data_type, .. } => ("JSON fill value".to_owned(), data_type.clone()),
        Question::Reshape(_) => ("input shape".to_owned(), "output shape".to_owned()),
        Question::Unpack(request) => (request.data_type.clone(), codes(request)),
        Question::Pack(request) => (codes(request), request.data_type.clone()),
    }
}
