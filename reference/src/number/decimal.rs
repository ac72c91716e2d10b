//! Decimal texts as exact numbers.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::dyadic::Dyadic;
use super::literal::{Literal, length};
use super::round::{Exact, Loss};

/// A JSON number: `(-1)^negative * digits * 10^exponent`.
///
/// It is exact for every purpose of rounding, but not always to the last digit: see
/// [`Decimal::parse`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    negative: bool,
    digits: BigUint,
    exponent: i32,
}

/// A point half-way between two neighbours of any of the 26 types has at most 767 significant
/// digits, so digits past this many matter only by being zero or not.
const MAX_DIGITS: usize = 800;

/// No finite value of any of the 26 types, nor half the smallest one, lies outside
/// `10^-400 .. 10^400`, so that a number beyond may be replaced by that bound.
const MAX_ORDER: i32 = 400;

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
        let Literal { negative, digits, exponent } = Literal::split(text);
        let (kept, dropped) = digits.split_at(digits.len().min(MAX_DIGITS));
        let sticky = if dropped.trim_end_matches('0').is_empty() { "0" } else { "1" };
        let exponent = exponent + length(dropped.len()) - 1;
        Self::bounded(negative, &format!("{kept}{sticky}"), exponent)
    }

    /// Whether the number is a whole one.
    pub fn is_integral(&self) -> bool {
        self.cut(0).1 == Loss::Exact
    }

    /// Whether the two are the same number.
    pub fn equals(&self, number: &Dyadic) -> bool {
        let (units, loss) = self.cut(number.exponent());
        let exact = loss == Loss::Exact && units == *number.significand();
        exact && self.negative == number.is_negative()
    }

    /// The number; one beyond [`MAX_ORDER`] is replaced by that bound.
    fn bounded(negative: bool, digits: &str, exponent: i64) -> Self {
        let order = length(digits.len()) + exponent;
        let digits = BigUint::parse_bytes(digits.as_bytes(), 10).expect("JSON digits");
        let bound = |exponent| Self { negative, digits: 1_u8.into(), exponent };
        match order {
            _ if digits == BigUint::ZERO => Self { negative, digits, exponent: 0 },
            _ if order > MAX_ORDER.into() => bound(MAX_ORDER),
            _ if order < (-MAX_ORDER).into() => bound(-MAX_ORDER),
            _ => {
                let exponent = i32::try_from(exponent).expect("about as small as the order");
                Self { negative, digits, exponent }
            }
        }
    }

    /// The magnitude as numerator and denominator, not always in lowest terms. It is that of the
    /// text where the text has at most 800 digits and the number lies within `10^-400 .. 10^400`.
    pub fn fraction(&self) -> (BigUint, BigUint) {
        let power = BigUint::from(10_u8).pow(self.exponent.unsigned_abs());
        match self.exponent >= 0 {
            true => (&self.digits * power, BigUint::from(1_u8)),
            false => (self.digits.clone(), power),
        }
    }
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
        let estimate = numerator.bits().cast_signed() - denominator.bits().cast_signed();
        let (left, right) = scale(numerator, denominator, estimate);
        Some(if left >= right { estimate } else { estimate - 1 })
    }

    fn cut(&self, quantum: i64) -> (BigUint, Loss) {
        let (numerator, denominator) = self.fraction();
        let (numerator, denominator) = scale(numerator, denominator, quantum);
        let units = &numerator / &denominator;
        let rest = numerator - &units * &denominator;
        let loss = match (&rest * 2_u8).cmp(&denominator) {
            _ if rest == BigUint::ZERO => Loss::Exact,
            Ordering::Less => Loss::BelowHalf,
            Ordering::Equal => Loss::Half,
            Ordering::Greater => Loss::AboveHalf,
        };
        (units, loss)
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
