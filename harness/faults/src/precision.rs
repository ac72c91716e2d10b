//! Values that lose digits on the way, or that are not what they should be.

use codec_reference::DataType::{Float32, Float64, Int64, Uint64};
use codec_reference::RoundingMode::{NearestAway, NearestEven};
use codec_reference::{Cast, CastError, DataType, Dyadic, Format, Specials, Value};

use crate::Fault;
use crate::support::{
    bare, encode, is_narrow_float, is_negative, is_subnormal, is_tie, number, rejected, through,
    with_rounding,
};
use crate::wrappers::Scalar;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "double-rounding-through-float32",
        rule: "CV-ROUND-8",
        cause: "rounds twice: first to float32, then to the target",
        // A kernel for small floats that takes float32, fed with wider types.
        behaviour: &Scalar(|cast, bits| {
            through(cast, Float32, bits).filter(|_| is_narrow_float(cast.target()))
        }),
    },
    Fault {
        name: "double-rounding-through-float64",
        rule: "CV-ROUND-8",
        cause: "rounds integers of 64 bits twice: first to float64, then to the target",
        // One code path for all sources, with float64 as the common type.
        behaviour: &Scalar(|cast, bits| {
            let target = cast.target();
            through(cast, Float64, bits).filter(|_| !target.is_integer() && target != Float64)
        }),
    },
    Fault {
        name: "integers-through-float64",
        rule: "CV-EXACT-1",
        cause: "casts between integer types through float64, which keeps 53 bits",
        // The same, where the target is an integer type too.
        behaviour: &Scalar(|cast, bits| {
            let integers = matches!(cast.source(), Int64 | Uint64) && cast.target().is_integer();
            through(cast, Float64, bits).filter(|_| integers)
        }),
    },
    Fault {
        name: "float64-low-word-dropped",
        rule: "CV-ROUND-8",
        cause: "drops the low 32 bits of a float64 before it rounds",
        // A conversion to a 16-bit float that works on the high word, without a sticky bit for
        // the rest.
        behaviour: &Scalar(|cast, bits| {
            let high = cast.source() == Float64 && is_narrow_float(cast.target());
            number(cast, bits).filter(|_| high)?;
            Some(bare(cast).scalar(bits & !0xffff_ffff))
        }),
    },
    Fault {
        name: "carry-lost",
        rule: "CV-ROUND-1",
        cause: "loses the carry into the exponent when a significand rounds up to the next power",
        // A fraction field that is rounded on its own and masked.
        behaviour: &Scalar(carry_lost),
    },
    Fault {
        name: "half-of-the-smallest-rounds-up",
        rule: "CV-ROUND-1",
        cause: "rounds half of the smallest subnormal up, where the tie is to zero, the even one",
        // A tie that is known by its size, without a look at the even neighbour.
        behaviour: &Scalar(half_of_the_smallest_rounds_up),
    },
    Fault {
        name: "subnormal-results-flushed",
        rule: "CV-EXACT-1",
        cause: "flushes subnormal results to zero",
        // The processor's flush-to-zero mode, or a conversion that knows no subnormals.
        behaviour: &Scalar(|cast, bits| {
            let result = finite_result(cast, bits).filter(|it| is_subnormal(cast.target(), it))?;
            Some(Ok(encode(cast.target(), &Dyadic::zero(is_negative(&result)))))
        }),
    },
    Fault {
        name: "subnormal-inputs-flushed",
        rule: "CV-EXACT-1",
        cause: "takes subnormal inputs for zero",
        // The processor's denormals-are-zero mode.
        behaviour: &Scalar(|cast, bits| {
            let number = number(cast, bits).filter(|it| is_subnormal(cast.source(), it))?;
            let zero = encode(cast.source(), &Dyadic::zero(is_negative(&number)));
            Some(bare(cast).scalar(zero))
        }),
    },
    Fault {
        name: "fnuz-with-the-ieee-bias",
        rule: "CV-EXACT-1",
        cause: "encodes the fnuz types with the exponent bias of the IEEE type, which is one less",
        // A fnuz type made from the table row of its IEEE namesake.
        behaviour: &Scalar(|cast, bits| {
            let namesake = DataType::from_name(cast.target().name().strip_suffix("fnuz")?)?;
            number(cast, bits).filter(|number| !number.is_zero())?;
            let cast = Cast::new(cast.source(), namesake, cast.rounding(), None);
            cast.scalar(bits).ok().map(Ok)
        }),
    },
    Fault {
        name: "top-exponent-reserved",
        rule: "CV-EXACT-1",
        cause: "takes the top exponent for infinities and NaNs in types that have numbers there",
        // Ranges computed as for IEEE types.
        behaviour: &Scalar(top_exponent_reserved),
    },
    Fault {
        name: "unsigned-read-as-signed",
        rule: "CV-EXACT-1",
        cause: "reads unsigned integers as signed ones",
        // A platform without unsigned types.
        behaviour: &Scalar(|cast, bits| {
            let signed = DataType::from_name(cast.source().name().strip_prefix('u')?)?;
            number(cast, bits)?;
            let (rounding, out_of_range) = (cast.rounding(), cast.out_of_range());
            Some(Cast::new(signed, cast.target(), rounding, out_of_range).scalar(bits))
        }),
    },
];

fn carry_lost(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let target = cast.target();
    let (number, result) = (number(cast, bits)?, finite_result(cast, bits)?);
    let float = target.has_zero() && !target.is_integer();
    let carried = result.log2() > number.log2() && !is_subnormal(target, &number);
    let log2 = number.log2().filter(|_| float && carried)?;
    Some(Ok(encode(target, &Dyadic::new(is_negative(&number), 1_u8, log2))))
}

fn half_of_the_smallest_rounds_up(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let Format::Float(float) = cast.target().format() else { return None };
    let number = number(cast, bits).filter(|number| is_tie(cast, number))?;
    let half = float.has_zero() && number.log2() == Some(float.min_quantum() - 1);
    let even = cast.rounding() == NearestEven;
    (half && even).then(|| with_rounding(cast, NearestAway).scalar(bits))
}

fn top_exponent_reserved(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let full = matches!(cast.target().format(), Format::Float(float)
        if matches!(float.specials, Specials::Fn | Specials::Fnuz));
    let result = finite_result(cast, bits).filter(|_| full)?;
    let top = cast.target().finite_range().1.log2();
    (result.log2() == top).then(|| Err(rejected(cast, &result)))
}

/// The result for a number that no entry maps, where that is a number too.
fn finite_result(cast: &Cast, bits: u64) -> Option<Dyadic> {
    number(cast, bits)?;
    match cast.target().decode(cast.scalar(bits).ok()?) {
        Value::Finite(result) => Some(result),
        _ => None,
    }
}
