//! The rules on rounding, range and wrap, each by its smallest telling inputs, and the alternatives
//! that an implementation may take.

#[path = "common/result.rs"]
mod result;

use codec_reference::{Alternative, Cast, CastError, DataType, OutOfRange, Readings, RoundingMode};

use Alternative::*;
use DataType::*;
use OutOfRange::{Clamp, Wrap};
use RoundingMode::{NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero};
use result::Outcome::{Bits, Outside};
use result::{cast, under};

/// Between the integers: ties, and values beside them.
const BETWEEN_INTEGERS: [f64; 8] = [2.5, 3.5, 2.25, 2.75, -2.5, -3.5, -2.25, -2.75];

/// Ties of float8_e5m2, in which 1, 1.25 and 1.5 are neighbours.
const BETWEEN_FLOATS: [f64; 3] = [1.125, 1.375, -1.125];

fn assert_rounds(mode: RoundingMode, integers: [i8; 8], floats: [u64; 3]) {
    for (value, expected) in BETWEEN_INTEGERS.into_iter().zip(integers) {
        let pattern = u64::from(i8::cast_unsigned(expected));
        assert_eq!(cast(Int8, mode, None, value), Bits(pattern), "{value}");
    }
    for (value, pattern) in BETWEEN_FLOATS.into_iter().zip(floats) {
        assert_eq!(cast(Float8E5m2, mode, None, value), Bits(pattern), "{value}");
    }
}

#[test]
fn cv_round_1_nearest_even_takes_ties_to_the_even_neighbour() {
    assert_rounds(NearestEven, [2, 4, 2, 3, -2, -4, -2, -3], [0x3c, 0x3e, 0xbc]);
}

#[test]
fn cv_round_2_towards_zero_takes_the_smaller_magnitude() {
    assert_rounds(TowardsZero, [2, 3, 2, 2, -2, -3, -2, -2], [0x3c, 0x3d, 0xbc]);
}

#[test]
fn cv_round_3_towards_positive_takes_the_greater_neighbour() {
    assert_rounds(TowardsPositive, [3, 4, 3, 3, -2, -3, -2, -2], [0x3d, 0x3e, 0xbc]);
}

#[test]
fn cv_round_4_towards_negative_takes_the_lesser_neighbour() {
    assert_rounds(TowardsNegative, [2, 3, 2, 2, -3, -4, -3, -3], [0x3c, 0x3d, 0xbd]);
}

#[test]
fn cv_round_5_nearest_away_takes_ties_away_from_zero() {
    assert_rounds(NearestAway, [3, 4, 2, 3, -3, -4, -2, -3], [0x3d, 0x3e, 0xbd]);
}

#[test]
fn cv_round_8_values_are_rounded_once() {
    // 1 + 2^-11 + 2^-40: through float32 it would be a tie, and 0x3c00.
    let above_tie = 1.0 + 2_f64.powi(-11) + 2_f64.powi(-40);
    assert_eq!(cast(Float16, NearestEven, None, above_tie), Bits(0x3c01));
    // 2^62 + 2^38 + 1: through float64 it would be a tie, and 0x5e800000.
    let integer = Cast::new(Int64, Float32, NearestEven, None).scalar(0x4000_0040_0000_0001);
    assert_eq!(integer, Ok(0x5e80_0001));
}

#[test]
fn cv_round_9_ties_of_e8m0fnu_go_to_the_greater_power() {
    let ties = [(0.75, 0x7f, 0x7e), (1.5, 0x80, 0x80), (3.0, 0x81, 0x80), (6.0, 0x82, 0x82)];
    for (tie, ours, even_code) in ties {
        assert_eq!(cast(Float8E8m0fnu, NearestEven, None, tie), Bits(ours), "{tie}");
        assert_eq!(cast(Float8E8m0fnu, NearestAway, None, tie), Bits(ours), "{tie}");
        let other = |mode| under(E8m0TieToEvenCode, Float8E8m0fnu, mode, None, tie);
        assert_eq!(other(NearestEven), Bits(even_code), "{tie}");
        assert_eq!(other(NearestAway), Bits(ours), "{tie}: not in question");
    }
    // 254, the code of 2^127, is even.
    let top = 1.5 * 2_f64.powi(127);
    assert_eq!(cast(Float8E8m0fnu, NearestEven, None, top), Outside);
    assert_eq!(under(E8m0TieToEvenCode, Float8E8m0fnu, NearestEven, None, top), Bits(0xfe));
}

