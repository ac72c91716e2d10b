//! Rejections of what is right, where the arithmetic beneath has limits or warns.

use codec_reference::DataType::Int64;
use codec_reference::RoundingMode::NearestEven;
use codec_reference::{Cast, CastError, Direction, MemberError};

use crate::Fault;
use crate::support::{
    bare, beyond, clamps, has_infinities, is_negative, is_unmapped_nan, nan_rejected, number,
    outside, overflow, rejected, with_rounding, wraps,
};
use crate::wrappers::{Rejected, Scalar};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "overflow-on-the-way-refused",
        rule: "CV-RANGE-4",
        cause: "rejects whatever makes a float conversion signal overflow, as NumPy does where \
                warnings are errors",
        // Floating-point exceptions that are raised: of the conversion to nearest, and of the step
        // to the next number that the other modes correct it by.
        behaviour: &Scalar(overflow_rejected),
    },
    Fault {
        name: "signalling-nan-refused",
        rule: "CV-NAN-1",
        cause: "rejects signalling NaNs where the target has a NaN, as NumPy does where warnings \
                are errors",
        // The conversion of a signalling NaN is an invalid operation of IEEE 754.
        behaviour: &Scalar(|cast, bits| {
            let converted = cast.source() != cast.target() && cast.source().is_signalling_nan(bits);
            (converted && is_unmapped_nan(cast, bits)).then(|| Err(nan_rejected(cast)))
        }),
    },
    Fault {
        name: "one-past-the-top-refused",
        rule: "CV-RANGE-3",
        cause: "clamps to the largest 64-bit integer as a float64, which is one more, and rejects \
                the result",
        // `clip` with a bound that float64 does not hold, and a checked cast.
        behaviour: &Scalar(|cast, bits| {
            let (source, target) = (cast.source(), cast.target());
            let checked = target.is_integer() && target.bits() == 64 && !source.is_integer();
            let number = overflow(cast, bits).filter(|_| checked && clamps(cast))?;
            (!is_negative(&number)).then(|| Err(rejected(cast, &number)))
        }),
    },
    Fault {
        name: "wrap-refuses-beyond-int64",
        rule: "CV-WRAP-1",
        cause: "wraps in int64, and rejects a number or a modulus that int64 cannot hold",
        // The remainder of 64-bit integers; 2^64 is none of them.
        behaviour: &Scalar(|cast, bits| {
            let rounded = overflow(cast, bits).filter(|_| wraps(cast))?;
            let beyond = outside(Int64, &rounded).is_some() || cast.target().bits() == 64;
            beyond.then(|| Err(rejected(cast, &rounded)))
        }),
    },
    Fault {
        name: "float-roundings-refused",
        rule: "CV-ROUND-2",
        cause: "rejects every rounding mode but nearest-even between float types",
        // A conversion of the hardware, and the honesty to say so.
        behaviour: &Rejected(|codec| {
            let cast = codec.cast(Direction::Encode);
            let floats = !cast.source().is_integer() && !cast.target().is_integer();
            let (path, found) = ("rounding", cast.rounding().name().to_owned());
            let rejected = || MemberError::NotPermitted { path, found, rule: "CV-CONF-4" }.into();
            (floats && cast.rounding() != NearestEven).then(rejected)
        }),
    },
];

fn overflow_rejected(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let number = number(cast, bits).filter(|_| has_infinities(cast.target()))?;
    let corrected = cast.rounding() != NearestEven && outside(cast.target(), &number).is_some();
    let overflows = || beyond(&with_rounding(&bare(cast), NearestEven), bits).is_some();
    (corrected || overflows()).then(|| Err(rejected(cast, &number)))
}
