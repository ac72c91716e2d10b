//! Casts left to a language or to the hardware, which have rules of their own.

use codec_reference::DataType::{Float16, Float32, Float64};
use codec_reference::RoundingMode::{NearestAway, NearestEven};
use codec_reference::{Cast, CastError, DataType, Dyadic, OutOfRange};

use crate::range::DirectedOverflow;
use crate::support::{
    bare, convert, is_tie, number, overflow, through, with_range, with_rounding, wraps,
};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "nearest-through-float32",
        rule: "CV-ROUND-8",
        cause: "rounds to nearest twice: first to float32, then to the target",
        behaviour: &NearestThroughFloat32,
    },
    Fault {
        name: "nearest-even-through-float32",
        rule: "CV-ROUND-8",
        cause: "rounds to nearest-even through float32, whatever the rounding mode",
        behaviour: &NearestEvenThroughFloat32,
    },
    Fault {
        name: "half-added-in-float32",
        rule: "CV-ROUND-5",
        cause: "computes nearest-away as |x| + 0.5 in float32, where the sum itself is rounded",
        behaviour: &HalfAddedInFloat32,
    },
    Fault {
        name: "integers-to-nearest-through-float64",
        rule: "CV-ROUND-7",
        cause: "casts integers into float types by way of float64 and to nearest, whatever the \
                rounding mode",
        behaviour: &IntegersToNearestThroughFloat64,
    },
    Fault {
        name: "integers-into-floats-by-the-language",
        rule: "CV-ROUND-7",
        cause: "casts integers into float types as JavaScript does: by way of float64, to nearest, \
                and to infinity",
        behaviour: &IntegersByTheLanguage,
    },
    Fault {
        name: "absent-overflows-as-the-mode-has-it",
        rule: "CV-RANGE-2",
        cause: "overflows without out_of_range to infinity or to the largest finite value, as IEEE \
                conversions in the rounding mode do",
        behaviour: &AbsentOverflowsByMode,
    },
    Fault {
        name: "wrap-in-floating-point",
        rule: "CV-WRAP-1",
        cause: "wraps in floating point, as (x - MIN) mod 2^N + MIN, where the bounds, the \
                difference and the sum are rounded",
        behaviour: &WrapInFloatingPoint,
    },
];

/// A conversion of float32 as the first guess, which other modes correct; ties are told exactly.
struct NearestThroughFloat32;

impl Behaviour for NearestThroughFloat32 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let nearest = matches!(cast.rounding(), NearestEven | NearestAway);
        let tie = number(cast, bits).is_some_and(|number| is_tie(cast, &number));
        if !nearest || tie || !is_narrow_float(cast.target()) {
            return cast.scalar(bits);
        }
        NearestEvenThroughFloat32.scalar(cast, bits)
    }
}

/// A conversion of float32 that has one mode, fed with wider types.
struct NearestEvenThroughFloat32;

impl Behaviour for NearestEvenThroughFloat32 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !is_narrow_float(cast.target()) {
            return cast.scalar(bits);
        }
        let cast = with_rounding(cast, NearestEven);
        through(&cast, Float32, bits).unwrap_or_else(|| cast.scalar(bits))
    }
}

fn is_narrow_float(data_type: DataType) -> bool {
    !data_type.is_integer() && data_type.bits() <= 16
}

/// The sum of a number just below one half and one half is 1 in float32, too, and beside 2^23 it is
/// a tie.
struct HalfAddedInFloat32;

impl Behaviour for HalfAddedInFloat32 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let away = cast.rounding() == NearestAway && cast.target().is_integer();
        let number = number(cast, bits).filter(|_| away && cast.source() == Float32);
        let Some(Dyadic { negative, .. }) = number else { return cast.scalar(bits) };
        let magnitude = f32::from_bits(bits as u32).abs();
        let rounded = (magnitude + 0.5).floor();
        let rounded = if negative { -rounded } else { rounded };
        bare(cast).scalar(rounded.to_bits().into())
    }
}

/// Integers as numbers of a language that has one type for all.
struct IntegersToNearestThroughFloat64;

impl Behaviour for IntegersToNearestThroughFloat64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.source().is_integer() || cast.target().is_integer() {
            return cast.scalar(bits);
        }
        let nearest = with_rounding(cast, NearestEven);
        through(&nearest, Float64, bits).unwrap_or_else(|| nearest.scalar(bits))
    }
}

/// `Number(x)` stored into a typed array.
struct IntegersByTheLanguage;

impl Behaviour for IntegersByTheLanguage {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.source().is_integer() || cast.target().infinity(false).is_none() {
            return cast.scalar(bits);
        }
        let saturating = with_range(cast, Some(OutOfRange::Clamp));
        IntegersToNearestThroughFloat64.scalar(&saturating, bits)
    }
}

/// A conversion whose overflow nobody looks at.
struct AbsentOverflowsByMode;

impl Behaviour for AbsentOverflowsByMode {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let absent = cast.out_of_range().is_none() && cast.target().infinity(false).is_some();
        if !absent || number(cast, bits).is_none() {
            return cast.scalar(bits);
        }
        DirectedOverflow.scalar(&with_range(cast, Some(OutOfRange::Clamp)), bits)
    }
}

/// The formula of integers, in the type of the source; integers are taken for float64.
struct WrapInFloatingPoint;

impl Behaviour for WrapInFloatingPoint {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let rounded = overflow(cast, bits).filter(|_| wraps(cast));
        let Some(rounded) = rounded else { return cast.scalar(bits) };
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
        let saturated = (wrapped as i128).clamp(exact(&min), exact(&max));
        Ok(saturated as u64 & cast.target().mask())
    }
}

/// A bound of an integer type.
fn exact(bound: &Dyadic) -> i128 {
    let magnitude = (bound.significand << bound.exponent) as i128;
    if bound.negative { -magnitude } else { magnitude }
}

/// The nearest float64.
fn to_f64(number: &Dyadic) -> f64 {
    let magnitude = number.significand as f64 * 2_f64.powi(number.exponent as i32);
    if number.negative { -magnitude } else { magnitude }
}

/// A sum or a difference as a type holds it: one rounding more does no harm there.
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
