//! Decimal texts as exact numbers.

use num_bigint::BigUint;

use crate::dyadic::Dyadic;
use crate::round::{Exact, Loss};

/// A JSON number: `(-1)^negative * digits * 10^exponent`.
///
/// It is exact for every purpose of rounding, but not always to the last digit: see
/// [`Decimal::parse`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    negative: bool,
    digits: BigUint,
    exponent: i64,
}

/// A point half-way between two neighbours of any of the 26 types has at most 767 significant
/// digits, so digits past this many matter only by being zero or not.
const MAX_DIGITS: usize = 800;

/// No finite value of any of the 26 types, nor half the smallest one, lies outside
/// `10^-400 .. 10^400`, so that a number beyond may be replaced by that bound.
const MAX_ORDER: i64 = 400;

impl Decimal {
    /// Reads a text that follows JSON's grammar of numbers.
    ///
    /// Its cost does not depend on the exponent: numbers beyond `10^400` or below `10^-400` are
    /// replaced by those bounds, and digits past the 800th by a single one that keeps them from
    /// looking exact.
    ///
    /// # Panics
    /// The text is not a number of JSON's grammar; [`Json`](crate::Json) holds only such texts.
    pub fn parse(text: &str) -> Self {
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, text),
        };
        let (mantissa, power) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let exponent = saturating_power(power) - fraction.len() as i64;
        let (kept, dropped) = digits.split_at(digits.len().min(MAX_DIGITS));
        let sticky = if dropped.trim_end_matches('0').is_empty() { "0" } else { "1" };
        let exponent = exponent + dropped.len() as i64 - 1;
        Self::bounded(negative, &format!("{kept}{sticky}"), exponent)
    }

    /// Whether the number is a whole one.
    pub fn is_integral(&self) -> bool {
        self.cut(0).1 == Loss::Exact
    }

    /// Whether the two are the same number.
    pub fn equals(&self, number: &Dyadic) -> bool {
        let (units, loss) = self.units(number.exponent);
        let exact = loss == Loss::Exact && units == number.significand.into();
        exact && self.negative == number.negative
    }

    fn bounded(negative: bool, digits: &str, exponent: i64) -> Self {
        let order = digits.len() as i64 + exponent;
        let digits = BigUint::parse_bytes(digits.as_bytes(), 10).expect("JSON digits");
        if digits == BigUint::ZERO {
            return Self { negative, digits, exponent: 0 };
        }
        match order {
            _ if order > MAX_ORDER => Self { negative, digits: 1_u8.into(), exponent: MAX_ORDER },
            _ if order < -MAX_ORDER => Self { negative, digits: 1_u8.into(), exponent: -MAX_ORDER },
            _ => Self { negative, digits, exponent },
        }
    }

    /// The magnitude as a fraction of two whole numbers.
    fn fraction(&self) -> (BigUint, BigUint) {
        let power = BigUint::from(10_u8).pow(self.exponent.unsigned_abs() as u32);
        match self.exponent >= 0 {
            true => (&self.digits * power, BigUint::from(1_u8)),
            false => (self.digits.clone(), power),
        }
    }

    /// How many times `2^quantum` goes into the magnitude, and what is left over.
    fn units(&self, quantum: i64) -> (BigUint, Loss) {
        let (numerator, denominator) = self.fraction();
        let (numerator, denominator) = scale(numerator, denominator, quantum);
        let units = &numerator / &denominator;
        let rest = numerator - &units * &denominator;
        let loss = match (&rest * 2_u8).cmp(&denominator) {
            _ if rest == BigUint::ZERO => Loss::Exact,
            std::cmp::Ordering::Less => Loss::BelowHalf,
            std::cmp::Ordering::Equal => Loss::Half,
            std::cmp::Ordering::Greater => Loss::AboveHalf,
        };
        (units, loss)
    }
}

/// The exponent part of a number; one of more than twelve digits is as good as its bound.
fn saturating_power(text: &str) -> i64 {
    let bound = 1_000_000_000_000;
    let saturated = if text.starts_with('-') { -bound } else { bound };
    text.parse::<i64>().unwrap_or(saturated).clamp(-bound, bound)
}

impl Exact for Decimal {
    fn is_negative(&self) -> bool {
        self.negative
    }

    fn log2(&self) -> Option<i64> {
        let (numerator, denominator) = self.fraction();
        if numerator == BigUint::ZERO {
            return None;
        }
        let estimate = numerator.bits() as i64 - denominator.bits() as i64;
        let (left, right) = scale(numerator, denominator, estimate);
        Some(if left >= right { estimate } else { estimate - 1 })
    }

    fn cut(&self, quantum: i64) -> (Dyadic, Loss) {
        let (units, loss) = self.units(quantum);
        let units = u128::try_from(units).unwrap_or(u128::MAX);
        (Dyadic::new(self.negative, units, quantum), loss)
    }
}

/// The fraction divided by `2^exponent`, still of whole numbers.
fn scale(numerator: BigUint, denominator: BigUint, exponent: i64) -> (BigUint, BigUint) {
    let shift = exponent.unsigned_abs();
    match exponent >= 0 {
        true => (numerator, denominator << shift),
        false => (numerator << shift, denominator),
    }
}

/// The number rounded to that many significant digits, trailing zeros left out: `0.1`, `65504`,
/// `1.4e-45`. It is valid JSON.
pub(crate) fn scientific(number: &Dyadic, digits: usize) -> String {
    // 2^-k is 5^k / 10^k, so every dyadic number is a whole number of some 10^-places.
    let places = (-number.exponent).max(0) as u32;
    let significand = BigUint::from(number.significand);
    let whole = if number.exponent > 0 {
        significand << number.exponent
    } else {
        significand * BigUint::from(5_u8).pow(places)
    };
    let length = whole.to_string().len();
    let unit = BigUint::from(10_u8).pow(length.saturating_sub(digits) as u32);
    let rounded = ((whole * 2_u8 / &unit + 1_u8) / 2_u8).to_string();
    let kept = rounded.trim_end_matches('0');
    let power = (rounded.len() + length.saturating_sub(digits)) as i64 - 1 - i64::from(places);
    let sign = if number.negative { "-" } else { "" };
    format!("{sign}{}", place_point(if kept.is_empty() { "0" } else { kept }, power))
}

/// Digits `d1 d2 d3 …` as the number `d1.d2d3… * 10^power`.
fn place_point(digits: &str, power: i64) -> String {
    let length = digits.len() as i64;
    match power {
        -5..0 => format!("0.{}{digits}", "0".repeat((-power - 1) as usize)),
        0..17 if power + 1 >= length => {
            digits.to_owned() + &"0".repeat((power + 1 - length) as usize)
        }
        0..17 => {
            let (whole, fraction) = digits.split_at(power as usize + 1);
            format!("{whole}.{fraction}")
        }
        _ if length == 1 => format!("{digits}e{power}"),
        _ => format!("{}.{}e{power}", &digits[..1], &digits[1..]),
    }
}
