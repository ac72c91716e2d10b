//! Casts between the types that Rust has, against Rust's own `as` and rounding functions.

use std::cmp::Ordering;

use codec_fast::DataType::{self, *};
use codec_fast::RoundingMode::{self, *};
use codec_fast::{Cast, OutOfRange, Reason};

use crate::facts::{facts, power_of_two};
use crate::{MODES, casts, random};

const INTS: [DataType; 12] =
    [Int2, Int4, Int8, Int16, Int32, Int64, Uint2, Uint4, Uint8, Uint16, Uint32, Uint64];

/// Random floats, more of them with moderate exponents than random patterns would have.
fn floats() -> impl Iterator<Item = f64> {
    let patterns = random().zip(random().skip(1)).take(30_000);
    patterns.map(|(bits, shape)| match shape % 4 {
        0 => f64::from_bits(bits),
        1 => bits.cast_signed() as f64 / power_of_two((shape >> 8) as i32 % 64),
        2 => f64::from(bits as u32 as f32) * power_of_two(-(shape as i32 % 170).abs()),
        _ => f64::from(bits as i16) / 4.0,
    })
}

/// The integer of a pattern.
fn integer(data_type: DataType, bits: u64) -> i128 {
    let width = data_type.bits();
    let negative = facts(data_type).signed && bits >> (width - 1) & 1 == 1;
    let unsigned = i128::from(bits & (u64::MAX >> (64 - width)));
    if negative { unsigned - (1 << width) } else { unsigned }
}

fn range(data_type: DataType) -> (i128, i128) {
    let width = data_type.bits();
    if facts(data_type).signed {
        (-(1 << (width - 1)), (1 << (width - 1)) - 1)
    } else {
        (0, (1 << width) - 1)
    }
}

fn pattern(data_type: DataType, integer: i128) -> u64 {
    integer.rem_euclid(1 << data_type.bits()) as u64
}

/// The result of casting an integer to an integer type.
fn in_range(target: DataType, integer: i128, rule: Option<OutOfRange>) -> Result<u64, Reason> {
    let (min, max) = range(target);
    match rule {
        None if integer < min || integer > max => Err(Reason::OutOfRange),
        Some(OutOfRange::Clamp) => Ok(pattern(target, integer.clamp(min, max))),
        None | Some(OutOfRange::Wrap) => Ok(pattern(target, integer)),
    }
}

#[test]
fn integers_to_integers() {
    for source in INTS {
        let corners = [0, 1, 127, 128, 255, 256, 1 << 31, 1 << 63].into_iter();
        let corners = corners.flat_map(|bits: u64| [bits, bits.wrapping_neg(), bits ^ u64::MAX]);
        let patterns: Vec<u64> = corners
            .chain(random().take(200))
            .chain(random().map(|bits| bits >> 52).take(200))
            .collect();
        for target in INTS {
            for (mode, rule, cast) in casts(source, target) {
                for &bits in &patterns {
                    let expected = in_range(target, integer(source, bits), rule);
                    assert_eq!(
                        cast.convert_one(bits),
                        expected,
                        "{bits:#x} {source:?} to {target:?} {mode:?} {rule:?}"
                    );
                }
            }
        }
    }
}

/// `as` between integers wraps.
#[test]
fn integers_wrap_as_in_rust() {
    let cast = |source, target| Cast::new(source, target, NearestEven, Some(OutOfRange::Wrap));
    for bits in random().take(10_000) {
        assert_eq!(cast(Int64, Int8).convert_one(bits), Ok(u64::from(bits as i64 as i8 as u8)));
        assert_eq!(cast(Int64, Uint32).convert_one(bits), Ok(u64::from(bits as i64 as u32)));
        assert_eq!(cast(Int64, Uint64).convert_one(bits), Ok(bits));
        assert_eq!(cast(Int16, Uint64).convert_one(bits), Ok(bits as i16 as u64));
        assert_eq!(cast(Uint32, Int16).convert_one(bits), Ok(u64::from(bits as u32 as i16 as u16)));
    }
}

#[test]
fn floats_to_integers() {
    for target in INTS {
        for (mode, rule, cast) in casts(Float64, target) {
            let from_f32 = Cast::new(Float32, target, mode, rule);
            for value in floats() {
                let expected = float_to_integer(target, value, mode, rule);
                assert_eq!(
                    cast.convert_one(value.to_bits()),
                    expected,
                    "{value:e} {target:?} {mode:?} {rule:?}"
                );
                let value = value as f32;
                let expected = float_to_integer(target, value.into(), mode, rule);
                assert_eq!(
                    from_f32.convert_one(value.to_bits().into()),
                    expected,
                    "{value:e} {target:?} {mode:?} {rule:?}"
                );
            }
        }
    }
}

fn float_to_integer(
    target: DataType,
    value: f64,
    mode: RoundingMode,
    rule: Option<OutOfRange>,
) -> Result<u64, Reason> {
    if value.is_nan() {
        return Err(Reason::Nan);
    }
    if value.is_infinite() {
        return Err(Reason::Infinite);
    }
    let rounded = match mode {
        NearestEven => value.round_ties_even(),
        NearestAway => value.round(),
        TowardsZero => value.trunc(),
        TowardsPositive => value.ceil(),
        TowardsNegative => value.floor(),
    };
    // From 2^127 on, a float64 is a multiple of 2^64, and `as` saturates.
    match rule {
        Some(OutOfRange::Wrap) if rounded.abs() >= power_of_two(127) => Ok(0),
        _ => in_range(target, rounded as i128, rule),
    }
}

