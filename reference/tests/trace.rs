//! The rules that `Cast::rules` names, in the order of the procedure.

use codec_reference::{
    ArrayError, Cast, CastError, CastValue, DataType, Direction, OutOfRange, Readings, RoundingMode,
};

use DataType::*;
use OutOfRange::{Clamp, Wrap};
use RoundingMode::{NearestEven, TowardsPositive, TowardsZero};

type Row = (DataType, RoundingMode, Option<OutOfRange>, f32, &'static [&'static str]);

#[rustfmt::skip]
const FROM_FLOAT32: [Row; 25] = [
    (Float16,        NearestEven,     None,        1.0,             &["CV-EXACT-1"]),
    (Float16,        NearestEven,     None,        -0.0,            &["CV-ZERO-1"]),
    (Int8,           NearestEven,     None,        -0.0,            &["CV-ZERO-2"]),
    (Float8E4m3fnuz, NearestEven,     None,        -0.0,            &["CV-ZERO-2"]),
    (Float16,        NearestEven,     None,        0.1,             &["CV-ROUND-1"]),
    (Float16,        TowardsZero,     None,        0.1,             &["CV-ROUND-2"]),
    (Float16,        TowardsPositive, None,        0.1,             &["CV-ROUND-3"]),
    (Float16,        NearestEven,     None,        -1e-30,          &["CV-ROUND-1", "CV-ZERO-3"]),
    (Int8,           NearestEven,     None,        127.4,           &["CV-ROUND-1", "CV-RANGE-1"]),
    (Int8,           NearestEven,     None,        128.0,           &["CV-RANGE-2"]),
    (Float16,        NearestEven,     None,        f32::NAN,        &["CV-NAN-1"]),
    (Float8E4m3fnuz, NearestEven,     None,        f32::NAN,        &["CV-NAN-4"]),
    (Int8,           NearestEven,     Some(Clamp), f32::NAN,        &["CV-NAN-3"]),
    (Float16,        NearestEven,     None,        f32::INFINITY,   &["CV-INF-1"]),
    (Int8,           NearestEven,     Some(Clamp), f32::INFINITY,   &["CV-INF-2"]),
    (Float8E4m3fnuz, NearestEven,     Some(Clamp), f32::INFINITY,   &["CV-INF-3"]),
    (Int8,           TowardsZero,     Some(Clamp), 300.5,           &["CV-ROUND-2", "CV-RANGE-3"]),
    (Float16,        TowardsZero,     Some(Clamp), 1e9,             &["CV-ROUND-2", "CV-RANGE-4"]),
    (Uint8,          TowardsZero,     Some(Wrap),  300.5,           &["CV-ROUND-2", "CV-WRAP-1"]),
    (Int8,           TowardsZero,     Some(Wrap),  300.5,           &["CV-ROUND-2", "CV-WRAP-2"]),
    (Uint4,          TowardsZero,     Some(Wrap),  300.5,           &["CV-ROUND-2", "CV-WRAP-3"]),
    (Float16,        TowardsZero,     Some(Wrap),  70_000.5,        &["CV-ROUND-2", "CV-WRAP-5"]),
    (Float8E8m0fnu,  NearestEven,     None,        3.0,             &["CV-ROUND-1", "CV-ROUND-9"]),
    (Float8E8m0fnu,  TowardsZero,     Some(Clamp), -3.0,            &["CV-ROUND-2", "CV-RANGE-5"]),
    (Float8E8m0fnu,  TowardsPositive, Some(Clamp), f32::MAX,        &["CV-ROUND-3", "CV-RANGE-6"]),
];

#[test]
fn each_rule_is_named_where_it_acts() {
    for (target, mode, rule, value, expected) in FROM_FLOAT32 {
        let cast = Cast::new(Float32, target, mode, rule);
        let found = cast.rules(value.to_bits().into());
        assert_eq!(found, expected, "{value} to {target}");
    }
}

#[test]
fn a_mapped_scalar_meets_no_other_rule() {
    let text = r#"{"data_type":"uint8","scalar_map":{"encode":[["NaN",0]]}}"#;
    let codec = CastValue::parse(text, Float32, Readings::OURS).expect("valid");
    let rules = codec.cast(Direction::Encode).rules(0x7fc0_0000);
    assert_eq!(rules.first(), Some(&"CV-ORDER-1"));
    assert!(rules.iter().all(|rule| !rule.starts_with("CV-NAN")), "{rules:?}");
}

#[test]
fn a_failure_names_the_last_rule() {
    let functions = [
        (Int8, None, f32::INFINITY),
        (Int8, Some(Wrap), f32::NEG_INFINITY),
        (Float8E5m2fnuz, Some(Clamp), f32::INFINITY),
        (Int8, None, 128.0),
        (Float16, Some(Wrap), 1e9),
    ];
    for (target, range_rule, value) in functions {
        let cast = Cast::new(Float32, target, NearestEven, range_rule);
        let found = match cast.scalar(value.to_bits().into()) {
            Err(CastError::Infinite { rule, .. } | CastError::OutOfRange { rule, .. }) => rule,
            other => panic!("{value} to {target}: {other:?}"),
        };
        assert_eq!(cast.rules(value.to_bits().into()).last(), Some(&found), "{value} to {target}");
    }
}

#[test]
fn cv_order_3_one_failing_element_fails_the_whole_array() {
    let cast = Cast::new(Float32, Uint8, NearestEven, None);
    let elements = |values: [f32; 3]| values.map(|value| u64::from(value.to_bits()));
    assert_eq!(cast.array(&elements([1.0, 2.5, 255.0])), Ok(vec![1, 2, 255]));
    assert_eq!(cast.array(&[]), Ok(vec![]));
    let failed = cast.array(&elements([1.0, f32::NAN, 256.0]));
    let error = CastError::Nan { source_type: Float32, target: Uint8 };
    assert_eq!(failed, Err(ArrayError { index: 1, error }));
}
