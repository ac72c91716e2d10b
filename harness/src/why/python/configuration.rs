//! A configuration that is rejected, as a program that shows what is wrong with it.

use codec_reference::{Cast, ConfigurationError, DataType, Direction, Json, Value};

use super::lines::{Lines, literal};
use super::metadata::{self, CAST_VALUE};
use super::{cast, fill_value, layout};
use crate::protocol::CodecText;
use crate::suite::CastCodec;
use crate::why::refusal::Refused;

/// `result` from the configuration and the array's fill value.
pub(super) fn compute(
    lines: &mut Lines,
    codec: &CastCodec,
    refused: &Refused,
    (array, fill): (DataType, &str),
) {
    match (&refused.error, &refused.codec) {
        (ConfigurationError::FillValue(_), _) => {
            fill_value::compute(lines, array, fill, "configuration:fill_value");
        }
        (_, Some((valid, bits))) => {
            lines.push("from fractions import Fraction as F");
            survives(lines, (valid.cast(Direction::Encode), valid.cast(Direction::Decode)), *bits);
        }
        (ConfigurationError::MapScalar { direction, index, side, .. }, None) => {
            map_scalar(lines, codec, (array, *direction), (*index, *side));
        }
        (error, None) => fact(lines, &codec.text(), error),
    }
}

/// The fill value there and, where it can be encoded, back.
fn survives(lines: &mut Lines, (encode, decode): (&Cast, &Cast), bits: u64) {
    cast::scalar(lines, encode, bits);
    if let Ok(stored) = encode.scalar(bits) {
        lines.noted(format!("before = {}", value(encode.source(), bits)), "and now the way back");
        cast::scalar(lines, decode, stored);
        if let Ok(back) = decode.scalar(stored) {
            layout::decode(lines, decode.target(), back);
            lines.push("assert bits == result");
            let after = value(decode.target(), back);
            lines.push(format!("result = \"survives\" if before == {after} else \"data:changed\""));
        }
    }
    lines.push("failed = str(result).startswith(\"data:\")");
    lines.push("result = \"configuration:fill_value\" if failed else result");
}

/// What the names of a decoded pattern say of its value.
fn value(data_type: DataType, bits: u64) -> &'static str {
    match data_type.decode(bits) {
        Value::Finite(_) => "value",
        Value::Infinity { .. } => "(\"Infinity\", sign)",
        Value::Nan => "\"NaN\"",
    }
}

/// The key or output of a map that is not a scalar of its type.
fn map_scalar(
    lines: &mut Lines,
    codec: &CastCodec,
    (array, direction): (DataType, Direction),
    (index, side): (usize, usize),
) {
    let stored = codec.stored_type().expect("it is read before the map");
    let types = match direction {
        Direction::Encode => [array, stored],
        Direction::Decode => [stored, array],
    };
    let json = parsed(&codec.text());
    let list = json.as_ref().and_then(|json| json.member("scalar_map")?.member(direction.name()));
    let Some(Json::Array(list)) = list else { unreachable!("the entry was read") };
    let Json::Array(pair) = &list[index] else { unreachable!("the entry was read") };
    lines.push(format!("# scalar_map.{direction}[{index}][{side}]"));
    fill_value::compute(lines, types[side], &json_text(&pair[side]), "configuration:configuration");
}

fn parsed(text: &CodecText) -> Option<Json> {
    match text {
        CodecText::Configuration(text) => Json::parse(text).ok(),
        CodecText::Codec(text) => Json::parse(text).ok()?.member("configuration").cloned(),
    }
}

/// A text of the same scalar; of what is none, one of its kind.
fn json_text(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(text) => text.clone(),
        Json::String(text) => serde_json::to_string(text).expect("a string is JSON"),
        Json::Array(_) => "[]".to_owned(),
        Json::Object(_) => "{}".to_owned(),
    }
}

/// The one thing that makes the configuration invalid.
fn fact(lines: &mut Lines, text: &CodecText, error: &ConfigurationError) {
    let is_codec = matches!(text, CodecText::Codec(_));
    lines.push("import json");
    let wrong = match error {
        ConfigurationError::Json(_) => {
            metadata::is_json(lines, text.text());
            "not is_json".to_owned()
        }
        ConfigurationError::Member(error) => {
            lines.push(format!("codec = json.loads({})", literal(text.text())));
            metadata::wrong(error, is_codec, &CAST_VALUE)
        }
        _ => {
            lines.push(format!("codec = json.loads({})", literal(text.text())));
            let place = |member| metadata::place(member, is_codec);
            let (range, data_type) = (place("out_of_range"), place("data_type"));
            format!("{range} == \"wrap\" and \"int\" not in str({data_type})")
        }
    };
    lines.push(format!("result = \"configuration:configuration\" if {wrong} else \"accepted\""));
}
