//! The rules on fill values that are numbers, and on how fill values are written.

use codec_reference::{Alternative, DataType, FillValueError, JsonError, Readings};

use Alternative::*;
use DataType::*;
use FillValueError::{Json, Kind, NotInteger, OutOfRange};

fn ours(data_type: DataType, text: &str) -> Result<u64, FillValueError> {
    data_type.parse_fill_value(text, Readings::OURS)
}

fn under(alternative: Alternative, data_type: DataType, text: &str) -> Result<u64, FillValueError> {
    data_type.parse_fill_value(text, Readings::OURS.with(alternative))
}

fn outside(data_type: DataType, text: &str, rule: &'static str) -> Result<u64, FillValueError> {
    Err(OutOfRange { text: text.to_owned(), data_type, rule })
}

fn integers() -> impl Iterator<Item = DataType> {
    DataType::ALL.into_iter().filter(|data_type| data_type.name().contains("int"))
}

#[test]
fn fv_int_1_integers_are_exact() {
    for (data_type, text, bits) in [
        (Uint64, "18446744073709551615", u64::MAX),
        (Int64, "-9223372036854775808", 1 << 63),
        (Int64, "9223372036854775807", u64::MAX >> 1),
        (Int64, "9007199254740993", (1 << 53) + 1),
        (Int64, "-9007199254740993", 0xffdf_ffff_ffff_ffff),
        (Int8, "-1", 0xff),
        (Int4, "-8", 0x8),
        (Int2, "-1", 0x3),
        (Uint2, "3", 0x3),
    ] {
        assert_eq!(ours(data_type, text), Ok(bits), "{data_type} {text}");
        assert_eq!(data_type.fill_value_json(bits), text, "{data_type}");
    }
}

#[test]
fn fv_int_2_the_spelling_of_an_integer_has_no_other_part() {
    for text in ["2.0", "2e0", "20e-1", "0.2E+1", "1.5", "1e-400", "1e999999999"] {
        for data_type in integers() {
            let expected = NotInteger { text: text.to_owned(), data_type };
            assert_eq!(ours(data_type, text), Err(expected), "{data_type} {text}");
        }
    }
    for text in ["2.0", "2e0", "20e-1", "0.2E+1", "2.000000e0"] {
        assert_eq!(under(IntegralNumberAccepted, Uint4, text), Ok(2), "{text}");
    }
    for text in ["1.5", "1e-400", "0.5", "2.0000000000000000000000000000001"] {
        let refused = under(IntegralNumberAccepted, Uint4, text);
        assert!(matches!(refused, Err(NotInteger { .. })), "{text}: {refused:?}");
    }
    let huge = under(IntegralNumberAccepted, Int64, "1e999999999");
    assert_eq!(huge, outside(Int64, "1e999999999", "FV-INT-3"));
}

#[test]
fn fv_int_3_outside_the_range_is_refused() {
    for (data_type, texts) in [
        (Uint8, ["256", "-1"]),
        (Int8, ["128", "-129"]),
        (Int4, ["8", "-9"]),
        (Uint2, ["4", "-1"]),
        (Int2, ["2", "-3"]),
        (Uint64, ["18446744073709551616", "-1"]),
        (Int64, ["9223372036854775808", "-9223372036854775809"]),
    ] {
        for text in texts {
            assert_eq!(ours(data_type, text), outside(data_type, text, "FV-INT-3"));
        }
    }
    let digits = "9".repeat(100_000);
    assert_eq!(ours(Int64, &digits), outside(Int64, &digits, "FV-INT-3"));
}

