use crate::RoundingMode;
use crate::float::FloatFormat;
use crate::format::{Decode, Encode};
use crate::number::{Rounding, Scalar};

/// The common case of float to float, in a form that compiles to vector instructions: zeros, and
/// values that are normal numbers in both types. Of a normal number, exponent and fraction are
/// rounded as the one integer that they form, and the exponent bias is exchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rebias {
    source_sign: u64,
    target_sign: u64,
    zero_sign: u64,
    /// The ends of the range of magnitudes that this takes, beside 0.
    first: u64,
    last: u64,
    /// Magnitudes go to the left first, so that there always is a shift to the right to round by.
    left: u32,
    right: u32,
    /// What the source's exponent bias has more, in the place of the target's exponent field.
    bias_change: u64,
    rounding: Rounding,
}

impl Rebias {
    /// `None` if the target has no sign, or the source no negative zero.
    pub(crate) fn new(
        source: FloatFormat,
        target: FloatFormat,
        rounding: Rounding,
    ) -> Option<Self> {
        if target.sign_bit == 0 || !source.has_negative_zero {
            return None;
        }
        let towards_zero = Rounding::new(RoundingMode::TowardsZero);
        // As far as the source reaches, its magnitude of a value of the target.
        let source_magnitude = |target_magnitude| match target.decode(target_magnitude) {
            Scalar::Finite(number) => source.encode(number, towards_zero, None).ok(),
            Scalar::Nan | Scalar::Infinity { .. } => None,
        };
        let target_min_normal = source_magnitude(1 << target.fraction_bits)?;
        let left = (target.fraction_bits + 1).saturating_sub(source.fraction_bits);
        let bias_change = i64::from(source.bias() - target.bias()) << target.fraction_bits;
        Some(Self {
            source_sign: source.sign_bit,
            target_sign: target.sign_bit,
            zero_sign: if target.has_negative_zero { !0 } else { 0 },
            first: target_min_normal.max(1 << source.fraction_bits),
            last: source_magnitude(target.max).unwrap_or(source.max),
            left,
            right: source.fraction_bits + left - target.fraction_bits,
            bias_change: bias_change.cast_unsigned(),
            rounding,
        })
    }

    /// The result for a code, and a number that is negative if the result is not valid.
    #[inline(always)]
    pub(crate) fn convert(&self, code: u64) -> (u64, i64) {
        let magnitude = code & (self.source_sign - 1);
        let negative = code & self.source_sign != 0;
        let sign = if negative { self.target_sign } else { 0 };
        let rounded = self.rounding.round(magnitude << self.left, self.right, negative);
        let rounded = rounded.wrapping_sub(self.bias_change) | sign;
        let outside = magnitude.wrapping_sub(self.first) | self.last.wrapping_sub(magnitude);
        let zero = sign & self.zero_sign;
        if magnitude == 0 { (zero, 0) } else { (rounded, outside.cast_signed()) }
    }
}
