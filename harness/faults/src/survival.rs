//! The fill value's way through the codec.

use codec_reference::{Cast, CastValue, ConfigurationError, Direction};

use crate::Fault;
use crate::support::bare;
use crate::wrappers::Survival;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "fill-not-cast",
        rule: "CV-FILL-1",
        cause: "keeps the bits of the fill value, as if it had the configuration's data type",
        // A fill value left to the next codec as it is.
        behaviour: &Survival(
            |codec, bits| Ok(bits & codec.cast(Direction::Encode).target().mask()),
        ),
    },
    Fault {
        name: "fill-cast-without-the-map",
        rule: "CV-FILL-1",
        cause: "casts the fill value without a look at scalar_map",
        // A second code path for the fill value.
        behaviour: &Survival(|codec, bits| {
            let [encode, decode] = Direction::ALL.map(|direction| bare(codec.cast(direction)));
            let encoded = step(&encode, Direction::Encode, bits)?;
            let back = step(&decode, Direction::Decode, encoded)?;
            if codec.survives(bits, back) { Ok(encoded) } else { Err(changed(codec, bits, back)) }
        }),
    },
    Fault {
        name: "fill-decoding-not-tried",
        rule: "CV-FILL-2",
        cause: "casts the fill value forwards and never tries the way back",
        // An error of the cast as the only check.
        behaviour: &Survival(|codec, bits| {
            step(codec.cast(Direction::Encode), Direction::Encode, bits)
        }),
    },
    Fault {
        name: "fill-change-accepted",
        rule: "CV-FILL-2",
        cause: "casts the fill value there and back, and does not compare",
        // Errors of both casts as the only checks.
        behaviour: &Survival(|codec, bits| {
            let encoded = step(codec.cast(Direction::Encode), Direction::Encode, bits)?;
            step(codec.cast(Direction::Decode), Direction::Decode, encoded)?;
            Ok(encoded)
        }),
    },
    Fault {
        name: "fill-nan-never-survives",
        rule: "CV-FILL-2",
        cause: "compares the fill value with ==, so that no NaN survives",
        // NaN is not equal to NaN.
        behaviour: &Survival(|codec, bits| {
            let encoded = codec.cast_fill_value(bits)?;
            let nan = codec.cast(Direction::Encode).source().is_nan(bits);
            if nan { Err(changed(codec, bits, bits)) } else { Ok(encoded) }
        }),
    },
];

fn step(cast: &Cast, direction: Direction, bits: u64) -> Result<u64, ConfigurationError> {
    cast.scalar(bits).map_err(|error| ConfigurationError::FillCast { direction, error })
}

fn changed(codec: &CastValue, bits: u64, back: u64) -> ConfigurationError {
    let array = codec.cast(Direction::Encode).source();
    let (fill_value, back) = (array.fill_value_json(bits), array.fill_value_json(back));
    ConfigurationError::FillChanged { fill_value, back }
}
