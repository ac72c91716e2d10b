//! The proof of a check: its question, its steps, and whether they end in what is stored.

use codec_reference::DataType;

use super::page::Page;
use super::{cast, fill_value, packing, refusal, reshape, stored};
use crate::function::range_name;
use crate::outside::bounded;
use crate::report::Style;
use crate::suite::{CastCodec, Check, Question, Unit};

/// At most this much of a codec's text is quoted.
pub(super) const CODEC: usize = 400;

/// What [`prove`] found.
pub struct Proof {
    /// The steps, for a person.
    pub text: String,
    /// Whether the reference ends in what is stored; a stored vector that it contradicts is wrong,
    /// or the reference is.
    pub agrees: bool,
}

/// Goes from the input of a check to what is expected, step by step.
pub fn prove(unit: &Unit, check: &Check<'_>, style: Style) -> Proof {
    let mut page = Page::new(&unit.check_id(check.input), style);
    if !unit.is_generated() {
        page.say("catches", &unit.why);
    }
    steps(&mut page, unit, check);
    match unit.is_generated() {
        true => page.rules("rule", [unit.rule(check.input.bits)]),
        false => page.rules("rule", unit.rules.iter().map(String::as_str)),
    }
    let agrees = stored::compare(&mut page, unit, check);
    Proof { text: page.into_text(), agrees }
}

fn steps(page: &mut Page, unit: &Unit, check: &Check<'_>) {
    match &unit.question {
        Question::Cast { codec, fill_value, .. } => {
            let opened = refusal::open(codec, fill_value);
            page.say("question", cast_question(codec, opened.array));
            match opened.cast {
                Ok(function) => cast::explain(page, &function, check.input.bits),
                Err(refused) => refusal::explain(page, &refused, opened.array, fill_value),
            }
        }
        Question::FillValue { data_type, json } => {
            let data_type = DataType::from_name(data_type).expect("vectors name known types");
            fill_value::explain(page, data_type, json);
        }
        Question::Reshape(request) => reshape::explain(page, request),
        Question::Unpack(request) => packing::unpack(page, request),
        Question::Pack(request) => packing::pack(page, request),
    }
}

fn cast_question(codec: &CastCodec, array: DataType) -> String {
    match codec {
        CastCodec::Function(function) => {
            let (source, target) = (function.source, function.target);
            let range = match range_name(function.out_of_range) {
                "none" => "out_of_range absent".to_owned(),
                name => format!("out_of_range {name}"),
            };
            let (rounding, way) = (function.rounding.name(), function.direction);
            format!("{way} {source} to {target}: rounding {rounding}, {range}")
        }
        CastCodec::Spelled(spelled) => {
            let text = bounded(spelled.text.text(), CODEC);
            format!("{} for an array of {array}: {text}", spelled.direction)
        }
    }
}
