//! Bits and words in a reader's terms.

use codec_reference::DataType;
use codec_vectors::{Bits, Expected, Outcome, ShapeResult};

use super::{Shown, array};
use crate::outside::clean;
use crate::protocol::CodecText;
use crate::runner::Got;
use crate::suite::{Check, Expectation, Question, Unit};

/// How the meaning of an expected rejection begins.
pub(super) const MUST_BE_REJECTED: &str = "must be rejected";

/// Bits of a type: the pattern, and the value in JSON's or the specification's words.
pub fn describe(data_type: DataType, bits: u64) -> Shown {
    let meaning = match data_type.fill_value_json(bits) {
        text if data_type.is_nan(bits) => {
            let kind = if data_type.is_signalling_nan(bits) { "signalling NaN" } else { "NaN" };
            if text == "\"NaN\"" { "NaN".to_owned() } else { kind.to_owned() }
        }
        text => text.trim_matches('"').to_owned(),
    };
    Shown { text: data_type.hex_pattern(bits), meaning }
}

/// The input of a check.
pub fn input(unit: &Unit, check: &Check<'_>) -> Shown {
    match &unit.question {
        Question::Cast { .. } => element(unit.types().0, check.input.bits),
        Question::FillValue { json, .. } => word(clean(json).into_owned(), ""),
        Question::Reshape(request) => word(array::extents(&request.shape), ""),
        Question::Unpack(request) | Question::Pack(request) => array::input(request),
    }
}

/// The texts that a question is made of besides its input. They may hold line ends, and what others
/// wrote.
pub fn parameters(question: &Question) -> String {
    let text = |codec: &CodecText| match codec {
        CodecText::Configuration(text) | CodecText::Codec(text) => clean(text).into_owned(),
    };
    match question {
        Question::FillValue { json, .. } => clean(json).into_owned(),
        Question::Cast { codec, .. } => text(&codec.text()),
        Question::Reshape(request) => text(&request.codec),
        Question::Unpack(request) | Question::Pack(request) => array::attributes(request),
    }
}

/// Type and fill value of the array that is cast; empty where none is.
pub(super) fn array(question: &Question) -> String {
    match question {
        Question::Cast { codec, fill_value, .. } => {
            format!("{}, fill value {}", codec.array_type(), clean(fill_value))
        }
        _ => String::new(),
    }
}

/// An expectation with its tolerated alternatives; of an array the part that differs from what
/// came.
pub fn expectation(unit: &Unit, check: &Check<'_>, got: Option<&Got>) -> Shown {
    let target = unit.types().1;
    match check.expectation {
        Expectation::Scalar(outcome) => tolerant(outcome, |result| one(target, *result)),
        Expectation::Shape(outcome, _) => tolerant(outcome, shape_result),
        Expectation::Array(expected) => {
            let nothing = Got::Nothing("".into());
            array::expected(&unit.question, expected, got.unwrap_or(&nothing))
        }
    }
}

fn element(data_type: Option<DataType>, bits: u64) -> Shown {
    match data_type {
        Some(data_type) => describe(data_type, bits),
        None => Shown { text: format!("{bits:#x}"), meaning: String::new() },
    }
}

fn tolerant<E>(outcome: &Outcome<E>, one: impl Fn(&E) -> Shown) -> Shown {
    let Shown { text, mut meaning } = one(&outcome.is);
    for (name, other) in &outcome.or {
        let other = one(other).text;
        let join = if meaning.is_empty() { "" } else { "; " };
        meaning.push_str(&format!("{join}tolerated: {other} ({name})"));
    }
    Shown { text, meaning }
}

fn shape_result(result: &ShapeResult) -> Shown {
    match result {
        ShapeResult::Shape(shape) => word(array::extents(shape), ""),
        ShapeResult::Error(reason) => word(reason.name().to_owned(), MUST_BE_REJECTED),
    }
}

fn one(target: Option<DataType>, expected: Expected) -> Shown {
    match expected {
        Expected::Bits(Bits { bits, .. }) => element(target, bits),
        Expected::Nan => Shown { text: "nan".to_owned(), meaning: "any NaN".to_owned() },
        Expected::Error(reason) => {
            let (stage, _) = reason.parts();
            let when = match stage {
                "data" => "as data",
                _ => "at open or with the first data",
            };
            word(reason.name().to_owned(), &format!("{MUST_BE_REJECTED}, {when}"))
        }
    }
}

/// What the implementation answered, as it is shown.
pub(super) fn got(unit: &Unit, check: &Check<'_>, got: &Got) -> Shown {
    match got {
        Got::Bits(bits) => element(unit.types().1, *bits),
        Got::Shaped(shaped) => match check.expectation {
            Expectation::Array(expected) => array::got(&unit.question, expected, shaped),
            _ => word(array::extents(&shaped.shape), ""),
        },
        Got::FillValue(bits) => word(format!("{bits:#x}"), "the fill value's cast"),
        Got::Refused(refusal) => {
            word(format!("{}:{}", refusal.stage, refusal.reason), &refusal.message)
        }
        Got::RefusedAtOpen(refusal) => {
            let message = format!("rejected at open: {}", refusal.message);
            word(format!("{}:{}", refusal.stage, refusal.reason), &message)
        }
        Got::Right => word("a right answer".to_owned(), "passes now"),
        Got::Nothing(what) | Got::Malformed(what) | Got::Together(what) => {
            word("nothing".to_owned(), what)
        }
    }
}

fn word(text: String, meaning: &str) -> Shown {
    Shown { text, meaning: meaning.to_owned() }
}
