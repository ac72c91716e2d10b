use crate::float::FloatFormat;
use crate::int::IntFormat;
use crate::number::{Number, Rounding, Scalar};
use crate::{OutOfRange, Reason};

/// How the patterns of a type are read.
pub(crate) trait Decode: Copy {
    /// The scalar of a pattern whose bits above the width are zero.
    fn decode(self, bits: u64) -> Scalar;
}

/// How the patterns of a type are written.
pub(crate) trait Encode: Copy {
    /// The canonical NaN.
    fn nan(self) -> Option<u64>;

    /// The infinity of that sign.
    fn infinity(self, negative: bool) -> Option<u64>;

    /// The number, rounded and brought into range.
    fn encode(
        self,
        number: Number,
        rounding: Rounding,
        out_of_range: Option<OutOfRange>,
    ) -> Result<u64, Reason>;
}

/// The format of any type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    Int(IntFormat),
    Float(FloatFormat),
}

impl Format {
    pub(crate) const fn bits(self) -> u32 {
        match self {
            Self::Int(int) => int.bits,
            Self::Float(float) => float.bits,
        }
    }

    /// The bytes of an element.
    pub(crate) const fn size(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// The bits of a pattern that count.
    pub(crate) const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The zero of the other sign, if `bits` is a zero and there is another.
    pub(crate) fn other_zero(self, bits: u64) -> Option<u64> {
        match self {
            Self::Int(_) => None,
            Self::Float(float) => float.other_zero(bits),
        }
    }
}

impl Decode for Format {
    fn decode(self, bits: u64) -> Scalar {
        match self {
            Self::Int(int) => int.decode(bits),
            Self::Float(float) => float.decode(bits),
        }
    }
}

impl Encode for Format {
    fn nan(self) -> Option<u64> {
        match self {
            Self::Int(int) => int.nan(),
            Self::Float(float) => float.nan(),
        }
    }

    fn infinity(self, negative: bool) -> Option<u64> {
        match self {
            Self::Int(int) => int.infinity(negative),
            Self::Float(float) => float.infinity(negative),
        }
    }

    fn encode(
        self,
        number: Number,
        rounding: Rounding,
        out_of_range: Option<OutOfRange>,
    ) -> Result<u64, Reason> {
        match self {
            Self::Int(int) => int.encode(number, rounding, out_of_range),
            Self::Float(float) => float.encode(number, rounding, out_of_range),
        }
    }
}
