use crate::format::{Decode, Encode};
use crate::number::{Number, Rounding, Scalar};
use crate::{OutOfRange, Reason};

/// Which of a float type's codes are not ordinary numbers.
#[derive(Clone, Copy)]
pub(crate) enum Specials {
    /// The all-ones exponent holds the infinities and the NaNs.
    Ieee,
    /// None: every code is a number (`fn`, without a NaN).
    Fn,
    /// The code of -0 is the only NaN, and nothing is infinite (`fnuz`).
    Fnuz,
    /// No sign, no zero, no subnormals; the all-ones code is the only NaN (`fnu`).
    Fnu,
}

/// A binary float type: sign, exponent and fraction, from the top bit down.
///
/// Without its sign bit, a code is a magnitude; magnitudes order like the values they encode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloatFormat {
    /// The width of the whole code.
    pub(crate) bits: u32,
    pub(crate) fraction_bits: u32,
    /// The exponent of the last place of the subnormals and of the lowest normals: the exponent
    /// that an exponent field of 1 means.
    unit: i32,
    /// The lowest exponent of a last place; with subnormals that is `unit`.
    lowest_unit: i32,
    /// 0 if the type has no sign.
    pub(crate) sign_bit: u64,
    /// The magnitude of the largest finite value.
    pub(crate) max: u64,
    infinity: Option<u64>,
    /// The canonical NaN.
    nan: Option<u64>,
    has_zero: bool,
    pub(crate) has_negative_zero: bool,
}

impl FloatFormat {
    pub(crate) const fn new(
        exponent_bits: u32,
        fraction_bits: u32,
        bias: i32,
        specials: Specials,
    ) -> Self {
        let unit = 1 - bias - fraction_bits.cast_signed();
        let sign_bit = 1 << (exponent_bits + fraction_bits);
        let finite_only = Self {
            bits: exponent_bits + fraction_bits + 1,
            fraction_bits,
            unit,
            lowest_unit: unit,
            sign_bit,
            max: sign_bit - 1,
            infinity: None,
            nan: None,
            has_zero: true,
            has_negative_zero: true,
        };
        finite_only.with(specials)
    }

    const fn with(self, specials: Specials) -> Self {
        let ones = self.max;
        let all_ones_exponent = ones >> self.fraction_bits << self.fraction_bits;
        match specials {
            Specials::Fn => self,
            Specials::Ieee => Self {
                max: all_ones_exponent - 1,
                infinity: Some(all_ones_exponent),
                nan: Some(all_ones_exponent | 1 << (self.fraction_bits - 1)),
                ..self
            },
            Specials::Fnuz => Self { nan: Some(self.sign_bit), has_negative_zero: false, ..self },
            Specials::Fnu => Self {
                bits: self.bits - 1,
                lowest_unit: i32::MIN,
                sign_bit: 0,
                max: ones - 1,
                nan: Some(ones),
                has_zero: false,
                has_negative_zero: false,
                ..self
            },
        }
    }

    /// What an exponent field holds above the exponent that it means.
    pub(crate) fn bias(self) -> i32 {
        1 - self.unit - self.fraction_bits.cast_signed()
    }

    /// The zero of the other sign, if `code` is a zero and there is another.
    pub(crate) fn other_zero(self, code: u64) -> Option<u64> {
        let is_zero = code & !self.sign_bit == 0;
        (is_zero && self.has_negative_zero).then_some(code ^ self.sign_bit)
    }
}

impl Decode for FloatFormat {
    #[inline(always)]
    fn decode(self, code: u64) -> Scalar {
        let negative = code & self.sign_bit != 0;
        let magnitude = code & !self.sign_bit;
        if magnitude > self.max || Some(code) == self.nan {
            return match self.infinity {
                Some(infinity) if infinity == magnitude => Scalar::Infinity { negative },
                _ => Scalar::Nan,
            };
        }
        let fraction = magnitude & ((1 << self.fraction_bits) - 1);
        let field = (magnitude >> self.fraction_bits) as i32;
        let lowest_field = i32::from(self.has_zero);
        let hidden = u64::from(field >= lowest_field) << self.fraction_bits;
        let exponent = field.max(lowest_field) - 1 + self.unit;
        Scalar::Finite(Number { negative, significand: hidden | fraction, exponent })
    }
}

impl Encode for FloatFormat {
    #[inline(always)]
    fn nan(self) -> Option<u64> {
        self.nan
    }

    #[inline(always)]
    fn infinity(self, negative: bool) -> Option<u64> {
        self.infinity.map(|magnitude| self.signed(magnitude, negative))
    }

    #[inline(always)]
    fn encode(
        self,
        number: Number,
        rounding: Rounding,
        out_of_range: Option<OutOfRange>,
    ) -> Result<u64, Reason> {
        let magnitude = self.magnitude(number, rounding);
        if magnitude.cast_unsigned() <= self.max {
            return Ok(self.signed(magnitude.cast_unsigned(), number.negative));
        }
        match out_of_range {
            Some(OutOfRange::Clamp) if magnitude < 0 => Ok(0),
            Some(OutOfRange::Clamp) => {
                Ok(self.signed(self.infinity.unwrap_or(self.max), number.negative))
            }
            // Wrapping has no meaning for a float target.
            Some(OutOfRange::Wrap) | None => Err(Reason::OutOfRange),
        }
    }
}

impl FloatFormat {
    /// The magnitude of the rounded value, had the exponent field no upper bound; negative if the
    /// value is below everything that the type holds.
    #[inline(always)]
    fn magnitude(self, number: Number, rounding: Rounding) -> i64 {
        let Number { negative, significand, exponent } = number;
        if negative && self.sign_bit == 0 {
            return -1;
        }
        if significand == 0 {
            return i64::from(self.has_zero) - 1;
        }
        let unused = significand.leading_zeros();
        let normalised = significand << unused;
        // Two bits of headroom keep every shift below 64. The bits that make room are below the
        // half of any unit, so that it is enough to know whether they are zero.
        let significand = normalised >> 2 | u64::from(normalised & 3 != 0);
        let top = exponent + 63 - unused.cast_signed();
        let unit = (top - self.fraction_bits.cast_signed()).max(self.lowest_unit);
        let shift = (unit - (top - 61)).cast_unsigned().min(63);
        let units = rounding.round(significand, shift, negative).cast_signed();
        // A normal number's hidden bit adds the 1 that its exponent field lacks here, and a carry
        // out of the fraction moves on into the exponent, as it should.
        (i64::from(unit - self.unit) << self.fraction_bits) + units
    }

    fn signed(self, magnitude: u64, negative: bool) -> u64 {
        if negative && (magnitude != 0 || self.has_negative_zero) {
            magnitude | self.sign_bit
        } else {
            magnitude
        }
    }
}
