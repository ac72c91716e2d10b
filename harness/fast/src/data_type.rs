use crate::float::{FloatFormat, Specials};
use crate::format::Format;
use crate::int::IntFormat;

/// A data type that models real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataType {
    /// Two's complement, 2 bits.
    Int2,
    /// Two's complement, 4 bits.
    Int4,
    /// Two's complement, 8 bits.
    Int8,
    /// Two's complement, 16 bits.
    Int16,
    /// Two's complement, 32 bits.
    Int32,
    /// Two's complement, 64 bits.
    Int64,
    /// Unsigned, 2 bits.
    Uint2,
    /// Unsigned, 4 bits.
    Uint4,
    /// Unsigned, 8 bits.
    Uint8,
    /// Unsigned, 16 bits.
    Uint16,
    /// Unsigned, 32 bits.
    Uint32,
    /// Unsigned, 64 bits.
    Uint64,
    /// Finite numbers only: 0 to 6 in steps of 0.5 to 2.
    Float4E2m1fn,
    /// Finite numbers only: up to 7.5, in steps of 0.125 to 0.5.
    Float6E2m3fn,
    /// Finite numbers only: up to 28, in steps of 0.0625 to 4.
    Float6E3m2fn,
    /// IEEE style, 3 exponent bits.
    Float8E3m4,
    /// IEEE style, 4 exponent bits.
    Float8E4m3,
    /// 4 exponent bits with bias 11, no infinities, no -0; NaN is 0x80.
    Float8E4m3b11fnuz,
    /// 4 exponent bits, no infinities, no -0; NaN is 0x80.
    Float8E4m3fnuz,
    /// IEEE style, 5 exponent bits.
    Float8E5m2,
    /// 5 exponent bits, no infinities, no -0; NaN is 0x80.
    Float8E5m2fnuz,
    /// The powers of two from 2^-127 to 2^127: no sign, no zero, no infinities; NaN is 0xff.
    Float8E8m0fnu,
    /// The upper half of a float32.
    Bfloat16,
    /// IEEE 754 binary16.
    Float16,
    /// IEEE 754 binary32.
    Float32,
    /// IEEE 754 binary64.
    Float64,
}

impl DataType {
    /// Every type, in the order of the variants.
    pub const ALL: [Self; 26] = [
        Self::Int2,
        Self::Int4,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Uint2,
        Self::Uint4,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
        Self::Float4E2m1fn,
        Self::Float6E2m3fn,
        Self::Float6E3m2fn,
        Self::Float8E3m4,
        Self::Float8E4m3,
        Self::Float8E4m3b11fnuz,
        Self::Float8E4m3fnuz,
        Self::Float8E5m2,
        Self::Float8E5m2fnuz,
        Self::Float8E8m0fnu,
        Self::Bfloat16,
        Self::Float16,
        Self::Float32,
        Self::Float64,
    ];

    /// The name in Zarr metadata, such as `float8_e4m3`.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The type of that name in Zarr metadata.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|data_type| data_type.name() == name)
    }

    /// The width in bits.
    pub const fn bits(self) -> u32 {
        self.format().bits()
    }

    /// The bytes that an element takes in an array: one for a type narrower than a byte.
    pub const fn size(self) -> usize {
        self.format().size()
    }

    pub(crate) const fn format(self) -> Format {
        self.row().1
    }

    /// Floats: exponent bits, fraction bits, exponent bias, special codes.
    const fn row(self) -> (&'static str, Format) {
        use Specials::{Fn, Fnu, Fnuz, Ieee};
        match self {
            Self::Int2 => ("int2", int(2)),
            Self::Int4 => ("int4", int(4)),
            Self::Int8 => ("int8", int(8)),
            Self::Int16 => ("int16", int(16)),
            Self::Int32 => ("int32", int(32)),
            Self::Int64 => ("int64", int(64)),
            Self::Uint2 => ("uint2", uint(2)),
            Self::Uint4 => ("uint4", uint(4)),
            Self::Uint8 => ("uint8", uint(8)),
            Self::Uint16 => ("uint16", uint(16)),
            Self::Uint32 => ("uint32", uint(32)),
            Self::Uint64 => ("uint64", uint(64)),
            Self::Float4E2m1fn => ("float4_e2m1fn", float(2, 1, 1, Fn)),
            Self::Float6E2m3fn => ("float6_e2m3fn", float(2, 3, 1, Fn)),
            Self::Float6E3m2fn => ("float6_e3m2fn", float(3, 2, 3, Fn)),
            Self::Float8E3m4 => ("float8_e3m4", float(3, 4, 3, Ieee)),
            Self::Float8E4m3 => ("float8_e4m3", float(4, 3, 7, Ieee)),
            Self::Float8E4m3b11fnuz => ("float8_e4m3b11fnuz", float(4, 3, 11, Fnuz)),
            Self::Float8E4m3fnuz => ("float8_e4m3fnuz", float(4, 3, 8, Fnuz)),
            Self::Float8E5m2 => ("float8_e5m2", float(5, 2, 15, Ieee)),
            Self::Float8E5m2fnuz => ("float8_e5m2fnuz", float(5, 2, 16, Fnuz)),
            Self::Float8E8m0fnu => ("float8_e8m0fnu", float(8, 0, 127, Fnu)),
            Self::Bfloat16 => ("bfloat16", float(8, 7, 127, Ieee)),
            Self::Float16 => ("float16", float(5, 10, 15, Ieee)),
            Self::Float32 => ("float32", float(8, 23, 127, Ieee)),
            Self::Float64 => ("float64", float(11, 52, 1023, Ieee)),
        }
    }
}

const fn int(bits: u32) -> Format {
    Format::Int(IntFormat { signed: true, bits })
}

const fn uint(bits: u32) -> Format {
    Format::Int(IntFormat { signed: false, bits })
}

const fn float(exponent_bits: u32, fraction_bits: u32, bias: i32, specials: Specials) -> Format {
    Format::Float(FloatFormat::new(exponent_bits, fraction_bits, bias, specials))
}
