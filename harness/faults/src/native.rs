//! Casts left to a language or to the hardware, which have rules of their own.

use codec_reference::DataType::{Float16, Float32, Float64};
use codec_reference::OutOfRange::Clamp;
use codec_reference::RoundingMode::{
    NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero,
};
use codec_reference::{Cast, CastError, DataType, Dyadic};

use crate::Fault;
use crate::range::directed_overflow;
use crate::rounding::is_round;
use crate::support::{
    bare, convert, has_infinities, instead_of_absent, is_narrow_float, is_tie, number, overflow,
    through, with_range, with_rounding, wraps,
};
use crate::wrap::whole;
use crate::wrappers::Scalar;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "nearest-through-float32",
        rule: "CV-ROUND-8",
        cause: "rounds to nearest twice: first to float32, then to the target",
        // A conversion of float32 as the first guess, which other modes correct; ties are found
        // exactly.
        behaviour: &Scalar(|cast, bits| {
            let nearest = matches!(cast.rounding(), NearestEven | NearestAway);
            let tie = number(cast, bits).is_some_and(|number| is_tie(cast, &number));
            nearest_even_through_float32(cast, bits).filter(|_| nearest && !tie)
        }),
    },
    Fault {
        name: "nearest-even-through-float32",
        rule: "CV-ROUND-8",
        cause: "rounds to nearest-even through float32, whatever the rounding mode",
        // A conversion of float32 that has one mode, fed with wider types.
        behaviour: &Scalar(nearest_even_through_float32),
    },
    Fault {
        name: "half-added-in-float32",
        rule: "CV-ROUND-5",
        cause: "computes nearest-away as |x| + 0.5 in floating point, where the sum itself is rounded",
        // The sum of a number just below one half and one half is 1 in float32, too, and beside
        // 2^23 it is a tie.
        behaviour: &Scalar(|cast, bits| {
            number(cast, bits).filter(|_| cast.source() == Float32 && is_round(cast))?;
            let value = f32::from_bits(bits as u32);
            let rounded = (value.abs() + 0.5).floor().copysign(value);
            Some(bare(cast).scalar(rounded.to_bits().into()))
        }),
    },
    Fault {
        name: "integers-to-nearest-through-float64",
        rule: "CV-ROUND-7",
        cause: "casts integers into float types by way of float64 and to nearest, whatever the \
                rounding mode",
        // Integers as numbers of a language that has one type for all.
        behaviour: &Scalar(integers_through_float64),
    },
    Fault {
        name: "integers-into-floats-by-the-language",
        rule: "CV-ROUND-7",
        cause: "casts integers into float types as JavaScript does: by way of float64, to nearest, \
                and to infinity",
        // `Number(x)` stored into a typed array.
        behaviour: &Scalar(|cast, bits| {
            let saturating = with_range(cast, Some(Clamp));
            integers_through_float64(&saturating, bits).filter(|_| has_infinities(cast.target()))
        }),
    },
    Fault {
        name: "absent-overflows-as-the-mode-has-it",
        rule: "CV-RANGE-2",
        cause: "overflows without out_of_range to infinity or to the largest finite value, as IEEE \
                conversions in the rounding mode do",
        // A conversion whose overflow nobody looks at.
        behaviour: &Scalar(|cast, bits| {
            number(cast, bits).filter(|_| has_infinities(cast.target()))?;
            let clamping = instead_of_absent(cast, Clamp)?;
            directed_overflow(&clamping, bits).or_else(|| Some(clamping.scalar(bits)))
        }),
    },
    Fault {
        name: "wrap-in-floating-point",
        rule: "CV-WRAP-1",
        cause: "wraps in floating point, as (x - MIN) mod 2^N + MIN, where the bounds, the \
                difference and the sum are rounded",
        // The formula of integers, in the type of the source.
        behaviour: &Scalar(|cast, bits| {
            wrap_in_floating_point(cast, bits).filter(|_| !cast.source().is_integer())
        }),
    },
    Fault {
        name: "integers-wrapped-as-float64",
        rule: "CV-WRAP-1",
        cause: "turns integers of 64 bits into float64 before it wraps them, which loses low bits",
        // One type for all numbers of a language, and the formula of integers.
        behaviour: &Scalar(|cast, bits| {
            wrap_in_floating_point(cast, bits).filter(|_| cast.source().is_integer())
        }),
    },
    Fault {
        name: "integers-compared-in-float64",
        rule: "CV-ROUND-7",
        cause: "compares in float64 what an integer became with what it was, to see whether and \
                which way it was rounded",
        // The conversion to nearest of the hardware, corrected for the other modes; float64 holds
        // no integer of 64 bits.
        behaviour: &Scalar(integer_compared_in_float64),
    },
];

