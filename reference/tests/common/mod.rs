//! The layouts of the 26 types, written down a second time, and a decoder that shares nothing
//! with the crate: it computes in `f64`, which holds every value of up to 32 bits exactly.

use DataType::*;
use Kind::{Fn, Fnu, Fnuz, Ieee, Signed, Unsigned};
use codec_reference::DataType;

/// What the patterns of a type mean beside its plain numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Unsigned,
    Signed,
    /// The all-ones exponent holds infinities and NaNs.
    Ieee,
    /// Numbers only.
    Fn,
    /// The pattern of -0 is the NaN; no infinities.
    Fnuz,
    /// No sign, no zero, no subnormals; all ones is the NaN.
    Fnu,
}

/// A type, its kind, and the widths of its exponent and fraction fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) data_type: DataType,
    pub(crate) kind: Kind,
    pub(crate) exponent_bits: u32,
    pub(crate) bias: i32,
    pub(crate) fraction_bits: u32,
}

#[rustfmt::skip]
const LAYOUTS: [(DataType, Kind, u32, i32, u32); 26] = [
    (Int2,              Signed,   0,    0,  2),
    (Int4,              Signed,   0,    0,  4),
    (Int8,              Signed,   0,    0,  8),
    (Int16,             Signed,   0,    0, 16),
    (Int32,             Signed,   0,    0, 32),
    (Int64,             Signed,   0,    0, 64),
    (Uint2,             Unsigned, 0,    0,  2),
    (Uint4,             Unsigned, 0,    0,  4),
    (Uint8,             Unsigned, 0,    0,  8),
    (Uint16,            Unsigned, 0,    0, 16),
    (Uint32,            Unsigned, 0,    0, 32),
    (Uint64,            Unsigned, 0,    0, 64),
    (Float4E2m1fn,      Fn,       2,    1,  1),
    (Float6E2m3fn,      Fn,       2,    1,  3),
    (Float6E3m2fn,      Fn,       3,    3,  2),
    (Float8E3m4,        Ieee,     3,    3,  4),
    (Float8E4m3,        Ieee,     4,    7,  3),
    (Float8E4m3b11fnuz, Fnuz,     4,   11,  3),
    (Float8E4m3fnuz,    Fnuz,     4,    8,  3),
    (Float8E5m2,        Ieee,     5,   15,  2),
    (Float8E5m2fnuz,    Fnuz,     5,   16,  2),
    (Float8E8m0fnu,     Fnu,      8,  127,  0),
    (Bfloat16,          Ieee,     8,  127,  7),
    (Float16,           Ieee,     5,   15, 10),
    (Float32,           Ieee,     8,  127, 23),
    (Float64,           Ieee,    11, 1023, 52),
];

/// All 26 types, the integers first.
pub(crate) fn layouts() -> impl Iterator<Item = Layout> {
    LAYOUTS.into_iter().map(|(data_type, kind, exponent_bits, bias, fraction_bits)| Layout {
        data_type,
        kind,
        exponent_bits,
        bias,
        fraction_bits,
    })
}

/// 2^exponent, for a normal `f64`.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::try_from(exponent + 1023).expect("a normal f64") << 52)
}

impl Layout {
    pub(crate) fn is_integer(self) -> bool {
        matches!(self.kind, Signed | Unsigned)
    }

    pub(crate) fn bits(self) -> u32 {
        let sign = !self.is_integer() && self.kind != Fnu;
        u32::from(sign) + self.exponent_bits + self.fraction_bits
    }

    /// The pattern of ones.
    pub(crate) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The value of a pattern of a type of up to 32 bits, or of float64; infinities and NaN as
    /// those of `f64`.
    pub(crate) fn value(self, pattern: u64) -> f64 {
        let pattern = pattern & self.mask();
        let unused = 64 - self.bits();
        match self.kind {
            Unsigned => pattern as f64,
            Signed => ((pattern << unused) as i64 >> unused) as f64,
            Ieee if self.data_type == Float64 => f64::from_bits(pattern),
            _ => self.float_value(pattern),
        }
    }

    fn float_value(self, pattern: u64) -> f64 {
        let fraction = pattern & ((1 << self.fraction_bits) - 1);
        let all_ones = (1 << self.exponent_bits) - 1;
        let field = pattern >> self.fraction_bits & all_ones;
        let negative = self.kind != Fnu && pattern >> (self.bits() - 1) == 1;
        let subnormal = field == 0 && self.kind != Fnu;
        let significand = fraction as f64 / power_of_two(self.fraction_bits as i32);
        let magnitude = match self.kind {
            Ieee if field == all_ones && fraction == 0 => f64::INFINITY,
            Ieee if field == all_ones => f64::NAN,
            Fnuz if negative && field == 0 && fraction == 0 => f64::NAN,
            Fnu if field == all_ones => f64::NAN,
            _ if subnormal => significand * power_of_two(1 - self.bias),
            _ => (1.0 + significand) * power_of_two(field as i32 - self.bias),
        };
        if negative { -magnitude } else { magnitude }
    }
}
