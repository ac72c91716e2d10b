//! The examples of the specification, and its rules at the points where it is easy to go wrong.

use codec_fast::DataType::{self, *};
use codec_fast::OutOfRange::{Clamp, Wrap};
use codec_fast::RoundingMode::{
    self, NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero,
};
use codec_fast::{Cast, MapEntry, MapKey, OutOfRange, Reason};

use crate::facts::{facts, power_of_two, value};
use crate::{MODES, RANGE_RULES};

/// Casts a float64 and gives the value of the result.
fn cast(
    input: f64,
    target: DataType,
    mode: RoundingMode,
    rule: Option<OutOfRange>,
) -> Result<f64, Reason> {
    let result = Cast::new(Float64, target, mode, rule).convert_one(input.to_bits());
    result.map(|bits| value(target, bits))
}

#[test]
fn an_exactly_representable_value_is_kept() {
    assert_eq!(Cast::new(Uint16, Uint8, NearestEven, None).convert_one(0), Ok(0));
}

#[test]
fn out_of_range_examples() {
    assert_eq!(cast(128.0, Int8, NearestEven, None), Err(Reason::OutOfRange));
    assert_eq!(cast(128.0, Int8, NearestEven, Some(Clamp)), Ok(127.0));
    assert_eq!(cast(128.0, Int8, NearestEven, Some(Wrap)), Ok(-128.0));
}

#[test]
fn wrap_examples() {
    for (input, expected) in [(32768, -32768), (32769, -32767), (-32769, 32767)] {
        let cast = Cast::new(Int32, Int16, NearestEven, Some(Wrap));
        let result = cast.convert_one(u64::from(i32::cast_unsigned(input)));
        assert_eq!(result, Ok(u64::from(i16::cast_unsigned(expected))));
    }
}

#[test]
fn numpy_example() {
    let keys = [f64::INFINITY, f64::NEG_INFINITY].map(|key| MapKey::Bits(key.to_bits()));
    let map = [MapKey::AnyNan, keys[0], keys[1]].map(|key| MapEntry { key, output: 0 });
    let cast = Cast::new(Float64, Uint8, TowardsZero, Some(Wrap)).with_map(&map);
    let inputs = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3.9, -1.5, 256.0, 1e300];
    let results = inputs.map(|input| cast.convert_one(input.to_bits()));
    assert_eq!(results, [0, 0, 0, 3, 255, 0, 0].map(Ok));
}

#[test]
fn wrap_is_exact_for_huge_values_and_narrow_types() {
    assert_eq!(cast(1e300, Uint8, NearestEven, Some(Wrap)), Ok(0.0));
    assert_eq!(cast(-1e300, Int64, NearestEven, Some(Wrap)), Ok(0.0));
    // 2^70 + 2^18, and its negative.
    let value = power_of_two(70) + power_of_two(18);
    assert_eq!(cast(value, Int32, NearestEven, Some(Wrap)), Ok(262_144.0));
    assert_eq!(cast(-value, Int32, NearestEven, Some(Wrap)), Ok(-262_144.0));
    assert_eq!(cast(-value, Uint32, NearestEven, Some(Wrap)), Ok(4_294_705_152.0));
    assert_eq!(cast(9.0, Int4, NearestEven, Some(Wrap)), Ok(-7.0));
    assert_eq!(cast(-3.0, Int2, NearestEven, Some(Wrap)), Ok(1.0));
    assert_eq!(cast(-1.0, Uint2, NearestEven, Some(Wrap)), Ok(3.0));
    assert_eq!(cast(17.0, Uint4, NearestEven, Some(Wrap)), Ok(1.0));
}

#[test]
fn the_range_is_tested_after_rounding() {
    for mode in MODES {
        let rounds_up = mode == TowardsPositive;
        let fits = |value| if rounds_up { Err(Reason::OutOfRange) } else { Ok(value) };
        assert_eq!(cast(127.25, Int8, mode, None), fits(127.0), "{mode:?}");
        assert_eq!(cast(6.5, Float4E2m1fn, mode, None), fits(6.0), "{mode:?}");
        // Above the largest float32, by less than half of its last place.
        assert_eq!(cast(3.402_823_5e38, Float32, mode, None), fits(f32::MAX.into()), "{mode:?}");
    }
    assert_eq!(cast(6.99, Float4E2m1fn, NearestEven, None), Ok(6.0));
    assert_eq!(cast(7.0, Float4E2m1fn, NearestEven, None), Err(Reason::OutOfRange));
    assert_eq!(cast(7.99, Float4E2m1fn, TowardsZero, None), Ok(6.0));
    assert_eq!(cast(8.0, Float4E2m1fn, TowardsZero, None), Err(Reason::OutOfRange));
    assert_eq!(cast(65519.9, Float16, NearestEven, None), Ok(65504.0));
    assert_eq!(cast(65520.0, Float16, NearestEven, None), Err(Reason::OutOfRange));
    assert_eq!(cast(65535.9, Float16, TowardsZero, None), Ok(65504.0));
}

#[test]
fn clamp_goes_to_infinity_where_there_is_one_and_else_to_the_largest() {
    for mode in MODES {
        for target in DataType::ALL {
            let Some(float) = facts(target).float else { continue };
            if target == Float64 {
                continue;
            }
            let has_infinity = float.nan.is_some_and(|nan| nan != 0x80 && nan != 0xff);
            let end = if has_infinity { f64::INFINITY } else { float.max };
            assert_eq!(cast(1e300, target, mode, Some(Clamp)), Ok(end), "{target:?} {mode:?}");
            let end = if target == Float8E8m0fnu { power_of_two(-127) } else { -end };
            assert_eq!(cast(-1e300, target, mode, Some(Clamp)), Ok(end), "{target:?} {mode:?}");
            for rule in [None, Some(Wrap)] {
                assert_eq!(cast(1e300, target, mode, rule), Err(Reason::OutOfRange));
            }
        }
    }
}

