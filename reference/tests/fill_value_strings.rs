//! The rules on fill values that are strings: infinities, NaN and bit patterns.

use codec_reference::{Alternative, DataType, FillValueError, Readings};

use Alternative::*;
use DataType::*;
use FillValueError::{HexSpelling, HexTooWide, NoSuchValue};

fn ours(data_type: DataType, text: &str) -> Result<u64, FillValueError> {
    data_type.parse_fill_value(text, Readings::OURS)
}

fn under(alternative: Alternative, data_type: DataType, text: &str) -> Result<u64, FillValueError> {
    data_type.parse_fill_value(text, Readings::OURS.with(alternative))
}

fn no_such(data_type: DataType, text: &str) -> Result<u64, FillValueError> {
    Err(NoSuchValue { text: text.to_owned(), data_type })
}

fn floats() -> impl Iterator<Item = DataType> {
    DataType::ALL.into_iter().filter(|data_type| data_type.name().contains("float"))
}

#[test]
fn fv_inf_1_infinities_where_there_are_some() {
    for (data_type, positive, negative) in [
        (Float8E3m4, 0x70, 0xf0),
        (Float8E4m3, 0x78, 0xf8),
        (Float8E5m2, 0x7c, 0xfc),
        (Bfloat16, 0x7f80, 0xff80),
        (Float16, 0x7c00, 0xfc00),
        (Float32, 0x7f80_0000, 0xff80_0000),
        (Float64, 0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000),
    ] {
        assert_eq!(ours(data_type, r#""Infinity""#), Ok(positive), "{data_type}");
        assert_eq!(ours(data_type, r#""-Infinity""#), Ok(negative), "{data_type}");
        assert_eq!(under(PlusInfinityAccepted, data_type, r#""+Infinity""#), Ok(positive));
        assert_eq!(ours(data_type, r#""+Infinity""#), no_such(data_type, "+Infinity"));
    }
    let without = floats().filter(|data_type| {
        let name = data_type.name();
        name.ends_with("fn") || name.contains("fnu")
    });
    for data_type in without {
        for text in ["Infinity", "-Infinity", "+Infinity"] {
            let json = format!("{text:?}");
            assert_eq!(ours(data_type, &json), no_such(data_type, text));
            assert_eq!(under(PlusInfinityAccepted, data_type, &json), no_such(data_type, text));
        }
    }
}

#[test]
fn fv_nan_1_nan_is_the_canonical_pattern() {
    for (data_type, bits) in [
        (Float8E3m4, 0x78),
        (Float8E4m3, 0x7c),
        (Float8E4m3b11fnuz, 0x80),
        (Float8E4m3fnuz, 0x80),
        (Float8E5m2, 0x7e),
        (Float8E5m2fnuz, 0x80),
        (Float8E8m0fnu, 0xff),
        (Bfloat16, 0x7fc0),
        (Float16, 0x7e00),
        (Float32, 0x7fc0_0000),
        (Float64, 0x7ff8_0000_0000_0000),
    ] {
        assert_eq!(ours(data_type, r#""NaN""#), Ok(bits), "{data_type}");
        assert_eq!(ours(data_type, r#""\u004eaN""#), Ok(bits), "an escape is not another string");
    }
    for data_type in [Float4E2m1fn, Float6E2m3fn, Float6E3m2fn] {
        assert_eq!(ours(data_type, r#""NaN""#), no_such(data_type, "NaN"));
    }
}

#[test]
fn fv_str_1_other_strings_are_refused() {
    let texts = ["inf", "-inf", "infinity", "nan", "-NaN", "NaN ", "nan(1)", "1.0", "abc", "", "0"];
    for (data_type, text) in floats().flat_map(|data_type| texts.map(|text| (data_type, text))) {
        assert_eq!(ours(data_type, &format!("{text:?}")), no_such(data_type, text));
    }
}

#[test]
fn fv_hex_1_a_hex_string_is_the_pattern() {
    for (data_type, text, bits) in [
        (Float32, "0x7fc00001", 0x7fc0_0001),
        (Float32, "0x7FC00001", 0x7fc0_0001),
        (Float32, "0x3f800000", 0x3f80_0000),
        (Float32, "0xfF800001", 0xff80_0001),
        (Float4E2m1fn, "0x07", 0x07),
        (Float6E3m2fn, "0x3f", 0x3f),
        (Float8E5m2, "0x01", 0x01),
        (Float8E8m0fnu, "0xff", 0xff),
        (Float64, "0xfff8000000000001", 0xfff8_0000_0000_0001),
    ] {
        assert_eq!(ours(data_type, &format!("{text:?}")), Ok(bits), "{data_type} {text}");
    }
}

#[test]
fn fv_hex_2_other_spellings_of_hex_are_refused() {
    for (text, bits) in [("0x7e1", 0x07e1), ("0x00007e01", 0x7e01), ("0X7E01", 0x7e01), ("0x0", 0)]
    {
        let (json, refused) = (format!("{text:?}"), text.to_owned());
        let expected = HexSpelling { text: refused, digits: 4, data_type: Float16 };
        assert_eq!(ours(Float16, &json), Err(expected));
        assert_eq!(under(HexSpellingAccepted, Float16, &json), Ok(bits), "{text}");
    }
    for text in ["0x", "0x7e0g", "0x+e01", "0x7e 1", "0x 7e01", "0x_7e1", "0xé"] {
        let json = format!("{text:?}");
        for found in [ours(Float16, &json), under(HexSpellingAccepted, Float16, &json)] {
            assert!(matches!(found, Err(HexSpelling { .. })), "{text}: {found:?}");
        }
    }
    assert_eq!(ours(Float16, r#""-0x7e01""#), no_such(Float16, "-0x7e01"));
}

#[test]
fn fv_hex_3_a_pattern_has_no_more_bits_than_the_type() {
    for (data_type, text, low) in [(Float4E2m1fn, "0x17", 0x07), (Float6E2m3fn, "0x40", 0x00)] {
        let (json, text) = (format!("{text:?}"), text.to_owned());
        assert_eq!(ours(data_type, &json), Err(HexTooWide { text, data_type }));
        assert_eq!(under(HexUpperBitsIgnored, data_type, &json), Ok(low));
    }
    let both = Readings::OURS.with(HexSpellingAccepted).with(HexUpperBitsIgnored);
    for text in ["0x100", "0x10000000000000000"] {
        let found = Float8E5m2.parse_fill_value(&format!("{text:?}"), both);
        assert!(matches!(found, Err(HexTooWide { .. })), "{text}: {found:?}");
    }
}
