//! Exact numbers: every finite value of the 26 types is a dyadic rational.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

/// The number `(-1)^negative * significand * 2^exponent`, exactly; zero keeps its sign.
///
/// A value of the 26 types has up to 64 significant bits. The significand has room for twice as
/// many, and no shift loses one unnoticed.
///
/// The significand need not be odd: equal numbers may have several forms, and `==` compares forms.
/// Use [`Dyadic::compare`] to compare numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dyadic {
    /// The sign; of a zero too.
    pub negative: bool,
    /// The magnitude in units of `2^exponent`.
    pub significand: u128,
    /// The power of two of the significand's least significant bit.
    pub exponent: i64,
}

impl Dyadic {
    /// The number `(-1)^negative * significand * 2^exponent`.
    pub fn new(negative: bool, significand: impl Into<u128>, exponent: i64) -> Self {
        Self { negative, significand: significand.into(), exponent }
    }

    /// +0 or -0.
    pub fn zero(negative: bool) -> Self {
        Self::new(negative, 0_u128, 0)
    }

    /// Whether the number is zero, of either sign.
    pub fn is_zero(&self) -> bool {
        self.significand == 0
    }

    /// `floor(log2 |x|)`: the number's magnitude is in `[2^k, 2^(k+1))`; `None` for zero.
    pub fn log2(&self) -> Option<i64> {
        self.significand.checked_ilog2().map(|log2| i64::from(log2) + self.exponent)
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
                let normalized = || self.normalized().cmp(&other.normalized());
                let magnitudes = log2.cmp(&others).then_with(normalized);
                if self.negative { magnitudes.reverse() } else { magnitudes }
            }
        }
    }

    /// The magnitude in units of `2^exponent`, where that is a whole number of at most 128 bits.
    pub fn in_units_of(&self, exponent: i64) -> Option<u128> {
        if self.is_zero() {
            return Some(0);
        }
        let shift = u32::try_from(self.exponent.abs_diff(exponent)).ok()?;
        if self.exponent >= exponent {
            (shift <= self.significand.leading_zeros()).then(|| self.significand << shift)
        } else {
            (shift <= self.significand.trailing_zeros()).then(|| self.significand >> shift)
        }
    }

    /// The number as an integer, where it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        let magnitude = match u64::try_from(self.exponent) {
            Ok(up) => BigUint::from(self.significand) << up,
            Err(_) => self.in_units_of(0)?.into(),
        };
        Some(BigInt::from_biguint(sign, magnitude))
    }

    /// The significand of a number other than zero, shifted until its top bit is set: by it,
    /// magnitudes with the same `log2` compare.
    fn normalized(&self) -> u128 {
        self.significand << self.significand.leading_zeros()
    }
}

/// `-1.5`, `65504`, `-0`; beyond 24 digits or places as `significand*2^exponent`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let zeros = self.significand.trailing_zeros();
        let significand = BigUint::from(self.significand.unbounded_shr(zeros));
        let exponent = if self.is_zero() { 0 } else { self.exponent + i64::from(zeros) };
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
