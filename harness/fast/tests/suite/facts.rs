//! The table of data types in the specification, and the values that it gives to bit patterns.

use codec_fast::DataType::{self, *};

use self::Specials::{Fn, Fnu, Fnuz, Ieee};
use self::power_of_two as p;
use crate::random;

/// A row of the table.
pub(crate) struct Facts {
    pub(crate) bits: u32,
    /// `None` for integers.
    pub(crate) float: Option<FloatFacts>,
    pub(crate) signed: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct FloatFacts {
    pub(crate) exponent_bits: u32,
    pub(crate) bias: i32,
    pub(crate) fraction_bits: u32,
    pub(crate) specials: Specials,
    pub(crate) nan: Option<u64>,
    pub(crate) max: f64,
    pub(crate) min_normal: f64,
    pub(crate) min_positive: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Specials {
    Ieee,
    Fn,
    Fnuz,
    Fnu,
}

/// The integers: type, width, and whether there is a sign.
const INTEGERS: [(DataType, u32, bool); 12] = [
    (Int2, 2, true),
    (Int4, 4, true),
    (Int8, 8, true),
    (Int16, 16, true),
    (Int32, 32, true),
    (Int64, 64, true),
    (Uint2, 2, false),
    (Uint4, 4, false),
    (Uint8, 8, false),
    (Uint16, 16, false),
    (Uint32, 32, false),
    (Uint64, 64, false),
];

/// The floats: type, width, and the rest in the order of [`float`].
const FLOATS: [(DataType, u32, FloatFacts); 14] = [
    (Float4E2m1fn, 4, float(2, 1, 1, Fn, None, (6.0, 1.0, 0.5))),
    (Float6E2m3fn, 6, float(2, 1, 3, Fn, None, (7.5, 1.0, 0.125))),
    (Float6E3m2fn, 6, float(3, 3, 2, Fn, None, (28.0, 0.25, 0.0625))),
    (Float8E3m4, 8, float(3, 3, 4, Ieee, Some(0x78), (15.5, p(-2), p(-6)))),
    (Float8E4m3, 8, float(4, 7, 3, Ieee, Some(0x7c), (240.0, p(-6), p(-9)))),
    (Float8E4m3b11fnuz, 8, float(4, 11, 3, Fnuz, Some(0x80), (30.0, p(-10), p(-13)))),
    (Float8E4m3fnuz, 8, float(4, 8, 3, Fnuz, Some(0x80), (240.0, p(-7), p(-10)))),
    (Float8E5m2, 8, float(5, 15, 2, Ieee, Some(0x7e), (57344.0, p(-14), p(-16)))),
    (Float8E5m2fnuz, 8, float(5, 16, 2, Fnuz, Some(0x80), (57344.0, p(-15), p(-17)))),
    (Float8E8m0fnu, 8, float(8, 127, 0, Fnu, Some(0xff), (p(127), p(-127), p(-127)))),
    (Bfloat16, 16, float(8, 127, 7, Ieee, Some(0x7fc0), (MAX_BFLOAT16, p(-126), p(-133)))),
    (Float16, 16, float(5, 15, 10, Ieee, Some(0x7e00), (65504.0, p(-14), p(-24)))),
    (Float32, 32, float(8, 127, 23, Ieee, Some(0x7fc0_0000), (MAX_FLOAT32, p(-126), p(-149)))),
    (Float64, 64, float(11, 1023, 52, Ieee, Some(0x7ff8 << 48), (MAX_FLOAT64, p(-1022), p(-1074)))),
];

const MAX_BFLOAT16: f64 = (2.0 - p(-7)) * p(127);
const MAX_FLOAT32: f64 = (2.0 - p(-23)) * p(127);
const MAX_FLOAT64: f64 = (2.0 - p(-52)) * p(1023);

const fn float(
    exponent_bits: u32,
    bias: i32,
    fraction_bits: u32,
    specials: Specials,
    nan: Option<u64>,
    (max, min_normal, min_positive): (f64, f64, f64),
) -> FloatFacts {
    FloatFacts { exponent_bits, bias, fraction_bits, specials, nan, max, min_normal, min_positive }
}

pub(crate) fn facts(data_type: DataType) -> Facts {
    if let Some(&(_, bits, signed)) = INTEGERS.iter().find(|row| row.0 == data_type) {
        return Facts { bits, float: None, signed };
    }
    let row = FLOATS.iter().find(|row| row.0 == data_type);
    let &(_, bits, float) = row.unwrap_or_else(|| panic!("no row for {data_type:?}"));
    Facts { bits, float: Some(float), signed: float.specials != Fnu }
}

/// 2^exponent, exactly.
pub(crate) const fn power_of_two(exponent: i32) -> f64 {
    const fn normal(exponent: i32) -> f64 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    }
    if exponent < -1022 { normal(exponent + 100) * normal(-100) } else { normal(exponent) }
}

/// The value of a pattern: exact, but for integers of 64 bits.
pub(crate) fn value(data_type: DataType, bits: u64) -> f64 {
    let Facts { bits: width, float, signed } = facts(data_type);
    match float {
        Some(float) => float_value(&float, bits, width),
        None if signed && bits >> (width - 1) == 1 => (i128::from(bits) - (1_i128 << width)) as f64,
        None => bits as f64,
    }
}

fn float_value(float: &FloatFacts, bits: u64, width: u32) -> f64 {
    let &FloatFacts { exponent_bits, bias, fraction_bits, specials, .. } = float;
    let field = (bits >> fraction_bits) % (1 << exponent_bits);
    let fraction = bits % (1 << fraction_bits);
    let exponent = field as i32 - bias;
    let scaled = fraction as f64 * power_of_two(-(fraction_bits as i32));
    let all_ones = field == (1 << exponent_bits) - 1;
    let is_nan = match specials {
        Fn => false,
        Ieee => all_ones && fraction != 0,
        Fnuz => bits == 0x80,
        Fnu => bits == 0xff,
    };
    let magnitude = if is_nan {
        f64::NAN
    } else if specials == Ieee && all_ones {
        f64::INFINITY
    } else if specials == Fnu {
        power_of_two(exponent)
    } else if field == 0 {
        scaled * power_of_two(1 - bias)
    } else {
        (1.0 + scaled) * power_of_two(exponent)
    };
    let negative = specials != Fnu && bits >> (width - 1) == 1;
    if negative { -magnitude } else { magnitude }
}

#[test]
fn the_types_have_their_names_and_sizes() {
    let names = "int2 int4 int8 int16 int32 int64 uint2 uint4 uint8 uint16 uint32 uint64 \
        float4_e2m1fn float6_e2m3fn float6_e3m2fn float8_e3m4 float8_e4m3 float8_e4m3b11fnuz \
        float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu bfloat16 float16 float32 float64";
    assert_eq!(DataType::ALL.map(DataType::name).join(" "), names);
    for data_type in DataType::ALL {
        assert_eq!(DataType::from_name(data_type.name()), Some(data_type));
        assert_eq!(data_type.bits(), facts(data_type).bits, "{data_type:?}");
        let size = if data_type.bits() <= 8 { 1 } else { data_type.bits() / 8 };
        assert_eq!(data_type.size(), size as usize, "{data_type:?}");
    }
    assert_eq!(DataType::from_name("float8_e4m3fn"), None);
    assert_eq!(DataType::from_name("Int8"), None);
}

/// The two halves of the table agree, so that `value` may be relied on.
#[test]
fn values_agree_with_the_extremes_of_the_table() {
    for data_type in DataType::ALL.into_iter().filter(|data_type| data_type.bits() <= 16) {
        let Some(float) = facts(data_type).float else { continue };
        let values = (0..1 << data_type.bits()).map(|bits| value(data_type, bits));
        let positive: Vec<f64> = values.filter(|&value| value > 0.0 && value.is_finite()).collect();
        assert_eq!(positive.iter().copied().fold(0.0, f64::max), float.max, "{data_type:?}");
        assert_eq!(positive.iter().copied().fold(1.0, f64::min), float.min_positive);
        let field_1 = u64::from(float.specials != Fnu) << float.fraction_bits;
        assert_eq!(value(data_type, field_1), float.min_normal);
    }
    for bits in random().take(100_000) {
        let expected = f32::from_bits(bits as u32);
        let value = value(Float32, bits & 0xffff_ffff);
        assert!(value == expected.into() || value.is_nan() && expected.is_nan());
        let (value, expected) = (value_of_f64(bits), f64::from_bits(bits));
        assert!(value == expected || value.is_nan() && expected.is_nan());
    }
}

fn value_of_f64(bits: u64) -> f64 {
    value(Float64, bits)
}