#[test]
fn nan_and_infinities_need_a_counterpart() {
    for target in DataType::ALL {
        let float = facts(target).float;
        let nan = float.as_ref().and_then(|float| float.nan);
        for rule in RANGE_RULES {
            let cast = Cast::new(Float64, target, NearestEven, rule);
            for bits in [0x7ff8 << 48, 0xfff8 << 48, 0x7ff0 << 48 | 1, u64::MAX] {
                assert_eq!(cast.convert_one(bits), nan.ok_or(Reason::Nan), "{target:?}");
            }
            for infinity in [f64::INFINITY, f64::NEG_INFINITY] {
                let has_infinity = nan.is_some_and(|nan| nan != 0x80 && nan != 0xff);
                let expected = if has_infinity { Ok(infinity) } else { Err(Reason::Infinite) };
                let result = cast.convert_one(infinity.to_bits()).map(|bits| value(target, bits));
                assert_eq!(result, expected, "{target:?} {rule:?}");
            }
        }
    }
}

#[test]
fn the_sign_of_zero() {
    for target in DataType::ALL {
        let Some(float) = facts(target).float else {
            assert_eq!(Cast::new(Float32, target, NearestEven, None).convert_one(1 << 31), Ok(0));
            continue;
        };
        let minus_zero = match target {
            Float8E8m0fnu => Err(Reason::OutOfRange),
            _ if float.nan == Some(0x80) => Ok(0),
            _ => Ok(1 << (target.bits() - 1)),
        };
        let tiny = (-power_of_two(-1074)).to_bits();
        for mode in [NearestEven, NearestAway, TowardsZero, TowardsPositive] {
            let cast = Cast::new(Float64, target, mode, None);
            assert_eq!(cast.convert_one(1 << 63), minus_zero, "{target:?} {mode:?}");
            if target != Float64 {
                assert_eq!(cast.convert_one(tiny), minus_zero, "{target:?} {mode:?}");
            }
        }
    }
}

#[test]
fn a_negative_value_that_rounds_to_zero_is_in_range_of_unsigned_integers() {
    for target in [Uint2, Uint4, Uint8, Uint16, Uint32, Uint64] {
        assert_eq!(cast(-0.5, target, NearestEven, None), Ok(0.0));
        assert_eq!(cast(-0.5, target, NearestAway, None), Err(Reason::OutOfRange));
        assert_eq!(cast(-0.999, target, TowardsPositive, None), Ok(0.0));
        assert_eq!(cast(-1e-300, target, TowardsNegative, None), Err(Reason::OutOfRange));
        assert_eq!(cast(-1e-300, target, TowardsNegative, Some(Clamp)), Ok(0.0));
    }
}

/// A cast into float8_e8m0fnu gives 2^expected, or is out of range.
fn assert_e8m0fnu(input: f64, mode: RoundingMode, expected: Option<i32>) {
    let result = cast(input, Float8E8m0fnu, mode, None);
    assert_eq!(result, expected.map(power_of_two).ok_or(Reason::OutOfRange), "{input} {mode:?}");
    let clamped = expected.unwrap_or(if input > 1.0 { 127 } else { -127 });
    assert_eq!(cast(input, Float8E8m0fnu, mode, Some(Clamp)), Ok(power_of_two(clamped)));
}

fn at(units: f64, exponent: i32) -> f64 {
    units * power_of_two(exponent)
}

/// Ties go to the greater magnitude, whatever the parity of the exponent.
#[test]
fn float8_e8m0fnu_within_the_range() {
    for exponent in [-127, 0, 1, 2, 126] {
        assert_e8m0fnu(at(1.5, exponent), NearestEven, Some(exponent + 1));
        assert_e8m0fnu(at(1.5, exponent), NearestAway, Some(exponent + 1));
        assert_e8m0fnu(at(1.49, exponent), NearestEven, Some(exponent));
        assert_e8m0fnu(at(1.01, exponent), TowardsPositive, Some(exponent + 1));
        assert_e8m0fnu(at(1.99, exponent), TowardsNegative, Some(exponent));
        assert_e8m0fnu(at(1.99, exponent), TowardsZero, Some(exponent));
    }
}

/// The powers of two go on there, and the rounded value is tested.
#[test]
fn float8_e8m0fnu_below_and_above_the_range() {
    for mode in MODES {
        for input in [0.0, -0.0, -1.0, -power_of_two(-1074)] {
            assert_e8m0fnu(input, mode, None);
        }
        assert_e8m0fnu(power_of_two(-128), mode, None);
        assert_e8m0fnu(at(1.25, -129), mode, None);
        assert_e8m0fnu(at(1.0, 128), mode, None);
    }
    assert_e8m0fnu(at(0.75, -127), NearestEven, Some(-127));
    assert_e8m0fnu(at(0.99, -127), NearestAway, Some(-127));
    assert_e8m0fnu(at(0.74, -127), NearestEven, None);
    assert_e8m0fnu(at(0.51, -127), TowardsPositive, Some(-127));
    assert_e8m0fnu(at(0.5, -127), TowardsPositive, None);
    assert_e8m0fnu(at(0.99, -127), TowardsZero, None);
    assert_e8m0fnu(at(0.99, -127), TowardsNegative, None);
    assert_e8m0fnu(at(1.49, 127), NearestEven, Some(127));
    assert_e8m0fnu(at(1.5, 127), NearestEven, None);
    assert_e8m0fnu(at(1.01, 127), TowardsPositive, None);
    assert_e8m0fnu(at(1.99, 127), TowardsZero, Some(127));
}
