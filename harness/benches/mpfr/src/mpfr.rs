//! The conversion through MPFR, from bits of float32 to bits of a float with a sign and five
//! exponent bits.

use rug::Float;
use rug::float::Round;
use rug::ops::AssignRound;

/// A float type with a sign and five exponent bits.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    fraction_bits: u32,
}

pub(crate) const FLOAT16: Target = Target { fraction_bits: 10 };
pub(crate) const FLOAT8_E5M2: Target = Target { fraction_bits: 2 };

/// The exponent of the smallest normal number, as MPFR counts: of a significand from 0.5 to 1.
const MIN_EXPONENT: i32 = -13;

/// 2^-112, from the exponent bias of float32 (127) to that of five exponent bits (15).
const REBIAS: f32 = f32::from_bits((127 - 112) << 23);

impl Target {
    /// A number of the target's precision.
    pub(crate) fn number(self) -> Float {
        Float::new(self.fraction_bits + 1)
    }

    /// Rounds to nearest, ties to even, in a number of the target's precision.
    pub(crate) fn convert(self, bits: u64, number: &mut Float) -> u64 {
        let rounded = number.assign_round(f32::from_bits(bits as u32), Round::Nearest);
        number.subnormalize_round(MIN_EXPONENT, rounded, Round::Nearest);
        self.pack(number.to_f32())
    }

    /// The bits of a rounded number; an infinity where it is beyond the range.
    fn pack(self, number: f32) -> u64 {
        let infinity = 0x1f << self.fraction_bits;
        if number.is_nan() {
            return infinity | 1 << (self.fraction_bits - 1);
        }
        // A product with a power of two: exact, since float32 has subnormals enough.
        let magnitude = (number.abs() * REBIAS).to_bits() >> (23 - self.fraction_bits);
        let sign = u64::from(number.is_sign_negative()) << (self.fraction_bits + 5);
        sign | u64::from(magnitude).min(infinity)
    }
}
