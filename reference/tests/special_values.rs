//! The rules on NaN, infinities and zeros, and the alternatives that an implementation may take.

#[path = "common/result.rs"]
mod result;

use codec_reference::{Alternative, Cast, CastValue, DataType, OutOfRange, Readings, RoundingMode};

use Alternative::*;
use DataType::*;
use OutOfRange::{Clamp, Wrap};
use RoundingMode::{NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero};
use result::Outcome::{Bits, NoInfinity, NoNan};
use result::{cast, under};

const IEEE: [DataType; 7] =
    [Float8E3m4, Float8E4m3, Float8E5m2, Bfloat16, Float16, Float32, Float64];
const FNUZ: [DataType; 3] = [Float8E4m3b11fnuz, Float8E4m3fnuz, Float8E5m2fnuz];
const RANGE_RULES: [Option<OutOfRange>; 3] = [None, Some(Clamp), Some(Wrap)];

#[test]
fn cv_nan_1_nan_stays_nan_in_ieee_types() {
    for (target, mode) in IEEE.into_iter().flat_map(|t| RoundingMode::ALL.map(|mode| (t, mode))) {
        for rule in RANGE_RULES {
            let Bits(found) = cast(target, mode, rule, f64::NAN) else { panic!("{target}") };
            assert!(target.is_nan(found), "{target} {found:#x}");
        }
    }
    // Its upper half is bfloat16's +Infinity, and its upper half rounded up is no better.
    let narrow = Cast::new(Float32, Bfloat16, TowardsPositive, None);
    for nan in [0x7f80_0001, 0x7fff_ffff, 0xff80_0001, 0xffff_ffff] {
        assert!(narrow.scalar(nan).is_ok_and(|found| Bfloat16.is_nan(found)), "{nan:#x}");
    }
}

#[test]
fn cv_nan_3_nan_into_a_type_without_one_is_an_error() {
    let targets = [Int2, Int8, Uint16, Int64, Uint64, Float4E2m1fn, Float6E2m3fn, Float6E3m2fn];
    for (target, rule) in targets.into_iter().flat_map(|t| RANGE_RULES.map(|rule| (t, rule))) {
        assert_eq!(cast(target, NearestEven, rule, f64::NAN), NoNan, "{target}");
        assert_eq!(cast(target, NearestEven, rule, -f64::NAN), NoNan, "{target}");
    }
}

#[test]
fn cv_nan_4_nan_into_fnuz_and_e8m0fnu_is_their_nan() {
    let targets = FNUZ.map(|target| (target, 0x80)).into_iter().chain([(Float8E8m0fnu, 0xff)]);
    for (target, nan) in targets {
        for rule in RANGE_RULES {
            assert_eq!(cast(target, NearestEven, rule, -f64::NAN), Bits(nan), "{target}");
            let other = under(NanIntoFiniteSpecialError, target, NearestEven, rule, f64::NAN);
            assert_eq!(other, NoNan, "{target}");
        }
        let back = Cast::new(target, Float32, NearestEven, None).scalar(nan);
        assert!(back.is_ok_and(|found| Float32.is_nan(found)), "{target}");
    }
    let ieee = under(NanIntoFiniteSpecialError, Float16, NearestEven, None, f64::NAN);
    assert_ne!(ieee, NoNan, "the alternative is not about IEEE types");
}

#[test]
fn cv_inf_1_infinity_stays_infinity_without_any_rule() {
    let patterns = [0x70, 0x78, 0x7c, 0x7f80, 0x7c00, 0x7f80_0000, 0x7ff0_0000_0000_0000];
    for (target, pattern) in IEEE.into_iter().zip(patterns) {
        let sign = 1 << (target.bits() - 1);
        for rule in [None, Some(Clamp)] {
            assert_eq!(cast(target, TowardsZero, rule, f64::INFINITY), Bits(pattern));
            assert_eq!(cast(target, TowardsZero, rule, f64::NEG_INFINITY), Bits(pattern | sign));
        }
    }
}

