//! Decimal fill values of float types, against Rust's own correctly rounding parser and against
//! decimals made to lie at, just above and just below ties.

mod common;

use codec_reference::{DataType, Decimal, Readings};
use num_bigint::BigUint;
use proptest::prelude::*;

use DataType::{Float8E8m0fnu, Float32, Float64};
use common::{Kind, Layout, layouts};

fn read(data_type: DataType, text: &str) -> Option<u64> {
    data_type.parse_fill_value(text, Readings::OURS).ok()
}

/// Float64 and float32, both from the text. Rust has no second float64 on the way to `f32`.
fn agrees_with_rust(text: &str) {
    let double: f64 = text.parse().expect("a number for Rust too");
    assert_eq!(read(Float64, text), Some(double.to_bits()), "float64 {text}");
    let single: f32 = text.parse().expect("a number for Rust too");
    assert_eq!(read(Float32, text), Some(single.to_bits().into()), "float32 {text}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_decimal(text in "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?([eE][-+]?[0-9]{1,2})?") {
        agrees_with_rust(&text);
    }

    #[test]
    fn any_decimal_of_any_magnitude(digits in "-?[1-9]\\.[0-9]{1,30}", exponent in -400..400) {
        agrees_with_rust(&format!("{digits}e{exponent}"));
    }

    #[test]
    fn any_float_written_out(bits in any::<u64>(), digits in 0_usize..40) {
        let value = f64::from_bits(bits);
        if value.is_finite() {
            agrees_with_rust(&format!("{value:.digits$e}"));
            agrees_with_rust(&format!("{value:e}"));
        }
    }

    #[test]
    fn around_the_ties_of_float64(bits in 0..f64::MAX.to_bits()) {
        // The tie between the value and the next one has one digit more.
        let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
        let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
        let tie = Tie { significand: 2 * significand + 1, exponent: field.max(1) - 1076 };
        let even = bits + (bits & 1);
        for (text, expected) in tie.texts(bits, even) {
            prop_assert_eq!(read(Float64, &text), Some(expected), "{}", text);
        }
        let exact = tie.texts(bits, even)[1].0.clone();
        agrees_with_rust(&exact);
    }

    #[test]
    fn around_the_ties_of_float32(bits in 0..f32::MAX.to_bits()) {
        let layout = layouts().find(|layout| layout.data_type == Float32).expect("listed");
        around_tie(layout, bits.into());
    }
}

#[test]
fn around_every_tie_of_up_to_16_bits() {
    for layout in layouts().filter(|layout| !layout.is_integer() && layout.bits() <= 16) {
        let max = match layout.kind {
            Kind::Ieee => layout.data_type.infinity(false).expect("IEEE") - 1,
            Kind::Fnu => 0xfe,
            _ => layout.data_type.mask() >> 1,
        };
        let step = if layout.bits() == 16 { 17 } else { 1 };
        (0..max).step_by(step).for_each(|bits| around_tie(layout, bits));
    }
}

/// For a positive value and the next one of a type narrower than float64.
fn around_tie(layout: Layout, bits: u64) {
    // Both halves and their sum are normal `f64`s, and exact.
    let tie = (layout.value(bits) / 2.0 + layout.value(bits + 1) / 2.0).to_bits();
    let (significand, exponent) = (tie & ((1 << 52) - 1) | 1 << 52, (tie >> 52) as i64 - 1075);
    let tied = match layout.data_type {
        // No power of two is even: the greater one.
        Float8E8m0fnu => bits + 1,
        _ => bits + (bits & 1),
    };
    for (text, expected) in (Tie { significand, exponent }).texts(bits, tied) {
        let data_type = layout.data_type;
        assert_eq!(read(data_type, &text), Some(expected), "{data_type} {text}");
        if layout.kind != Kind::Fnuz && data_type != Float8E8m0fnu {
            let negative = expected | 1 << (layout.bits() - 1);
            assert_eq!(read(data_type, &format!("-{text}")), Some(negative), "{data_type} -{text}");
        }
    }
}

/// The number `significand * 2^exponent`.
struct Tie {
    significand: u64,
    exponent: i64,
}

