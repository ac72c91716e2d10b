//! Dyadic rationals: every finite value of the 26 types is one.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

use super::round::{Exact, Loss};

/// The number `(-1)^negative * significand * 2^exponent`, exactly; zero keeps its sign.
///
/// A number has one form: the significand is odd, and both parts of zero are 0. So `==` is
/// equality of number and sign, and only tells the two zeros apart; [`Dyadic::compare`] is
/// numerical order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dyadic {
    negative: bool,
    significand: BigUint,
    exponent: i64,
}

impl Dyadic {
    /// The number `(-1)^negative * significand * 2^exponent`.
    pub fn new(negative: bool, significand: impl Into<BigUint>, exponent: i64) -> Self {
        let mut significand = significand.into();
        let Some(zeros) = significand.trailing_zeros() else { return Self::zero(negative) };
        significand >>= zeros;
        Self { negative, significand, exponent: exponent + zeros.cast_signed() }
    }

    /// +0 or -0.
    pub fn zero(negative: bool) -> Self {
        Self { negative, significand: BigUint::ZERO, exponent: 0 }
    }

    /// The sign; of a zero too.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The odd significand: the magnitude in units of `2^exponent`; 0 for zero.
    pub fn significand(&self) -> &BigUint {
        &self.significand
    }

    /// The power of two of the significand's last bit; 0 for zero.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Whether the number is zero, of either sign.
    pub fn is_zero(&self) -> bool {
        self.significand == BigUint::ZERO
    }

    /// `floor(log2 |x|)`: the number's magnitude is in `[2^k, 2^(k+1))`; `None` for zero.
    pub fn log2(&self) -> Option<i64> {
        (!self.is_zero()).then(|| self.significand.bits().cast_signed() - 1 + self.exponent)
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
                let magnitudes = log2.cmp(&others).then_with(|| self.compare_magnitude(other));
                if self.negative { magnitudes.reverse() } else { magnitudes }
            }
        }
    }

    /// The magnitude in units of `2^exponent`, where that is a whole number.
    pub fn in_units_of(&self, exponent: i64) -> Option<BigUint> {
        let (units, loss) = self.cut(exponent);
        (loss == Loss::Exact).then_some(units)
    }

    /// The number as an integer, where it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        Some(BigInt::from_biguint(sign, self.in_units_of(0)?))
    }

    /// The order of two magnitudes with the same `log2`, in units of the finer one.
    fn compare_magnitude(&self, other: &Self) -> Ordering {
        let unit = self.exponent.min(other.exponent);
        self.cut(unit).0.cmp(&other.cut(unit).0)
    }
}

impl Exact for Dyadic {
    fn is_negative(&self) -> bool {
        self.negative
    }

    fn log2(&self) -> Option<i64> {
        Self::log2(self)
    }

    fn cut(&self, quantum: i64) -> (BigUint, Loss) {
        let shift = self.exponent.abs_diff(quantum);
        if self.exponent >= quantum || self.is_zero() {
            return (&self.significand << shift, Loss::Exact);
        }
        // The significand is odd, so that a half is left over where its last bit is all that goes.
        let loss = match self.significand.bit(shift - 1) {
            false => Loss::BelowHalf,
            true if shift == 1 => Loss::Half,
            true => Loss::AboveHalf,
        };
        (&self.significand >> shift, loss)
    }
}

/// `-1.5`, `65504`, `-0`; beyond 24 digits or places as `significand*2^exponent`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, significand) = (if self.negative { "-" } else { "" }, &self.significand);
        match (self.exponent, u32::try_from(-self.exponent)) {
            (0..=80, _) => write!(f, "{sign}{}", significand << self.exponent),
            (_, Ok(places @ 1..=24)) => {
                // 2^-k is 5^k / 10^k.
                let scaled = (significand * BigUint::from(5_u8).pow(places)).to_string();
                let places = places as usize;
                let digits = format!("{scaled:0>width$}", width = places + 1);
                let (whole, fraction) = digits.split_at(digits.len() - places);
                write!(f, "{sign}{whole}.{fraction}")
            }
            (exponent, _) if *significand == BigUint::from(1_u8) => {
                write!(f, "{sign}2^{exponent}")
            }
            (exponent, _) => write!(f, "{sign}{significand}*2^{exponent}"),
        }
    }
}
