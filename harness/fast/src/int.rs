use crate::format::{Decode, Encode};
use crate::number::{Number, Rounding, Scalar};
use crate::{OutOfRange, Reason};

/// A two's complement or an unsigned integer type of 2 to 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IntFormat {
    pub(crate) signed: bool,
    pub(crate) bits: u32,
}

impl Decode for IntFormat {
    #[inline(always)]
    fn decode(self, bits: u64) -> Scalar {
        let unused = 64 - self.bits;
        let extended = (bits << unused).cast_signed() >> unused;
        let negative = self.signed && extended < 0;
        let significand = if negative { extended.unsigned_abs() } else { bits };
        Scalar::Finite(Number { negative, significand, exponent: 0 })
    }
}

impl Encode for IntFormat {
    #[inline(always)]
    fn nan(self) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn infinity(self, _negative: bool) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn encode(
        self,
        number: Number,
        rounding: Rounding,
        out_of_range: Option<OutOfRange>,
    ) -> Result<u64, Reason> {
        let Number { negative, .. } = number;
        let (magnitude, fits) = integer(number, rounding);
        let limit = self.limit(negative);
        if fits && magnitude <= limit {
            return Ok(self.pattern(magnitude, negative));
        }
        match out_of_range {
            None => Err(Reason::OutOfRange),
            Some(OutOfRange::Clamp) => Ok(self.pattern(limit, negative)),
            Some(OutOfRange::Wrap) => Ok(self.pattern(magnitude, negative)),
        }
    }
}

impl IntFormat {
    /// The greatest magnitude of that sign.
    fn limit(self, negative: bool) -> u64 {
        match (self.signed, negative) {
            (true, true) => 1 << (self.bits - 1),
            (true, false) => (1 << (self.bits - 1)) - 1,
            (false, true) => 0,
            (false, false) => u64::MAX >> (64 - self.bits),
        }
    }

    /// The value modulo 2^bits.
    fn pattern(self, magnitude: u64, negative: bool) -> u64 {
        let value = if negative { magnitude.wrapping_neg() } else { magnitude };
        value & (u64::MAX >> (64 - self.bits))
    }
}

/// The rounded magnitude modulo 2^64, and whether that is all of it.
#[inline(always)]
fn integer(number: Number, rounding: Rounding) -> (u64, bool) {
    let Number { negative, significand, exponent } = number;
    match exponent {
        0 => (significand, true),
        // Only float types have exponents below 0, and significands of at most 53 bits: shifted
        // by 63 or by more, they are the same small fraction.
        ..0 => (rounding.round(significand, exponent.unsigned_abs().min(63), negative), true),
        1..64 => {
            let shifted = significand << exponent;
            (shifted, shifted >> exponent == significand)
        }
        // No zero has such an exponent.
        64.. => (0, false),
    }
}
