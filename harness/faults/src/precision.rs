//! Values that lose digits on the way, or that are not what they should be.

use codec_reference::DataType::{Float32, Float64, Int64, Uint64};
use codec_reference::RoundingMode::{NearestAway, NearestEven};
use codec_reference::{Cast, CastError, DataType, Dyadic, Format, Specials, Value};

use crate::support::{bare, is_subnormal, is_tie, number, refused, through, with_rounding};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "double-rounding-through-float32",
        rule: "CV-ROUND-8",
        cause: "rounds twice: first to float32, then to the target",
        behaviour: &ThroughFloat32,
    },
    Fault {
        name: "double-rounding-through-float64",
        rule: "CV-ROUND-8",
        cause: "rounds integers of 64 bits twice: first to float64, then to the target",
        behaviour: &ThroughFloat64,
    },
    Fault {
        name: "integers-through-float64",
        rule: "CV-EXACT-1",
        cause: "casts between integer types through float64, which keeps 53 bits",
        behaviour: &IntegersThroughFloat64,
    },
    Fault {
        name: "float64-low-word-dropped",
        rule: "CV-ROUND-8",
        cause: "drops the low 32 bits of a float64 before it rounds",
        behaviour: &LowWordDropped,
    },
    Fault {
        name: "carry-lost",
        rule: "CV-ROUND-1",
        cause: "loses the carry into the exponent when a significand rounds up to the next power",
        behaviour: &CarryLost,
    },
    Fault {
        name: "half-of-the-smallest-rounds-up",
        rule: "CV-ROUND-1",
        cause: "rounds half of the smallest subnormal up, where the tie is to zero, the even one",
        behaviour: &HalfOfSmallestRoundsUp,
    },
    Fault {
        name: "subnormal-results-flushed",
        rule: "CV-EXACT-1",
        cause: "flushes subnormal results to zero",
        behaviour: &SubnormalResultsFlushed,
    },
    Fault {
        name: "subnormal-inputs-flushed",
        rule: "CV-EXACT-1",
        cause: "takes subnormal inputs for zero",
        behaviour: &SubnormalInputsFlushed,
    },
    Fault {
        name: "fnuz-with-the-ieee-bias",
        rule: "CV-EXACT-1",
        cause: "encodes the fnuz types with the exponent bias of the IEEE type, which is one less",
        behaviour: &FnuzWithIeeeBias,
    },
    Fault {
        name: "top-exponent-reserved",
        rule: "CV-EXACT-1",
        cause: "takes the top exponent for infinities and NaNs in types that have numbers there",
        behaviour: &TopExponentReserved,
    },
    Fault {
        name: "unsigned-read-as-signed",
        rule: "CV-EXACT-1",
        cause: "reads unsigned integers as signed ones",
        behaviour: &UnsignedReadAsSigned,
    },
];

/// A kernel for small floats that takes float32, fed with wider types.
struct ThroughFloat32;

impl Behaviour for ThroughFloat32 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target().is_integer() || cast.target().bits() > 16 {
            return cast.scalar(bits);
        }
        through(cast, Float32, bits).unwrap_or_else(|| cast.scalar(bits))
    }
}

/// One code path for all sources, with float64 as the common type.
struct ThroughFloat64;

impl Behaviour for ThroughFloat64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.target().is_integer() || cast.target() == Float64 {
            return cast.scalar(bits);
        }
        through(cast, Float64, bits).unwrap_or_else(|| cast.scalar(bits))
    }
}

/// The same, where the target is an integer type too.
struct IntegersThroughFloat64;

impl Behaviour for IntegersThroughFloat64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if !cast.target().is_integer() || !matches!(cast.source(), Int64 | Uint64) {
            return cast.scalar(bits);
        }
        through(cast, Float64, bits).unwrap_or_else(|| cast.scalar(bits))
    }
}

/// A conversion to a 16-bit float that works on the high word, without a sticky bit for the rest.
struct LowWordDropped;

impl Behaviour for LowWordDropped {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let narrow = !cast.target().is_integer() && cast.target().bits() <= 16;
        if cast.source() != Float64 || !narrow || number(cast, bits).is_none() {
            return cast.scalar(bits);
        }
        bare(cast).scalar(bits & !0xffff_ffff)
    }
}

