//! Inputs for laws that hold for every pair of types.

use std::ops::RangeInclusive;

use codec_reference::{Cast, DataType, OutOfRange, RoundingMode};
use proptest::prelude::*;

/// A source of inputs, most of them where casts change their course.
pub(crate) fn seed() -> impl Strategy<Value = Seed> {
    const STEPS: RangeInclusive<i8> = -2..=2;
    prop_oneof![
        any::<u64>().prop_map(Seed::Any),
        (any::<u64>(), STEPS).prop_map(|(bits, step)| Seed::NearTarget(bits, step)),
        (any::<u64>(), STEPS).prop_map(|(bits, step)| Seed::NearSpecial(bits, step)),
    ]
}

/// What an input is made from, once the types are known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seed {
    Any(u64),
    /// A few source patterns from a value of the target.
    NearTarget(u64, i8),
    /// A few patterns from one with few bits set, or few clear: zeros, infinities, powers of two.
    NearSpecial(u64, i8),
}

impl Seed {
    pub(crate) fn pattern(self, source: DataType, target: DataType) -> u64 {
        let (pattern, step) = match self {
            Self::Any(bits) => (bits, 0),
            Self::NearTarget(bits, step) => {
                // Only an input to the laws, so that a wrong cast makes it no worse than random.
                let clamp = Some(OutOfRange::Clamp);
                let cast = Cast::new(target, source, RoundingMode::NearestEven, clamp).scalar(bits);
                (cast.unwrap_or(bits), step)
            }
            Self::NearSpecial(bits, step) => {
                (u64::MAX << (bits % 64) & u64::MAX >> (bits / 64 % 64), step)
            }
        };
        pattern.wrapping_add_signed(step.into()) & source.mask()
    }
}
