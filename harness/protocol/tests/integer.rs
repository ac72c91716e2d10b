//! Integers of any size: one value has one form, and is read from either of the protocol's.

use codec_protocol::{Attributes, Integer, ParseIntegerError};

/// 2^63, 2^64, 2^127, 2^128 and 2^130.
const POWERS: [&str; 5] = [
    "9223372036854775808",
    "18446744073709551616",
    "170141183460469231731687303715884105728",
    "340282366920938463463374607431768211456",
    "1361129467683753853853498429727072845824",
];

fn integer(text: &str) -> Integer {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn json(text: &str) -> serde_json::Result<Integer> {
    serde_json::from_str(text)
}

#[test]
fn decimal_text_comes_back_as_it_was() {
    for digits in ["1", "10", "9007199254740992", "9223372036854775807"].iter().chain(&POWERS) {
        for text in [(*digits).to_owned(), format!("-{digits}")] {
            assert_eq!((integer(&text).to_string(), integer(&text).digits()), (text, digits.len()));
        }
    }
    assert_eq!((integer("0").to_string(), integer("0").digits()), ("0".to_owned(), 1));
}

#[test]
fn equal_numbers_are_equal_however_they_are_written() {
    for (one, other) in [("0", "-0"), ("0", "000"), ("7", "007"), ("-7", "-0007"), ("0", "-00")] {
        assert_eq!(integer(one), integer(other), "{one} and {other}");
    }
    for digits in POWERS {
        for sign in ["", "-"] {
            let (one, other) = (format!("{sign}{digits}"), format!("{sign}000{digits}"));
            assert_eq!(integer(&one), integer(&other));
            assert_eq!(integer(&other).to_string(), one);
        }
        assert_ne!(integer(digits), integer(&format!("-{digits}")));
        assert_ne!(integer(digits), integer(&format!("{digits}0")));
    }
}

#[test]
fn what_is_no_decimal_text_is_rejected() {
    let huge = format!("{}x", "9".repeat(1000));
    for text in
        ["", "-", "+1", "--1", "1-", "1e3", "1.0", "0x1", " 1", "1 ", "1 0", "1_0", "１", &huge]
    {
        assert_eq!(text.parse::<Integer>(), Err(ParseIntegerError), "{text}");
        let error = json(&format!("{text:?}")).expect_err(text).to_string();
        let expected = format!(
            "invalid value: string {text:?}, expected an integer, or its decimal digits in a string"
        );
        assert!(error.starts_with(&expected), "{error}");
    }
    for text in ["1.5", "1e3", "18446744073709551616", "true", "null", "[]", "{}"] {
        let error = json(text).expect_err(text).to_string();
        assert!(
            error.contains("expected an integer, or its decimal digits in a string"),
            "{error}"
        );
    }
}

/// 2^53 - 1 is the largest that JSON has as a number.
#[test]
fn json_has_a_number_where_every_reader_holds_it() {
    for (text, written) in [
        ("0", "0"),
        ("-3", "-3"),
        ("9007199254740991", "9007199254740991"),
        ("-9007199254740991", "-9007199254740991"),
        ("9007199254740992", "\"9007199254740992\""),
        ("-9007199254740992", "\"-9007199254740992\""),
        (POWERS[0], "\"9223372036854775808\""),
        (POWERS[4], "\"1361129467683753853853498429727072845824\""),
    ] {
        assert_eq!(serde_json::to_string(&integer(text)).expect("JSON"), written);
        assert_eq!(json(written).expect("it is read"), integer(text));
        assert_eq!(json(&format!("\"{text}\"")).expect("it is read"), integer(text));
    }
    assert_eq!(json("18446744073709551615").expect("64 bits"), integer("18446744073709551615"));
    assert_eq!(json("-9223372036854775808").expect("64 bits"), integer("-9223372036854775808"));
}

#[test]
fn each_primitive_type_is_exact_to_its_ends() {
    let text = |integer: Integer| integer.to_string();
    assert_eq!(text(u64::MAX.into()), "18446744073709551615");
    assert_eq!(text(i64::MIN.into()), "-9223372036854775808");
    assert_eq!(text(i128::MIN.into()), "-170141183460469231731687303715884105728");
    assert_eq!(text(u128::MAX.into()), "340282366920938463463374607431768211455");
    assert_eq!(integer("18446744073709551615").to(), Some(u64::MAX));
    assert_eq!(integer("18446744073709551616").to::<u64>(), None);
    assert_eq!(integer("-1").to::<u64>(), None);
    assert_eq!(integer("-9223372036854775808").to(), Some(i64::MIN));
    assert_eq!(integer("-9223372036854775809").to::<i64>(), None);
    assert_eq!(integer("340282366920938463463374607431768211455").to(), Some(u128::MAX));
    assert_eq!(integer(POWERS[3]).to::<u128>(), None);
    assert_eq!(integer(&format!("-{}", POWERS[2])).to(), Some(i128::MIN));
    assert_eq!(integer("256").to::<u8>(), None);
}

/// Quadratic work on so many digits would take minutes.
#[test]
fn millions_of_digits_are_read_and_written() {
    let digits = "7".repeat(8_000_000);
    let read = json(&format!("\"{}{digits}\"", "0".repeat(8_000_000))).expect("it is read");
    assert_eq!(serde_json::to_string(&read).expect("JSON"), format!("\"{digits}\""));
    assert_eq!((read.to::<u64>(), read.to::<i128>()), (None, None));
    let zeros = json(&format!("\"-{}\"", "0".repeat(8_000_000))).expect("it is read");
    assert_eq!(zeros, Integer::from(0));
}

#[test]
fn attributes_are_int64_or_out_of_range() {
    let attributes =
        |text: &str| serde_json::from_str::<Attributes>(text).expect("attributes").to_int64();
    assert_eq!(attributes("{}"), Some(([None; 3], -1)));
    assert_eq!(attributes(r#"{"bits":3,"axis":0}"#), Some(([Some(3), None, None], 0)));
    let ends = r#"{"radix":"9223372036854775807","group_size":"-9223372036854775808"}"#;
    assert_eq!(attributes(ends), Some(([None, Some(i64::MAX), Some(i64::MIN)], -1)));
    for name in ["bits", "radix", "group_size", "axis"] {
        for value in ["9223372036854775808", "-9223372036854775809", "18446744073709551619"] {
            assert_eq!(attributes(&format!(r#"{{"{name}":"{value}"}}"#)), None, "{name} {value}");
        }
    }
}
