//! Casts of a float64, in a line.

use codec_reference::{Alternative, Cast, CastError, DataType, OutOfRange, Readings, RoundingMode};

/// The result of a float64.
pub(crate) fn cast(
    target: DataType,
    mode: RoundingMode,
    rule: Option<OutOfRange>,
    value: f64,
) -> Outcome {
    outcome(&Cast::new(DataType::Float64, target, mode, rule), value)
}

/// The result of a float64 under one alternative.
pub(crate) fn under(
    alternative: Alternative,
    target: DataType,
    mode: RoundingMode,
    rule: Option<OutOfRange>,
    value: f64,
) -> Outcome {
    let readings = Readings::OURS.with(alternative);
    outcome(&Cast::new(DataType::Float64, target, mode, rule).with_readings(readings), value)
}

fn outcome(cast: &Cast, value: f64) -> Outcome {
    match cast.scalar(value.to_bits()) {
        Ok(pattern) => Outcome::Bits(pattern),
        Err(CastError::Nan { source_type: DataType::Float64, target })
            if target == cast.target() =>
        {
            Outcome::NoNan
        }
        Err(CastError::Infinite { negative, .. }) => {
            assert_eq!(negative, value < 0.0);
            Outcome::NoInfinity
        }
        Err(CastError::OutOfRange { .. }) => Outcome::Outside,
        other => panic!("{other:?}"),
    }
}

/// What a cast answers.
#[derive(PartialEq, Debug)]
pub(crate) enum Outcome {
    Bits(u64),
    NoNan,
    NoInfinity,
    Outside,
}
