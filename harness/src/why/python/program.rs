//! The program of a check: its computation, and the assertion of what is stored.

use codec_reference::DataType;
use codec_vectors::{Expected, ShapeResult};

use super::lines::{Lines, literal};
use super::{cast, configuration, fill_value, layout, packing, reshape};
use crate::protocol::hex;
use crate::suite::{Check, Expectation, Question, Unit};
use crate::why::refusal::open;

/// A program that computes the outcome of a check, and asserts that it is the stored one.
pub fn program(unit: &Unit, check: &Check<'_>) -> String {
    let mut lines = Lines::default();
    lines.push(format!("# {}", unit.check_id(check.input)));
    match &unit.question {
        Question::Cast { codec, fill_value, .. } => {
            let opened = open(codec, fill_value);
            match &opened.cast {
                Ok(function) => cast::compute(&mut lines, function, check.input.bits),
                Err(refused) => {
                    configuration::compute(&mut lines, codec, refused, (opened.array, fill_value));
                }
            }
        }
        Question::FillValue { data_type, json } => {
            let data_type = DataType::from_name(data_type).expect("vectors name known types");
            fill_value::compute(&mut lines, data_type, json, "configuration:fill_value");
        }
        Question::Reshape(request) => reshape::compute(&mut lines, request),
        Question::Unpack(request) => packing::unpack(&mut lines, request),
        Question::Pack(request) => packing::pack(&mut lines, request),
    }
    lines.push(assertion(unit, check));
    lines.into_text()
}

/// That the result is what is stored.
fn assertion(unit: &Unit, check: &Check<'_>) -> String {
    match (check.expectation, unit.types().1) {
        (Expectation::Scalar(outcome), target) => match (outcome.is, target) {
            (Expected::Bits(bits), _) => format!("assert result == {bits}, result"),
            (Expected::Nan, Some(target)) => {
                format!("assert {}, result  # any NaN", layout::is_nan(target, "result"))
            }
            (other, _) => format!("assert result == {}, result", literal(&other.to_string())),
        },
        (Expectation::Shape(outcome, _), _) => match &outcome.is {
            ShapeResult::Shape(_) => {
                format!("assert result == {}, result", outcome.is)
            }
            ShapeResult::Error(reason) => {
                format!("assert result == \"rejected\", result  # {}", reason.name())
            }
        },
        (Expectation::Array(Err(reason)), _) => {
            format!("assert result == {}, result", literal(reason.name()))
        }
        (Expectation::Array(Ok(array)), _) => {
            let extents: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
            let data = hex::encode(array.data.as_deref().unwrap_or_default());
            format!("assert result == ([{}], \"{data}\"), result", extents.join(", "))
        }
    }
}
