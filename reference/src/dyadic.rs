//! Exact numbers: every finite value of the 26 types is a dyadic rational.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

/// The number `(-1)^negative * significand * 2^exponent`, exactly; zero keeps its sign.
///
/// The significand need not be odd: equal numbers may have several forms, and `==` compares forms.
/// Use [`Dyadic::compare`] to compare numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dyadic {
    /// The sign; of a zero too.
    pub negative: bool,
    /// The magnitude in units of `2^exponent`.
    pub significand: BigUint,
    /// The power of two of the significand's least significant bit.
    pub exponent: i64,
}

impl Dyadic {
    /// The number `(-1)^negative * significand * 2^exponent`.
    pub fn new(negative: bool, significand: impl Into<BigUint>, exponent: i64) -> Self {
        Self { negative, significand: significand.into(), exponent }
    }

    /// +0 or -0.
    pub fn zero(negative: bool) -> Self {
        Self::new(negative, BigUint::ZERO, 0)
    }

    /// Whether the number is zero, of either sign.
    pub fn is_zero(&self) -> bool {
        self.significand.bits() == 0
    }

    /// `floor(log2 |x|)`: the number's magnitude is in `[2^k, 2^(k+1))`; `None` for zero.
    pub fn log2(&self) -> Option<i64> {
        let bits = self.significand.bits() as i64;
        (bits > 0).then(|| bits - 1 + self.exponent)
    }

    /// Numerical order; the two zeros are equal.
    pub fn compare(&self, other: &Self) -> Ordering {
        let side = |negative: bool| if negative { Ordering::Less } else { Ordering::Greater };
        match (self.log2(), other.log2()) {
            (None, None) => Ordering::Equal,
            (Some(_), None) => side(self.negative),
            (None, Some(_)) => side(!other.negative),
            (Some(_), Some(_)) if self.negative != other.negative => side(self.negative),
            (log2, others) => {
                let magnitudes = log2.cmp(&others).then_with(|| self.compare_aligned(other));
                if self.negative { magnitudes.reverse() } else { magnitudes }
            }
        }
    }

    /// The magnitude in units of `2^exponent`, where that is a whole number.
    pub fn in_units_of(&self, exponent: i64) -> Option<Cow<'_, BigUint>> {
        let up = self.exponent - exponent;
        if up == 0 || self.is_zero() {
            return Some(Cow::Borrowed(&self.significand));
        }
        if up > 0 {
            return Some(Cow::Owned(&self.significand << up.unsigned_abs()));
        }
        let exact = self.significand.trailing_zeros() >= Some(up.unsigned_abs());
        exact.then(|| Cow::Owned(&self.significand >> up.unsigned_abs()))
    }

    /// The number as an integer, where it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        self.in_units_of(0).map(|magnitude| BigInt::from_biguint(sign, magnitude.into_owned()))
    }

    /// Compares the magnitudes in a common unit.
    fn compare_aligned(&self, other: &Self) -> Ordering {
        let unit = self.exponent.min(other.exponent);
        self.in_units_of(unit).cmp(&other.in_units_of(unit))
    }
}

/// `-1.5`, `65504`, `-0`; beyond 24 digits or places as `significand*2^exponent`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let odd = self.significand.trailing_zeros().unwrap_or(0);
        let significand = &self.significand >> odd;
        let exponent = if self.is_zero() { 0 } else { self.exponent + odd as i64 };
        if (0..=80).contains(&exponent) {
            write!(f, "{sign}{}", significand << exponent)
        } else if (-24..0).contains(&exponent) {
            let places = exponent.unsigned_abs() as usize;
            let scaled = (significand * BigUint::from(5_u8).pow(places as u32)).to_string();
            let digits = format!("{scaled:0>width$}", width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            write!(f, "{sign}{whole}.{fraction}")
        } else if significand == BigUint::from(1_u8) {
            write!(f, "{sign}2^{exponent}")
        } else {
            write!(f, "{sign}{significand}*2^{exponent}")
        }
    }
}
