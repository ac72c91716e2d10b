//! The range, and `clamp`.

use codec_reference::OutOfRange::{Clamp, Wrap};
use codec_reference::RoundingMode::{TowardsNegative, TowardsPositive, TowardsZero};
use codec_reference::{Cast, CastError, DataType, Value};

use crate::Fault;
use crate::support::{
    beyond, clamps, convert, extreme, has_infinities, instead_of_absent, is_fnuz, number, outside,
    rejected, with_range,
};
use crate::wrappers::{Decoding, Function, Scalar};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "range-checked-before-rounding",
        rule: "CV-RANGE-1",
        cause: "compares a number with the range before it rounds it",
        // Bounds tested on the input, where 127.4 is more than 127.
        behaviour: &Scalar(range_before_rounding),
    },
    Fault {
        name: "one-past-the-top-accepted",
        rule: "CV-RANGE-2",
        cause: "compares with the largest integer as a float of the source, which is one more",
        // `x <= (double)INT64_MAX` holds for 2^63; then a saturating cast.
        behaviour: &Scalar(|cast, bits| {
            let saturating = instead_of_absent(cast, Clamp)?;
            is_one_past_the_top(cast, bits).then(|| saturating.scalar(bits))
        }),
    },
    Fault {
        name: "one-past-the-top-not-clamped",
        rule: "CV-RANGE-3",
        cause: "lets the number after the largest integer through the clamp, and it overflows",
        // `min(x, (double)INT64_MAX)` is 2^63; then a cast that overflows.
        behaviour: &Scalar(|cast, bits| {
            let past = clamps(cast) && is_one_past_the_top(cast, bits);
            past.then(|| with_range(cast, Some(Wrap)).scalar(bits))
        }),
    },
    Fault {
        name: "absent-saturates-integers",
        rule: "CV-RANGE-2",
        cause: "clamps into integer types without out_of_range, as a cast of Rust does",
        // The saturating cast of Rust, WebAssembly or ARM.
        behaviour: &Function(|cast| {
            instead_of_absent(cast, Clamp).filter(|cast| cast.target().is_integer())
        }),
    },
    Fault {
        name: "absent-wraps-integers",
        rule: "CV-RANGE-2",
        cause: "wraps into integer types without out_of_range, as a cast of NumPy does",
        // `astype` of NumPy.
        behaviour: &Function(|cast| {
            instead_of_absent(cast, Wrap).filter(|cast| cast.target().is_integer())
        }),
    },
    Fault {
        name: "absent-overflows-to-infinity",
        rule: "CV-RANGE-2",
        cause: "overflows to infinity without out_of_range, as IEEE conversions do",
        // The hardware's conversion between float types, its overflow flag ignored.
        behaviour: &Function(|cast| {
            instead_of_absent(cast, Clamp).filter(|cast| has_infinities(cast.target()))
        }),
    },
    Fault {
        name: "clamp-stops-at-the-largest-finite",
        rule: "CV-RANGE-4",
        cause: "clamps to the largest finite value of types that have infinities",
        // One clamp for all types, made of their finite bounds.
        behaviour: &Scalar(|cast, bits| {
            let below = beyond(cast, bits).filter(|_| clamps(cast))?;
            Some(Ok(extreme(cast.target(), below)))
        }),
    },
    Fault {
        name: "clamp-follows-directed-overflow",
        rule: "CV-RANGE-4",
        cause: "overflows to the largest finite value in directed modes, as IEEE 754 does",
        // Overflow of IEEE 754 in place of the clamp.
        behaviour: &Scalar(directed_overflow),
    },
    Fault {
        name: "fnuz-overflow-becomes-nan",
        rule: "CV-RANGE-3",
        cause: "gives NaN for numbers beyond the range of the fnuz types",
        // A conversion whose saturation is switched off.
        behaviour: &Scalar(|cast, bits| {
            beyond(cast, bits).filter(|_| is_fnuz(cast.target()))?;
            cast.target().nan().map(Ok)
        }),
    },
    Fault {
        name: "clamp-takes-negatives-for-huge",
        rule: "CV-RANGE-3",
        cause: "clamps negative numbers to the largest value of unsigned types",
        // A comparison in the unsigned type.
        behaviour: &Scalar(|cast, bits| {
            let unsigned = cast.target().is_integer() && !cast.target().is_signed();
            let below = unsigned && clamps(cast) && beyond(cast, bits) == Some(true);
            below.then(|| Ok(extreme(cast.target(), false)))
        }),
    },
    Fault {
        name: "clamp-is-symmetric",
        rule: "CV-RANGE-3",
        cause: "clamps to -MAX, not to MIN, for signed integers",
        // The clamp of symmetric quantization, -127 to 127.
        behaviour: &Scalar(|cast, bits| {
            let signed = cast.target().is_integer() && cast.target().is_signed();
            number(cast, bits).filter(|_| signed && clamps(cast))?;
            let smallest = extreme(cast.target(), true);
            (cast.scalar(bits) == Ok(smallest)).then_some(Ok(smallest + 1))
        }),
    },
    Fault {
        name: "e8m0-takes-zero-for-the-smallest",
        rule: "CV-RANGE-5",
        cause: "encodes zero as 2^-127 in float8_e8m0fnu, without a clamp",
        // An all-zeros pattern taken for a zero.
        behaviour: &Scalar(|cast, bits| {
            let number = number(cast, bits).filter(|_| !cast.target().has_zero())?;
            number.is_zero().then_some(Ok(0))
        }),
    },
    Fault {
        name: "e8m0-overflow-becomes-nan",
        rule: "CV-RANGE-6",
        cause: "gives NaN, not 2^127, for numbers above the range of float8_e8m0fnu",
        // The exponent field after the top one, which is the NaN.
        behaviour: &Scalar(|cast, bits| {
            let e8m0 = cast.target() == DataType::Float8E8m0fnu;
            beyond(cast, bits).filter(|below| e8m0 && !below)?;
            cast.target().nan().map(Ok)
        }),
    },
    Fault {
        name: "decoding-ignores-out-of-range",
        rule: "CV-ORDER-4",
        cause: "rejects whatever is out of range when it decodes, although it should clamp or wrap",
        // A range rule that is taken for a parameter of encoding only.
        behaviour: &Decoding(|decode, _| with_range(decode, None)),
    },
];

fn range_before_rounding(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let target = cast.target();
    let number = number(cast, bits)?;
    let below = outside(target, &number)?;
    match cast.out_of_range() {
        None => Some(Err(rejected(cast, &number))),
        Some(Clamp) => Some(Ok(target.infinity(below).unwrap_or_else(|| extreme(target, below)))),
        Some(Wrap) => None,
    }
}

/// Whether a number is the float of the source nearest to the largest integer, but greater.
fn is_one_past_the_top(cast: &Cast, bits: u64) -> bool {
    let (source, target) = (cast.source(), cast.target());
    if source.is_integer() || !target.is_integer() {
        return false;
    }
    let top = convert(target, source, extreme(target, false)).map(|top| source.decode(top));
    let number = number(cast, bits).filter(|number| outside(target, number) == Some(false));
    number.is_some() && top == number.map(Value::Finite)
}

pub(crate) fn directed_overflow(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let below = beyond(cast, bits).filter(|_| clamps(cast))?;
    let inwards = match cast.rounding() {
        TowardsZero => true,
        TowardsPositive => below,
        TowardsNegative => !below,
        _ => false,
    };
    inwards.then(|| Ok(extreme(cast.target(), below)))
}
