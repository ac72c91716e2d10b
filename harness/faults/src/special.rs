//! Infinities and the signs of zeros.

use codec_reference::{Cast, CastError, Format, Specials, Value};

use crate::support::{clamps, extreme, infinity, number, refused};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "infinity-saturates-integers",
        rule: "CV-INF-2",
        cause: "casts infinities to the smallest and largest integers, as a cast of Rust does",
        behaviour: &InfinitySaturates,
    },
    Fault {
        name: "infinity-clamped",
        rule: "CV-INF-2",
        cause: "clamps infinities like numbers, where they are an error unless mapped",
        behaviour: &InfinityClamped,
    },
    Fault {
        name: "infinity-out-of-range",
        rule: "CV-INF-1",
        cause: "refuses infinities as out of range, where the target has infinities",
        behaviour: &InfinityOutOfRange,
    },
    Fault {
        name: "infinity-becomes-nan",
        rule: "CV-INF-3",
        cause: "casts infinities to NaN in float types that have a NaN but no infinities",
        behaviour: &InfinityBecomesNan,
    },
    Fault {
        name: "zero-loses-its-sign",
        rule: "CV-ZERO-1",
        cause: "casts -0 to +0",
        behaviour: &ZeroLosesSign,
    },
    Fault {
        name: "fnuz-negative-zero-is-nan",
        rule: "CV-ZERO-2",
        cause: "keeps the sign of -0 in the fnuz types, where that pattern is the NaN",
        behaviour: &FnuzNegativeZeroIsNan,
    },
    Fault {
        name: "negative-zero-refused",
        rule: "CV-ZERO-2",
        cause: "takes -0 for a negative number and refuses it for unsigned types",
        behaviour: &NegativeZeroRefused,
    },
    Fault {
        name: "underflow-loses-its-sign",
        rule: "CV-ZERO-3",
        cause: "rounds small negative numbers to +0",
        behaviour: &UnderflowLosesSign,
    },
];

/// The saturating cast of Rust.
struct InfinitySaturates;

impl Behaviour for InfinitySaturates {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match infinity(cast, bits).filter(|_| cast.target().is_integer()) {
            Some(negative) => Ok(extreme(cast.target(), negative)),
            None => cast.scalar(bits),
        }
    }
}

/// `min(max(x, MIN), MAX)`, which takes infinities in its stride.
struct InfinityClamped;

impl Behaviour for InfinityClamped {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let finite_only = cast.target().infinity(false).is_none();
        match infinity(cast, bits).filter(|_| clamps(cast) && finite_only) {
            Some(negative) => Ok(extreme(cast.target(), negative)),
            None => cast.scalar(bits),
        }
    }
}

/// `x > MAX`, which holds for infinities.
struct InfinityOutOfRange;

impl Behaviour for InfinityOutOfRange {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (min, max) = cast.target().finite_range();
        match infinity(cast, bits).filter(|_| cast.out_of_range().is_none()) {
            Some(negative) => Err(refused(cast, if negative { &min } else { &max })),
            None => cast.scalar(bits),
        }
    }
}

/// A conversion of machine learning whose saturation is switched off.
struct InfinityBecomesNan;

impl Behaviour for InfinityBecomesNan {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let finite_only = cast.target().infinity(false).is_none();
        let nan = cast.target().nan().filter(|_| finite_only && infinity(cast, bits).is_some());
        nan.map_or_else(|| cast.scalar(bits), Ok)
    }
}

/// `x == 0 ? 0 : …`, or a zero added.
struct ZeroLosesSign;

impl Behaviour for ZeroLosesSign {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let zero = number(cast, bits).is_some_and(|number| number.is_zero());
        if zero && cast.target().has_zero() { Ok(0) } else { cast.scalar(bits) }
    }
}

/// A sign bit copied from the source.
struct FnuzNegativeZeroIsNan;

impl Behaviour for FnuzNegativeZeroIsNan {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let fnuz = matches!(cast.target().format(), Format::Float(float)
            if float.specials == Specials::NegativeZeroNan);
        let image = cast.scalar(bits)?;
        let negative = number(cast, bits).is_some_and(|number| number.negative);
        Ok(if fnuz && negative && image == 0 { 0x80 } else { image })
    }
}

/// A test of the sign bit in place of `x < 0`.
struct NegativeZeroRefused;

impl Behaviour for NegativeZeroRefused {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match number(cast, bits) {
            Some(number) if number.negative && number.is_zero() && !cast.target().is_signed() => {
                Err(refused(cast, &number))
            }
            _ => cast.scalar(bits),
        }
    }
}

/// A result that is 0 returned before the sign is put back.
struct UnderflowLosesSign;

impl Behaviour for UnderflowLosesSign {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let image = cast.scalar(bits)?;
        let underflow = number(cast, bits).is_some_and(|number| !number.is_zero())
            && matches!(cast.target().decode(image), Value::Finite(zero) if zero.is_zero());
        Ok(if underflow { 0 } else { image })
    }
}
