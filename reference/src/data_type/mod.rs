//! The 26 data types of `cast_value`, as rows of one table.

mod encoding;
mod format;

use std::fmt;

use DataType::*;
use Origin::{Core, Extension};
use Specials::{Fn, Fnu, Fnuz, Ieee};

use crate::number::Dyadic;

pub use encoding::Value;
pub use format::{FloatFormat, Format, IntFormat, Specials};

/// A real-number data type of Zarr v3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is the Zarr data type of that name")]
pub enum DataType {
    Int2,
    Int4,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint2,
    Uint4,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float4E2m1fn,
    Float6E2m3fn,
    Float6E3m2fn,
    Float8E3m4,
    Float8E4m3,
    Float8E4m3b11fnuz,
    Float8E4m3fnuz,
    Float8E5m2,
    Float8E5m2fnuz,
    Float8E8m0fnu,
    Bfloat16,
    Float16,
    Float32,
    Float64,
}

/// Where the text form of a data type is specified.
#[derive(PartialEq)]
enum Origin {
    Core,
    Extension,
}

struct Row(DataType, &'static str, Origin, Format);

#[rustfmt::skip]
static TABLE: [Row; 26] = [
    //  data type           name                  origin         signed bits
    Row(Int2,              "int2",               Extension, int(true,   2)),
    Row(Int4,              "int4",               Extension, int(true,   4)),
    Row(Int8,              "int8",               Core,      int(true,   8)),
    Row(Int16,             "int16",              Core,      int(true,  16)),
    Row(Int32,             "int32",              Core,      int(true,  32)),
    Row(Int64,             "int64",              Core,      int(true,  64)),
    Row(Uint2,             "uint2",              Extension, int(false,  2)),
    Row(Uint4,             "uint4",              Extension, int(false,  4)),
    Row(Uint8,             "uint8",              Core,      int(false,  8)),
    Row(Uint16,            "uint16",             Core,      int(false, 16)),
    Row(Uint32,            "uint32",             Core,      int(false, 32)),
    Row(Uint64,            "uint64",             Core,      int(false, 64)),
    //  data type           name                  origin         signed exponent fraction bias specials
    Row(Float4E2m1fn,      "float4_e2m1fn",      Extension, float(true,   2,  1,    1, Fn)),
    Row(Float6E2m3fn,      "float6_e2m3fn",      Extension, float(true,   2,  3,    1, Fn)),
    Row(Float6E3m2fn,      "float6_e3m2fn",      Extension, float(true,   3,  2,    3, Fn)),
    Row(Float8E3m4,        "float8_e3m4",        Extension, float(true,   3,  4,    3, Ieee)),
    Row(Float8E4m3,        "float8_e4m3",        Extension, float(true,   4,  3,    7, Ieee)),
    Row(Float8E4m3b11fnuz, "float8_e4m3b11fnuz", Extension, float(true,   4,  3,   11, Fnuz)),
    Row(Float8E4m3fnuz,    "float8_e4m3fnuz",    Extension, float(true,   4,  3,    8, Fnuz)),
    Row(Float8E5m2,        "float8_e5m2",        Extension, float(true,   5,  2,   15, Ieee)),
    Row(Float8E5m2fnuz,    "float8_e5m2fnuz",    Extension, float(true,   5,  2,   16, Fnuz)),
    Row(Float8E8m0fnu,     "float8_e8m0fnu",     Extension, float(false,  8,  0,  127, Fnu)),
    Row(Bfloat16,          "bfloat16",           Extension, float(true,   8,  7,  127, Ieee)),
    Row(Float16,           "float16",            Core,      float(true,   5, 10,   15, Ieee)),
    Row(Float32,           "float32",            Core,      float(true,   8, 23,  127, Ieee)),
    Row(Float64,           "float64",            Core,      float(true,  11, 52, 1023, Ieee)),
];

const fn int(signed: bool, bits: u32) -> Format {
    Format::Int(IntFormat { signed, bits })
}

const fn float(
    signed: bool,
    exponent_bits: u32,
    fraction_bits: u32,
    bias: i64,
    specials: Specials,
) -> Format {
    Format::Float(FloatFormat { signed, exponent_bits, fraction_bits, bias, specials })
}

impl DataType {
    /// All 26 types, in the order of the specification's lists.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Int2; TABLE.len()];
        let mut row = 0;
        while row < all.len() {
            all[row] = TABLE[row].0;
            row += 1;
        }
        all
    };

    /// The type of that Zarr name, such as `"float8_e4m3"` (CV-CONF-2).
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The Zarr name.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// How the bits are laid out: as an integer, or as sign, exponent and fraction.
    pub fn format(self) -> &'static Format {
        &self.row().3
    }

    /// Logical width in bits: 2, 4, 6, 8, 16, 32 or 64.
    pub fn bits(self) -> u32 {
        match self.format() {
            Format::Int(int) => int.bits,
            Format::Float(float) => float.bits(),
        }
    }

    /// Bytes an element takes in a buffer; a type narrower than a byte takes a whole one.
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// The low `bits()` bits set: every valid pattern is at most this.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// Whether the type is an integer; only those may be the `data_type` of `wrap` (CV-WRAP-4).
    pub fn is_integer(self) -> bool {
        matches!(self.format(), Format::Int(_))
    }

    /// Whether the data type's text form belongs to the core specification rather than to an
    /// extension (CV-CONF-7).
    pub fn is_core(self) -> bool {
        self.row().2 == Core
    }

    /// Whether the top bit is a sign.
    pub fn is_signed(self) -> bool {
        match self.format() {
            Format::Int(int) => int.signed,
            Format::Float(float) => float.signed,
        }
    }

    /// Whether the type has the number zero; only float8_e8m0fnu has none.
    pub fn has_zero(self) -> bool {
        self.float().is_none_or(FloatFormat::has_zero)
    }

    /// Whether -0 differs from +0.
    pub fn has_negative_zero(self) -> bool {
        self.float().is_some_and(FloatFormat::has_negative_zero)
    }

    /// The exponent of the unit to which a number of that magnitude, `floor(log2 |x|)`, is
    /// rounded, as if the exponent had no upper bound (CV-RANGE-1).
    ///
    /// Subnormals share the smallest unit; float8_e8m0fnu has none, so its grid of powers of two
    /// goes on below the range (CV-ROUND-10).
    pub fn quantum(self, log2: Option<i64>) -> i64 {
        let Some(float) = self.float() else { return 0 };
        match log2.map(|log2| log2 - i64::from(float.fraction_bits)) {
            Some(quantum) if !float.has_zero() => quantum,
            Some(quantum) => quantum.max(float.min_quantum()),
            None => float.min_quantum(),
        }
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    fn float(self) -> Option<FloatFormat> {
        match self.format() {
            Format::Float(float) => Some(*float),
            Format::Int(_) => None,
        }
    }

    /// The smallest and the largest finite value.
    pub fn finite_range(self) -> (Dyadic, Dyadic) {
        match self.format() {
            Format::Int(int) => int.range(),
            Format::Float(float) => float.range(),
        }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
