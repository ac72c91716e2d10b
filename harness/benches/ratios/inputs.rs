//! Inputs of conversions, the same in every run.

use std::iter::repeat_with;
use std::ops::RangeInclusive;

use codec_reference::{DataType, Format};

/// Which inputs.
#[derive(Clone, Copy)]
pub(crate) enum Inputs {
    /// Any pattern of the source.
    Random,
    /// Floats with the exponents of the target's values, each as often; any sign and fraction.
    InRange,
    /// Floats from 1/16 to 16, of any sign, as arrays mostly hold them.
    Moderate,
}

impl Inputs {
    /// How many patterns of the source type.
    pub(crate) fn patterns(self, source: DataType, target: DataType, count: usize) -> Vec<u64> {
        let random = random(1).map(|bits| bits & source.mask());
        let exponents = match self {
            Self::Random => None,
            Self::InRange => Some(exponents(target)),
            Self::Moderate => Some(-4..=3),
        };
        match (exponents, source.format()) {
            (Some(exponents), Format::Float(float)) => {
                let fields = uniform(exponents)
                    .map(|exponent| (exponent + float.bias).cast_unsigned() << float.fraction_bits);
                let other_bits = !(float.max_field() << float.fraction_bits);
                random
                    .zip(fields)
                    .map(|(bits, field)| bits & other_bits | field)
                    .take(count)
                    .collect()
            }
            _ => random.take(count).collect(),
        }
    }
}

/// From the smallest subnormal value to the largest value.
fn exponents(target: DataType) -> RangeInclusive<i64> {
    let largest = target.finite_range().1.log2();
    target.quantum(None)..=largest.expect("a largest value above zero")
}

/// Each of them as often.
fn uniform(exponents: RangeInclusive<i64>) -> impl Iterator<Item = i64> {
    let (lowest, highest) = exponents.into_inner();
    let count = (highest - lowest + 1).cast_unsigned();
    random(2).map(move |bits| lowest + ((bits >> 32) % count).cast_signed())
}

/// Any bits.
fn random(seed: u64) -> impl Iterator<Item = u64> {
    let mut random = fastrand::Rng::with_seed(seed);
    repeat_with(move || random.u64(..))
}
