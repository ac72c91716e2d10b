//! Refusals of what is right, where the arithmetic beneath has limits or warns.

use codec_reference::DataType::Int64;
use codec_reference::OutOfRange::{Clamp, Wrap};
use codec_reference::RoundingMode::NearestEven;
use codec_reference::{
    Cast, CastError, CastValue, ConfigurationError, DataType, Direction, Readings,
};

use crate::support::{
    bare, beyond, is_unmapped_nan, number, overflow, refused, with_range, with_rounding, wraps,
};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "overflow-on-the-way-refused",
        rule: "CV-RANGE-4",
        cause: "refuses whatever makes a float conversion signal overflow, as NumPy does where \
                warnings are errors",
        behaviour: &OverflowRefused,
    },
    Fault {
        name: "signalling-nan-refused",
        rule: "CV-NAN-1",
        cause: "refuses signalling NaNs where the target has a NaN, as NumPy does where warnings \
                are errors",
        behaviour: &SignallingNanRefused,
    },
    Fault {
        name: "one-past-the-top-refused",
        rule: "CV-RANGE-3",
        cause: "clamps to the largest 64-bit integer as a float64, which is one more, and refuses \
                the result",
        behaviour: &OnePastTheTopRefused,
    },
    Fault {
        name: "wrap-refuses-beyond-int64",
        rule: "CV-WRAP-1",
        cause: "wraps in int64, and refuses a number or a modulus that it does not hold",
        behaviour: &WrapInInt64,
    },
    Fault {
        name: "float-roundings-refused",
        rule: "CV-ROUND-2",
        cause: "refuses every rounding mode but nearest-even between float types",
        behaviour: &FloatRoundingsRefused,
    },
];

/// Floating-point exceptions that are raised: of the conversion to nearest, and of the step to the
/// next number that the other modes correct it by.
struct OverflowRefused;

impl Behaviour for OverflowRefused {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (target, number) = (cast.target(), number(cast, bits));
        let Some(number) = number.filter(|_| target.infinity(false).is_some()) else {
            return cast.scalar(bits);
        };
        let (min, max) = target.finite_range();
        let outside = number.compare(&min).is_lt() || number.compare(&max).is_gt();
        let corrected = cast.rounding() != NearestEven;
        let overflows = beyond(&with_rounding(&bare(cast), NearestEven), bits).is_some();
        if overflows || corrected && outside {
            return Err(refused(cast, &number));
        }
        cast.scalar(bits)
    }
}

/// The conversion of a signalling NaN is an invalid operation of IEEE 754.
struct SignallingNanRefused;

impl Behaviour for SignallingNanRefused {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (source, target) = (cast.source(), cast.target());
        if is_unmapped_nan(cast, bits) && source.is_signalling_nan(bits) && source != target {
            return Err(CastError::Nan { source_type: source, target });
        }
        cast.scalar(bits)
    }
}

/// `clip` with a bound that float64 does not hold, and a checked cast.
struct OnePastTheTopRefused;

impl Behaviour for OnePastTheTopRefused {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (source, target) = (cast.source(), cast.target());
        let checked = target.is_integer() && target.bits() == 64 && !source.is_integer();
        match overflow(cast, bits) {
            Some(number) if checked && cast.out_of_range() == Some(Clamp) && !number.negative => {
                Err(refused(cast, &number))
            }
            _ => cast.scalar(bits),
        }
    }
}

/// The remainder of 64-bit integers; 2^64 is none of them.
struct WrapInInt64;

impl Behaviour for WrapInInt64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let Some(rounded) = overflow(cast, bits).filter(|_| wraps(cast)) else {
            return cast.scalar(bits);
        };
        let (min, max) = Int64.finite_range();
        let beyond = rounded.compare(&min).is_lt() || rounded.compare(&max).is_gt();
        match beyond || cast.target().bits() == 64 {
            true => Err(refused(&with_range(cast, Some(Wrap)), &rounded)),
            false => cast.scalar(bits),
        }
    }
}

/// A conversion of the hardware, and the honesty to say so.
struct FloatRoundingsRefused;

impl Behaviour for FloatRoundingsRefused {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let codec = CastValue::parse(text, array, Readings::OURS)?;
        let cast = codec.cast(Direction::Encode);
        let floats = !cast.source().is_integer() && !cast.target().is_integer();
        match floats && cast.rounding() != NearestEven {
            true => Err(ConfigurationError::NotPermitted {
                path: "rounding",
                found: cast.rounding().name().to_owned(),
                rule: "CV-CONF-4",
            }),
            false => Ok(codec),
        }
    }
}
