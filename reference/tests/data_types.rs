//! The facts about the 26 types: patterns of the special values, ends of the range, every value.

mod common;

use std::cmp::Ordering;

use DataType::*;
use codec_reference::{DataType, Dyadic, Format, Value};
use num_bigint::BigInt;

use common::{Kind, Layout, layouts, power_of_two};

/// Type, name, bits, and the patterns of the canonical NaN and of +Infinity.
type Facts = (DataType, &'static str, u32, Option<u64>, Option<u64>);

#[rustfmt::skip]
const FACTS: [Facts; 26] = [
    (Int2,              "int2",                2, None,                        None),
    (Int4,              "int4",                4, None,                        None),
    (Int8,              "int8",                8, None,                        None),
    (Int16,             "int16",              16, None,                        None),
    (Int32,             "int32",              32, None,                        None),
    (Int64,             "int64",              64, None,                        None),
    (Uint2,             "uint2",               2, None,                        None),
    (Uint4,             "uint4",               4, None,                        None),
    (Uint8,             "uint8",               8, None,                        None),
    (Uint16,            "uint16",             16, None,                        None),
    (Uint32,            "uint32",             32, None,                        None),
    (Uint64,            "uint64",             64, None,                        None),
    (Float4E2m1fn,      "float4_e2m1fn",       4, None,                        None),
    (Float6E2m3fn,      "float6_e2m3fn",       6, None,                        None),
    (Float6E3m2fn,      "float6_e3m2fn",       6, None,                        None),
    (Float8E3m4,        "float8_e3m4",         8, Some(0x78),                  Some(0x70)),
    (Float8E4m3,        "float8_e4m3",         8, Some(0x7c),                  Some(0x78)),
    (Float8E4m3b11fnuz, "float8_e4m3b11fnuz",  8, Some(0x80),                  None),
    (Float8E4m3fnuz,    "float8_e4m3fnuz",     8, Some(0x80),                  None),
    (Float8E5m2,        "float8_e5m2",         8, Some(0x7e),                  Some(0x7c)),
    (Float8E5m2fnuz,    "float8_e5m2fnuz",     8, Some(0x80),                  None),
    (Float8E8m0fnu,     "float8_e8m0fnu",      8, Some(0xff),                  None),
    (Bfloat16,          "bfloat16",           16, Some(0x7fc0),                Some(0x7f80)),
    (Float16,           "float16",            16, Some(0x7e00),                Some(0x7c00)),
    (Float32,           "float32",            32, Some(0x7fc0_0000),           Some(0x7f80_0000)),
    (Float64,           "float64",            64, Some(0x7ff8_0000_0000_0000), Some(0x7ff0_0000_0000_0000)),
];

/// Type, largest finite value, smallest normal and smallest positive value, each as
/// (odd significand, exponent of two).
type Ends = (DataType, (u64, i64), (u64, i64), (u64, i64));

#[rustfmt::skip]
const FLOAT_ENDS: [Ends; 14] = [
    (Float4E2m1fn,      (3, 1),                  (1, 0),     (1, -1)),
    (Float6E2m3fn,      (15, -1),                (1, 0),     (1, -3)),
    (Float6E3m2fn,      (7, 2),                  (1, -2),    (1, -4)),
    (Float8E3m4,        (31, -1),                (1, -2),    (1, -6)),
    (Float8E4m3,        (15, 4),                 (1, -6),    (1, -9)),
    (Float8E4m3b11fnuz, (15, 1),                 (1, -10),   (1, -13)),
    (Float8E4m3fnuz,    (15, 4),                 (1, -7),    (1, -10)),
    (Float8E5m2,        (7, 13),                 (1, -14),   (1, -16)),
    (Float8E5m2fnuz,    (7, 13),                 (1, -15),   (1, -17)),
    (Float8E8m0fnu,     (1, 127),                (1, -127),  (1, -127)),
    (Bfloat16,          ((1 << 8) - 1, 120),     (1, -126),  (1, -133)),
    (Float16,           (2047, 5),               (1, -14),   (1, -24)),
    (Float32,           ((1 << 24) - 1, 104),    (1, -126),  (1, -149)),
    (Float64,           ((1 << 53) - 1, 971),    (1, -1022), (1, -1074)),
];

#[test]
fn names_and_widths() {
    assert_eq!(DataType::ALL[..], FACTS.map(|row| row.0)[..], "the order of the specification");
    for (data_type, name, bits, ..) in FACTS {
        assert_eq!(data_type.name(), name);
        assert_eq!(DataType::from_name(name), Some(data_type));
        assert_eq!(data_type.bits(), bits, "{name}");
        assert_eq!(data_type.bytes(), if bits < 8 { 1 } else { bits as usize / 8 }, "{name}");
        assert_eq!(data_type.mask(), u64::MAX >> (64 - bits), "{name}");
        assert_eq!(data_type.is_integer(), name.contains("int"), "{name}");
    }
    for unknown in ["Float32", "float8_e4m3fn", "bool", "complex64", "<f4", "", "int 8"] {
        assert_eq!(DataType::from_name(unknown), None, "{unknown}");
    }
}

#[test]
fn core_types_are_those_of_the_core_text() {
    let core = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64";
    for data_type in DataType::ALL {
        let expected = core.split(' ').any(|name| name == data_type.name());
        assert_eq!(data_type.is_core(), expected, "{data_type}");
    }
}

#[test]
fn special_values_have_the_patterns_of_the_table() {
    for (data_type, name, bits, nan, infinity) in FACTS {
        let negative = infinity.map(|pattern| pattern | 1 << (bits - 1));
        assert_eq!(data_type.nan(), nan, "{name}");
        assert_eq!(data_type.infinity(false), infinity, "{name}");
        assert_eq!(data_type.infinity(true), negative, "{name}");
        for (negative, pattern) in [(false, infinity), (true, negative)] {
            let Some(pattern) = pattern else { continue };
            assert_eq!(data_type.decode(pattern), Value::Infinity { negative }, "{name}");
        }
        assert!(nan.is_none_or(|pattern| data_type.decode(pattern) == Value::Nan), "{name}");
    }
}

#[test]
fn zeros_are_those_of_the_table() {
    for Layout { data_type, kind, .. } in layouts() {
        assert_eq!(data_type.has_zero(), kind != Kind::Fnu, "{data_type}");
        let signed_zero = matches!(kind, Kind::Ieee | Kind::Fn);
        assert_eq!(data_type.has_negative_zero(), signed_zero, "{data_type}");
        let sign_bit = 1 << (data_type.bits() - 1);
        let plus = data_type.has_zero().then_some(0);
        let minus = if signed_zero { Some(sign_bit) } else { plus };
        assert_eq!(data_type.encode(&Dyadic::zero(false)), plus, "{data_type}");
        assert_eq!(data_type.encode(&Dyadic::zero(true)), minus, "{data_type}");
        assert!(plus.is_none_or(|plus| is_zero(data_type, plus, false)), "{data_type}");
        assert!(!signed_zero || is_zero(data_type, sign_bit, true), "{data_type}");
    }
}

fn is_zero(data_type: DataType, pattern: u64, negative: bool) -> bool {
    matches!(data_type.decode(pattern), Value::Finite(zero)
        if zero.is_zero() && zero.is_negative() == negative)
}

#[test]
fn ends_of_the_float_ranges() {
    let floats: Vec<_> = DataType::ALL.into_iter().filter(|one| !one.is_integer()).collect();
    assert_eq!(FLOAT_ENDS.map(|row| row.0)[..], floats, "a row for each float type");
    for (data_type, max, min_normal, min_positive) in FLOAT_ENDS {
        let layout = layouts().find(|layout| layout.data_type == data_type).expect("listed");
        let top = match layout.kind {
            Kind::Ieee => data_type.infinity(false).expect("IEEE") - 1,
            Kind::Fnu => 0xfe,
            _ => data_type.mask() >> 1,
        };
        let normal = if layout.kind == Kind::Fnu { 0 } else { 1 << layout.fraction_bits };
        let smallest = if layout.kind == Kind::Fnu { 0 } else { 1 };
        let patterns = [(top, max), (normal, min_normal), (smallest, min_positive)];
        for (pattern, (significand, exponent)) in patterns {
            let expected = Dyadic::new(false, significand, exponent);
            assert!(is(data_type.decode(pattern), &expected), "{data_type} {pattern:#x}");
            assert_eq!(data_type.encode(&expected), Some(pattern), "{data_type} {expected}");
        }
        let largest = Dyadic::new(false, max.0, max.1);
        let least = match layout.kind {
            Kind::Fnu => Dyadic::new(false, 1_u8, -127),
            _ => Dyadic::new(true, max.0, max.1),
        };
        let (low, high) = data_type.finite_range();
        assert!(low.compare(&least).is_eq() && high.compare(&largest).is_eq(), "{data_type}");
    }
}

fn is(value: Value, number: &Dyadic) -> bool {
    matches!(value, Value::Finite(finite) if finite.compare(number).is_eq())
}

#[test]
fn ends_of_the_integer_ranges() {
    for layout in layouts().filter(|layout| layout.is_integer()) {
        let (data_type, bits) = (layout.data_type, layout.bits());
        let (least, greatest) = match layout.kind {
            Kind::Signed => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            _ => (0, (1_i128 << bits) - 1),
        };
        let (low, high) = data_type.finite_range();
        assert_eq!(low.to_integer(), Some(BigInt::from(least)), "{data_type}");
        assert_eq!(high.to_integer(), Some(BigInt::from(greatest)), "{data_type}");
        for number in [least, -1, 0, 1, greatest] {
            let dyadic = Dyadic::new(number < 0, number.unsigned_abs(), 0);
            let pattern = (least..=greatest).contains(&number);
            let pattern = pattern.then_some(number as u64 & data_type.mask());
            assert_eq!(data_type.encode(&dyadic), pattern, "{data_type} {number}");
            assert!(pattern.is_none_or(|bits| is(data_type.decode(bits), &dyadic)));
        }
        for outside in [least - 1, greatest + 1] {
            let dyadic = Dyadic::new(outside < 0, outside.unsigned_abs(), 0);
            assert_eq!(data_type.encode(&dyadic), None, "{data_type} {outside}");
        }
    }
}

#[test]
fn every_pattern_has_the_value_of_its_fields() {
    for layout in layouts().filter(|layout| layout.bits() <= 32) {
        let data_type = layout.data_type;
        // Every pattern up to 16 bits; of the 32-bit types one in 10007, a prime.
        let step = if layout.bits() == 32 { 10_007 } else { 1 };
        for pattern in (0..=data_type.mask()).step_by(step) {
            let (decoded, expected) = (data_type.decode(pattern), layout.value(pattern));
            let decoded = to_f64(&decoded);
            let same = decoded.to_bits() == expected.to_bits();
            let both_nan = decoded.is_nan() && expected.is_nan();
            assert!(same || both_nan, "{data_type} {pattern:#x}: {decoded}, not {expected}");
        }
    }
    for pattern in [1, 0x000f_ffff_ffff_ffff, 0x0010_0000_0000_0001, 0xbfb9_9999_9999_999a] {
        let decoded = to_f64(&Float64.decode(pattern));
        assert_eq!(decoded.to_bits(), pattern);
    }
}

#[test]
fn a_pattern_has_sign_exponent_field_and_fraction_field() {
    for (data_type, pattern, fields) in [
        (Float16, 0xbc01, (true, 15, 1)),
        (Float32, 0x7f80_0000, (false, 255, 0)),
        (Float8E5m2, 0x3e, (false, 15, 2)),
        // No sign and no fraction: the pattern is the exponent field.
        (Float8E8m0fnu, 0x80, (false, 0x80, 0)),
    ] {
        let Format::Float(float) = data_type.format() else { unreachable!("a float type") };
        assert_eq!(float.fields(pattern), fields, "{data_type} {pattern:#x}");
    }
}

/// Exact where the number is an `f64`: the two factors keep a subnormal from rounding twice.
fn to_f64(value: &Value) -> f64 {
    let (number, sign) = match value {
        Value::Nan => return f64::NAN,
        Value::Infinity { negative: false } => return f64::INFINITY,
        Value::Infinity { negative: true } => return f64::NEG_INFINITY,
        Value::Finite(number) => (number, if number.is_negative() { -1.0 } else { 1.0 }),
    };
    let significand = u64::try_from(number.significand()).expect("a short significand");
    let half = i32::try_from(number.exponent()).expect("a small exponent") / 2;
    let rest = number.exponent() as i32 - half;
    sign * significand as f64 * power_of_two(half) * power_of_two(rest)
}

#[test]
fn upper_bits_are_ignored() {
    for data_type in DataType::ALL.into_iter().filter(|data_type| data_type.bits() < 64) {
        let stray = 0xa5a5_a5a5_a5a5_a5a5 & !data_type.mask();
        for pattern in [0, 1, data_type.mask() / 2, data_type.mask()] {
            assert_eq!(data_type.decode(pattern | stray), data_type.decode(pattern));
        }
    }
}

#[test]
fn encoding_undoes_decoding() {
    for data_type in DataType::ALL {
        let step = data_type.mask() / 0xffff;
        for pattern in (0..=data_type.mask()).step_by(step.max(1) as usize) {
            if let Value::Finite(number) = data_type.decode(pattern) {
                assert_eq!(data_type.encode(&number), Some(pattern), "{data_type} {pattern:#x}");
            }
        }
    }
}

#[test]
fn only_exact_numbers_in_range_are_encoded() {
    for (data_type, (significand, exponent), ..) in FLOAT_ENDS {
        let above = Dyadic::new(false, significand + 1, exponent);
        assert_eq!(data_type.encode(&above), None, "{data_type} {above}");
        // Two digits more than the significand has.
        let between = Dyadic::new(false, 4 * significand - 1, exponent - 2);
        assert_eq!(data_type.encode(&between), None, "{data_type} {between}");
        assert_eq!(data_type.encode(&Dyadic::new(false, 1_u8, -1075)), None, "{data_type}");
    }
    assert_eq!(Float8E8m0fnu.encode(&Dyadic::new(true, 1_u8, 0)), None, "no sign");
    assert_eq!(Float8E8m0fnu.encode(&Dyadic::new(false, 3_u8, 0)), None, "no fraction");
    assert_eq!(Int8.encode(&Dyadic::new(false, 1_u8, -1)), None, "no half");
}

#[test]
fn numbers_compare_as_their_values_do() {
    for layout in layouts().filter(|layout| layout.bits() <= 16) {
        let data_type = layout.data_type;
        let mut finite: Vec<_> = (0..=data_type.mask())
            .filter_map(|pattern| match data_type.decode(pattern) {
                Value::Finite(number) => Some((layout.value(pattern), number)),
                _ => None,
            })
            .collect();
        finite.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in finite.windows(2) {
            let expected = pair[0].0.partial_cmp(&pair[1].0).expect("finite");
            assert_eq!(pair[0].1.compare(&pair[1].1), expected, "{data_type} {:?}", pair[0]);
            assert_eq!(pair[1].1.compare(&pair[0].1), expected.reverse(), "{data_type}");
        }
        // Values far apart, of both signs.
        for (a, b) in finite.iter().step_by(7).zip(finite.iter().rev().step_by(5)) {
            assert_eq!(Some(a.1.compare(&b.1)), a.0.partial_cmp(&b.0), "{data_type}");
        }
    }
    let (short, long) = (Dyadic::new(false, 1_u8, 3), Dyadic::new(false, 8_u8, 0));
    assert_eq!(short.compare(&long), Ordering::Equal, "equal numbers of different form");
}

#[test]
fn signalling_nans_have_the_first_fraction_bit_clear() {
    for layout in layouts().filter(|layout| layout.bits() <= 16) {
        let data_type = layout.data_type;
        for pattern in 0..=data_type.mask() {
            let nan = layout.value(pattern).is_nan();
            assert_eq!(data_type.is_nan(pattern), nan, "{data_type} {pattern:#x}");
            let quiet = layout.kind != Kind::Ieee || pattern >> (layout.fraction_bits - 1) & 1 == 1;
            assert_eq!(data_type.is_signalling_nan(pattern), nan && !quiet, "{data_type}");
        }
    }
}
