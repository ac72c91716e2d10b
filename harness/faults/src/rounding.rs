//! The wrong rounding mode.

use codec_reference::Cast;
use codec_reference::DataType::{Bfloat16, Float8E8m0fnu, Float64};
use codec_reference::RoundingMode::{
    NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero,
};

use crate::Fault;
use crate::support::{bare, instead, instead_of_nearest, is_tie, negative, number, with_rounding};
use crate::wrappers::{Decoding, Function, Scalar};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "ties-away-instead-of-even",
        rule: "CV-ROUND-1",
        cause: "rounds ties of nearest-even away from zero, as the round() of C does",
        // `round()` of C and Rust in place of `rint()`.
        behaviour: &Function(|cast| instead(cast, NearestEven, NearestAway)),
    },
    Fault {
        name: "ties-even-instead-of-away",
        rule: "CV-ROUND-5",
        cause: "rounds ties of nearest-away to even",
        // `rint()`, or the hardware's rounding, for both of the nearest modes.
        behaviour: &Function(|cast| instead(cast, NearestAway, NearestEven)),
    },
    Fault {
        name: "nearest-away-only-into-integers",
        rule: "CV-ROUND-5",
        cause: "rounds ties of nearest-away to even where the target is a float type",
        // The hardware's conversion between float types, which knows no nearest-away.
        behaviour: &Function(|cast| {
            instead(cast, NearestAway, NearestEven).filter(|cast| !cast.target().is_integer())
        }),
    },
    Fault {
        name: "directed-modes-only-into-integers",
        rule: "CV-ROUND-2",
        cause: "rounds to nearest in the directed modes where the target is a float type",
        // The hardware's conversion between float types in its default mode.
        behaviour: &Function(|cast| {
            let directed = !matches!(cast.rounding(), NearestEven | NearestAway);
            (directed && !cast.target().is_integer()).then(|| with_rounding(cast, NearestEven))
        }),
    },
    Fault {
        name: "integer-cast-truncates",
        rule: "CV-ROUND-1",
        cause: "truncates into integer types where it should round to nearest, as a cast of C does",
        // A cast of C from a float to an integer, without a rounding before it.
        behaviour: &Function(|cast| {
            instead_of_nearest(cast, TowardsZero).filter(|cast| cast.target().is_integer())
        }),
    },
    Fault {
        name: "bfloat16-truncates",
        rule: "CV-ROUND-1",
        cause: "keeps the upper half of a float32 for a bfloat16, where it should round to nearest",
        // A bfloat16 made by shifting a float32.
        behaviour: &Function(|cast| {
            instead_of_nearest(cast, TowardsZero).filter(|cast| cast.target() == Bfloat16)
        }),
    },
    Fault {
        name: "e8m0-truncates",
        rule: "CV-ROUND-1",
        cause: "keeps the exponent for a float8_e8m0fnu, where it should round to nearest",
        // A scale factor made from the exponent field of a float32.
        behaviour: &Function(|cast| {
            instead_of_nearest(cast, TowardsZero).filter(|cast| cast.target() == Float8E8m0fnu)
        }),
    },
    Fault {
        name: "towards-zero-as-floor",
        rule: "CV-ROUND-2",
        cause: "takes the floor for towards-zero, so that negative numbers move away from zero",
        // `floor()`, or an arithmetic shift, taken for truncation.
        behaviour: &Function(|cast| instead(cast, TowardsZero, TowardsNegative)),
    },
    Fault {
        name: "towards-positive-by-magnitude",
        rule: "CV-ROUND-3",
        cause: "rounds the magnitude up for towards-positive, so that negative numbers go down",
        // The sign set aside, the magnitude rounded up, the sign put back.
        behaviour: &Scalar(|cast, bits| {
            negative(cast, bits)?;
            Some(instead(cast, TowardsPositive, TowardsNegative)?.scalar(bits))
        }),
    },
    Fault {
        name: "towards-negative-by-magnitude",
        rule: "CV-ROUND-4",
        cause: "rounds the magnitude down for towards-negative, so that negative numbers go up",
        // The sign set aside, the magnitude rounded down, the sign put back.
        behaviour: &Function(|cast| instead(cast, TowardsNegative, TowardsZero)),
    },
    Fault {
        name: "half-added-then-floored",
        rule: "CV-ROUND-5",
        cause: "computes nearest-away as floor(x + 0.5), so that negative ties go up",
        // The formula for positive numbers, used for all.
        behaviour: &Scalar(|cast, bits| {
            negative(cast, bits).filter(|number| is_tie(cast, number))?;
            Some(instead(cast, NearestAway, TowardsZero)?.scalar(bits))
        }),
    },
    Fault {
        name: "half-added-in-float64",
        rule: "CV-ROUND-5",
        cause: "computes nearest-away as |x| + 0.5 in floating point, where the sum itself is rounded",
        // The sum of a number just below one half and one half is 1 in float64.
        behaviour: &Scalar(|cast, bits| {
            number(cast, bits).filter(|_| cast.source() == Float64 && is_round(cast))?;
            let value = f64::from_bits(bits);
            let rounded = (value.abs() + 0.5).floor().copysign(value);
            Some(bare(cast).scalar(rounded.to_bits()))
        }),
    },
    Fault {
        name: "integer-sources-round-to-nearest",
        rule: "CV-ROUND-7",
        cause: "ignores the rounding mode where integers are cast into a float type",
        // The hardware's conversion from integers in its default mode.
        behaviour: &Function(|cast| {
            cast.source().is_integer().then(|| with_rounding(cast, NearestEven))
        }),
    },
    Fault {
        name: "decoding-ignores-rounding",
        rule: "CV-ORDER-4",
        cause: "decodes with nearest-even whatever the rounding mode",
        // A rounding mode that is taken for a parameter of encoding only.
        behaviour: &Decoding(|decode, _| with_rounding(decode, NearestEven)),
    },
];

/// Whether a cast is what `round()` of C computes.
pub(crate) fn is_round(cast: &Cast) -> bool {
    cast.rounding() == NearestAway && cast.target().is_integer()
}
