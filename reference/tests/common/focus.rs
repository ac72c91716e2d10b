//! Inputs for comparisons with peers, the same in every run.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::common::Layout;

/// Where a target decides: how many fraction bits it keeps, and the exponents in which it has
/// values, with a margin.
pub(crate) struct Focus {
    pub(crate) fraction_bits: u32,
    pub(crate) exponents: RangeInclusive<i32>,
}

impl Focus {
    /// Any float of the source, a float of the target's range, or one of those near a tie.
    pub(crate) fn float(&self, source: Layout, random: &mut Rng) -> u64 {
        let mask = source.mask();
        let any = random.u64(..) & mask;
        let exponent = random.i32(self.exponents.clone());
        let all_ones = (1 << source.exponent_bits) - 1;
        let field = (exponent + source.bias).clamp(0, all_ones) as u64;
        let sign_and_fraction = any & !((all_ones as u64) << source.fraction_bits);
        let in_range = sign_and_fraction | field << source.fraction_bits;
        match random.u32(..4) {
            0 => any,
            1 => in_range,
            _ => self.near_tie(in_range, source.fraction_bits, random) & mask,
        }
    }

    /// An integer of 64 bits, its length at random, or one near a tie; of either sign.
    pub(crate) fn integer(&self, random: &mut Rng) -> u64 {
        let integer = random.u64(..) >> random.u32(..64);
        let length = 63 - (integer | 1).leading_zeros();
        let integer = match random.bool() {
            true => integer,
            false => self.near_tie(integer, length, random),
        };
        if random.bool() { integer } else { integer.wrapping_neg() }
    }

    /// Keeps a few digits of a fraction, at most one more than the target does (or fewer, as
    /// its subnormals do), and moves away by at most one.
    fn near_tie(&self, number: u64, fraction_bits: u32, random: &mut Rng) -> u64 {
        let most = self.fraction_bits + 1;
        let kept = if random.bool() { most } else { random.u32(..=most) };
        let dropped = fraction_bits.saturating_sub(kept);
        let cut = number >> dropped << dropped;
        cut.wrapping_add(random.u64(..3)).wrapping_sub(1)
    }
}