#[test]
fn fv_kind_1_other_kinds_are_no_fill_values() {
    let kinds = [("true", "a boolean"), ("[1]", "an array"), ("{}", "an object"), ("null", "null")];
    for (data_type, (text, found)) in
        DataType::ALL.into_iter().flat_map(|t| kinds.map(|kind| (t, kind)))
    {
        assert_eq!(ours(data_type, text), Err(Kind { data_type, found }), "{text}");
    }
    for (data_type, text) in
        integers().flat_map(|t| [r#""2""#, r#""0x05""#, r#""NaN""#].map(|s| (t, s)))
    {
        let found = "a string";
        assert_eq!(ours(data_type, text), Err(Kind { data_type, found }), "{text}");
    }
}

#[test]
fn fv_kind_2_null_may_be_read_as_zero() {
    for data_type in DataType::ALL {
        let expected = match data_type {
            Float8E8m0fnu => Err(Kind { data_type, found: "null" }),
            _ => Ok(0),
        };
        assert_eq!(under(NullFillAbsent, data_type, "null"), expected, "{data_type}");
    }
}

#[test]
fn fv_float_1_numbers_are_rounded_to_nearest_even() {
    for (data_type, text, bits) in [
        (Float32, "0.1", 0x3dcc_cccd),
        (Float16, "0.1", 0x2e66),
        (Float8E4m3, "0.1", 0x1d),
        (Float32, "1e-45", 0x0000_0001),
        (Float64, "0.1", 0x3fb9_9999_9999_999a),
        (Float64, "5e-324", 0x0000_0000_0000_0001),
        (Float64, "2e-324", 0x0000_0000_0000_0000),
        (Float64, "1.7976931348623157e308", 0x7fef_ffff_ffff_ffff),
        // Ties: 1 + 2^-11 and 1 + 3 * 2^-11.
        (Float16, "1.00048828125", 0x3c00),
        (Float16, "1.00146484375", 0x3c02),
        (Float4E2m1fn, "2.5", 0x4),
        (Float4E2m1fn, "-0.25", 0x8),
        // Neither power of two is even: the greater one.
        (Float8E8m0fnu, "3", 0x81),
    ] {
        assert_eq!(ours(data_type, text), Ok(bits), "{data_type} {text}");
    }
    for text in ["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "1.000", " 1\n"] {
        assert_eq!(ours(Float32, text), Ok(0x3f80_0000), "{text}");
    }
}

#[test]
fn fv_float_2_numbers_are_rounded_once() {
    // 1 + 2^-24 is the tie between float32's 1 and the next value; this lies just above it, and
    // the nearest float64 is the tie.
    let above_tie = "1.000000059604644775390626";
    assert_eq!(ours(Float32, above_tie), Ok(0x3f80_0001));
    assert_eq!(under(DecimalThroughFloat64, Float32, above_tie), Ok(0x3f80_0000));
    assert_eq!(ours(Float32, "1.000000059604644775390625"), Ok(0x3f80_0000));
    let float64 = under(DecimalThroughFloat64, Float64, "0.1");
    assert_eq!(float64, Ok(0x3fb9_9999_9999_999a), "is a float64 anyway");
    let huge = under(DecimalThroughFloat64, Float32, "-1e999");
    assert_eq!(huge, Ok(0xff80_0000), "an infinite float64 is one here too");
}

#[test]
fn fv_float_2_a_digit_however_late_decides() {
    // Half-way between 1 and the next float16; between 2^53 and the next float64.
    for (data_type, tie, even, above) in [
        (Float16, "1.00048828125", 0x3c00, 0x3c01),
        (Float64, "9007199254740993.0", 0x4340_0000_0000_0000, 0x4340_0000_0000_0001),
    ] {
        let zeros = "0".repeat(900);
        assert_eq!(ours(data_type, &format!("{tie}{zeros}")), Ok(even), "{data_type}");
        assert_eq!(ours(data_type, &format!("{tie}{zeros}1")), Ok(above), "{data_type}");
    }
}

#[test]
fn fv_float_3_beyond_the_finite_range() {
    let refused = |data_type, text| under(OverflowRefused, data_type, text);
    let largest = |data_type, text| under(OverflowLargestFinite, data_type, text);
    for (data_type, text, infinity, max) in [
        (Float16, "65520", 0x7c00, 0x7bff),
        (Float16, "-65520", 0xfc00, 0xfbff),
        (Float32, "3.4028236e38", 0x7f80_0000, 0x7f7f_ffff),
        (Float64, "1e309", 0x7ff0_0000_0000_0000, 0x7fef_ffff_ffff_ffff),
        (Float8E4m3, "248", 0x78, 0x77),
    ] {
        assert_eq!(ours(data_type, text), Ok(infinity), "{text}");
        assert_eq!(refused(data_type, text), outside(data_type, text, "FV-FLOAT-3"));
        assert_eq!(largest(data_type, text), Ok(max), "{text}");
    }
    for (data_type, text, max) in [
        (Float4E2m1fn, "7", 0x7),
        (Float4E2m1fn, "-1e99", 0xf),
        (Float8E4m3fnuz, "248", 0x7f),
        (Float8E8m0fnu, "1e39", 0xfe),
    ] {
        assert_eq!(ours(data_type, text), outside(data_type, text, "FV-FLOAT-3"));
        assert_eq!(refused(data_type, text), outside(data_type, text, "FV-FLOAT-3"));
        assert_eq!(largest(data_type, text), Ok(max), "{text}");
    }
    // What rounds to the largest value is not an overflow under any alternative.
    for (data_type, text, bits) in [
        (Float32, "3.4028235e38", 0x7f7f_ffff),
        (Float16, "65519.9", 0x7bff),
        (Float4E2m1fn, "6.9", 0x7),
    ] {
        for found in [ours(data_type, text), refused(data_type, text), largest(data_type, text)] {
            assert_eq!(found, Ok(bits), "{text}");
        }
    }
}

#[test]
fn fv_float_4_what_e8m0fnu_does_not_reach() {
    for text in ["0", "-0.0", "-1", "-1e99", "1e-45", "4e-39", "1e-999999999"] {
        assert_eq!(ours(Float8E8m0fnu, text), outside(Float8E8m0fnu, text, "FV-FLOAT-4"));
        assert_eq!(under(E8m0TinySmallest, Float8E8m0fnu, text), Ok(0x00), "{text}");
    }
    assert_eq!(ours(Float8E8m0fnu, "5e-39"), Ok(0x00), "more than three quarters of 2^-127");
}

#[test]
fn fv_zero_1_the_sign_of_zero() {
    for text in ["-0.0", "-0", "-0e0", "-0E-5", "-1e-60", "-1e-999999999"] {
        assert_eq!(ours(Float32, text), Ok(0x8000_0000), "{text}");
        assert_eq!(ours(Float8E4m3fnuz, text), Ok(0x00), "{text}");
        let positive = under(IntegerZeroPositive, Float32, text);
        assert_eq!(positive, Ok(if text == "-0" { 0 } else { 0x8000_0000 }), "{text}");
    }
    for data_type in integers() {
        assert_eq!(ours(data_type, "-0"), Ok(0), "{data_type}");
        assert_eq!(ours(data_type, "0"), Ok(0), "{data_type}");
    }
}

#[test]
fn texts_that_are_not_json_are_refused() {
    let number_like = ["", "01", "+1", ".5", "1.", "1e", "0x10", "NaN", "Infinity", "1_000", "--1"];
    for text in number_like.into_iter().chain(["1 2", "'NaN'", "\"NaN", "nul"]) {
        for data_type in [Float32, Uint8] {
            let found = ours(data_type, text);
            assert!(matches!(found, Err(Json(JsonError::Syntax { .. }))), "{text}: {found:?}");
        }
    }
}

#[test]
fn writing_and_reading_back_is_the_identity() {
    for data_type in DataType::ALL {
        // Every pattern up to 16 bits, and some 4000 spread over each of the wider types.
        let step = if data_type.bits() <= 16 { 1 } else { data_type.mask() / 4_001 };
        for bits in (0..=data_type.mask()).step_by(step as usize) {
            let text = data_type.fill_value_json(bits);
            assert_eq!(ours(data_type, &text), Ok(bits), "{data_type} {bits:#x} as {text}");
        }
    }
}

#[test]
fn fill_values_are_written_plainly() {
    for (data_type, bits, text) in [
        (Float64, 0x3fb9_9999_9999_999a, "0.1"),
        (Float16, 0x7bff, "65504"),
        (Float32, 0x0000_0000, "0.0"),
        (Float32, 0x8000_0000, "-0.0"),
        (Float32, 0xffc0_0000, "\"0xffc00000\""),
        (Float32, 0x7fc0_0000, "\"NaN\""),
        (Float8E5m2, 0xfc, "\"-Infinity\""),
        (Float8E8m0fnu, 0x7f, "1"),
        (Int64, 1 << 63, "-9223372036854775808"),
    ] {
        assert_eq!(data_type.fill_value_json(bits), text, "{data_type}");
    }
    assert_eq!(Float4E2m1fn.hex_pattern(0x7), "0x07");
    assert_eq!(Float64.hex_pattern(1), "0x0000000000000001");
}
