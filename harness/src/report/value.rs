//! Bits and words in a reader's terms.

use codec_reference::DataType;
use codec_vectors::{Bits, Expected, Outcome};

use super::Shown;
use crate::runner::Got;

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

pub(super) fn input(data_type: Option<DataType>, bits: u64) -> Shown {
    match data_type {
        Some(data_type) => describe(data_type, bits),
        None => Shown { text: format!("{bits:#x}"), meaning: String::new() },
    }
}

/// An expectation with its tolerated alternatives, in terms of the output type.
pub fn expectation(target: Option<DataType>, outcome: &Outcome) -> Shown {
    let Shown { text, mut meaning } = one(target, outcome.is);
    for (name, other) in &outcome.or {
        let other = one(target, *other).text;
        meaning.push_str(&format!("; tolerated: {other} ({name})"));
    }
    Shown { text, meaning }
}

fn one(target: Option<DataType>, expected: Expected) -> Shown {
    match expected {
        Expected::Bits(Bits { bits, .. }) => input(target, bits),
        Expected::Nan => Shown { text: "nan".to_owned(), meaning: "any NaN".to_owned() },
        Expected::Error(reason) => {
            let (stage, _) = reason.parts();
            let meaning = match stage {
                "data" => "must be refused, as data",
                _ => "must be refused, at open or with the first data",
            };
            Shown { text: reason.name().to_owned(), meaning: meaning.to_owned() }
        }
    }
}

pub(super) fn got(target: Option<DataType>, got: &Got) -> Shown {
    let word = |text: String, meaning: &str| Shown { text, meaning: meaning.to_owned() };
    match got {
        Got::Bits(bits) => input(target, *bits),
        Got::FillValue(bits) => word(format!("{bits:#x}"), "the fill value's cast"),
        Got::Refused(refusal) => {
            word(format!("{}:{}", refusal.stage, refusal.reason), &refusal.message)
        }
        Got::RefusedAtOpen(refusal) => {
            let message = format!("refused at open: {}", refusal.message);
            word(format!("{}:{}", refusal.stage, refusal.reason), &message)
        }
        Got::Nothing(what) => word("nothing".to_owned(), what),
    }
}