/// `as` from float to integer truncates and clamps.
#[test]
fn floats_clamp_as_in_rust() {
    let cast = |target| Cast::new(Float64, target, TowardsZero, Some(OutOfRange::Clamp));
    let (int32, uint64, int64) = (cast(Int32), cast(Uint64), cast(Int64));
    for value in floats().filter(|value| value.is_finite()) {
        let bits = value.to_bits();
        assert_eq!(int32.convert_one(bits), Ok(u64::from(value as i32 as u32)));
        assert_eq!(uint64.convert_one(bits), Ok(value as u64));
        assert_eq!(int64.convert_one(bits), Ok(value as i64 as u64));
    }
}

#[test]
fn integers_to_floats() {
    for source in [Int16, Int32, Int64, Uint16, Uint32, Uint64] {
        for mode in MODES {
            let to_f32 = Cast::new(source, Float32, mode, None);
            let to_f64 = Cast::new(source, Float64, mode, None);
            // Few significant bits make ties.
            let ties = random().map(|bits| bits & !0 << (bits % 40) | 1 << (bits % 40));
            for bits in random().take(20_000).chain(ties.take(20_000)) {
                let integer = integer(source, bits);
                let near = integer as f32;
                let near = [near.next_down(), near, near.next_up()].map(|value| value as i128);
                let result = f32::from_bits(to_f32.convert_one(bits).unwrap() as u32);
                let expected = rounded(integer, near, mode);
                assert_eq!(result as i128, expected, "{integer} {source:?} to float32 {mode:?}");
                let near = integer as f64;
                let near = [near.next_down(), near, near.next_up()].map(|value| value as i128);
                let result = f64::from_bits(to_f64.convert_one(bits).unwrap());
                let expected = rounded(integer, near, mode);
                assert_eq!(result as i128, expected, "{integer} {source:?} to float64 {mode:?}");
            }
        }
    }
}

/// The neighbour that a mode chooses. The middle one is what nearest-even chooses.
fn rounded(integer: i128, [below, nearest, above]: [i128; 3], mode: RoundingMode) -> i128 {
    let (lower, upper) = match nearest.cmp(&integer) {
        Ordering::Less => (nearest, above),
        Ordering::Equal => (nearest, nearest),
        Ordering::Greater => (below, nearest),
    };
    let (towards_zero, away) = if integer < 0 { (upper, lower) } else { (lower, upper) };
    match mode {
        NearestAway if integer - lower == upper - integer => away,
        NearestEven | NearestAway => nearest,
        TowardsZero => towards_zero,
        TowardsPositive => upper,
        TowardsNegative => lower,
    }
}

#[test]
fn float64_to_float32() {
    for (mode, rule, cast) in casts(Float64, Float32) {
        let midpoints = floats().map(|value| {
            let value = value as f32;
            f64::midpoint(value.into(), value.next_up().into())
        });
        let top = f64::from(f32::MAX);
        let edges = [
            top,
            top.next_up(),
            power_of_two(128),
            power_of_two(128).next_down(),
            top + power_of_two(103),
            (top + power_of_two(103)).next_down(),
            (top + power_of_two(103)).next_up(),
        ];
        let edges = edges.into_iter().flat_map(|edge| [edge, -edge]);
        for value in floats().chain(midpoints).chain(edges).filter(|value| !value.is_nan()) {
            let expected = float64_to_float32_expected(value, mode);
            let expected = match (expected, rule) {
                (Some(result), _) => Ok(result),
                (None, Some(OutOfRange::Clamp)) => Ok(f32::INFINITY.copysign(value as f32)),
                (None, None | Some(OutOfRange::Wrap)) => Err(Reason::OutOfRange),
            };
            let expected = expected.map(|result| u64::from(result.to_bits()));
            assert_eq!(cast.convert_one(value.to_bits()), expected, "{value:e} {mode:?} {rule:?}");
        }
    }
}

/// `None` if the rounded value is beyond the finite range.
fn float64_to_float32_expected(value: f64, mode: RoundingMode) -> Option<f32> {
    if value.is_infinite() {
        return Some(value as f32);
    }
    // Without an upper bound to the exponent, the value after the largest one is 2^128.
    let nearest = value as f32;
    let (negative, magnitude) = (value.is_sign_negative(), value.abs());
    let (lower, upper) = match f64::from(nearest.abs()) {
        _ if magnitude >= power_of_two(128) => return None,
        _ if nearest.is_infinite() => (f32::MAX, f32::INFINITY),
        nearest_magnitude if nearest_magnitude == magnitude => return Some(nearest),
        nearest_magnitude if nearest_magnitude > magnitude => {
            (nearest.abs().next_down(), nearest.abs())
        }
        _ => (nearest.abs(), nearest.abs().next_up()),
    };
    let as_f64 = |value: f32| if value.is_finite() { value.into() } else { power_of_two(128) };
    let tie = f64::midpoint(as_f64(lower), as_f64(upper)) == magnitude;
    let up = match mode {
        NearestEven => nearest.abs() == upper,
        NearestAway => tie || nearest.abs() == upper,
        TowardsZero => false,
        TowardsPositive => !negative,
        TowardsNegative => negative,
    };
    let result = if up { upper } else { lower };
    result.is_finite().then_some(if negative { -result } else { result })
}

#[test]
fn float32_to_float64() {
    for (mode, _, cast) in casts(Float32, Float64) {
        for bits in random().take(100_000).map(|bits| bits as u32).chain(0..2000) {
            let value = f32::from_bits(bits);
            let expected = if value.is_nan() { 0x7ff8 << 48 } else { f64::from(value).to_bits() };
            assert_eq!(cast.convert_one(bits.into()), Ok(expected), "{bits:#x} {mode:?}");
        }
    }
}
