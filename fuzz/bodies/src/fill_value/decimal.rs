//! Decimal texts against the points half-way between values of narrow float types.
//!
//! These points are exact in `f64`, and the standard library's correctly rounded reading shows on
//! which side of one a text lies, unless it reads as the very point: then digits are compared.

use std::cmp::Ordering;

use codec_reference::{DataType, Value};

/// FV-FLOAT-1, FV-FLOAT-3, FV-FLOAT-4: the bits are of the value nearest to the text; rejected, or
/// an infinity, is a text beyond the last such point. For types of up to 16 bits.
pub(super) fn nearest(text: &str, data_type: DataType, found: Option<u64>) -> Result<(), String> {
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text),
    };
    let sign = if data_type.is_signed() { 1 << (data_type.bits() - 1) } else { 0 };
    let Some(code) = found.filter(|bits| value(data_type, *bits & !sign).is_some()) else {
        let beyond = compare(magnitude, Cell::of(data_type, greatest(data_type)).above).is_ge();
        let infinity = data_type.infinity(negative);
        let below = !data_type.has_zero()
            && (negative || compare(magnitude, Cell::of(data_type, 0).below).is_le());
        return match (beyond && found == infinity) || (below && found.is_none()) {
            true => Ok(()),
            false => Err(format!("beyond the range is {infinity:x?}, and nothing else is that")),
        };
    };
    let (code, signed) = (code & !sign, code & sign != 0);
    let cell = Cell::of(data_type, code);
    // A zero of a type without -0 has no sign.
    let sign_lost = code == 0 && !data_type.has_negative_zero() && data_type.has_zero();
    if signed != (negative && !sign_lost) || negative && !data_type.is_signed() {
        return Err("the sign is another".to_owned());
    }
    let (below, above) = (compare(magnitude, cell.below), compare(magnitude, cell.above));
    // float8_e8m0fnu decides ties by rules of its own (CV-ROUND-9).
    let tie_is_right = code % 2 == 0 || !data_type.has_zero();
    let inside = below.is_gt() && above.is_lt();
    match inside || (below.is_eq() || above.is_eq()) && tie_is_right {
        true => Ok(()),
        false => {
            Err(format!("the nearest values lie between {:e} and {:e}", cell.below, cell.above))
        }
    }
}

/// The points half-way to the neighbours of a magnitude.
struct Cell {
    below: f64,
    above: f64,
}

impl Cell {
    /// Beyond the ends, the neighbours are those that an exponent without bounds would give.
    fn of(data_type: DataType, code: u64) -> Self {
        let this = value(data_type, code).expect("a finite magnitude");
        let below = code.checked_sub(1).and_then(|code| value(data_type, code));
        let lowest = if data_type.has_zero() { -this } else { this / 2.0 };
        let below = below.unwrap_or(lowest);
        let above = value(data_type, code + 1).filter(|_| code < greatest(data_type));
        let step = if data_type.has_zero() { this - below } else { this };
        let above = above.unwrap_or(this + step);
        Self { below: (below + this) / 2.0, above: (this + above) / 2.0 }
    }
}

/// The code of the greatest finite value.
fn greatest(data_type: DataType) -> u64 {
    data_type.encode(&data_type.finite_range().1).expect("a value of the type")
}

/// The value of a magnitude's code, exact in `f64` for types of up to 16 bits.
fn value(data_type: DataType, code: u64) -> Option<f64> {
    match data_type.decode(code) {
        Value::Finite(number) => {
            let significand = u32::try_from(number.significand()).ok()?;
            Some(f64::from(significand) * 2.0_f64.powi(i32::try_from(number.exponent()).ok()?))
        }
        _ => None,
    }
}

/// How the number of a text compares with a value; the text has no sign.
fn compare(text: &str, value: f64) -> Ordering {
    let read: f64 = text.parse().expect("a number of JSON is one of Rust");
    match read.partial_cmp(&value).expect("neither is NaN") {
        Ordering::Equal => digits(text).cmp(&digits(&format!("{value:.1100e}"))),
        other => other,
    }
}

/// A number as `0.DIGITS * 10^EXPONENT` without zeros around the digits: ordered as the numbers.
fn digits(text: &str) -> (i64, String) {
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let leading = (all.len() - digits.len()) as i64;
    if digits.is_empty() {
        return (i64::MIN, String::new());
    }
    let saturated = if power.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
    let power = power.parse().unwrap_or(saturated).clamp(i64::MIN / 2, i64::MAX / 2);
    (power + whole.len() as i64 - leading, digits.trim_end_matches('0').to_owned())
}
