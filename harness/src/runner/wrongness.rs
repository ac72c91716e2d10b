//! In which way an answer is wrong.

use serde::{Deserialize, Serialize};

use super::{Got, Status};
use crate::suite::{Expectation, Question};

/// In which way an answer is wrong.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Wrongness {
    /// A cast was rejected before any data, although its configuration and fill value are valid.
    RefusedAtOpen,
    /// Something else was rejected that must not be.
    Refused,
    /// Something was accepted that must be rejected.
    Accepted,
    /// A result was due, and another one was given.
    #[default]
    WrongResult,
    /// An answer that another reading of the rule accepts than the one that holds.
    OtherReading,
    /// A rejection that a reading tolerates, although it has nothing to do with that.
    RefusedAnyway,
    /// A request of several arrays failed, although each of them alone does not.
    Together,
    /// A line broke the protocol.
    Malformed,
    /// No judgeable answer, or an unexpected pass: the status says which.
    Other,
}

impl Wrongness {
    /// Its name in a report's JSON form.
    pub fn name(self) -> &'static str {
        match self {
            Self::RefusedAtOpen => "refused-at-open",
            Self::Refused => "refused",
            Self::Accepted => "accepted",
            Self::WrongResult => "wrong-result",
            Self::OtherReading => "other-reading",
            Self::RefusedAnyway => "refused-anyway",
            Self::Together => "together",
            Self::Malformed => "malformed",
            Self::Other => "other",
        }
    }

    /// What a headline says of it; empty where the status says it.
    pub fn words(self) -> &'static str {
        match self {
            Self::RefusedAtOpen => "valid configuration rejected at open",
            Self::Refused => "valid input rejected",
            Self::Accepted => "invalid input accepted",
            Self::WrongResult => "wrong result",
            Self::OtherReading => "another reading than elsewhere",
            Self::RefusedAnyway => "rejected in any case",
            Self::Together => "a request fails whose parts pass",
            Self::Malformed => "the protocol is broken",
            Self::Other => "",
        }
    }

    /// Whether what the rule of the checks says was put to the test.
    pub fn tests_rule(self) -> bool {
        !matches!(self, Self::RefusedAtOpen | Self::Together | Self::Malformed)
    }

    /// The same for what is not accepted.
    pub(super) fn of(
        status: Status,
        got: &Got,
        question: &Question,
        expectation: Expectation<'_>,
    ) -> Self {
        // What is asked as a whole has no data to be rejected after the opening.
        let in_arrays = matches!(question, Question::Cast { .. });
        match got {
            Got::Together(_) => Self::Together,
            Got::Malformed(_) => Self::Malformed,
            _ if status != Status::Fail => Self::Other,
            Got::RefusedAtOpen(_) if in_arrays => Self::RefusedAtOpen,
            Got::RefusedAtOpen(_) | Got::Refused(_) => Self::Refused,
            // Where everything must be rejected, the control of the data was rejected too.
            Got::Nothing(_) => Self::Refused,
            Got::Right => Self::Other,
            Got::Bits(_) | Got::Shaped(_) if expectation.must_fail() => Self::Accepted,
            Got::Bits(_) | Got::Shaped(_) | Got::FillValue(_) => Self::WrongResult,
        }
    }
}
