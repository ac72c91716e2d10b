//! Inputs of conversions, the same in every run.

use std::iter::repeat_with;

use codec_reference::{DataType, FloatFormat, Format};

/// Which inputs.
#[derive(Clone, Copy)]
pub(crate) enum Inputs {
    /// Any pattern of the source.
    Random,
    /// Floats with the exponents of the target's values, each as often; any sign and fraction.
    InRange,
}

impl Inputs {
    /// So many patterns of the source type.
    pub(crate) fn patterns(self, source: DataType, target: DataType, count: usize) -> Vec<u64> {
        let random = random(1).map(|bits| bits & source.mask());
        match (self, source.format()) {
            (Self::InRange, Format::Float(float)) => {
                let fields = uniform_fields(float, target);
                let other_bits = !(float.max_field() << float.mantissa_bits);
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

/// Exponent fields of the source, in their place, for the exponents of the target's values.
fn uniform_fields(source: FloatFormat, target: DataType) -> impl Iterator<Item = u64> {
    let lowest = target.quantum(None);
    let highest = target.finite_range().1.log2().expect("a largest value above zero");
    let span = (highest - lowest + 1).cast_unsigned();
    let first = (lowest + source.bias).cast_unsigned();
    random(2).map(move |bits| (first + (bits >> 32) % span) << source.mantissa_bits)
}

/// The xorshift generator.
fn random(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}
