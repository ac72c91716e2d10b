//! The fill value's way through the codec.

use codec_reference::{CastValue, ConfigurationError, Direction, OutOfRange, Readings};

use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "fill-not-cast",
        rule: "CV-FILL-1",
        cause: "keeps the bits of the fill value, as if it had the configuration's data type",
        behaviour: &NotCast,
    },
    Fault {
        name: "fill-cast-without-the-map",
        rule: "CV-FILL-1",
        cause: "casts the fill value without a look at scalar_map",
        behaviour: &CastWithoutMap,
    },
    Fault {
        name: "fill-decoding-not-tried",
        rule: "CV-FILL-2",
        cause: "casts the fill value forwards and never tries the way back",
        behaviour: &ForwardsOnly,
    },
    Fault {
        name: "fill-change-accepted",
        rule: "CV-FILL-2",
        cause: "casts the fill value there and back, and does not compare",
        behaviour: &ChangeAccepted,
    },
    Fault {
        name: "fill-nan-never-survives",
        rule: "CV-FILL-2",
        cause: "compares the fill value with ==, so that no NaN survives",
        behaviour: &NanNeverSurvives,
    },
];

/// A fill value left to the next codec as it is.
struct NotCast;

impl Behaviour for NotCast {
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        Ok(bits & codec.cast(Direction::Encode).target().mask())
    }
}

/// A second code path for the fill value.
struct CastWithoutMap;

impl Behaviour for CastWithoutMap {
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        let cast = codec.cast(Direction::Encode);
        let (data_type, rounding) = (cast.target(), cast.rounding().name());
        let range = cast.out_of_range().map(OutOfRange::name);
        let range = range.map(|name| format!(r#","out_of_range":"{name}""#)).unwrap_or_default();
        let text = format!(r#"{{"data_type":"{data_type}","rounding":"{rounding}"{range}}}"#);
        CastValue::parse(&text, cast.source(), Readings::OURS)?.cast_fill_value(bits)
    }
}

/// An error of the cast as the only check.
struct ForwardsOnly;

impl Behaviour for ForwardsOnly {
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        step(codec, Direction::Encode, bits)
    }
}

/// Errors of both casts as the only checks.
struct ChangeAccepted;

impl Behaviour for ChangeAccepted {
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        let encoded = step(codec, Direction::Encode, bits)?;
        step(codec, Direction::Decode, encoded).map(|_| encoded)
    }
}

/// NaN is not equal to NaN.
struct NanNeverSurvives;

impl Behaviour for NanNeverSurvives {
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        let array = codec.cast(Direction::Encode).source();
        let encoded = codec.cast_fill_value(bits)?;
        if array.is_nan(bits) {
            let (fill_value, back) = (array.fill_value_json(bits), array.fill_value_json(bits));
            return Err(ConfigurationError::FillChanged { fill_value, back });
        }
        Ok(encoded)
    }
}

fn step(codec: &CastValue, direction: Direction, bits: u64) -> Result<u64, ConfigurationError> {
    let image = codec.cast(direction).scalar(bits);
    image.map_err(|error| ConfigurationError::FillCast { direction, error })
}