#[test]
fn cv_round_10_the_grid_of_e8m0fnu_goes_on_below_its_range() {
    let least = 2_f64.powi(-127);
    let e8m0 = |mode, part: f64| cast(Float8E8m0fnu, mode, None, part * least);
    let range_first =
        |mode, part: f64| under(E8m0RangeBeforeRounding, Float8E8m0fnu, mode, None, part * least);
    let smallest_up =
        |mode, part: f64| under(E8m0SmallestRoundsUp, Float8E8m0fnu, mode, None, part * least);
    for part in [0.75, 0.8, 0.999] {
        for mode in [NearestEven, NearestAway] {
            assert_eq!(e8m0(mode, part), Bits(0x00), "{mode:?} {part}");
            assert_eq!(range_first(mode, part), Outside, "{mode:?} {part}");
            assert_eq!(smallest_up(mode, part), Bits(0x00), "{mode:?} {part}");
        }
    }
    assert_eq!(e8m0(NearestEven, 0.749), Outside);
    assert_eq!(e8m0(TowardsPositive, 0.501), Bits(0x00));
    assert_eq!(range_first(TowardsPositive, 0.501), Outside);
    for part in [0.5, 0.3, 1e-30] {
        assert_eq!(e8m0(TowardsPositive, part), Outside, "{part}");
        assert_eq!(smallest_up(TowardsPositive, part), Bits(0x00), "{part}");
    }
    for mode in [TowardsZero, TowardsNegative] {
        for found in [e8m0(mode, 0.9), range_first(mode, 0.9), smallest_up(mode, 0.9)] {
            assert_eq!(found, Outside, "{mode:?}");
        }
    }
    for mode in RoundingMode::ALL {
        let clamped = cast(Float8E8m0fnu, mode, Some(Clamp), 0.3 * least);
        assert_eq!(clamped, Bits(0x00), "{mode:?}");
        for zero in [0.0, -1.0] {
            assert_eq!(smallest_up(mode, zero), Outside, "zero is not between 0 and 2^-127");
        }
    }
}

#[test]
fn cv_range_1_the_value_is_rounded_before_its_range_is_looked_at() {
    for mode in [NearestEven, TowardsZero, TowardsNegative, NearestAway] {
        assert_eq!(cast(Float32, mode, None, 3.4028235e38), Bits(0x7f7f_ffff), "{mode:?}");
    }
    assert_eq!(cast(Float32, TowardsPositive, None, 3.4028235e38), Outside);
    // 2^128 - 2^103 is the tie between the largest float32 and what would follow.
    let tie = 2_f64.powi(128) - 2_f64.powi(103);
    assert_eq!(cast(Float32, NearestEven, None, tie), Outside);
    assert_eq!(cast(Float32, NearestEven, None, tie.next_down()), Bits(0x7f7f_ffff));
    assert_eq!(cast(Float4E2m1fn, NearestEven, None, 6.99), Bits(0x7));
    assert_eq!(cast(Float4E2m1fn, NearestEven, None, 7.0), Outside);
    assert_eq!(cast(Float4E2m1fn, TowardsZero, None, 7.99), Bits(0x7));
    assert_eq!(cast(Int8, NearestEven, None, 127.4), Bits(0x7f));
    assert_eq!(cast(Int8, NearestEven, None, 127.5), Outside);
    assert_eq!(cast(Int8, TowardsZero, None, 127.9), Bits(0x7f));
    assert_eq!(cast(Int8, NearestEven, None, -128.5), Bits(0x80));
    assert_eq!(cast(Uint8, TowardsZero, None, -0.9), Bits(0x00));
    assert_eq!(cast(Uint8, NearestAway, None, -0.5), Outside);
}

#[test]
fn cv_range_2_without_a_rule_out_of_range_is_an_error_in_every_mode() {
    for mode in RoundingMode::ALL {
        assert_eq!(cast(Float32, mode, None, 1e39), Outside, "{mode:?}");
        assert_eq!(cast(Float16, mode, None, -65536.0), Outside, "{mode:?}");
        assert_eq!(cast(Uint8, mode, None, -1.0), Outside, "{mode:?}");
    }
    let error = Cast::new(Int16, Int8, NearestEven, None).scalar(200).expect_err("200 > 127");
    let CastError::OutOfRange { value, rounded, target: Int8, .. } = error else {
        panic!("{error}")
    };
    assert_eq!((value.to_integer(), rounded.to_integer()), (Some(200.into()), Some(200.into())));
}

#[test]
fn cv_range_3_clamp_goes_to_the_largest_finite_value_of_that_sign() {
    let ends = [(Float4E2m1fn, 0x7, 0xf), (Float8E4m3fnuz, 0x7f, 0xff), (Float6E3m2fn, 0x1f, 0x3f)];
    let integers = [(Int4, 0x7, 0x8), (Uint2, 0x3, 0x0), (Int64, i64::MAX as u64, 1 << 63)];
    for (target, max, min) in ends.into_iter().chain(integers) {
        for mode in RoundingMode::ALL {
            assert_eq!(cast(target, mode, Some(Clamp), 1e30), Bits(max), "{target}");
            assert_eq!(cast(target, mode, Some(Clamp), -1e30), Bits(min), "{target}");
        }
    }
    // As a float64, the bound would be 2^63 itself.
    assert_eq!(cast(Int64, NearestEven, Some(Clamp), 2_f64.powi(63)), Bits(i64::MAX as u64));
}

