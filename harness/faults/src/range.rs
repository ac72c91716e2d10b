//! The range, and `clamp`.

use codec_reference::RoundingMode::{TowardsNegative, TowardsPositive, TowardsZero};
use codec_reference::{
    Cast, CastError, CastValue, DataType, Direction, Dyadic, Format, OutOfRange, Specials, Value,
};

use crate::support::{
    beyond, clamps, convert, each, extreme, number, refused, unless_absent, with_range,
};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "range-checked-before-rounding",
        rule: "CV-RANGE-1",
        cause: "compares a number with the range before it rounds it",
        behaviour: &RangeBeforeRounding,
    },
    Fault {
        name: "one-past-the-top-accepted",
        rule: "CV-RANGE-2",
        cause: "compares with the largest integer as a float of the source, which is one more",
        behaviour: &OnePastTheTopAccepted,
    },
    Fault {
        name: "one-past-the-top-not-clamped",
        rule: "CV-RANGE-3",
        cause: "lets the number after the largest integer through the clamp, and it overflows",
        behaviour: &OnePastTheTopNotClamped,
    },
    Fault {
        name: "absent-saturates-integers",
        rule: "CV-RANGE-2",
        cause: "clamps into integer types without out_of_range, as a cast of Rust does",
        behaviour: &AbsentSaturates,
    },
    Fault {
        name: "absent-wraps-integers",
        rule: "CV-RANGE-2",
        cause: "wraps into integer types without out_of_range, as a cast of NumPy does",
        behaviour: &AbsentWraps,
    },
    Fault {
        name: "absent-overflows-to-infinity",
        rule: "CV-RANGE-2",
        cause: "overflows to infinity without out_of_range, as IEEE conversions do",
        behaviour: &AbsentOverflows,
    },
    Fault {
        name: "clamp-stops-at-the-largest-finite",
        rule: "CV-RANGE-4",
        cause: "clamps to the largest finite value of types that have infinities",
        behaviour: &ClampStopsAtLargestFinite,
    },
    Fault {
        name: "clamp-follows-directed-overflow",
        rule: "CV-RANGE-4",
        cause: "overflows to the largest finite value in directed modes, as IEEE has it",
        behaviour: &DirectedOverflow,
    },
    Fault {
        name: "fnuz-overflow-becomes-nan",
        rule: "CV-RANGE-3",
        cause: "gives NaN for numbers beyond the range of the fnuz types",
        behaviour: &FnuzOverflowBecomesNan,
    },
    Fault {
        name: "clamp-takes-negatives-for-huge",
        rule: "CV-RANGE-3",
        cause: "clamps negative numbers to the largest value of unsigned types",
        behaviour: &NegativesAreHuge,
    },
    Fault {
        name: "clamp-is-symmetric",
        rule: "CV-RANGE-3",
        cause: "clamps to -MAX, not to MIN, for signed integers",
        behaviour: &SymmetricClamp,
    },
    Fault {
        name: "e8m0-takes-zero-for-the-smallest",
        rule: "CV-RANGE-5",
        cause: "encodes zero as 2^-127 in float8_e8m0fnu, without a clamp",
        behaviour: &E8m0TakesZero,
    },
    Fault {
        name: "e8m0-overflow-becomes-nan",
        rule: "CV-RANGE-6",
        cause: "gives NaN, not 2^127, for numbers above the range of float8_e8m0fnu",
        behaviour: &E8m0OverflowBecomesNan,
    },
    Fault {
        name: "decoding-ignores-out-of-range",
        rule: "CV-ORDER-4",
        cause: "refuses whatever is out of range when it decodes, although it should clamp or wrap",
        behaviour: &DecodingIgnoresRange,
    },
];

/// Bounds tested on the input, where 127.4 is more than 127.
struct RangeBeforeRounding;

impl Behaviour for RangeBeforeRounding {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let Some(number) = number(cast, bits) else { return cast.scalar(bits) };
        let (min, max) = cast.target().finite_range();
        let below = number.compare(&min).is_lt();
        match cast.out_of_range() {
            _ if !below && number.compare(&max).is_le() => cast.scalar(bits),
            None => Err(refused(cast, &number)),
            Some(OutOfRange::Wrap) => cast.scalar(bits),
            Some(OutOfRange::Clamp) => {
                let target = cast.target();
                Ok(target.infinity(below).unwrap_or_else(|| extreme(target, below)))
            }
        }
    }
}

/// `x <= (double)INT64_MAX` holds for 2^63; then a saturating cast.
struct OnePastTheTopAccepted;

impl Behaviour for OnePastTheTopAccepted {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !is_one_past_the_top(cast, bits) {
            return cast.scalar(bits);
        }
        unless_absent(cast, OutOfRange::Clamp).scalar(bits)
    }
}

/// `min(x, (double)INT64_MAX)` is 2^63; then a cast that overflows.
struct OnePastTheTopNotClamped;

