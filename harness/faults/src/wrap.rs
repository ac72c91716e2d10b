//! `wrap`.

use codec_reference::DataType::{Int8, Int64, Uint8};
use codec_reference::OutOfRange::{Clamp, Wrap};
use codec_reference::{
    Cast, CastError, CastValue, ConfigurationError, DataType, Direction, Dyadic, Readings,
    RoundingMode,
};

use crate::support::{beyond, extreme, infinity, overflow, with_rounding, wraps};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "wrap-modulo-the-storage-width",
        rule: "CV-WRAP-3",
        cause: "wraps 2-bit and 4-bit integers modulo 256, the width they are stored in",
        behaviour: &StorageWidth,
    },
    Fault {
        name: "wrap-saturates-in-int64-first",
        rule: "CV-WRAP-1",
        cause: "clamps to int64 before it wraps, so that huge numbers are not taken modulo 2^N",
        behaviour: &SaturatesInInt64,
    },
    Fault {
        name: "wrap-of-negatives-is-zero",
        rule: "CV-WRAP-1",
        cause: "gives 0 for negative numbers that should wrap into an unsigned type",
        behaviour: &NegativesBecomeZero,
    },
    Fault {
        name: "wrap-without-twos-complement",
        rule: "CV-WRAP-2",
        cause: "clamps the residues that should become the negative numbers of a signed type",
        behaviour: &WithoutTwosComplement,
    },
    Fault {
        name: "wrap-modulo-the-largest-value",
        rule: "CV-WRAP-1",
        cause: "wraps into unsigned types modulo 2^N - 1, the largest value",
        behaviour: &ModuloTheLargest,
    },
    Fault {
        name: "wrap-shifts-once",
        rule: "CV-WRAP-1",
        cause: "adds or subtracts 2^N a single time, and clamps what is still out of range",
        behaviour: &ShiftsOnce,
    },
    Fault {
        name: "wrap-truncates",
        rule: "CV-WRAP-1",
        cause: "truncates before it wraps, whatever the rounding mode",
        behaviour: &WrapTruncates,
    },
    Fault {
        name: "wrap-takes-infinity-for-zero",
        rule: "CV-INF-2",
        cause: "wraps infinities to 0, where they are an error unless mapped",
        behaviour: &InfinityBecomesZero,
    },
    Fault {
        name: "wrap-judged-by-the-source",
        rule: "CV-WRAP-4",
        cause: "permits wrap by the array's data type, not by the configuration's",
        behaviour: &JudgedBySource,
    },
];

/// The byte's type in place of the logical one.
struct StorageWidth;

impl Behaviour for StorageWidth {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let target = cast.target();
        if !wraps(cast) || target.bits() >= 8 || beyond(cast, bits).is_none() {
            return cast.scalar(bits);
        }
        let byte = if target.is_signed() { Int8 } else { Uint8 };
        let stored = Cast::new(cast.source(), byte, cast.rounding(), Some(Wrap)).scalar(bits)?;
        Cast::new(byte, target, cast.rounding(), Some(Clamp)).scalar(stored)
    }
}

/// The saturating cast of Rust to the widest integer, then a narrowing one.
struct SaturatesInInt64;

impl Behaviour for SaturatesInInt64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !wraps(cast) || beyond(cast, bits).is_none() {
            return cast.scalar(bits);
        }
        let wide = Cast::new(cast.source(), Int64, cast.rounding(), Some(Clamp)).scalar(bits)?;
        Cast::new(Int64, cast.target(), cast.rounding(), Some(Wrap)).scalar(wide)
    }
}

/// A saturating cast to an unsigned type.
struct NegativesBecomeZero;

impl Behaviour for NegativesBecomeZero {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let unsigned = wraps(cast) && !cast.target().is_signed();
        if unsigned && beyond(cast, bits) == Some(true) { Ok(0) } else { cast.scalar(bits) }
    }
}

/// A residue from 0 to 2^N - 1 stored as it is.
struct WithoutTwosComplement;

impl Behaviour for WithoutTwosComplement {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let target = cast.target();
        let unsigned = DataType::from_name(&format!("u{target}"));
        match unsigned.filter(|_| wraps(cast) && beyond(cast, bits).is_some()) {
            Some(unsigned) => {
                let residue = Cast::new(cast.source(), unsigned, cast.rounding(), Some(Wrap));
                Cast::new(unsigned, target, cast.rounding(), Some(Clamp))
                    .scalar(residue.scalar(bits)?)
            }
            None => cast.scalar(bits),
        }
    }
}

/// `x % UINT8_MAX`.
struct ModuloTheLargest;

impl Behaviour for ModuloTheLargest {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let unsigned = wraps(cast) && !cast.target().is_signed();
        match whole(overflow(cast, bits)) {
            Some(value) if unsigned => Ok(value.rem_euclid(cast.target().mask().into()) as u64),
            _ => cast.scalar(bits),
        }
    }
}

/// `if x > max { x - 2^N }`.
struct ShiftsOnce;

impl Behaviour for ShiftsOnce {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (true, Some(below)) = (wraps(cast), beyond(cast, bits)) else {
            return cast.scalar(bits);
        };
        let modulus = (i128::from(cast.target().mask()) + 1) * if below { 1 } else { -1 };
        let shifted = whole(overflow(cast, bits)).and_then(|value| value.checked_add(modulus));
        let number = shifted.map(|value| Dyadic::new(value < 0, value.unsigned_abs(), 0));
        let image = number.and_then(|number| cast.target().encode(&number));
        Ok(image.unwrap_or_else(|| extreme(cast.target(), below)))
    }
}

fn whole(number: Option<Dyadic>) -> Option<i128> {
    number.and_then(|number| i128::try_from(number.to_integer()?).ok())
}

/// A cast of C, which truncates, in place of the rounding.
struct WrapTruncates;

impl Behaviour for WrapTruncates {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !wraps(cast) {
            return cast.scalar(bits);
        }
        with_rounding(cast, RoundingMode::TowardsZero).scalar(bits)
    }
}

/// `astype` of NumPy, which needs map entries for the infinities.
struct InfinityBecomesZero;

impl Behaviour for InfinityBecomesZero {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if wraps(cast) && infinity(cast, bits).is_some() { Ok(0) } else { cast.scalar(bits) }
    }
}

/// The check for an integer type made on the wrong one.
struct JudgedBySource;

impl Behaviour for JudgedBySource {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let codec = CastValue::parse(text, array, Readings::OURS)?;
        let wraps = codec.cast(Direction::Encode).out_of_range() == Some(Wrap);
        if wraps && !array.is_integer() {
            return Err(ConfigurationError::WrapIntoFloat { data_type: array });
        }
        Ok(codec)
    }
}
