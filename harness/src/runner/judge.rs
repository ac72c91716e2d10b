//! Whether an answer is an accepted one. Only stored expectations decide.

use std::sync::Arc;

use codec_reference::DataType;
use codec_vectors::{Bits, Expected, Hex, Outcome, Reason, ShapeResult};

use crate::packed;
use crate::protocol::{ArrayResult, Refusal, Shaped};
use crate::suite::{Expectation, alternative};

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

/// Which of the accepted results an answer is: none, or several where readings agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The project's own.
    pub ours: bool,
    /// Those of tolerated alternatives, by name.
    pub alternatives: Vec<&'static str>,
}

impl Fit {
    fn own(ours: bool) -> Self {
        Self { ours, alternatives: Vec::new() }
    }

    /// Whether the answer is not accepted.
    pub fn is_wrong(&self) -> bool {
        !self.ours && self.alternatives.is_empty()
    }
}

/// Judges the answer to one input; `target` is the type of the elements of the output, where it
/// is known.
pub fn judge(expectation: Expectation<'_>, got: &Got, target: Option<DataType>) -> Fit {
    match expectation {
        Expectation::Scalar(outcome) => fit(outcome, |result| accepts(*result, got, target)),
        Expectation::Shape(outcome, data) => {
            fit(outcome, |result| accepts_shape(result, data, got))
        }
        Expectation::Array(Ok(array)) => Fit::own(*got == Got::Shaped(array.clone())),
        Expectation::Array(Err(_)) => Fit::own(is_refusal(got)),
    }
}

fn fit<E>(outcome: &Outcome<E>, accepts: impl Fn(&E) -> bool) -> Fit {
    let taken = outcome.or.iter().filter(|(_, result)| accepts(result));
    let alternatives = taken.filter_map(|(name, _)| alternative(name)).collect();
    Fit { ours: accepts(&outcome.is), alternatives }
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
