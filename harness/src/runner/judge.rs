//! Whether an answer is an accepted one. Only stored expectations decide.

use std::sync::Arc;

use codec_reference::DataType;
use codec_vectors::{Bits, Expected, Hex, Outcome, Reason, ShapeResult};

use crate::packed;
use crate::protocol::{ArrayResult, Refusal, Shaped};
use crate::suite::Expectation;

/// What an implementation made of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Got {
    /// Bits of the target type, upper bits dropped.
    Bits(u64),
    /// An array with its shape.
    Shaped(Shaped),
    /// A rejection of the array with the input.
    Refused(Refusal),
    /// A rejection of the configuration or the fill value, before any data.
    RefusedAtOpen(Refusal),
    /// A wrong cast of the fill value: bits of the configuration's type.
    FillValue(u64),
    /// A right answer, where a failure is expected.
    Right,
    /// No answer that could be judged: what there was instead.
    Nothing(Arc<str>),
    /// A line that breaks the protocol.
    Malformed(Arc<str>),
    /// No answer to a request of several arrays, although there is one to each alone.
    Together(Arc<str>),
}

impl Got {
    /// The answer in a line: bits, a shape, or the message of a rejection.
    pub fn words(&self) -> String {
        match self {
            Self::Bits(bits) | Self::FillValue(bits) => format!("{bits:#x}"),
            Self::Shaped(shaped) => {
                let extents: Vec<String> = shaped.shape.iter().map(ToString::to_string).collect();
                format!("[{}]", extents.join(","))
            }
            Self::Refused(refusal) | Self::RefusedAtOpen(refusal) => {
                let Refusal { stage, reason, message } = refusal;
                format!("{stage}:{reason} {message}")
            }
            Self::Right => "right".to_owned(),
            Self::Nothing(what) | Self::Malformed(what) | Self::Together(what) => what.to_string(),
        }
    }
}

/// How an answer compares with what is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The project's own reading.
    Ours,
    /// A tolerated alternative, by name.
    Alternative(String),
    /// Not accepted.
    Wrong,
}

/// Judges the answer to one input; `target` is the type of the elements of the output, where it
/// is known.
pub fn judge(expectation: Expectation<'_>, got: &Got, target: Option<DataType>) -> Verdict {
    match expectation {
        Expectation::Scalar(outcome) => first(outcome, |result| accepts(*result, got, target)),
        Expectation::Shape(outcome, data) => {
            first(outcome, |result| accepts_shape(result, data, got))
        }
        Expectation::Array(Ok(array)) if *got == Got::Shaped(array.clone()) => Verdict::Ours,
        Expectation::Array(Err(_)) if is_refusal(got) => Verdict::Ours,
        Expectation::Array(_) => Verdict::Wrong,
    }
}

/// The first result that accepts: the project's own, then the alternatives by name.
fn first<E>(outcome: &Outcome<E>, accepts: impl Fn(&E) -> bool) -> Verdict {
    if accepts(&outcome.is) {
        return Verdict::Ours;
    }
    let taken = outcome.or.iter().find(|(_, result)| accepts(result));
    taken.map_or(Verdict::Wrong, |(name, _)| Verdict::Alternative(name.clone()))
}

fn accepts_shape(result: &ShapeResult, data: Option<&Hex>, got: &Got) -> bool {
    match (result, got) {
        (ShapeResult::Shape(expected), Got::Shaped(Shaped { shape, data: elements })) => {
            // Elements that were not asked for are not looked at.
            expected == shape && data.is_none_or(|data| Some(&data.0) == elements.as_ref())
        }
        (ShapeResult::Error(_), got) => is_refusal(got),
        _ => false,
    }
}

/// A shape or an attribute can be rejected as soon as it is known, or with the data.
pub(crate) fn is_refusal(got: &Got) -> bool {
    matches!(got, Got::Refused(_) | Got::RefusedAtOpen(_))
}

fn accepts(expected: Expected, got: &Got, target: Option<DataType>) -> bool {
    match (expected, got) {
        (Expected::Bits(Bits { bits, .. }), Got::Bits(got)) => bits == *got,
        (Expected::Nan, Got::Bits(got)) => target.is_some_and(|target| target.is_nan(*got)),
        // A valid configuration must not be rejected because of the data.
        (Expected::Error(Reason::Configuration | Reason::FillValue), Got::RefusedAtOpen(_)) => true,
        (Expected::Error(_), Got::Refused(_)) => true,
        _ => false,
    }
}

/// How many elements of an answered array have bits set beyond those of their type. They do not
/// count for the verdict.
pub(super) fn upper_bits(result: &ArrayResult, target: Option<DataType>) -> u64 {
    match (result, target) {
        (Ok(bytes), Some(target)) if target.bytes() == 1 => {
            bytes.iter().filter(|byte| u64::from(**byte) & !target.mask() != 0).count() as u64
        }
        _ => 0,
    }
}

/// The elements of an answered array, each as what was got for it.
///
/// # Errors
/// The data is not as many elements of the output's type as were asked.
pub(crate) fn elements(
    result: &ArrayResult,
    count: usize,
    target: Option<DataType>,
    fallback_bytes: usize,
) -> Result<Vec<Got>, String> {
    let bytes = match result {
        Ok(bytes) => bytes,
        Err(refusal) => return Ok(vec![Got::Refused(refusal.clone()); count]),
    };
    let (size, mask) =
        target.map_or((fallback_bytes, u64::MAX), |target| (target.bytes(), target.mask()));
    if bytes.len() != size * count {
        let expected = size * count;
        return Err(format!("{} bytes of data where {expected} were due", bytes.len()));
    }
    Ok(packed::elements(bytes, size, mask).map(Got::Bits).collect())
}
