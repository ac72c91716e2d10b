//! `wrap`.

use codec_reference::DataType::{Int8, Int64, Uint8};
use codec_reference::OutOfRange::{Clamp, Wrap};
use codec_reference::{
    Cast, CastError, ConfigurationError, DataType, Direction, Dyadic, OutOfRange, RoundingMode,
};

use crate::Fault;
use crate::support::{beyond, extreme, infinity, overflow, with_rounding, wraps};
use crate::wrappers::{Function, Rejected, Scalar};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "wrap-modulo-the-storage-width",
        rule: "CV-WRAP-3",
        cause: "wraps 2-bit and 4-bit integers modulo 256, the width they are stored in",
        // The byte's type in place of the logical one.
        behaviour: &Scalar(|cast, bits| {
            let byte = if cast.target().is_signed() { Int8 } else { Uint8 };
            wrapped(cast, bits).filter(|_| cast.target().bits() < 8)?;
            Some(in_two(cast, bits, (byte, Wrap), Clamp))
        }),
    },
    Fault {
        name: "wrap-saturates-in-int64-first",
        rule: "CV-WRAP-1",
        cause: "clamps to int64 before it wraps, so that huge numbers are not taken modulo 2^N",
        // The saturating cast of Rust to the widest integer, then a narrowing one.
        behaviour: &Scalar(|cast, bits| {
            wrapped(cast, bits)?;
            Some(in_two(cast, bits, (Int64, Clamp), Wrap))
        }),
    },
    Fault {
        name: "wrap-of-negatives-is-zero",
        rule: "CV-WRAP-1",
        cause: "gives 0 for negative numbers that should wrap into an unsigned type",
        // A saturating cast to an unsigned type.
        behaviour: &Scalar(|cast, bits| {
            let below = wrapped(cast, bits).filter(|_| !cast.target().is_signed())?;
            below.then_some(Ok(0))
        }),
    },
    Fault {
        name: "wrap-without-twos-complement",
        rule: "CV-WRAP-2",
        cause: "clamps the residues that should become the negative numbers of a signed type",
        // A residue from 0 to 2^N - 1 stored as it is.
        behaviour: &Scalar(|cast, bits| {
            wrapped(cast, bits)?;
            let unsigned = DataType::from_name(&format!("u{}", cast.target()))?;
            Some(in_two(cast, bits, (unsigned, Wrap), Clamp))
        }),
    },
    Fault {
        name: "wrap-modulo-the-largest-value",
        rule: "CV-WRAP-1",
        cause: "wraps into unsigned types modulo 2^N - 1, the largest value",
        // `x % UINT8_MAX`.
        behaviour: &Scalar(|cast, bits| {
            wrapped(cast, bits).filter(|_| !cast.target().is_signed())?;
            let largest = cast.target().mask().into();
            Some(Ok(whole(&overflow(cast, bits)?)?.rem_euclid(largest) as u64))
        }),
    },
    Fault {
        name: "wrap-shifts-once",
        rule: "CV-WRAP-1",
        cause: "adds or subtracts 2^N a single time, and clamps what is still out of range",
        // `if x > max { x - 2^N }`.
        behaviour: &Scalar(shifts_once),
    },
    Fault {
        name: "wrap-truncates",
        rule: "CV-WRAP-1",
        cause: "truncates before it wraps, whatever the rounding mode",
        // A cast of C, which truncates, in place of the rounding.
        behaviour: &Function(|cast| {
            wraps(cast).then(|| with_rounding(cast, RoundingMode::TowardsZero))
        }),
    },
    Fault {
        name: "wrap-takes-infinity-for-zero",
        rule: "CV-INF-2",
        cause: "wraps infinities to 0, where they are an error unless mapped",
        // `astype` of NumPy, which needs map entries for the infinities.
        behaviour: &Scalar(|cast, bits| {
            infinity(cast, bits).filter(|_| wraps(cast)).map(|_| Ok(0))
        }),
    },
    Fault {
        name: "wrap-judged-by-the-source",
        rule: "CV-WRAP-4",
        cause: "permits wrap by the array's data type, not by the configuration's",
        // The check for an integer type made on the wrong one.
        behaviour: &Rejected(|codec| {
            let cast = codec.cast(Direction::Encode);
            let float = cast.out_of_range() == Some(Wrap) && !cast.source().is_integer();
            float.then(|| ConfigurationError::WrapIntoFloat { data_type: cast.source() })
        }),
    },
];

/// Whether a number is beyond the range of a cast that wraps, and then whether below it.
fn wrapped(cast: &Cast, bits: u64) -> Option<bool> {
    beyond(cast, bits).filter(|_| wraps(cast))
}

/// The result by way of an integer type, with a range rule for each of the two casts.
fn in_two(
    cast: &Cast,
    bits: u64,
    (middle, first): (DataType, OutOfRange),
    second: OutOfRange,
) -> Result<u64, CastError> {
    let integer = Cast::new(cast.source(), middle, cast.rounding(), Some(first)).scalar(bits)?;
    Cast::new(middle, cast.target(), cast.rounding(), Some(second)).scalar(integer)
}

fn shifts_once(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let below = wrapped(cast, bits)?;
    let modulus = (i128::from(cast.target().mask()) + 1) * if below { 1 } else { -1 };
    let shifted = whole(&overflow(cast, bits)?).and_then(|value| value.checked_add(modulus));
    let number = shifted.map(|value| Dyadic::new(value < 0, value.unsigned_abs(), 0));
    let result = number.and_then(|number| cast.target().encode(&number));
    Some(Ok(result.unwrap_or_else(|| extreme(cast.target(), below))))
}

/// The value of an integer of at most 127 bits.
pub(crate) fn whole(number: &Dyadic) -> Option<i128> {
    i128::try_from(number.to_integer()?).ok()
}
