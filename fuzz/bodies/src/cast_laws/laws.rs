//! The laws of casts without a map.

use codec_reference::{DataType, Dyadic, OutOfRange, RoundingMode, Value};
use num_bigint::{BigInt, Sign};

use RoundingMode::{NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero};

use super::subject::{CastResult, Stop, Subject, order};
use crate::layout::Function;

/// A law of an element, or of two.
type Law = fn(&Subject<'_>, u64, u64) -> Result<(), Stop>;

/// All of them by name.
pub(super) const LAWS: [(&str, Law); 10] = [
    ("special values go to their like or nowhere", |subject, bits, _| specials(subject, bits)),
    ("casting twice changes no more", |subject, bits, _| idempotent(subject, bits)),
    ("casting to the same type changes nothing", |subject, bits, _| identity(subject, bits)),
    ("order is kept", monotone),
    ("negation swaps the directed modes", |subject, bits, _| symmetric(subject, bits)),
    ("what is exact is so in every mode", |subject, bits, _| exact(subject, bits)),
    ("wrap is congruent modulo 2^N", |subject, bits, _| congruent(subject, bits)),
    ("the range rules leave successes alone", |subject, bits, _| range_rules(subject, bits)),
    ("clamp ends at the end of the range", |subject, bits, _| clamped(subject, bits)),
    ("rounding stays between the neighbours", |subject, bits, _| bracketed(subject, bits)),
];

/// CV-NAN-1, CV-NAN-3, CV-NAN-4, CV-INF-1, CV-INF-2, CV-INF-3.
fn specials(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let target = subject.function.target();
    let like = match value(subject, bits) {
        Value::Finite(_) => return Err(Stop::Silent),
        Value::Nan => target.nan(),
        Value::Infinity { negative } => target.infinity(negative),
    };
    subject.same(&subject.result(bits)?, &like.ok_or_else(String::new))
}

fn idempotent(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let target = subject.function.target();
    let once = success(subject.result(bits)?)?;
    subject.same(&subject.between(target, target, once)?, &Ok(once))
}

fn identity(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let source = subject.function.source();
    let result = subject.between(source, source, bits)?;
    let nan = source.is_nan(bits) && result.as_ref().is_ok_and(|result| source.is_nan(*result));
    if nan { Ok(()) } else { subject.expect(result, Ok(bits)) }
}

/// CV-ROUND-1 to CV-ROUND-5, CV-RANGE-3, CV-RANGE-4.
fn monotone(subject: &Subject<'_>, bits: u64, other: u64) -> Result<(), Stop> {
    if subject.function.out_of_range == Some(OutOfRange::Wrap) {
        return Err(Stop::Silent);
    }
    let target = subject.function.target();
    let results = [success(subject.result(bits)?)?, success(subject.result(other)?)?];
    let before = order(&value(subject, bits), &value(subject, other)).ok_or(Stop::Silent)?;
    let [one, two] = results.map(|result| target.decode(result));
    let after = order(&one, &two).ok_or_else(|| Stop::Broken("a number becomes NaN".to_owned()))?;
    let turned = before != after && after.is_ne();
    if turned { Err(Stop::Broken(format!("{results:x?} are in the other order"))) } else { Ok(()) }
}

fn symmetric(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let (source, target) = (subject.function.source(), subject.function.target());
    if !source.has_negative_zero() || !target.has_negative_zero() {
        return Err(Stop::Silent);
    }
    let mirrored = match subject.function.rounding {
        TowardsPositive => TowardsNegative,
        TowardsNegative => TowardsPositive,
        other => other,
    };
    let sign = |data_type: DataType| 1_u64 << (data_type.bits() - 1);
    let negative = subject.rounded(mirrored, bits ^ sign(source))?;
    subject.same(&subject.result(bits)?.map(|result| result ^ sign(target)), &negative)
}

/// CV-EXACT-1, CV-ZERO-1.
fn exact(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let result = success(subject.result(bits)?)?;
    let (Value::Finite(before), Value::Finite(after)) =
        (value(subject, bits), subject.function.target().decode(result))
    else {
        return Err(Stop::Silent);
    };
    if before.compare(&after).is_ne() {
        return Err(Stop::Silent);
    }
    if before.is_zero()
        && subject.function.target().has_negative_zero()
        && before.is_negative() != after.is_negative()
    {
        return Err(Stop::Broken(format!("{result:#x} has the other sign")));
    }
    for mode in RoundingMode::ALL {
        subject.same(&subject.rounded(mode, bits)?, &Ok(result))?;
    }
    for rule in [None, Some(OutOfRange::Clamp)] {
        subject.same(&subject.ranged(rule, bits)?, &Ok(result))?;
    }
    Ok(())
}

/// CV-WRAP-1, CV-WRAP-2, CV-WRAP-3; a number that is not an integer is rounded first.
fn congruent(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let (source, target) = (subject.function.source(), subject.function.target());
    let wraps = subject.function.out_of_range == Some(OutOfRange::Wrap) && target.is_integer();
    let Value::Finite(number) = source.decode(bits) else { return Err(Stop::Silent) };
    if !wraps {
        return Err(Stop::Silent);
    }
    let rounded = match number.to_integer() {
        Some(integer) => integer,
        None => {
            integer(DataType::Int64, success(subject.between(source, DataType::Int64, bits)?)?)?
        }
    };
    let result =
        subject.result(bits)?.map_err(|reason| Stop::Broken(format!("rejected: {reason}")))?;
    let modulus = BigInt::from(1) << target.bits();
    let difference = &rounded - integer(target, result)?;
    match difference % modulus == BigInt::ZERO && result <= target.mask() {
        true => Ok(()),
        false => {
            Err(Stop::Broken(format!("{result:#x} is not {rounded} modulo 2^{}", target.bits())))
        }
    }
}

/// CV-RANGE-2; NaN and infinities are not their business.
fn range_rules(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let absent = subject.ranged(None, bits)?;
    let finite = matches!(value(subject, bits), Value::Finite(_));
    match absent.is_ok() || !finite {
        true => subject.same(&subject.result(bits)?, &absent),
        false => Err(Stop::Silent),
    }
}

/// CV-RANGE-3 to CV-RANGE-6.
fn clamped(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let target = subject.function.target();
    let Value::Finite(number) = value(subject, bits) else { return Err(Stop::Silent) };
    if subject.ranged(None, bits)?.is_ok() {
        return Err(Stop::Silent);
    }
    let (min, max) = target.finite_range();
    let below = number.compare(&min).is_lt();
    if !below && number.compare(&max).is_le() {
        return Err(Stop::Broken("rejected, although it is in range".to_owned()));
    }
    let end = target.encode(if below { &min } else { &max });
    let end = target.infinity(below).or(end).ok_or(Stop::Silent)?;
    subject.expect(subject.ranged(Some(OutOfRange::Clamp), bits)?, Ok(end))
}

/// CV-ROUND-1 to CV-ROUND-5: the directed modes give the neighbours, the others one of them, the
/// nearest ones none that is farther away.
fn bracketed(subject: &Subject<'_>, bits: u64) -> Result<(), Stop> {
    let Value::Finite(number) = value(subject, bits) else { return Err(Stop::Silent) };
    let target = subject.function.target();
    // What a range rule brings back is not a neighbour.
    let function = Function { out_of_range: None, ..subject.function.clone() };
    let unbounded = Subject { codec: subject.codec, function: &function };
    let result = |mode| {
        let result = success(unbounded.rounded(mode, bits)?)?;
        match target.decode(result) {
            Value::Finite(result) => Ok(scaled(&result)),
            _ => Err(Stop::Silent),
        }
    };
    let (below, above, number) =
        (result(TowardsNegative)?, result(TowardsPositive)?, scaled(&number));
    let neighbours = || format!("neighbours times 2^{SCALE}: {below} and {above}, of {number}");
    if below > number || number > above {
        return Err(Stop::Broken(neighbours()));
    }
    let zero = if number.sign() == Sign::Minus { &above } else { &below };
    if result(TowardsZero)? != *zero {
        return Err(Stop::Broken(format!("towards-zero is not the neighbour; {}", neighbours())));
    }
    for mode in [NearestEven, NearestAway] {
        let nearest = result(mode)?;
        // What the other side of a tie has: an odd code, or the smaller magnitude. The type without
        // a zero decides by rules of its own (CV-ROUND-9).
        let wrong_side = match mode {
            NearestAway => nearest == *zero,
            _ => success(unbounded.rounded(mode, bits)?)? % 2 == 1 && target.has_zero(),
        };
        if !is_nearest([&below, &above], &number, &nearest, wrong_side) {
            return Err(Stop::Broken(format!("{} gives {nearest}; {}", mode.name(), neighbours())));
        }
    }
    Ok(())
}

/// Whether a result is the neighbour that is not farther away, and at a tie on the right side.
fn is_nearest(
    [below, above]: [&BigInt; 2],
    number: &BigInt,
    result: &BigInt,
    wrong_side: bool,
) -> bool {
    let is_neighbour = result == below || result == above;
    let other = if result == below { above } else { below };
    let distance = |end: &BigInt| (end - number).magnitude().clone();
    let (this, that) = (distance(result), distance(other));
    let is_tie = this == that && below != above;
    is_neighbour && this <= that && !(is_tie && wrong_side)
}

fn value(subject: &Subject<'_>, bits: u64) -> Value {
    subject.function.source().decode(bits)
}

fn success(result: CastResult) -> Result<u64, Stop> {
    result.map_err(|_| Stop::Silent)
}

fn integer(data_type: DataType, bits: u64) -> Result<BigInt, Stop> {
    match data_type.decode(bits) {
        Value::Finite(number) => number.to_integer().ok_or(Stop::Silent),
        _ => Err(Stop::Silent),
    }
}

const SCALE: i64 = 1100;

/// A value times 2^1100, a whole number for every finite value of the 26 types.
fn scaled(number: &Dyadic) -> BigInt {
    let sign = if number.is_negative() { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, number.significand().clone()) << (number.exponent() + SCALE)
}
