//! The wrong rounding mode.

use codec_reference::DataType::{Bfloat16, Float8E8m0fnu, Float64};
use codec_reference::RoundingMode::{
    NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero,
};
use codec_reference::{Cast, CastError, CastValue, Direction};

use crate::support::{bare, each, instead, instead_of_nearest, is_tie, number, with_rounding};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "ties-away-instead-of-even",
        rule: "CV-ROUND-1",
        cause: "rounds ties of nearest-even away from zero, as the round() of C does",
        behaviour: &TiesAway,
    },
    Fault {
        name: "ties-even-instead-of-away",
        rule: "CV-ROUND-5",
        cause: "rounds ties of nearest-away to even",
        behaviour: &TiesEven,
    },
    Fault {
        name: "nearest-away-only-into-integers",
        rule: "CV-ROUND-5",
        cause: "rounds ties of nearest-away to even where the target is a float type",
        behaviour: &TiesEvenIntoFloats,
    },
    Fault {
        name: "directed-modes-only-into-integers",
        rule: "CV-ROUND-2",
        cause: "rounds to nearest in the directed modes where the target is a float type",
        behaviour: &NearestIntoFloats,
    },
    Fault {
        name: "integer-cast-truncates",
        rule: "CV-ROUND-1",
        cause: "truncates into integer types where it should round to nearest, as a cast of C does",
        behaviour: &IntegerCastTruncates,
    },
    Fault {
        name: "bfloat16-truncates",
        rule: "CV-ROUND-1",
        cause: "keeps the upper half of a float32 for a bfloat16, where it should round to nearest",
        behaviour: &Bfloat16Truncates,
    },
    Fault {
        name: "e8m0-truncates",
        rule: "CV-ROUND-1",
        cause: "keeps the exponent for a float8_e8m0fnu, where it should round to nearest",
        behaviour: &E8m0Truncates,
    },
    Fault {
        name: "towards-zero-as-floor",
        rule: "CV-ROUND-2",
        cause: "takes the floor for towards-zero, so that negative numbers move away from zero",
        behaviour: &TowardsZeroAsFloor,
    },
    Fault {
        name: "towards-positive-by-magnitude",
        rule: "CV-ROUND-3",
        cause: "rounds the magnitude up for towards-positive, so that negative numbers go down",
        behaviour: &CeilingOfMagnitude,
    },
    Fault {
        name: "towards-negative-by-magnitude",
        rule: "CV-ROUND-4",
        cause: "rounds the magnitude down for towards-negative, so that negative numbers go up",
        behaviour: &FloorOfMagnitude,
    },
    Fault {
        name: "half-added-then-floored",
        rule: "CV-ROUND-5",
        cause: "computes nearest-away as floor(x + 0.5), so that negative ties go up",
        behaviour: &HalfAddedThenFloored,
    },
    Fault {
        name: "half-added-in-float64",
        rule: "CV-ROUND-5",
        cause: "computes nearest-away as |x| + 0.5 in float64, where the sum itself is rounded",
        behaviour: &HalfAddedInFloat64,
    },
    Fault {
        name: "integer-sources-round-to-nearest",
        rule: "CV-ROUND-7",
        cause: "ignores the rounding mode where integers are cast into a float type",
        behaviour: &IntegerSourcesRoundToNearest,
    },
    Fault {
        name: "decoding-ignores-rounding",
        rule: "CV-ORDER-4",
        cause: "decodes with nearest-even whatever the rounding mode",
        behaviour: &DecodingIgnoresRounding,
    },
];

/// `round()` of C and Rust in place of `rint()`.
struct TiesAway;

impl Behaviour for TiesAway {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        instead(cast, NearestEven, NearestAway).scalar(bits)
    }
}

/// `rint()`, or the hardware's rounding, for both of the nearest modes.
struct TiesEven;

