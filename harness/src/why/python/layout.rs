//! The layout of a type as Python expressions.

use codec_reference::{DataType, FloatFormat, Format, IntFormat, Specials, Value};

use super::lines::Lines;

/// `value` and `sign` from bits that are a number; of others an assertion of what they are.
pub(super) fn decode(lines: &mut Lines, data_type: DataType, bits: u64) {
    lines.noted(format!("bits = {}", data_type.hex_pattern(bits)), data_type.name());
    match data_type.format() {
        Format::Int(IntFormat { signed: false, .. }) => lines.push("value, sign = F(bits), 0"),
        Format::Int(IntFormat { bits: width, .. }) => {
            let top = width - 1;
            lines
                .push(format!("value, sign = F(bits - (bits >> {top} << {width})), bits >> {top}"));
        }
        Format::Float(float) => {
            lines.push(fields(*float));
            lines.push(meaning(*float, data_type, bits));
        }
    }
}

fn fields(float: FloatFormat) -> String {
    let FloatFormat { signed, exponent_bits, fraction_bits, .. } = float;
    let field = format!("bits >> {fraction_bits} & {}", mask(exponent_bits));
    let fraction = format!("bits & {}", mask(fraction_bits));
    match (signed, fraction_bits) {
        (false, 0) => "sign, field = 0, bits".to_owned(),
        (false, _) => format!("sign, field, fraction = 0, {field}, {fraction}"),
        (true, _) => {
            let sign = format!("bits >> {}", exponent_bits + fraction_bits);
            format!("sign, field, fraction = {sign}, {field}, {fraction}")
        }
    }
}

fn mask(width: u32) -> String {
    format!("{:#x}", (1_u64 << width) - 1)
}

fn meaning(float: FloatFormat, data_type: DataType, bits: u64) -> String {
    let FloatFormat { bias, fraction_bits: width, .. } = float;
    let top = float.max_field();
    match data_type.decode(bits) {
        Value::Nan => format!("assert {}  # a NaN", is_nan(data_type, "bits")),
        Value::Infinity { .. } => format!("assert field == {top} and fraction == 0  # an infinity"),
        Value::Finite(_) if !float.has_zero() => format!("value = F(2) ** (field - {bias})"),
        Value::Finite(_) => {
            let significand = format!("F((field > 0) * 2**{width} + fraction)");
            let power = format!("F(2) ** (max(field, 1) - {bias} - {width})");
            format!("value = (-1) ** sign * {significand} * {power}")
        }
    }
}

/// Whether an expression is the pattern of a NaN.
pub(super) fn is_nan(data_type: DataType, bits: &str) -> String {
    match (data_type.format(), data_type.nan()) {
        (Format::Float(float), Some(_)) if float.specials == Specials::Ieee => {
            let (top, width) = (mask(float.exponent_bits), float.fraction_bits);
            format!("{bits} >> {width} & {top} == {top} and {bits} & {} > 0", mask(width))
        }
        (_, Some(nan)) => format!("{bits} == {nan:#x}"),
        (_, None) => "False".to_owned(),
    }
}

/// The canonical NaN, by its fields.
pub(super) fn nan(data_type: DataType) -> Option<String> {
    let Format::Float(float) = data_type.format() else { return None };
    let (top, width) = (float.max_field(), float.fraction_bits);
    match float.specials {
        Specials::Ieee => Some(format!("{top} << {width} | 1 << {}", width - 1)),
        Specials::Fnuz => Some(format!("1 << {}", float.bits() - 1)),
        Specials::Fnu => Some(top.to_string()),
        Specials::Fn => None,
    }
}

/// The infinity of a sign, by its fields.
pub(super) fn infinity(data_type: DataType, sign: &str) -> Option<String> {
    let Format::Float(float) = data_type.format() else { return None };
    let (top, width) = (float.max_field(), float.fraction_bits);
    let infinity = format!("{top} << {width}");
    match sign {
        _ if !float.has_infinities() => None,
        "0" => Some(infinity),
        _ => Some(format!("{sign} << {} | {infinity}", float.bits() - 1)),
    }
}

/// The smallest and the largest value.
pub(super) fn limits(int: IntFormat) -> (String, String) {
    let magnitude = int.bits - u32::from(int.signed);
    let low = if int.signed { format!("-(2**{magnitude})") } else { "0".to_owned() };
    (low, format!("2**{magnitude} - 1"))
}
