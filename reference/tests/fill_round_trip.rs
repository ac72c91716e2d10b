//! Casting an array's fill value: it has to survive the way there and back.

use codec_reference::{
    Alternative, CastError, CastValue, ConfigurationError, DataType, Direction, Readings,
};

use ConfigurationError::{FillCast, FillChanged};
use DataType::*;
use Direction::{Decode, Encode};

/// The fill value of an array of the type, through a configuration.
fn through(
    array: DataType,
    fill_value: &str,
    configuration: &str,
    readings: Readings,
) -> Result<u64, ConfigurationError> {
    let codec = CastValue::parse(configuration, array, readings)?;
    codec.cast_fill_value(array.parse_fill_value(fill_value, readings)?)
}

fn ours(array: DataType, fill_value: &str, configuration: &str) -> Result<u64, ConfigurationError> {
    through(array, fill_value, configuration, Readings::OURS)
}

fn changed(fill_value: &str, back: &str) -> Result<u64, ConfigurationError> {
    Err(FillChanged { fill_value: fill_value.to_owned(), back: back.to_owned() })
}

const SENTINEL: &str =
    r#"{"data_type":"uint16","scalar_map":{"encode":[["NaN",0]],"decode":[[0,"NaN"]]}}"#;

#[test]
fn cv_fill_1_the_map_acts_on_the_fill_value() {
    assert_eq!(ours(Float32, r#""NaN""#, SENTINEL), Ok(0));
    // Any NaN, and any NaN back.
    assert_eq!(ours(Float32, r#""0xffc00001""#, SENTINEL), Ok(0));
    // The sentinel takes the place of a number: that one does not come back.
    assert_eq!(ours(Float32, "0.0", SENTINEL), changed("0.0", "\"NaN\""));
    assert_eq!(ours(Float32, "65535", SENTINEL), Ok(0xffff));
}

#[test]
fn cv_fill_1_the_codecs_rounding_and_range_act_on_the_fill_value() {
    let up = r#"{"data_type":"float32","rounding":"towards-positive"}"#;
    assert_eq!(ours(Int32, "16777216", up), Ok(0x4b80_0000));
    assert_eq!(ours(Int32, "16777217", up), changed("16777217", "16777218"));
    let clamp = r#"{"data_type":"int8","out_of_range":"clamp"}"#;
    assert_eq!(ours(Float32, "300", clamp), changed("300", "127"));
    let wrap = r#"{"data_type":"uint8","out_of_range":"wrap"}"#;
    assert_eq!(ours(Int8, "-1", wrap), Ok(0xff), "-1 to 255 to -1");
}

#[test]
fn cv_fill_2_a_fill_value_that_cannot_be_encoded() {
    let unmapped = ours(Float32, r#""NaN""#, r#"{"data_type":"uint16"}"#);
    let error = CastError::Nan { source_type: Float32, target: Uint16 };
    assert_eq!(unmapped, Err(FillCast { direction: Encode, error }));
    let outside = ours(Int16, "200", r#"{"data_type":"int8"}"#);
    assert!(matches!(
        outside,
        Err(FillCast { direction: Encode, error: CastError::OutOfRange { target: Int8, .. } })
    ));
}

#[test]
fn cv_fill_2_a_fill_value_that_cannot_be_decoded() {
    // 2^63 - 1 rounds to 2^63, which no int64 is.
    let float64 = r#"{"data_type":"float64"}"#;
    let failed = ours(Int64, "9223372036854775807", float64);
    assert!(matches!(
        failed,
        Err(FillCast { direction: Decode, error: CastError::OutOfRange { target: Int64, .. } })
    ));
    // Clamped on its way back, it survives.
    let clamp = r#"{"data_type":"float64","out_of_range":"clamp"}"#;
    assert_eq!(ours(Int64, "9223372036854775807", clamp), Ok(0x43e0_0000_0000_0000));
    assert_eq!(ours(Uint64, "18446744073709551615", clamp), Ok(0x43f0_0000_0000_0000));
}

#[test]
fn cv_fill_2_integers_near_2_to_the_53() {
    let float64 = r#"{"data_type":"float64"}"#;
    assert_eq!(ours(Int64, "9007199254740992", float64), Ok(0x4340_0000_0000_0000));
    assert_eq!(
        ours(Int64, "9007199254740993", float64),
        changed("9007199254740993", "9007199254740992"),
    );
    assert_eq!(
        ours(Int64, "-9007199254740995", float64),
        changed("-9007199254740995", "-9007199254740996"),
    );
    assert_eq!(ours(Int64, "-9223372036854775808", float64), Ok(0xc3e0_0000_0000_0000));
}

#[test]
fn cv_fill_2_one_tenth() {
    let tenth = changed("0.1", "0.10000000149011612");
    assert_eq!(ours(Float64, "0.1", r#"{"data_type":"float32"}"#), tenth);
    assert_eq!(ours(Float32, "0.1", r#"{"data_type":"float64"}"#), Ok(0x3fb9_9999_a000_0000));
    assert_eq!(ours(Float32, "2.5", r#"{"data_type":"int8"}"#), changed("2.5", "2"));
}

#[test]
fn cv_fill_2_the_sign_of_zero_may_be_lost() {
    let zero_sign = Readings::OURS.with(Alternative::FillZeroSignMatters);
    let int8 = r#"{"data_type":"int8"}"#;
    assert_eq!(ours(Float32, "-0.0", int8), Ok(0));
    assert_eq!(through(Float32, "-0.0", int8, zero_sign), changed("-0.0", "0.0"));
    let float16 = r#"{"data_type":"float16"}"#;
    assert_eq!(through(Float32, "-0.0", float16, zero_sign), Ok(0x8000));
    assert_eq!(through(Float32, "0.0", int8, zero_sign), Ok(0));
}

#[test]
fn cv_fill_2_zero_through_a_type_without_zero() {
    let refused = ours(Int8, "0", r#"{"data_type":"float8_e8m0fnu"}"#);
    assert!(matches!(refused, Err(FillCast { direction: Encode, .. })), "{refused:?}");
    // 2^-127 rounds back to 0, but not in every mode.
    let clamp = r#"{"data_type":"float8_e8m0fnu","out_of_range":"clamp"}"#;
    assert_eq!(ours(Int8, "0", clamp), Ok(0x00));
    let up =
        r#"{"data_type":"float8_e8m0fnu","out_of_range":"clamp","rounding":"towards-positive"}"#;
    assert_eq!(ours(Int8, "0", up), changed("0", "1"));
}

#[test]
fn cv_fill_2_infinity_survives_between_types_that_have_it() {
    assert_eq!(ours(Float64, r#""-Infinity""#, r#"{"data_type":"float8_e5m2"}"#), Ok(0xfc));
    // Overflow is not a way to keep a number.
    let clamp = r#"{"data_type":"float16","out_of_range":"clamp"}"#;
    assert_eq!(ours(Float32, "65536", clamp), changed("65536", "\"Infinity\""));
}

#[test]
fn one_survives_all_pairs() {
    for (array, data_type) in
        DataType::ALL.into_iter().flat_map(|a| DataType::ALL.into_iter().map(move |b| (a, b)))
    {
        let text = format!(r#"{{"data_type":"{data_type}"}}"#);
        assert!(ours(array, "1", &text).is_ok(), "{array} {data_type}");
    }
}
