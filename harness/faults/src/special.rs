//! Infinities and the signs of zeros.

use codec_reference::{Dyadic, Value};

use crate::Fault;
use crate::support::{
    clamps, extreme, has_infinities, infinity, is_fnuz, negative, number, rejected,
};
use crate::wrappers::Scalar;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "infinity-saturates-integers",
        rule: "CV-INF-2",
        cause: "casts infinities to the smallest and largest integers, as a cast of Rust does",
        // The saturating cast of Rust.
        behaviour: &Scalar(|cast, bits| {
            let negative = infinity(cast, bits).filter(|_| cast.target().is_integer())?;
            Some(Ok(extreme(cast.target(), negative)))
        }),
    },
    Fault {
        name: "infinity-clamped",
        rule: "CV-INF-2",
        cause: "clamps infinities like numbers, where they are an error unless mapped",
        // `min(max(x, MIN), MAX)`, which takes infinities in its stride.
        behaviour: &Scalar(|cast, bits| {
            let clamped = clamps(cast) && !has_infinities(cast.target());
            let negative = infinity(cast, bits).filter(|_| clamped)?;
            Some(Ok(extreme(cast.target(), negative)))
        }),
    },
    Fault {
        name: "infinity-out-of-range",
        rule: "CV-INF-1",
        cause: "rejects infinities as out of range, where the target has infinities",
        // `x > MAX`, which holds for infinities.
        behaviour: &Scalar(|cast, bits| {
            let (min, max) = cast.target().finite_range();
            let negative = infinity(cast, bits).filter(|_| cast.out_of_range().is_none())?;
            Some(Err(rejected(cast, if negative { &min } else { &max })))
        }),
    },
    Fault {
        name: "infinity-becomes-nan",
        rule: "CV-INF-3",
        cause: "casts infinities to NaN in float types that have a NaN but no infinities",
        // A conversion of machine learning whose saturation is switched off.
        behaviour: &Scalar(|cast, bits| {
            infinity(cast, bits).filter(|_| !has_infinities(cast.target()))?;
            cast.target().nan().map(Ok)
        }),
    },
    Fault {
        name: "zero-loses-its-sign",
        rule: "CV-ZERO-1",
        cause: "casts -0 to +0",
        // `x == 0 ? 0 : …`, or a zero added.
        behaviour: &Scalar(|cast, bits| {
            let number = number(cast, bits).filter(|_| cast.target().has_zero())?;
            number.is_zero().then_some(Ok(0))
        }),
    },
    Fault {
        name: "fnuz-negative-zero-is-nan",
        rule: "CV-ZERO-2",
        cause: "keeps the sign of -0 in the fnuz types, where that pattern is the NaN",
        // A sign bit copied from the source.
        behaviour: &Scalar(|cast, bits| {
            negative(cast, bits).filter(|_| is_fnuz(cast.target()))?;
            (cast.scalar(bits) == Ok(0)).then_some(Ok(0x80))
        }),
    },
    Fault {
        name: "negative-zero-refused",
        rule: "CV-ZERO-2",
        cause: "takes -0 for a negative number and rejects it for unsigned types",
        // A test of the sign bit in place of `x < 0`.
        behaviour: &Scalar(|cast, bits| {
            let zero = negative(cast, bits).filter(Dyadic::is_zero)?;
            (!cast.target().is_signed()).then(|| Err(rejected(cast, &zero)))
        }),
    },
    Fault {
        name: "underflow-loses-its-sign",
        rule: "CV-ZERO-3",
        cause: "rounds small negative numbers to +0",
        // A result that is 0 returned before the sign is put back.
        behaviour: &Scalar(|cast, bits| {
            number(cast, bits).filter(|number| !number.is_zero())?;
            let result = cast.target().decode(cast.scalar(bits).ok()?);
            matches!(result, Value::Finite(zero) if zero.is_zero()).then_some(Ok(0))
        }),
    },
];
