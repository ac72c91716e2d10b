//! Distances from a value to its two neighbours, exact.

use codec_reference::Dyadic;
use num_rational::BigRational;

use super::number::{about, decimal, fraction, of_dyadic, power_of_two};

/// A part of the unit is written out up to this many characters.
const PART: usize = 14;

/// How far a value is from a number.
pub(super) fn distance(value: &BigRational, number: &Dyadic) -> BigRational {
    let difference = value - of_dyadic(number);
    let opposite = -&difference;
    difference.max(opposite)
}

/// The distance to one of two neighbours that are `2^unit` apart, where `other` is that to the
/// other one; and which part of the unit it is, where the unit is not 1.
pub(super) fn words(this: &BigRational, other: &BigRational, unit: i64) -> String {
    let part = fraction(&(this / power_of_two(unit)));
    let part = part.filter(|part| unit != 0 && part.len() <= PART);
    let part = part.map_or_else(String::new, |part| format!(" = {part} of the unit"));
    format!("distance {}{part}", exact(this, other, unit))
}

/// As a fraction where that is short; else what the other one leaves of the unit, or a decimal.
fn exact(this: &BigRational, other: &BigRational, unit: i64) -> String {
    if let Some(words) = fraction(this) {
        return words;
    }
    if let Some(other) = fraction(other) {
        let unit = if unit == 0 { "1".to_owned() } else { format!("2^{unit}") };
        return format!("{unit} - {other}");
    }
    let side = if this > other { "more" } else { "less" };
    decimal(this).unwrap_or_else(|| format!("{}, {side} than half the unit", about(this)))
}
