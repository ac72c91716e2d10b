//! NaNs.

use codec_reference::DataType::{Bfloat16, Float32};
use codec_reference::{Cast, CastError, Format, Specials};

use crate::support::{extreme, is_unmapped_nan};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "nan-becomes-zero",
        rule: "CV-NAN-3",
        cause: "casts NaN to 0 in integer types",
        behaviour: &NanBecomesZero,
    },
    Fault {
        name: "nan-becomes-the-largest",
        rule: "CV-NAN-3",
        cause: "casts NaN to the largest value of float types without a NaN",
        behaviour: &NanBecomesLargest,
    },
    Fault {
        name: "nan-refused",
        rule: "CV-NAN-1",
        cause: "refuses NaN where the target has a NaN",
        behaviour: &NanRefused,
    },
    Fault {
        name: "nan-payload-shifted-out",
        rule: "CV-NAN-1",
        cause: "keeps the upper bits of a NaN's payload: where they are 0, it is an infinity",
        behaviour: &PayloadShiftedOut,
    },
    Fault {
        name: "nan-rounded-into-bfloat16",
        rule: "CV-NAN-1",
        cause: "rounds the bits of a NaN into a bfloat16, and the carry runs into the sign",
        behaviour: &NanRounded,
    },
    Fault {
        name: "fnuz-nan-as-all-ones",
        rule: "CV-NAN-4",
        cause: "writes NaN as 0x7f in the fnuz types, where that is the largest number",
        behaviour: &FnuzNanAllOnes,
    },
];

/// The cast of Rust, or of NumPy on some processors.
struct NanBecomesZero;

impl Behaviour for NanBecomesZero {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let integer = cast.target().is_integer();
        if integer && is_unmapped_nan(cast, bits) { Ok(0) } else { cast.scalar(bits) }
    }
}

/// The saturating conversions of machine learning.
struct NanBecomesLargest;

impl Behaviour for NanBecomesLargest {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let missing = !cast.target().is_integer() && cast.target().nan().is_none();
        if missing && is_unmapped_nan(cast, bits) {
            return Ok(extreme(cast.target(), false));
        }
        cast.scalar(bits)
    }
}

/// A check for NaN ahead of all casts.
struct NanRefused;

impl Behaviour for NanRefused {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if is_unmapped_nan(cast, bits) {
            return Err(CastError::Nan { source_type: cast.source(), target: cast.target() });
        }
        cast.scalar(bits)
    }
}

/// A conversion by shifts, without a quiet bit set.
struct PayloadShiftedOut;

impl Behaviour for PayloadShiftedOut {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (Format::Float(source), Format::Float(target)) =
            (cast.source().format(), cast.target().format())
        else {
            return cast.scalar(bits);
        };
        let payload = bits & ((1 << source.mantissa_bits) - 1);
        let kept = payload >> source.mantissa_bits.saturating_sub(target.mantissa_bits);
        let negative = bits >> (source.bits() - 1) & 1 == 1;
        let lost = source.has_infinities() && is_unmapped_nan(cast, bits) && kept == 0;
        match cast.target().infinity(negative).filter(|_| lost) {
            Some(infinity) => Ok(infinity),
            None => cast.scalar(bits),
        }
    }
}

/// The usual trick of adding 0x7fff and the lowest bit kept, without a test for NaN.
struct NanRounded;

impl Behaviour for NanRounded {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let types = (cast.source(), cast.target());
        if types != (Float32, Bfloat16) || !is_unmapped_nan(cast, bits) {
            return cast.scalar(bits);
        }
        Ok((bits + 0x7fff + (bits >> 16 & 1)) >> 16 & 0xffff)
    }
}

/// The NaN of the types whose name ends in `fn`.
struct FnuzNanAllOnes;

impl Behaviour for FnuzNanAllOnes {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let fnuz = matches!(cast.target().format(), Format::Float(float)
            if float.specials == Specials::NegativeZeroNan);
        if fnuz && is_unmapped_nan(cast, bits) { Ok(0x7f) } else { cast.scalar(bits) }
    }
}
