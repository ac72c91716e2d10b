//! What a check expects.

use codec_vectors::{Bits, Expected, Hex, Outcome, Reason, ShapeResult};

use crate::protocol::Shaped;

/// An input and what it must become.
#[derive(Clone, Copy, Debug)]
pub struct Check<'a> {
    /// Bits of the source type; 0 for the only check of a unit that is not about elements.
    pub input: Bits,
    /// What is accepted.
    pub expectation: Expectation<'a>,
}

/// What is accepted.
#[derive(Clone, Copy, Debug)]
pub enum Expectation<'a> {
    /// Of an element, or a fill value.
    Scalar(&'a Outcome),
    /// Of `reshape`: a shape, and the elements where they are asked.
    Shape(&'a Outcome<ShapeResult>, Option<&'a Hex>),
    /// Of Unpack and Pack.
    Array(&'a Result<Shaped, Reason>),
}

impl<'a> Check<'a> {
    pub(super) fn scalar(input: Bits, outcome: &'a Outcome) -> Self {
        Self { input, expectation: Expectation::Scalar(outcome) }
    }

    pub(super) fn only(expectation: Expectation<'a>) -> Self {
        Self { input: Bits { bits: 0, bytes: 1 }, expectation }
    }
}

impl<'a> Expectation<'a> {
    /// The outcome of an element.
    pub fn as_scalar(self) -> Option<&'a Outcome> {
        match self {
            Self::Scalar(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The names of the tolerated alternatives.
    pub fn alternatives(self) -> Vec<&'a str> {
        match self {
            Self::Scalar(outcome) => outcome.or.keys().map(String::as_str).collect(),
            Self::Shape(outcome, _) => outcome.or.keys().map(String::as_str).collect(),
            Self::Array(_) => Vec::new(),
        }
    }

    /// Whether several answers are accepted.
    pub fn is_tolerant(self) -> bool {
        match self {
            Self::Scalar(outcome) => !outcome.or.is_empty(),
            Self::Shape(outcome, _) => !outcome.or.is_empty(),
            Self::Array(_) => false,
        }
    }

    /// Whether every accepted result is a success.
    pub fn must_succeed(self) -> bool {
        let fails = |result: &ShapeResult| matches!(result, ShapeResult::Error(_));
        match self {
            Self::Scalar(outcome) => outcome.must_succeed(),
            Self::Shape(outcome, _) => !outcome.accepted().any(fails),
            Self::Array(result) => result.is_ok(),
        }
    }

    /// Whether no accepted result is a success.
    pub fn must_fail(self) -> bool {
        match self {
            Self::Scalar(outcome) => {
                outcome.accepted().all(|expected| matches!(expected, Expected::Error(_)))
            }
            Self::Shape(outcome, _) => {
                outcome.accepted().all(|result| matches!(result, ShapeResult::Error(_)))
            }
            Self::Array(result) => result.is_err(),
        }
    }
}