/// A fraction field that is rounded on its own and masked.
struct CarryLost;

impl Behaviour for CarryLost {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let target = cast.target();
        let image = cast.scalar(bits)?;
        let (Some(number), Value::Finite(rounded)) = (number(cast, bits), target.decode(image))
        else {
            return Ok(image);
        };
        let carried = rounded.log2() > number.log2() && !is_subnormal(target, &number);
        match number.log2().filter(|_| carried && target.has_zero() && !target.is_integer()) {
            Some(log2) => Ok(encode(target, &Dyadic::new(number.negative, 1_u8, log2))),
            None => Ok(image),
        }
    }
}

/// A tie that is told from its size, without a look at the even neighbour.
struct HalfOfSmallestRoundsUp;

impl Behaviour for HalfOfSmallestRoundsUp {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let Format::Float(float) = cast.target().format() else { return cast.scalar(bits) };
        let half = |number: &Dyadic| {
            number.log2() == Some(float.min_quantum() - 1) && is_tie(cast, number)
        };
        let even = cast.rounding() == NearestEven && float.has_zero();
        if !even || !number(cast, bits).is_some_and(|number| half(&number)) {
            return cast.scalar(bits);
        }
        with_rounding(cast, NearestAway).scalar(bits)
    }
}

/// The processor's flush-to-zero mode, or a conversion that knows no subnormals.
struct SubnormalResultsFlushed;

impl Behaviour for SubnormalResultsFlushed {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let image = cast.scalar(bits)?;
        match (number(cast, bits), cast.target().decode(image)) {
            (Some(_), Value::Finite(rounded)) if is_subnormal(cast.target(), &rounded) => {
                Ok(encode(cast.target(), &Dyadic::zero(rounded.negative)))
            }
            _ => Ok(image),
        }
    }
}

/// The processor's denormals-are-zero mode.
struct SubnormalInputsFlushed;

impl Behaviour for SubnormalInputsFlushed {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        match number(cast, bits) {
            Some(number) if is_subnormal(cast.source(), &number) => {
                bare(cast).scalar(encode(cast.source(), &Dyadic::zero(number.negative)))
            }
            _ => cast.scalar(bits),
        }
    }
}

/// A fnuz type made from the table row of its IEEE namesake.
struct FnuzWithIeeeBias;

impl Behaviour for FnuzWithIeeeBias {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let name = cast.target().name().strip_suffix("fnuz").unwrap_or_default();
        let number = number(cast, bits).filter(|number| !number.is_zero());
        let (Some(namesake), Some(_)) = (DataType::from_name(name), number) else {
            return cast.scalar(bits);
        };
        let image = Cast::new(cast.source(), namesake, cast.rounding(), None).scalar(bits);
        image.or_else(|_| cast.scalar(bits))
    }
}

/// Ranges computed as for IEEE types.
struct TopExponentReserved;

impl Behaviour for TopExponentReserved {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let image = cast.scalar(bits)?;
        let full = matches!(cast.target().format(), Format::Float(float)
            if matches!(float.specials, Specials::NoSpecials | Specials::NegativeZeroNan));
        match (number(cast, bits), cast.target().decode(image)) {
            (Some(_), Value::Finite(rounded))
                if full && rounded.log2() == cast.target().finite_range().1.log2() =>
            {
                Err(refused(cast, &rounded))
            }
            _ => Ok(image),
        }
    }
}

/// A platform without unsigned types.
struct UnsignedReadAsSigned;

impl Behaviour for UnsignedReadAsSigned {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let signed = cast.source().name().strip_prefix('u').and_then(DataType::from_name);
        match signed.filter(|_| number(cast, bits).is_some()) {
            Some(signed) => {
                let (rounding, out_of_range) = (cast.rounding(), cast.out_of_range());
                Cast::new(signed, cast.target(), rounding, out_of_range).scalar(bits)
            }
            None => cast.scalar(bits),
        }
    }
}

fn encode(data_type: DataType, number: &Dyadic) -> u64 {
    data_type.encode(number).expect("a value of the type")
}
