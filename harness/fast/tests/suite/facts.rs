//! The table of data types in the specification, and the values that it gives to bit patterns.

use codec_fast::DataType;

use crate::random;

/// A row of the table.
pub(crate) struct Facts {
    pub(crate) bits: u32,
    /// `None` for integers.
    pub(crate) float: Option<FloatFacts>,
    pub(crate) signed: bool,
}

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

pub(crate) fn facts(data_type: DataType) -> Facts {
    use DataType::*;
    use Specials::{Fn, Fnu, Fnuz, Ieee};
    let int = |signed, bits| Facts { bits, float: None, signed };
    let float = |bits,
                 exponent_bits,
                 bias,
                 fraction_bits,
                 specials,
                 nan,
                 (max, min_normal, min_positive)| {
        let float = FloatFacts {
            exponent_bits,
            bias,
            fraction_bits,
            specials,
            nan,
            max,
            min_normal,
            min_positive,
        };
        Facts { bits, float: Some(float), signed: specials != Fnu }
    };
    let p = power_of_two;
    match data_type {
        Int2 => int(true, 2),
        Int4 => int(true, 4),
        Int8 => int(true, 8),
        Int16 => int(true, 16),
        Int32 => int(true, 32),
        Int64 => int(true, 64),
        Uint2 => int(false, 2),
        Uint4 => int(false, 4),
        Uint8 => int(false, 8),
        Uint16 => int(false, 16),
        Uint32 => int(false, 32),
        Uint64 => int(false, 64),
        Float4E2m1fn => float(4, 2, 1, 1, Fn, None, (6.0, 1.0, 0.5)),
        Float6E2m3fn => float(6, 2, 1, 3, Fn, None, (7.5, 1.0, 0.125)),
        Float6E3m2fn => float(6, 3, 3, 2, Fn, None, (28.0, 0.25, 0.0625)),
        Float8E3m4 => float(8, 3, 3, 4, Ieee, Some(0x78), (15.5, p(-2), p(-6))),
        Float8E4m3 => float(8, 4, 7, 3, Ieee, Some(0x7c), (240.0, p(-6), p(-9))),
        Float8E4m3b11fnuz => float(8, 4, 11, 3, Fnuz, Some(0x80), (30.0, p(-10), p(-13))),
        Float8E4m3fnuz => float(8, 4, 8, 3, Fnuz, Some(0x80), (240.0, p(-7), p(-10))),
        Float8E5m2 => float(8, 5, 15, 2, Ieee, Some(0x7e), (57344.0, p(-14), p(-16))),
        Float8E5m2fnuz => float(8, 5, 16, 2, Fnuz, Some(0x80), (57344.0, p(-15), p(-17))),
        Float8E8m0fnu => float(8, 8, 127, 0, Fnu, Some(0xff), (p(127), p(-127), p(-127))),
        Bfloat16 => {
            let max = (2.0 - p(-7)) * p(127);
            float(16, 8, 127, 7, Ieee, Some(0x7fc0), (max, p(-126), p(-133)))
        }
        Float16 => float(16, 5, 15, 10, Ieee, Some(0x7e00), (65504.0, p(-14), p(-24))),
        Float32 => {
            let max = (2.0 - p(-23)) * p(127);
            float(32, 8, 127, 23, Ieee, Some(0x7fc0_0000), (max, p(-126), p(-149)))
        }
        Float64 => {
            let max = (2.0 - p(-52)) * p(1023);
            float(64, 11, 1023, 52, Ieee, Some(0x7ff8 << 48), (max, p(-1022), p(-1074)))
        }
    }
}

/// 2^exponent, exactly.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    let scale = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    if exponent < -1022 { scale(exponent + 100) * scale(-100) } else { scale(exponent) }
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
        Specials::Fn => false,
        Specials::Ieee => all_ones && fraction != 0,
        Specials::Fnuz => bits == 0x80,
        Specials::Fnu => bits == 0xff,
    };
    let magnitude = if is_nan {
        f64::NAN
    } else if specials == Specials::Ieee && all_ones {
        f64::INFINITY
    } else if specials == Specials::Fnu {
        power_of_two(exponent)
    } else if field == 0 {
        scaled * power_of_two(1 - bias)
    } else {
        (1.0 + scaled) * power_of_two(exponent)
    };
    let negative = specials != Specials::Fnu && bits >> (width - 1) == 1;
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
        let field_1 = u64::from(float.specials != Specials::Fnu) << float.fraction_bits;
        assert_eq!(value(data_type, field_1), float.min_normal);
    }
    for bits in random().take(100_000) {
        let expected = f32::from_bits(bits as u32);
        let value = value(DataType::Float32, bits & 0xffff_ffff);
        assert!(value == expected.into() || value.is_nan() && expected.is_nan());
        let (value, expected) = (value_of_f64(bits), f64::from_bits(bits));
        assert!(value == expected || value.is_nan() && expected.is_nan());
    }
}

fn value_of_f64(bits: u64) -> f64 {
    value(DataType::Float64, bits)
}