impl Tie {
    /// The tie in all its digits, and decimals that differ from it a long way after them; each
    /// with what it is read as.
    fn texts(&self, lower: u64, tied: u64) -> [(String, u64); 4] {
        let power = self.exponent.unsigned_abs() as u32;
        // 2^-n is 5^n / 10^n.
        let (digits, places) = match self.exponent {
            0.. => (BigUint::from(2_u8).pow(power) * self.significand, 0),
            _ => (BigUint::from(5_u8).pow(power) * self.significand, power),
        };
        // A tie has up to 767 digits; some of these texts pass 800.
        let (zeros, nines) = ("0".repeat(60), "9".repeat(60));
        [
            (format!("{}{nines}e-{}", &digits - 1_u8, places + 60), lower),
            (format!("{digits}e-{places}"), tied),
            (format!("{digits}.{zeros}e-{places}"), tied),
            (format!("{digits}.{zeros}1e-{places}"), lower + 1),
        ]
    }
}

#[test]
fn exponents_without_bound() {
    let (infinity, zero) = (Some(0x7ff0_0000_0000_0000), Some(0));
    let forty = "1234567890".repeat(4);
    assert_eq!(read(Float64, "1e999999999"), infinity);
    assert_eq!(read(Float64, "1e-999999999"), zero);
    assert_eq!(read(Float64, &format!("1e{forty}")), infinity);
    assert_eq!(read(Float64, &format!("1e+{forty}")), infinity);
    assert_eq!(read(Float64, &format!("1e-{forty}")), zero);
    assert_eq!(read(Float64, &format!("0e{forty}")), zero);
    assert_eq!(read(Float64, &format!("0.000e{forty}")), zero);
    assert_eq!(read(Float64, &format!("-1e-{forty}")), Some(1 << 63));
    assert_eq!(read(Float64, &format!("1e{}1", "0".repeat(40))), Some(10_f64.to_bits()));
}

#[test]
fn texts_without_bound() {
    let (zeros, nines) = ("0".repeat(100_000), "9".repeat(100_000));
    // Digits and exponent that make up for one another.
    for text in [
        format!("1{zeros}e-100000"),
        format!("0.{zeros}1e100001"),
        format!("1.{zeros}"),
        format!("0.{nines}"),
        format!("1.{zeros}1"),
    ] {
        assert_eq!(read(Float64, &text), Some(1_f64.to_bits()));
        assert_eq!(read(Float32, &text), Some(1_f32.to_bits().into()));
    }
    assert_eq!(read(Float64, &nines), Some(f64::INFINITY.to_bits()));
    assert_eq!(read(Float64, &format!("0.{zeros}{nines}")), Some(0));
    // A tie of float32, and the same with a digit 100000 places later.
    assert_eq!(read(Float32, &format!("16777217.{zeros}")), Some(0x4b80_0000));
    assert_eq!(read(Float32, &format!("16777217.{zeros}1")), Some(0x4b80_0001));
    assert_eq!(read(Float32, &format!("16777216.{nines}")), Some(0x4b80_0000));
}

#[test]
fn a_decimal_is_the_fraction_of_its_digits() {
    for (text, numerator, denominator) in
        [("0.1", 1_u8, 10_u8), ("-2.5e1", 25, 1), ("3.75", 15, 4), ("12e-2", 3, 25), ("-0.0", 0, 1)]
    {
        let (top, bottom) = Decimal::parse(text).fraction();
        assert_eq!(top * denominator, bottom * numerator, "{text}");
    }
}

/// Decimals known to defeat parsers.
#[test]
fn hard_decimals() {
    for text in [
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327208e-324",
        "2.4703282292062328e-324",
        "1.7976931348623158079e308",
        "1.7976931348623159e308",
        "9007199254740992.9999999999999999",
        "9007199254740993",
        "9007199254740993.0000000000000001",
        "6.631236846766476e-316",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "7.0064923216240854e-46",
        "7.0064923216240853e-46",
        "3.4028235677973366e38",
        "340282356779733661637539395458142568447.9999",
        "340282356779733661637539395458142568448",
    ] {
        agrees_with_rust(text);
        agrees_with_rust(&format!("-{text}"));
    }
}
