//! How the bits of a type are laid out.

use Specials::{Fn, Fnu, Fnuz, Ieee};

use crate::number::Dyadic;

/// How the bits of a type are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Two's complement or unsigned integer.
    Int(IntFormat),
    /// Sign, exponent field, fraction field; from the most significant bit down.
    Float(FloatFormat),
}

/// An integer layout: two's complement when signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntFormat {
    /// Whether negative values exist.
    pub signed: bool,
    /// Logical width in bits (2 for int2, although it is stored in a byte).
    pub bits: u32,
}

/// A binary floating-point layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatFormat {
    /// Whether the top bit is a sign.
    pub signed: bool,
    /// Width of the exponent field.
    pub exponent_bits: u32,
    /// Width of the fraction field, without the implied leading bit.
    pub fraction_bits: u32,
    /// Exponent field of the value 1.
    pub bias: i64,
    /// Which patterns are not finite numbers.
    pub specials: Specials,
}

/// Which bit patterns of a float type are zeros, infinities and NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Specials {
    /// The all-ones exponent holds the infinities (fraction 0) and the NaNs.
    Ieee,
    /// Finite only: every pattern is a number (of the `fn` types, those of 4 and 6 bits).
    Fn,
    /// Finite, one NaN, unsigned zero: the pattern of -0 is the NaN.
    Fnuz,
    /// Finite, one NaN, unsigned: the all-ones pattern is the NaN; no zero and no subnormals.
    Fnu,
}

impl IntFormat {
    pub(crate) fn range(self) -> (Dyadic, Dyadic) {
        let magnitude_bits = self.bits - u32::from(self.signed);
        let min = if self.signed {
            Dyadic::new(true, 1_u64, magnitude_bits.into())
        } else {
            Dyadic::zero(false)
        };
        (min, Dyadic::new(false, u64::MAX >> (64 - magnitude_bits), 0))
    }
}

impl FloatFormat {
    /// Logical width in bits.
    pub fn bits(self) -> u32 {
        u32::from(self.signed) + self.exponent_bits + self.fraction_bits
    }

    /// Whether the all-zeros pattern is the number zero.
    pub fn has_zero(self) -> bool {
        self.specials != Fnu
    }

    /// Whether -0 differs from +0.
    pub fn has_negative_zero(self) -> bool {
        matches!(self.specials, Ieee | Fn)
    }

    /// Whether the type has infinities.
    pub fn has_infinities(self) -> bool {
        self.specials == Ieee
    }

    /// The all-ones exponent field.
    pub fn max_field(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    /// The canonical NaN pattern that the fill value `"NaN"` names (FV-NAN-1).
    pub fn canonical_nan(self) -> Option<u64> {
        match self.specials {
            Ieee => Some((self.max_field() << 1 | 1) << (self.fraction_bits - 1)),
            Fn => None,
            Fnuz => Some(1 << (self.bits() - 1)),
            Fnu => Some(self.max_field()),
        }
    }

    /// Exponent of the least significant bit of the smallest binade, subnormals included.
    pub fn min_quantum(self) -> i64 {
        let min_exponent = if self.has_zero() { 1 } else { 0 } - self.bias;
        min_exponent - i64::from(self.fraction_bits)
    }

    pub(crate) fn range(self) -> (Dyadic, Dyadic) {
        // Fields run up to all ones, except where IEEE infinities or a NaN take that exponent.
        let top_field = self.max_field() - u64::from(matches!(self.specials, Ieee | Fnu));
        let significand = (2_u64 << self.fraction_bits) - 1;
        let exponent = top_field.cast_signed() - self.bias - i64::from(self.fraction_bits);
        let max = Dyadic::new(false, significand, exponent);
        let min = if self.signed {
            Dyadic::new(true, significand, exponent)
        } else {
            Dyadic::new(false, 1_u64, -self.bias)
        };
        (min, max)
    }
}
