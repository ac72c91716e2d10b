//! Laws that hold for every pair of the 26 types, whatever the values.

#[path = "common/seed.rs"]
mod seed;

use codec_reference::{
    Alternative, Cast, CastError, CastValue, DataType, Direction, OutOfRange, Readings,
    RoundingMode, Value,
};
use num_bigint::{BigInt, Sign};
use proptest::prelude::*;
use proptest::sample::select;

use DataType::*;
use RoundingMode::{NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero};
use seed::seed;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn monotone(
        (source, target) in types(),
        mode in mode(),
        clamp in any::<bool>(),
        seeds in (seed(), seed()),
    ) {
        let cast = Cast::new(source, target, mode, clamp.then_some(OutOfRange::Clamp));
        let mut points: Vec<_> = [seeds.0, seeds.1]
            .into_iter()
            .map(|seed| seed.pattern(source, target))
            .filter_map(|pattern| {
                let output = cast.scalar(pattern).ok()?;
                Some((order(source, pattern)?, order(target, output)?))
            })
            .collect();
        points.sort();
        prop_assert!(points.is_sorted_by_key(|point| &point.1), "{points:?}");
    }

    #[test]
    fn idempotent((source, target) in types(), mode in mode(), rule in rule(), seed in seed()) {
        let pattern = seed.pattern(source, target);
        if let Ok(once) = Cast::new(source, target, mode, rule).scalar(pattern) {
            let twice = Cast::new(target, target, mode, rule).scalar(once);
            prop_assert!(twice == Ok(once) || target.is_nan(once) && is_nan(target, &twice));
        }
    }

    #[test]
    fn identity_casts_change_nothing(
        data_type in data_type(), mode in mode(), rule in rule(), seed in seed(),
    ) {
        let pattern = seed.pattern(data_type, data_type);
        let found = Cast::new(data_type, data_type, mode, rule).scalar(pattern);
        prop_assert!(found == Ok(pattern) || data_type.is_nan(pattern) && is_nan(data_type, &found));
    }

    #[test]
    fn negation_swaps_the_directed_modes(
        source in select(SIGNED_ZERO), target in select(SIGNED_ZERO), mode in mode(),
        rule in rule(), seed in seed(),
    ) {
        let pattern = seed.pattern(source, target);
        let mirrored = match mode {
            TowardsPositive => TowardsNegative,
            TowardsNegative => TowardsPositive,
            other => other,
        };
        let sign_bit = |data_type: DataType| 1 << (data_type.bits() - 1);
        let found = Cast::new(source, target, mode, rule).scalar(pattern);
        let negative = Cast::new(source, target, mirrored, rule).scalar(pattern ^ sign_bit(source));
        match (found, negative) {
            (Ok(found), Ok(negative)) if target.is_nan(found) => {
                prop_assert!(target.is_nan(negative));
            }
            (Ok(found), Ok(negative)) => prop_assert_eq!(found ^ sign_bit(target), negative),
            (found, negative) => prop_assert_eq!(reason(&found), reason(&negative)),
        }
    }

    #[test]
    fn an_exact_output_is_the_output_in_all_modes(
        (source, target) in types(), modes in (mode(), mode()), rules in (rule(), rule()), seed in seed(),
    ) {
        let pattern = seed.pattern(source, target);
        if let Ok(output) = Cast::new(source, target, modes.0, rules.0).scalar(pattern)
            && let (Some(before), Some(after)) = (scaled(source, pattern), scaled(target, output))
            && before == after
        {
            prop_assert_eq!(Cast::new(source, target, modes.1, rules.1).scalar(pattern), Ok(output));
            // What the target holds exactly can be cast back.
            let back = Cast::new(target, source, modes.1, rules.1).scalar(output);
            prop_assert_eq!(back.ok().and_then(|back| scaled(source, back)), Some(before));
        }
    }

    #[test]
    fn a_type_that_holds_all_of_another_gives_it_back(
        (narrow, wide) in inclusions(), modes in (mode(), mode()), seed in seed(),
    ) {
        let pattern = seed.pattern(narrow, wide);
        let there = Cast::new(narrow, wide, modes.0, None);
        let back = Cast::new(wide, narrow, modes.1, None);
        prop_assert_eq!(there.scalar(pattern).and_then(|output| back.scalar(output)), Ok(pattern));
    }

    #[test]
    fn wrap_is_congruent_to_the_rounded_integer(
        source in data_type(), target in select(INTEGERS), mode in mode(), seed in seed(),
    ) {
        let pattern = seed.pattern(source, target);
        if let Some(value) = scaled(source, pattern) {
            let output = Cast::new(source, target, mode, Some(OutOfRange::Wrap)).scalar(pattern);
            let output = output.expect("every number can be cast");
            prop_assert_eq!(output, output & target.mask());
            let modulus = BigInt::from(1) << target.bits();
            let output = scaled(target, output).expect("a number") >> SCALE;
            let rounded = rounded_to_integer(&value, mode);
            prop_assert_eq!((&rounded - &output) % &modulus, BigInt::ZERO, "{} {}", rounded, output);
        }
    }

    #[test]
    fn the_range_rules_leave_successes_alone(
        (source, target) in types(), mode in mode(), rule in rule(), seed in seed(),
    ) {
        let pattern = seed.pattern(source, target);
        let absent = Cast::new(source, target, mode, None).scalar(pattern);
        let present = Cast::new(source, target, mode, rule).scalar(pattern);
        match absent {
            // The two rules only act beyond the range: NaN and infinities stay what they are.
            Ok(_) | Err(CastError::Nan { .. } | CastError::Infinite { .. }) => {
                prop_assert_eq!(present, absent);
            }
            Err(CastError::OutOfRange { .. }) => {
                prop_assert!(rule != Some(OutOfRange::Clamp) || present.is_ok());
            }
        }
    }

    #[test]
    fn directed_modes_bracket_the_value(
        (source, target) in types(), seed in seed(),
    ) {
        let pattern = seed.pattern(source, target);
        let output = |mode| {
            let output = Cast::new(source, target, mode, None).scalar(pattern);
            output.ok().and_then(|output| scaled(target, output))
        };
        if let Some(value) = scaled(source, pattern)
            && let (Some(below), Some(above)) = (output(TowardsNegative), output(TowardsPositive))
        {
            prop_assert!(below <= value && value <= above);
            let zero = if value.sign() == Sign::Minus { &above } else { &below };
            prop_assert_eq!(output(TowardsZero), Some(zero.clone()));
            // The nearest of the two: the other one is not nearer.
            for mode in [NearestEven, NearestAway] {
                let nearest = output(mode).expect("between two numbers in range");
                let other = if nearest == below { &above } else { &below };
                prop_assert!(nearest == below || nearest == above);
                prop_assert!(distance(&nearest, &value) <= distance(other, &value));
            }
        }
    }

    #[test]
    fn decoding_is_encoding_with_the_types_swapped(
        (array, data_type) in types(), mode in mode(), rule in rule(), seed in seed(),
    ) {
        // Otherwise one of the two configurations is invalid.
        let wraps = array.is_integer() && data_type.is_integer();
        let rule = rule.filter(|rule| wraps || *rule == OutOfRange::Clamp);
        let configured = |array: DataType, data_type: DataType| {
            let out_of_range = rule.map(|rule| format!(r#","out_of_range":"{}""#, rule.name()));
            let text = format!(
                r#"{{"data_type":"{data_type}","rounding":"{}"{}}}"#,
                mode.name(),
                out_of_range.unwrap_or_default(),
            );
            CastValue::parse(&text, array, Readings::OURS).expect("a valid configuration")
        };
        let (there, swapped) = (configured(array, data_type), configured(data_type, array));
        let (encode, decode) = (there.cast(Direction::Encode), swapped.cast(Direction::Decode));
        let pattern = seed.pattern(array, data_type);
        prop_assert_eq!((encode.source(), encode.target()), (array, data_type));
        prop_assert_eq!(encode.scalar(pattern), decode.scalar(pattern));
        prop_assert_eq!(encode.scalar(pattern), Cast::new(array, data_type, mode, rule).scalar(pattern));
    }

    #[test]
    fn readings_leave_what_they_do_not_concern_alone(
        (source, target) in types(), mode in mode(), rule in rule(), seed in seed(),
    ) {
        let pattern = seed.pattern(source, target);
        let ours = Cast::new(source, target, mode, rule);
        // Not their business: the type without a zero, `wrap` into floats, NaN and infinities.
        let wraps_into_float = rule == Some(OutOfRange::Wrap) && !target.is_integer();
        if target.has_zero() && !wraps_into_float && scaled(source, pattern).is_some() {
            let all = Alternative::ALL.into_iter().fold(Readings::OURS, Readings::with);
            prop_assert_eq!(ours.clone().with_readings(all).scalar(pattern), ours.scalar(pattern));
        }
    }
}

const SCALE: i64 = 1100;

/// A value times 2^1100, a whole number for every finite value of the 26 types.
fn scaled(data_type: DataType, pattern: u64) -> Option<BigInt> {
    let Value::Finite(number) = data_type.decode(pattern) else { return None };
    let sign = if number.is_negative() { Sign::Minus } else { Sign::Plus };
    Some(BigInt::from_biguint(sign, number.significand().clone()) << (number.exponent() + SCALE))
}

/// Finite values between the infinities; `None` for a NaN.
fn order(data_type: DataType, pattern: u64) -> Option<(i8, BigInt)> {
    match data_type.decode(pattern) {
        Value::Nan => None,
        Value::Infinity { negative } => Some((if negative { -1 } else { 1 }, BigInt::ZERO)),
        Value::Finite(_) => scaled(data_type, pattern).map(|value| (0, value)),
    }
}

fn distance(a: &BigInt, b: &BigInt) -> BigInt {
    if a < b { b - a } else { a - b }
}

fn rounded_to_integer(scaled: &BigInt, mode: RoundingMode) -> BigInt {
    let floor = scaled >> SCALE;
    let twice_rest: BigInt = (scaled - (&floor << SCALE)) << 1;
    let against_half = twice_rest.cmp(&(BigInt::from(1) << SCALE));
    let negative = scaled.sign() == Sign::Minus;
    let up = match mode {
        _ if twice_rest == BigInt::ZERO => false,
        TowardsNegative => false,
        TowardsPositive => true,
        TowardsZero => negative,
        NearestEven => against_half.is_gt() || against_half.is_eq() && floor.bit(0),
        NearestAway => against_half.is_gt() || against_half.is_eq() && !negative,
    };
    if up { floor + 1 } else { floor }
}

fn is_nan(data_type: DataType, result: &Result<u64, CastError>) -> bool {
    matches!(result, Ok(pattern) if data_type.is_nan(*pattern))
}

fn reason(result: &Result<u64, CastError>) -> Option<&'static str> {
    result.as_ref().err().map(CastError::reason)
}