impl Behaviour for OnePastTheTopNotClamped {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !clamps(cast) || !is_one_past_the_top(cast, bits) {
            return cast.scalar(bits);
        }
        with_range(cast, Some(OutOfRange::Wrap)).scalar(bits)
    }
}

/// Whether a number is the float of the source nearest to the largest integer, but greater.
fn is_one_past_the_top(cast: &Cast, bits: u64) -> bool {
    let (source, target) = (cast.source(), cast.target());
    if source.is_integer() || !target.is_integer() {
        return false;
    }
    let top = convert(target, source, extreme(target, false)).map(|top| source.decode(top));
    let past = |number: Dyadic| {
        number.compare(&target.finite_range().1).is_gt() && top == Some(Value::Finite(number))
    };
    number(cast, bits).is_some_and(past)
}

/// The saturating cast of Rust, WebAssembly or ARM.
struct AbsentSaturates;

impl Behaviour for AbsentSaturates {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.target().is_integer() {
            return cast.scalar(bits);
        }
        unless_absent(cast, OutOfRange::Clamp).scalar(bits)
    }
}

/// `astype` of NumPy.
struct AbsentWraps;

impl Behaviour for AbsentWraps {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.target().is_integer() {
            return cast.scalar(bits);
        }
        unless_absent(cast, OutOfRange::Wrap).scalar(bits)
    }
}

/// The hardware's conversion between float types, its overflow flag ignored.
struct AbsentOverflows;

impl Behaviour for AbsentOverflows {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target().infinity(false).is_none() {
            return cast.scalar(bits);
        }
        unless_absent(cast, OutOfRange::Clamp).scalar(bits)
    }
}

/// One clamp for all types, made of their finite bounds.
struct ClampStopsAtLargestFinite;

impl Behaviour for ClampStopsAtLargestFinite {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match beyond(cast, bits).filter(|_| clamps(cast)) {
            Some(below) => Ok(extreme(cast.target(), below)),
            None => cast.scalar(bits),
        }
    }
}

/// Overflow of IEEE 754 in place of the clamp.
pub(crate) struct DirectedOverflow;

impl Behaviour for DirectedOverflow {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let inwards = |below: &bool| match cast.rounding() {
            TowardsZero => true,
            TowardsPositive => *below,
            TowardsNegative => !*below,
            _ => false,
        };
        match beyond(cast, bits).filter(|_| clamps(cast)).filter(inwards) {
            Some(below) => Ok(extreme(cast.target(), below)),
            None => cast.scalar(bits),
        }
    }
}

/// A conversion whose saturation is switched off.
struct FnuzOverflowBecomesNan;

impl Behaviour for FnuzOverflowBecomesNan {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let fnuz = matches!(cast.target().format(), Format::Float(float)
            if float.specials == Specials::NegativeZeroNan);
        let nan = cast.target().nan().filter(|_| fnuz && beyond(cast, bits).is_some());
        nan.map_or_else(|| cast.scalar(bits), Ok)
    }
}

/// A comparison in the unsigned type.
struct NegativesAreHuge;

impl Behaviour for NegativesAreHuge {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let unsigned = cast.target().is_integer() && !cast.target().is_signed();
        match beyond(cast, bits) {
            Some(true) if unsigned && clamps(cast) => Ok(extreme(cast.target(), false)),
            _ => cast.scalar(bits),
        }
    }
}

/// The clamp of symmetric quantization, -127 to 127.
struct SymmetricClamp;

impl Behaviour for SymmetricClamp {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let signed = cast.target().is_integer() && cast.target().is_signed();
        let image = cast.scalar(bits)?;
        let smallest = number(cast, bits).is_some() && image == extreme(cast.target(), true);
        Ok(if signed && smallest && clamps(cast) { image + 1 } else { image })
    }
}

/// An all-zeros pattern taken for a zero.
struct E8m0TakesZero;

impl Behaviour for E8m0TakesZero {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match number(cast, bits) {
            Some(number) if number.is_zero() && !cast.target().has_zero() => Ok(0),
            _ => cast.scalar(bits),
        }
    }
}

/// The exponent field after the top one, which is the NaN.
struct E8m0OverflowBecomesNan;

impl Behaviour for E8m0OverflowBecomesNan {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let e8m0 = cast.target() == DataType::Float8E8m0fnu;
        let nan = cast.target().nan().filter(|_| e8m0 && beyond(cast, bits) == Some(false));
        nan.map_or_else(|| cast.scalar(bits), Ok)
    }
}

/// A range rule that is taken for a parameter of encoding only.
struct DecodingIgnoresRange;

impl Behaviour for DecodingIgnoresRange {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        match direction {
            Direction::Encode => each(cast, array),
            Direction::Decode => each(&with_range(cast, None), array),
        }
    }
}
