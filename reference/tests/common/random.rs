//! Inputs for comparisons with peers, the same in every run.

use std::ops::RangeInclusive;

use crate::common::Layout;

/// The SplitMix64 generator.
pub(crate) struct Random(pub(crate) u64);

/// Where a target decides: how many fraction bits it keeps, and the exponents in which it has
/// values, with a margin.
pub(crate) struct Focus {
    pub(crate) fraction_bits: u32,
    pub(crate) exponents: RangeInclusive<i32>,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    /// Any float of the source, a float of the target's range, or one of those near a tie.
    pub(crate) fn float(&mut self, source: Layout, focus: &Focus) -> u64 {
        let mask = source.mask();
        let any = self.next() & mask;
        let span = (focus.exponents.end() - focus.exponents.start() + 1) as u32;
        let exponent = focus.exponents.start() + self.below(span) as i32;
        let all_ones = (1 << source.exponent_bits) - 1;
        let field = (exponent + source.bias).clamp(0, all_ones) as u64;
        let sign_and_fraction = any & !((all_ones as u64) << source.fraction_bits);
        let in_range = sign_and_fraction | field << source.fraction_bits;
        match self.below(4) {
            0 => any,
            1 => in_range,
            _ => self.near_tie(in_range, source.fraction_bits, focus) & mask,
        }
    }

    /// An integer of 64 bits, its length at random, or one near a tie; of either sign.
    pub(crate) fn integer(&mut self, focus: &Focus) -> u64 {
        let integer = self.next() >> self.below(64);
        let length = 63 - (integer | 1).leading_zeros();
        let integer = match self.below(2) {
            0 => integer,
            _ => self.near_tie(integer, length, focus),
        };
        if self.below(2) == 0 { integer } else { integer.wrapping_neg() }
    }

    /// Keeps a few digits of a fraction, at most one more than the target does (or fewer, as
    /// its subnormals do), and moves away by at most one.
    fn near_tie(&mut self, number: u64, fraction_bits: u32, focus: &Focus) -> u64 {
        let most = focus.fraction_bits + 1;
        let kept = if self.below(2) == 0 { most } else { self.below(most + 1) };
        let dropped = fraction_bits.saturating_sub(kept);
        let cut = number >> dropped << dropped;
        cut.wrapping_add(self.below(3).into()).wrapping_sub(1)
    }
}
