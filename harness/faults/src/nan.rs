//! NaNs.

use codec_reference::DataType::{Bfloat16, Float32};
use codec_reference::{Cast, CastError, Format};

use crate::Fault;
use crate::support::{extreme, is_fnuz, is_unmapped_nan, nan_rejected};
use crate::wrappers::Scalar;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "nan-becomes-zero",
        rule: "CV-NAN-3",
        cause: "casts NaN to 0 in integer types",
        // The cast of Rust, or of NumPy on some processors.
        behaviour: &Scalar(|cast, bits| {
            (cast.target().is_integer() && is_unmapped_nan(cast, bits)).then_some(Ok(0))
        }),
    },
    Fault {
        name: "nan-becomes-the-largest",
        rule: "CV-NAN-3",
        cause: "casts NaN to the largest value of float types without a NaN",
        // The saturating conversions of machine learning.
        behaviour: &Scalar(|cast, bits| {
            let missing = !cast.target().is_integer() && cast.target().nan().is_none();
            let nan = missing && is_unmapped_nan(cast, bits);
            nan.then(|| Ok(extreme(cast.target(), false)))
        }),
    },
    Fault {
        name: "nan-refused",
        rule: "CV-NAN-1",
        cause: "rejects NaN where the target has a NaN",
        // A check for NaN ahead of all casts.
        behaviour: &Scalar(|cast, bits| {
            is_unmapped_nan(cast, bits).then(|| Err(nan_rejected(cast)))
        }),
    },
    Fault {
        name: "nan-payload-shifted-out",
        rule: "CV-NAN-1",
        cause: "keeps the upper bits of a NaN's payload: where they are 0, it is an infinity",
        // A conversion by shifts, without a quiet bit set.
        behaviour: &Scalar(payload_shifted_out),
    },
    Fault {
        name: "nan-rounded-into-bfloat16",
        rule: "CV-NAN-1",
        cause: "rounds the bits of a NaN into a bfloat16, and the carry runs into the sign",
        // The usual trick of adding 0x7fff and the lowest bit kept, without a test for NaN.
        behaviour: &Scalar(|cast, bits| {
            let float32 = cast.source() == Float32 && cast.target() == Bfloat16;
            let nan = float32 && is_unmapped_nan(cast, bits);
            nan.then(|| Ok((bits + 0x7fff + (bits >> 16 & 1)) >> 16 & 0xffff))
        }),
    },
    Fault {
        name: "fnuz-nan-as-all-ones",
        rule: "CV-NAN-4",
        cause: "writes NaN as 0x7f in the fnuz types, where that is the largest number",
        // The NaN of the types whose name ends in `fn`.
        behaviour: &Scalar(|cast, bits| {
            (is_fnuz(cast.target()) && is_unmapped_nan(cast, bits)).then_some(Ok(0x7f))
        }),
    },
];

fn payload_shifted_out(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let (Format::Float(source), Format::Float(target)) =
        (cast.source().format(), cast.target().format())
    else {
        return None;
    };
    let payload = bits & ((1 << source.fraction_bits) - 1);
    let kept = payload >> source.fraction_bits.saturating_sub(target.fraction_bits);
    let lost = source.has_infinities() && is_unmapped_nan(cast, bits) && kept == 0;
    let negative = bits >> (source.bits() - 1) & 1 == 1;
    cast.target().infinity(negative).filter(|_| lost).map(Ok)
}