#[test]
fn cv_inf_2_infinity_into_a_finite_type_is_an_error_in_every_range_mode() {
    for target in [Int2, Int8, Uint8, Int64, Uint64, Float4E2m1fn, Float6E2m3fn, Float6E3m2fn] {
        for rule in RANGE_RULES {
            assert_eq!(cast(target, NearestEven, rule, f64::INFINITY), NoInfinity, "{target}");
            assert_eq!(cast(target, NearestEven, rule, f64::NEG_INFINITY), NoInfinity, "{target}");
            let other = under(InfinityClampsToExtreme, target, NearestEven, rule, f64::INFINITY);
            assert_eq!(other, NoInfinity, "{target}: the alternative needs a NaN in the type");
        }
    }
}

#[test]
fn cv_inf_3_infinity_into_fnuz_and_e8m0fnu_is_an_error() {
    let extremes = FNUZ.map(|target| (target, 0x7f, 0xff)).into_iter();
    for (target, max, min) in extremes.chain([(Float8E8m0fnu, 0xfe, 0x00)]) {
        for (infinity, extreme) in [(f64::INFINITY, max), (f64::NEG_INFINITY, min)] {
            for rule in RANGE_RULES {
                assert_eq!(cast(target, NearestEven, rule, infinity), NoInfinity, "{target}");
            }
            let other = |rule| under(InfinityClampsToExtreme, target, NearestEven, rule, infinity);
            assert_eq!(other(Some(Clamp)), Bits(extreme), "{target}");
            assert_eq!(other(None), NoInfinity, "{target}: still, without clamp");
        }
    }
}

#[test]
fn cv_zero_1_the_sign_of_zero_is_kept() {
    for (target, mode) in IEEE.into_iter().flat_map(|t| RoundingMode::ALL.map(|mode| (t, mode))) {
        let sign = 1 << (target.bits() - 1);
        assert_eq!(cast(target, mode, None, -0.0), Bits(sign), "{target} {mode:?}");
        assert_eq!(cast(target, mode, None, 0.0), Bits(0), "{target} {mode:?}");
    }
    assert_eq!(cast(Float4E2m1fn, NearestEven, None, -0.0), Bits(0x8));
    assert_eq!(cast(Float6E3m2fn, NearestEven, None, -0.0), Bits(0x20));
}

#[test]
fn cv_zero_2_negative_zero_is_zero_where_there_is_no_other() {
    let integers = DataType::ALL.into_iter().filter(|target| target.is_integer());
    for target in integers.chain(FNUZ) {
        for mode in RoundingMode::ALL {
            assert_eq!(cast(target, mode, None, -0.0), Bits(0), "{target} {mode:?}");
        }
    }
}

#[test]
fn special_fill_values_survive_as_equals() {
    let survives = |data_type, fill_value| {
        let text = format!(r#"{{"data_type":"{data_type}"}}"#);
        let codec = CastValue::parse(&text, Float32, Readings::OURS).expect("it is valid");
        codec.cast_fill_value(fill_value)
    };
    assert_eq!(survives("int8", 0x8000_0000), Ok(0), "-0 comes back as 0, which equals it");
    let nan = survives("float16", 0xffc0_0001);
    assert!(nan.is_ok_and(|nan| Float16.is_nan(nan)), "any NaN comes back as a NaN");
}

#[test]
fn cv_zero_3_what_rounds_to_zero_keeps_its_sign() {
    for mode in [NearestEven, TowardsZero, TowardsPositive, NearestAway] {
        assert_eq!(cast(Float32, mode, None, -1e-50), Bits(0x8000_0000), "{mode:?}");
        assert_eq!(cast(Float8E4m3fnuz, mode, None, -1e-50), Bits(0), "{mode:?}");
        assert_eq!(cast(Int8, mode, None, -0.25), Bits(0), "{mode:?}");
        assert_eq!(cast(Uint8, mode, None, -0.25), Bits(0), "{mode:?}");
    }
    assert_eq!(cast(Float4E2m1fn, TowardsPositive, None, -0.25), Bits(0x8));
    assert_eq!(cast(Float32, TowardsNegative, None, -1e-50), Bits(0x8000_0001));
}
