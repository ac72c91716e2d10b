//! Casts of a float64, in a line.

use codec_reference::{Alternative, Cast, CastError, DataType, OutOfRange, Readings, RoundingMode};

/// The image of a float64.
pub(crate) fn cast(
    target: DataType,
    mode: RoundingMode,
    rule: Option<OutOfRange>,
    value: f64,
) -> Image {
    image(&Cast::new(DataType::Float64, target, mode, rule), value)
}

/// The image of a float64 under one alternative.
pub(crate) fn under(
    alternative: Alternative,
    target: DataType,
    mode: RoundingMode,
    rule: Option<OutOfRange>,
    value: f64,
) -> Image {
    let readings = Readings::OURS.with(alternative);
    image(&Cast::new(DataType::Float64, target, mode, rule).with_readings(readings), value)
}

fn image(cast: &Cast, value: f64) -> Image {
    match cast.scalar(value.to_bits()) {
        Ok(pattern) => Image::Bits(pattern),
        Err(CastError::Nan { source_type: DataType::Float64, target })
            if target == cast.target() =>
        {
            Image::NoNan
        }
        Err(CastError::Infinite { negative, .. }) => {
            assert_eq!(negative, value < 0.0);
            Image::NoInfinity
        }
        Err(CastError::OutOfRange { .. }) => Image::Outside,
        other => panic!("{other:?}"),
    }
}

/// What a cast answers.
#[derive(PartialEq, Debug)]
pub(crate) enum Image {
    Bits(u64),
    NoNan,
    NoInfinity,
    Outside,
}