impl Behaviour for TiesEven {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        instead(cast, NearestAway, NearestEven).scalar(bits)
    }
}

/// The hardware's conversion between float types, which knows no nearest-away.
struct TiesEvenIntoFloats;

impl Behaviour for TiesEvenIntoFloats {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target().is_integer() {
            return cast.scalar(bits);
        }
        instead(cast, NearestAway, NearestEven).scalar(bits)
    }
}

/// The hardware's conversion between float types in its default mode.
struct NearestIntoFloats;

impl Behaviour for NearestIntoFloats {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target().is_integer() || cast.rounding() == NearestAway {
            return cast.scalar(bits);
        }
        with_rounding(cast, NearestEven).scalar(bits)
    }
}

/// A cast of C from a float to an integer, without a rounding before it.
struct IntegerCastTruncates;

impl Behaviour for IntegerCastTruncates {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.target().is_integer() {
            return cast.scalar(bits);
        }
        instead_of_nearest(cast, TowardsZero).scalar(bits)
    }
}

/// A bfloat16 made by shifting a float32.
struct Bfloat16Truncates;

impl Behaviour for Bfloat16Truncates {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target() != Bfloat16 {
            return cast.scalar(bits);
        }
        instead_of_nearest(cast, TowardsZero).scalar(bits)
    }
}

/// A scale factor made from the exponent field of a float32.
struct E8m0Truncates;

impl Behaviour for E8m0Truncates {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target() != Float8E8m0fnu {
            return cast.scalar(bits);
        }
        instead_of_nearest(cast, TowardsZero).scalar(bits)
    }
}

/// `floor()`, or an arithmetic shift, taken for truncation.
struct TowardsZeroAsFloor;

impl Behaviour for TowardsZeroAsFloor {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        instead(cast, TowardsZero, TowardsNegative).scalar(bits)
    }
}

/// The sign set aside, the magnitude rounded up, the sign put back.
struct CeilingOfMagnitude;

impl Behaviour for CeilingOfMagnitude {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match number(cast, bits) {
            Some(number) if number.negative => {
                instead(cast, TowardsPositive, TowardsNegative).scalar(bits)
            }
            _ => cast.scalar(bits),
        }
    }
}

/// The sign set aside, the magnitude rounded down, the sign put back.
struct FloorOfMagnitude;

impl Behaviour for FloorOfMagnitude {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        instead(cast, TowardsNegative, TowardsZero).scalar(bits)
    }
}

/// The formula for positive numbers, used for all.
struct HalfAddedThenFloored;

impl Behaviour for HalfAddedThenFloored {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match number(cast, bits) {
            Some(number) if number.negative && is_tie(cast, &number) => {
                instead(cast, NearestAway, TowardsZero).scalar(bits)
            }
            _ => cast.scalar(bits),
        }
    }
}

/// The sum of a number just below one half and one half is 1 in float64.
struct HalfAddedInFloat64;

impl Behaviour for HalfAddedInFloat64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let away = cast.rounding() == NearestAway && cast.target().is_integer();
        if !away || cast.source() != Float64 || number(cast, bits).is_none() {
            return cast.scalar(bits);
        }
        let value = f64::from_bits(bits);
        let rounded = (value.abs() + 0.5).floor().copysign(value);
        bare(cast).scalar(rounded.to_bits())
    }
}

/// The hardware's conversion from integers in its default mode.
struct IntegerSourcesRoundToNearest;

impl Behaviour for IntegerSourcesRoundToNearest {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.source().is_integer() {
            return cast.scalar(bits);
        }
        with_rounding(cast, NearestEven).scalar(bits)
    }
}

/// A rounding mode that is taken for a parameter of encoding only.
struct DecodingIgnoresRounding;

impl Behaviour for DecodingIgnoresRounding {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        match direction {
            Direction::Encode => each(cast, array),
            Direction::Decode => each(&with_rounding(cast, NearestEven), array),
        }
    }
}
