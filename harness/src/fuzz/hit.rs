//! What is not accepted in an answer.

use codec_vectors::{Expected, ShapeResult};
use serde::Serialize;

use crate::implementation::Failure;
use crate::protocol::Answer;
use crate::runner::Got;
use crate::suite::Expectation;

/// In which way an answer is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrongness {
    /// A result was due, and another one came.
    WrongResult,
    /// Something was refused that must not be.
    Refused,
    /// A cast was refused before any data, although its configuration and fill value are valid.
    RefusedAtOpen,
    /// Something was accepted that must be refused.
    Accepted,
    /// The implementation answered, but not as the protocol says.
    Malformed,
    /// No answer came in time.
    Timeout,
    /// The implementation ended.
    Crash,
}

/// A place in a trial where the answer is not accepted.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Hit {
    pub(super) place: Place,
    pub(super) wrongness: Wrongness,
    pub(super) got: Got,
}

/// What of a trial an answer is wrong about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// All of it.
    Whole,
    /// An array, no element of it alone.
    Array(usize),
    /// An array and the element in it.
    Element(usize, usize),
}

impl Wrongness {
    /// That of an answer which is not accepted.
    pub(super) fn of(got: &Got, expectation: Expectation<'_>) -> Self {
        match got {
            Got::RefusedAtOpen(_) if matches!(expectation, Expectation::Scalar(_)) => {
                Self::RefusedAtOpen
            }
            Got::Refused(_) | Got::RefusedAtOpen(_) => Self::Refused,
            Got::Bits(_) | Got::Shaped(_) if must_fail(expectation) => Self::Accepted,
            Got::Nothing(_) | Got::Malformed(_) | Got::Together(_) => Self::Malformed,
            Got::Bits(_) | Got::Shaped(_) | Got::FillValue(_) => Self::WrongResult,
        }
    }

    /// Whether no answer came that could be judged.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Malformed | Self::Timeout | Self::Crash)
    }

    /// What a headline says of it.
    pub fn words(self) -> &'static str {
        match self {
            Self::WrongResult => "wrong result",
            Self::Refused => "refused what must not be",
            Self::RefusedAtOpen => "refused at open, though valid",
            Self::Accepted => "accepted what must be refused",
            Self::Malformed => "malformed answer",
            Self::Timeout => "no answer in time",
            Self::Crash => "crash",
        }
    }
}

/// The hit of a whole trial that no usable answer came to.
pub(super) fn failure(answer: &Result<Answer, Failure>) -> Option<Hit> {
    let (wrongness, what) = match answer {
        Ok(Answer::Fault(what)) => (Wrongness::Malformed, format!("fault: {what}")),
        Ok(Answer::Hello(_)) => (Wrongness::Malformed, "a hello".to_owned()),
        Ok(_) => return None,
        Err(failure @ (Failure::Crash { .. } | Failure::Start(_))) => {
            (Wrongness::Crash, failure.to_string())
        }
        Err(failure @ Failure::Timeout(_)) => (Wrongness::Timeout, failure.to_string()),
        Err(failure) => (Wrongness::Malformed, failure.to_string()),
    };
    Some(malformed(wrongness, what))
}

/// A hit of a whole trial.
pub(super) fn malformed(wrongness: Wrongness, what: String) -> Hit {
    Hit { place: Place::Whole, wrongness, got: Got::Nothing(what.into()) }
}

/// Whether the project's own reading is a refusal.
fn must_fail(expectation: Expectation<'_>) -> bool {
    match expectation {
        Expectation::Scalar(outcome) => matches!(outcome.is, Expected::Error(_)),
        Expectation::Shape(outcome, _) => matches!(outcome.is, ShapeResult::Error(_)),
        Expectation::Array(result) => result.is_err(),
    }
}
