//! A fill value as a program.

use codec_reference::{DataType, Format, IntFormat, Json, RoundingMode};

use super::layout;
use super::lines::{Lines, literal};
use super::rounding::{float_code, round};

/// Digits of a decimal exponent that Python's fractions still take in their stride.
const EXPONENT_DIGITS: usize = 3;

/// Numbers beyond `10^800` are replaced by that bound, which is below `2^TOP`.
const TOP: i64 = 4000;

/// `result` from the JSON text; the name of a refusal where it is no fill value of the type.
pub(super) fn compute(lines: &mut Lines, data_type: DataType, text: &str, refusal: &str) {
    let refusal = &literal(refusal);
    match (Json::parse(text), data_type.format()) {
        (Ok(Json::Number(text)), Format::Int(int)) => {
            integer(lines, (data_type, *int), &text, refusal);
        }
        (Ok(Json::Number(text)), Format::Float(_)) => decimal(lines, data_type, &text, refusal),
        (Ok(Json::String(name)), Format::Float(_)) => string(lines, data_type, &name, refusal),
        _ => other(lines, data_type, text, refusal),
    }
}

fn integer(lines: &mut Lines, (data_type, int): (DataType, IntFormat), text: &str, refusal: &str) {
    let (low, high) = layout::limits(int);
    lines.push("import re");
    lines.noted(format!("text = {}", literal(text)), data_type.name());
    lines.noted("is_integer = re.fullmatch(\"-?[0-9]+\", text)", "no fraction, no exponent");
    lines.push(format!("in_range = is_integer and {low} <= int(text) <= {high}"));
    lines.push(format!("result = int(text) % 2**{} if in_range else {refusal}", int.bits));
}

fn decimal(lines: &mut Lines, data_type: DataType, text: &str, refusal: &str) {
    lines.push("from fractions import Fraction as F");
    lines.noted(format!("text = {}", literal(text)), data_type.name());
    lines.push("sign = text.startswith(\"-\")");
    match text.split_once(['e', 'E']) {
        Some((_, exponent)) if exponent.len() > EXPONENT_DIGITS + 1 => {
            lines.push("digits, exponent = text.lower().split(\"e\")");
            let power = "F(10) ** min(max(int(exponent), -800), 800)";
            lines.noted(format!("value = F(digits) * {power}"), "farther out all round alike");
        }
        _ => lines.push("value = F(text)"),
    }
    round(lines, data_type, RoundingMode::NearestEven, TOP);
    // What rounds beyond the range is an infinity, or rejected.
    let overflows = data_type.infinity(false).is_some();
    float_code(lines, data_type, overflows, refusal);
}

fn string(lines: &mut Lines, data_type: DataType, name: &str, refusal: &str) {
    let bits = data_type.bits();
    let named = [
        ("NaN", layout::nan(data_type)),
        ("Infinity", layout::infinity(data_type, "0")),
        ("-Infinity", layout::infinity(data_type, "1")),
    ];
    let named = named.into_iter().filter_map(|(name, pattern)| Some((name, pattern?)));
    let named: Vec<String> = named.map(|(name, bits)| format!("\"{name}\": {bits}")).collect();
    lines.push("import re");
    lines.noted(format!("text = {}", literal(name)), data_type.name());
    lines.noted(format!("names = {{{}}}", named.join(", ")), "the named values of the type");
    let digits = 2 * data_type.bytes();
    lines.push(format!("is_hex = re.fullmatch(\"0x[0-9a-fA-F]{{{digits}}}\", text)"));
    lines.push(format!("bits = int(text, 16) if is_hex else names.get(text, 2**{bits})"));
    lines.push(format!("result = bits if bits < 2**{bits} else {refusal}"));
}

/// Kinds of JSON that no fill value of the type has.
fn other(lines: &mut Lines, data_type: DataType, text: &str, refusal: &str) {
    let takes = if data_type.is_integer() { "{int}" } else { "{int, float, str}" };
    lines.push("import json");
    let note = "bool, int, float, str, list, dict and None are different types";
    lines.noted(format!("kind = type(json.loads({}))", literal(text)), note);
    let result = format!("result = \"read further\" if kind in {takes} else {refusal}");
    lines.noted(result, &format!("what {data_type} takes"));
}
