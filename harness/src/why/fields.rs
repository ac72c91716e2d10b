//! Bit patterns worked out by their fields.

use codec_reference::{DataType, FloatFormat, Format, IntFormat, Specials, Value};

use super::number::{full, short};
use super::page::Page;

/// What the bits of a type mean, from its fields.
pub(super) fn decode(page: &mut Page, data_type: DataType, bits: u64) {
    match data_type.format() {
        Format::Int(int) => page.say("decode", integer(*int, data_type, bits)),
        Format::Float(float) => {
            page.say("decode", fields(*float, bits));
            page.say("", float_value(*float, data_type, bits));
        }
    }
}

/// How the bits of a value are put together.
pub(super) fn encode(page: &mut Page, data_type: DataType, bits: u64) {
    let hex = data_type.hex_pattern(bits);
    match (data_type.format(), data_type.decode(bits)) {
        (Format::Int(int), Value::Finite(value)) => {
            let width = int.bits;
            let sum = match value.is_negative() {
                true => format!("{value} + 2^{width} = {bits}"),
                false => bits.to_string(),
            };
            page.say("encode", format!("{}, {width} bits: {sum} = {hex}", kind(*int)));
        }
        (Format::Float(float), _) => {
            page.say("encode", format!("{hex} is {}", fields(*float, bits)));
            page.say("", float_value(*float, data_type, bits));
        }
        (Format::Int(_), _) => unreachable!("integers are finite"),
    }
}

fn kind(int: IntFormat) -> &'static str {
    if int.signed { "two's complement" } else { "unsigned" }
}

fn integer(int: IntFormat, data_type: DataType, bits: u64) -> String {
    let (kind, width) = (kind(int), int.bits);
    let start = format!("{kind}, {width} bits: {} = {bits}", data_type.hex_pattern(bits));
    match data_type.decode(bits) {
        Value::Finite(value) if value.is_negative() => {
            format!("{start}; the top bit is set, so the value is {bits} - 2^{width} = {value}")
        }
        _ => start,
    }
}

/// `0 01111 10: sign 0, exponent field 15, fraction field 2`
fn fields(float: FloatFormat, bits: u64) -> String {
    let (negative, field, fraction) = float.fields(bits);
    let binary = |value: u64, width: u32| match width {
        0 => String::new(),
        _ => format!("{value:0width$b}", width = width as usize),
    };
    let sign = if float.signed { format!("{} ", u8::from(negative)) } else { String::new() };
    let mut pattern = format!("{sign}{}", binary(field, float.exponent_bits));
    let mut words = format!("exponent field {field}");
    if float.fraction_bits > 0 {
        pattern.push_str(&format!(" {}", binary(fraction, float.fraction_bits)));
        words.push_str(&format!(", fraction field {fraction}"));
    }
    if float.signed {
        words = format!("sign {}, {words}", u8::from(negative));
    }
    format!("{pattern}: {words}")
}

fn float_value(float: FloatFormat, data_type: DataType, bits: u64) -> String {
    let value = match data_type.decode(bits) {
        Value::Nan => return nan(float, data_type),
        Value::Infinity { negative } => {
            let sign = if negative { "-" } else { "+" };
            return format!("all ones with fraction field 0: {sign}Infinity");
        }
        Value::Finite(value) => value,
    };
    let (negative, field, fraction) = float.fields(bits);
    let sign = if negative { "-" } else { "" };
    let (width, bias) = (float.fraction_bits, float.bias);
    let total = full(&value);
    match (field, fraction) {
        (0, 0) if float.has_zero() => format!("both fields are 0: {sign}0"),
        (0, _) if float.has_zero() => {
            let end = if width > 0 { format!(" - {width}") } else { String::new() };
            let product = format!("{sign}{fraction} * 2^(1 - {bias}{end})");
            format!("exponent field 0, a subnormal number: {product} = {total}")
        }
        _ if fraction == 0 => format!("{sign}2^({field} - {bias}) = {total}"),
        _ => {
            let significand = (1_u64 << width) + fraction;
            let product = format!("(2^{width} + {fraction}) * 2^({field} - {bias} - {width})");
            let power = field.cast_signed() - bias - i64::from(width);
            let product = format!("{sign}{product} = {sign}{significand}*2^{power}");
            let last = format!("{sign}{significand}*2^{power}");
            if total == last { product } else { format!("{product} = {}", short(&value)) }
        }
    }
}

fn nan(float: FloatFormat, data_type: DataType) -> String {
    match float.specials {
        Specials::Fnuz => format!("where -0 would be: the one NaN of {data_type}"),
        Specials::Fnu => format!("all ones: the one NaN of {data_type}"),
        Specials::Ieee | Specials::Fn => {
            "an exponent field of all ones with a fraction field other than 0: a NaN".to_owned()
        }
    }
}