const INTEGERS: &[DataType] =
    &[Int2, Int4, Int8, Int16, Int32, Int64, Uint2, Uint4, Uint8, Uint16, Uint32, Uint64];

/// The types with a negative of each of their values, the zeros included.
#[rustfmt::skip]
const SIGNED_ZERO: &[DataType] = &[
    Float4E2m1fn, Float6E2m3fn, Float6E3m2fn, Float8E3m4, Float8E4m3, Float8E5m2, Bfloat16,
    Float16, Float32, Float64,
];

/// Types, and some that hold all their values.
#[rustfmt::skip]
const INCLUSIONS: [(&[DataType], &[DataType]); 11] = [
    (&[Int2, Uint2],                 &[Int4, Int64, Float6E2m3fn, Float8E5m2, Float16]),
    (&[Int4, Uint4],                 &[Int8, Int16, Float8E3m4, Float16, Float64]),
    (&[Int8],                        &[Int16, Int32, Int64, Bfloat16, Float16, Float64]),
    (&[Uint8],                       &[Int16, Uint16, Uint64, Bfloat16, Float16, Float32]),
    (&[Int16, Uint16],               &[Int32, Int64, Float32, Float64]),
    (&[Int32, Uint32],               &[Int64, Float64]),
    (&[Float4E2m1fn],                &[Float6E2m3fn, Float6E3m2fn, Float8E4m3, Float16]),
    (&[Float6E2m3fn, Float6E3m2fn],  &[Float8E4m3, Bfloat16, Float16, Float32, Float64]),
    (&[Float8E4m3fnuz],              &[Bfloat16, Float16, Float32, Float64]),
    (&[Float8E4m3b11fnuz],           &[Bfloat16, Float16, Float32, Float64]),
    (&[Float8E5m2fnuz, Float8E8m0fnu], &[Bfloat16, Float32, Float64]),
];

fn inclusions() -> impl Strategy<Value = (DataType, DataType)> {
    select(&INCLUSIONS).prop_flat_map(|(narrow, wide)| (select(narrow), select(wide)))
}

fn data_type() -> impl Strategy<Value = DataType> {
    select(DataType::ALL.to_vec())
}

fn types() -> impl Strategy<Value = (DataType, DataType)> {
    (data_type(), data_type())
}

fn mode() -> impl Strategy<Value = RoundingMode> {
    select(RoundingMode::ALL.to_vec())
}

fn rule() -> impl Strategy<Value = Option<OutOfRange>> {
    select(vec![None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)])
}