fn integer_compared_in_float64(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let (source, target) = (cast.source(), cast.target());
    number(cast, bits).filter(|_| source.is_integer() && !target.is_integer())?;
    let nearest = with_rounding(cast, NearestEven).scalar(bits);
    let Ok(result) = nearest else { return Some(nearest) };
    let wide = |data_type, bits| convert(data_type, Float64, bits).map(f64::from_bits);
    let (before, after) = (wide(source, bits)?, wide(target, result)?);
    if before == after || cast.rounding() == NearestEven {
        return Some(nearest);
    }
    // The neighbour on the other side of the integer, as float64 has it.
    let outwards = (before > after) == (after >= 0.0);
    let other = if outwards { result + 1 } else { result.checked_sub(1)? };
    let beside = wide(target, other)?;
    let takes_other = match cast.rounding() {
        TowardsZero => beside.abs() < after.abs(),
        TowardsPositive => beside > after,
        TowardsNegative => beside < after,
        _ => (beside + after) / 2.0 == before && outwards,
    };
    Some(Ok(if takes_other { other } else { result }))
}

fn nearest_even_through_float32(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let nearest = with_rounding(cast, NearestEven);
    let result = || through(&nearest, Float32, bits).unwrap_or_else(|| nearest.scalar(bits));
    is_narrow_float(cast.target()).then(result)
}

fn integers_through_float64(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let nearest = with_rounding(cast, NearestEven);
    let result = || through(&nearest, Float64, bits).unwrap_or_else(|| nearest.scalar(bits));
    (cast.source().is_integer() && !cast.target().is_integer()).then(result)
}

fn wrap_in_floating_point(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let rounded = overflow(cast, bits).filter(|_| wraps(cast))?;
    let (min, max) = cast.target().finite_range();
    let middle = if cast.source().is_integer() { Float64 } else { cast.source() };
    let [x, low, high] = [&rounded, &min, &max].map(|number| held(middle, to_f64(number)));
    let wrapped = match (low..=high).contains(&x) {
        true => x,
        false => {
            let range = held(middle, held(middle, high - low) + 1.0);
            let offset = held(middle, x - low).rem_euclid(range);
            held(middle, held(middle, offset) + low)
        }
    };
    // The cast of Rust: the smallest or the largest value, and 0 for NaN.
    let saturated = (wrapped as i128).clamp(whole(&min)?, whole(&max)?);
    Some(Ok(saturated as u64 & cast.target().mask()))
}

/// The float64 nearest to an integer.
fn to_f64(integer: &Dyadic) -> f64 {
    let digits = integer.to_integer().expect("an integer").to_string();
    digits.parse().expect("the digits of an integer")
}

/// A sum or a difference rounded into a type: one rounding more does no harm there.
fn held(data_type: DataType, value: f64) -> f64 {
    match data_type {
        Float32 => f64::from(value as f32),
        Float16 if value.is_finite() => match convert(Float64, Float16, value.to_bits()) {
            Some(bits) => convert(Float16, Float64, bits).map_or(value, f64::from_bits),
            None => f64::INFINITY.copysign(value),
        },
        _ => value,
    }
}
