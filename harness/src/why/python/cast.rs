//! A cast as a program.

use codec_reference::{Cast, DataType, Format, MapEntry, MapKey, OutOfRange, Trace, Value};

use super::layout;
use super::lines::Lines;
use super::rounding::{float_code, integer_code, round};

/// A refusal's name, quoted for Python.
const OUT_OF_RANGE: &str = "\"data:out_of_range\"";

/// No value of the 26 types reaches `2^TOP`, and no other than 0 is below `2^-TOP`.
const TOP: i64 = 1100;

/// `result` from the input's bits.
pub(super) fn compute(lines: &mut Lines, cast: &Cast, bits: u64) {
    lines.push("from fractions import Fraction as F");
    scalar(lines, cast, bits);
}

/// The same, after the imports.
pub(super) fn scalar(lines: &mut Lines, cast: &Cast, bits: u64) {
    let target = cast.target();
    layout::decode(lines, cast.source(), bits);
    let has_map = !cast.scalar_map().entries().is_empty();
    if has_map {
        entries(lines, cast, bits);
    }
    match cast.trace(bits) {
        Trace::Mapped { .. } => {
            lines.push("result = next(output for key, output in entries if key in names)");
        }
        Trace::Nan => special(lines, layout::nan(target), (target, "NaN"), "\"data:nan\""),
        Trace::Infinity { .. } => {
            let infinity = layout::infinity(target, "sign");
            special(lines, infinity, (target, "infinity"), "\"data:infinite\"");
        }
        Trace::Number(_) => {
            if has_map {
                lines.push("assert not any(key in names for key, output in entries)");
            }
            round(lines, target, cast.rounding(), TOP);
            range(lines, cast);
        }
    }
}

/// The map's keys and outputs as bits, and the keys that name this input.
fn entries(lines: &mut Lines, cast: &Cast, bits: u64) {
    let (source, target) = (cast.source(), cast.target());
    let pair = |entry: &MapEntry| {
        let key = match entry.key() {
            MapKey::AnyNan => "\"NaN\"".to_owned(),
            MapKey::Bits(bits) => source.hex_pattern(bits),
        };
        format!("({key}, {})", target.hex_pattern(entry.output()))
    };
    let pairs: Vec<String> = cast.scalar_map().entries().iter().map(pair).collect();
    lines.noted(format!("entries = [{}]", pairs.join(", ")), "keys and outputs of scalar_map");
    match source.decode(bits) {
        Value::Nan => lines.noted("names = {bits, \"NaN\"}", "the key \"NaN\" is every NaN"),
        Value::Finite(number) if number.is_zero() && source.has_negative_zero() => {
            let negative = 1_u64 << (source.bits() - 1);
            lines.noted(format!("names = {{0, {negative:#x}}}"), "both zeros are one key");
        }
        _ => lines.push("names = {bits}"),
    }
}

/// A NaN or an infinity: the target's own, or a rejection.
fn special(
    lines: &mut Lines,
    pattern: Option<String>,
    (target, name): (DataType, &str),
    refusal: &str,
) {
    match pattern {
        Some(bits) => lines.noted(format!("result = {bits}"), &format!("the {name} of {target}")),
        None => lines.noted(format!("result = {refusal}"), &format!("{target} has no {name}")),
    }
}

fn range(lines: &mut Lines, cast: &Cast) {
    match cast.target().format() {
        Format::Int(int) => integer_code(lines, *int, cast.out_of_range(), OUT_OF_RANGE),
        Format::Float(_) => {
            let clamps = cast.out_of_range() == Some(OutOfRange::Clamp);
            float_code(lines, cast.target(), clamps, OUT_OF_RANGE);
        }
    }
}
