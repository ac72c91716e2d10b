//! What is expected comes from the text of the specification, from laws, or from independent
//! peers: `f64` values that hold every narrow type exactly, Rust's own casts, and definitions in
//! their slowest form.

use codec_fast::{Cast, DataType, OutOfRange, RoundingMode};

mod arrays;
mod definition;
mod facts;
mod laws;
mod packing;
mod reshape;
mod scalar_map;
mod spec_text;
mod std_casts;

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::TowardsZero,
    RoundingMode::TowardsPositive,
    RoundingMode::TowardsNegative,
    RoundingMode::NearestAway,
];

const RANGE_RULES: [Option<OutOfRange>; 3] =
    [None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)];

/// Every combination of rounding mode and range rule.
fn casts(
    source: DataType,
    target: DataType,
) -> impl Iterator<Item = (RoundingMode, Option<OutOfRange>, Cast)> {
    MODES.into_iter().flat_map(move |mode| {
        RANGE_RULES.map(|rule| (mode, rule, Cast::new(source, target, mode, rule)))
    })
}

/// Patterns as an array.
fn pack(data_type: DataType, patterns: &[u64]) -> Vec<u8> {
    patterns.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(data_type.size())).collect()
}

/// Converts patterns as one array, which must not fail.
fn convert_all(cast: &Cast, source: DataType, target: DataType, patterns: &[u64]) -> Vec<u64> {
    let mut output = vec![0xaa; patterns.len() * target.size()];
    cast.convert(&pack(source, patterns), &mut output).expect("every element has a result");
    let elements = output.chunks(target.size());
    elements
        .map(|bytes| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
        .collect()
}

/// Random patterns of 64 bits, always the same ones.
fn random() -> impl Iterator<Item = u64> {
    let mut random = fastrand::Rng::with_seed(1);
    std::iter::repeat_with(move || random.u64(..))
}