#[test]
fn cv_range_4_clamp_goes_to_infinity_where_there_is_one() {
    for mode in RoundingMode::ALL {
        let clamp = |value| cast(Float32, mode, Some(Clamp), value);
        assert_eq!(clamp(2_f64.powi(128)), Bits(0x7f80_0000), "{mode:?}");
        assert_eq!(clamp(-1e300), Bits(0xff80_0000), "{mode:?}");
    }
    let below = 2_f64.powi(128).next_down();
    assert_eq!(cast(Float32, TowardsZero, Some(Clamp), below), Bits(0x7f7f_ffff));
    assert_eq!(cast(Float32, NearestEven, Some(Clamp), below), Bits(0x7f80_0000));
}

#[test]
fn cv_range_5_zero_and_negatives_are_out_of_range_of_e8m0fnu() {
    for (mode, value) in
        RoundingMode::ALL.into_iter().flat_map(|m| [0.0, -0.0, -1.0].map(|v| (m, v)))
    {
        assert_eq!(cast(Float8E8m0fnu, mode, None, value), Outside, "{mode:?} {value}");
        assert_eq!(cast(Float8E8m0fnu, mode, Some(Clamp), value), Bits(0x00), "{mode:?} {value}");
    }
}

#[test]
fn cv_range_6_above_its_top_e8m0fnu_is_out_of_range() {
    let top = 2_f64.powi(127);
    let rounds_over = [(TowardsPositive, top.next_up()), (NearestEven, (1.5 * top).next_up())];
    for (mode, value) in rounds_over {
        assert_eq!(cast(Float8E8m0fnu, mode, None, value), Outside, "{mode:?}");
        assert_eq!(cast(Float8E8m0fnu, mode, Some(Clamp), value), Bits(0xfe), "{mode:?}");
        assert_eq!(cast(Float8E8m0fnu, TowardsZero, None, value), Bits(0xfe));
    }
}

#[test]
fn cv_wrap_1_huge_values_wrap_exactly() {
    let wrap = |target, value| cast(target, TowardsZero, Some(Wrap), value);
    assert_eq!(wrap(Uint8, 1e300), Bits(0));
    assert_eq!(wrap(Uint8, 1e20), Bits(0));
    assert_eq!(wrap(Uint8, 300.7), Bits(44));
    assert_eq!(wrap(Uint64, 2_f64.powi(64).next_up()), Bits(4096));
    assert_eq!(cast(Uint8, NearestEven, Some(Wrap), -1.5), Bits(0xfe));
    assert_eq!(cast(Uint8, NearestEven, Some(Wrap), 255.5), Bits(0x00));
}

#[test]
fn cv_wrap_3_the_modulus_is_the_logical_width() {
    let outputs = [(Int4, 9.0, 0x9), (Int4, -9.0, 0x7), (Uint2, 5.0, 0x1), (Int2, 3.0, 0x3)];
    for (target, value, output) in outputs {
        assert_eq!(cast(target, NearestEven, Some(Wrap), value), Bits(output), "{target} {value}");
    }
}

#[test]
fn cv_wrap_5_wrap_does_not_bring_values_into_a_float_range() {
    // The nearest modes overflow to the infinity, a directed mode to what it rounds towards.
    let (infinities, extremes) = ([0x7c00, 0xfc00], [0x7bff, 0xfbff]);
    let overflows = [
        (NearestEven, infinities),
        (NearestAway, infinities),
        (TowardsZero, extremes),
        (TowardsPositive, [0x7c00, 0xfbff]),
        (TowardsNegative, [0x7bff, 0xfc00]),
    ];
    for (mode, overflows) in overflows {
        for (value, overflow) in [70_000_i32, -70_000].into_iter().zip(overflows) {
            let decode = Cast::new(Int32, Float16, mode, Some(Wrap));
            let ours = decode.scalar(u64::from(value as u32));
            assert!(matches!(ours, Err(CastError::OutOfRange { .. })), "{ours:?}");
            let decode = decode.with_readings(Readings::OURS.with(WrapIntoFloatOverflow));
            assert_eq!(decode.scalar(u64::from(value as u32)), Ok(overflow), "{mode:?} {value}");
        }
    }
    // In the range, `wrap` has nothing to do: 65519 rounds to the largest float16.
    assert_eq!(Cast::new(Int32, Float16, NearestEven, Some(Wrap)).scalar(65_519), Ok(0x7bff));
    let finite = |mode| under(WrapIntoFloatOverflow, Float4E2m1fn, mode, Some(Wrap), -8.0);
    assert_eq!(finite(NearestEven), Outside, "no infinity to go to");
    assert_eq!(finite(TowardsZero), Bits(0xf));
}
