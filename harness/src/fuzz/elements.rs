//! Elements where casts go wrong, and which of two is the simpler one.

use std::collections::BTreeMap;

use codec_reference::{DataType, Dyadic, RoundingMode, Value, round};

use crate::random::Random;

/// Significands of the simplest elements, all odd ones up to here.
const SMALL: u128 = 31;

/// Exponents of the simplest elements, of either sign.
const NEAR: i64 = 12;

/// An element of the source type: any pattern, or one near a tie, a value or an end of the range of
/// the target, a power of two, a small integer, or special.
pub(super) fn element(source: DataType, target: DataType, random: &mut Random) -> u64 {
    let near = match random.below(16) {
        0..=1 => return random.next() & source.mask(),
        2..=6 => tie(source, target, random),
        7..=8 => value(target, random),
        9..=10 => end(target, random),
        11..=12 => power(binade(source, target, random), random),
        13 => Some(Dyadic::new(random.below(2) == 1, random.below(300), 0)),
        14 => value(source, random),
        _ => return special(source, random),
    };
    let bits = near.and_then(|number| nearest(source, &number));
    match (bits, random.below(4)) {
        (None, _) => random.next() & source.mask(),
        (Some(bits), 0) => bits.wrapping_add(random.below(5)).wrapping_sub(2) & source.mask(),
        (Some(bits), 1) => bits.wrapping_add(1) & source.mask(),
        (Some(bits), _) => bits,
    }
}

/// A value midway between neighbours of the target, as if its exponent had no upper bound.
fn tie(source: DataType, target: DataType, random: &mut Random) -> Option<Dyadic> {
    let exponent = binade(source, target, random);
    let unit = target.quantum(Some(exponent));
    let count = u32::try_from((exponent - unit).clamp(0, 60)).ok()?;
    let first = 1_u64 << count;
    let lower = match random.below(3) {
        // Half of the smallest unit belongs to no binade.
        0 if exponent <= unit => 0,
        0 => first,
        1 => 2 * first - 1 - random.below(2).min(first - 1),
        _ => first + random.below(first),
    };
    Some(Dyadic::new(random.below(2) == 1, u128::from(lower) * 2 + 1, unit - 1))
}

/// A finite value of a type.
fn value(data_type: DataType, random: &mut Random) -> Option<Dyadic> {
    match data_type.decode(random.next() & data_type.mask()) {
        Value::Finite(number) => Some(number),
        _ => None,
    }
}

/// An end of a type's range, or up to two units beyond it in quarters of a unit.
fn end(target: DataType, random: &mut Random) -> Option<Dyadic> {
    let (min, max) = target.finite_range();
    let end = if random.below(2) == 0 { min } else { max };
    let quarter = target.quantum(end.log2()) - 2;
    let quarters = end.in_units_of(quarter)? + random.below(9);
    // Multiples of the modulus are what wrap is about.
    let multiple = if random.below(4) == 0 { 1 + random.below(255) } else { 1 };
    Some(Dyadic::new(end.is_negative() ^ (random.below(8) == 0), quarters * multiple, quarter))
}

fn power(exponent: i64, random: &mut Random) -> Option<Dyadic> {
    Some(Dyadic::new(random.below(2) == 1, 1_u8, exponent))
}

/// An exponent that the source has, from below the target's smallest unit to beyond its range.
fn binade(source: DataType, target: DataType, random: &mut Random) -> i64 {
    let log2 = |data_type: DataType| data_type.finite_range().1.log2().unwrap_or(0);
    let low = (target.quantum(None) - 3).max(source.quantum(None));
    let high = (log2(target) + 3).min(log2(source)).max(low);
    let span = (high - low + 1).unsigned_abs();
    match random.below(8) {
        0 => low + random.below(span.min(6)) as i64,
        1 => high - random.below(span.min(6)) as i64,
        // Where both are near 1, whatever the width of their exponents.
        2..=3 => (random.below(24) as i64 - 8).clamp(low, high),
        _ => low + random.below(span) as i64,
    }
}

/// Zeros, infinities, NaNs, and the ends of the patterns.
fn special(source: DataType, random: &mut Random) -> u64 {
    let sign = source.mask() / 2 + 1;
    let base = match random.below(5) {
        0 => 0,
        1 => source.infinity(false).unwrap_or(0),
        2 => source.nan().unwrap_or_else(|| source.mask()),
        3 => source.infinity(false).map_or(1, |infinity| infinity | random.next()),
        _ => source.mask() / 2,
    };
    (base ^ if random.below(2) == 0 { sign } else { 0 }) & source.mask()
}

/// The pattern of a number of the type, or of the next one towards zero.
pub(super) fn nearest(data_type: DataType, number: &Dyadic) -> Option<u64> {
    let quantum = data_type.quantum(number.log2());
    let (rounded, _) = round(number, quantum, RoundingMode::TowardsZero);
    data_type.encode(&rounded)
}

/// The pattern of the number one.
pub(super) fn one(data_type: DataType) -> u64 {
    data_type.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one")
}

/// Elements are compared by kind, then by significand, then by how far the exponent is from 0;
/// positive ones come first.
type Simplicity = (u8, u128, u64, bool, bool, u64);

/// What makes an element simple: finite, of a short significand, near 1, positive.
pub(super) fn simplicity(data_type: DataType, bits: u64) -> Simplicity {
    match data_type.decode(bits) {
        Value::Finite(number) => {
            let (significand, exponent) = odd(&number);
            let (negative, bits) = (number.is_negative(), bits);
            (0, significand, exponent.unsigned_abs(), exponent > 0, negative, bits)
        }
        Value::Infinity { negative } => (1, 0, 0, false, negative, bits),
        Value::Nan => (2, u128::from(bits.count_ones()), 0, false, false, bits),
    }
}

/// Simpler elements than one, the simplest first: those of short significands near 1 and near the
/// ends of both types, those between it and them, and special ones.
pub(super) fn simpler_elements(source: DataType, target: DataType, bits: u64) -> Vec<u64> {
    let current = simplicity(source, bits);
    let mut simpler = BTreeMap::new();
    let mut offer = |number: &Dyadic| {
        if let Some(bits) = source.encode(number) {
            let key = simplicity(source, bits);
            if key < current {
                simpler.insert(key, bits);
            }
        }
    };
    for exponent in exponents(source, target) {
        for significand in std::iter::once(0).chain((1..=SMALL).step_by(2)) {
            for negative in [false, true] {
                offer(&Dyadic::new(negative, significand, exponent));
            }
        }
    }
    beyond(target).iter().for_each(&mut offer);
    if let Value::Finite(number) = source.decode(bits) {
        between(&number).iter().for_each(&mut offer);
    }
    let specials = [source.infinity(false), source.infinity(true), source.nan()];
    for bits in specials.into_iter().flatten() {
        let key = simplicity(source, bits);
        if key < current {
            simpler.insert(key, bits);
        }
    }
    simpler.into_values().collect()
}

/// The ends of a type's range, and up to two units beyond and before them in quarters of a unit.
fn beyond(target: DataType) -> Vec<Dyadic> {
    let (min, max) = target.finite_range();
    let near = [min, max].into_iter().filter_map(|end| {
        let quarter = target.quantum(end.log2()) - 2;
        let quarters = u128::try_from(end.in_units_of(quarter)?).ok()?;
        let near = (0..=16).map(move |more| (quarters + more).saturating_sub(8));
        Some(near.map(move |quarters| Dyadic::new(end.is_negative(), quarters, quarter)))
    });
    near.flatten().collect()
}

/// The number with fewer bits, with an exponent nearer to 0, and without sign.
fn between(number: &Dyadic) -> Vec<Dyadic> {
    let (significand, exponent) = odd(number);
    let mut between = vec![Dyadic::new(false, significand, exponent)];
    for cut in 1..=significand.checked_ilog2().unwrap_or(0) {
        let up = exponent + i64::from(cut);
        between.push(Dyadic::new(number.is_negative(), significand >> cut, up));
        between.push(Dyadic::new(number.is_negative(), (significand >> cut) + 1, up));
        // The last bit decides many a case, those above it few.
        let low = significand & ((1 << cut) - 1) | 1 << cut;
        between.push(Dyadic::new(number.is_negative(), low, exponent));
    }
    for bit in 0..significand.checked_ilog2().unwrap_or(0) {
        between.push(Dyadic::new(number.is_negative(), significand & !(1 << bit), exponent));
    }
    let nearer = [0, exponent / 2, exponent - exponent.signum()];
    let top = i64::from(significand.checked_ilog2().unwrap_or(0));
    between.extend(nearer.map(|exponent| Dyadic::new(number.is_negative(), significand, exponent)));
    between.push(Dyadic::new(number.is_negative(), significand, -top));
    between
}

fn exponents(source: DataType, target: DataType) -> Vec<i64> {
    let mut ends = Vec::new();
    for data_type in [source, target] {
        let (min, max) = data_type.finite_range();
        ends.push(data_type.quantum(None));
        ends.extend([min.log2(), max.log2()].into_iter().flatten());
    }
    let near_ends = ends.into_iter().flat_map(|end| end - 4..=end + 2);
    let mut exponents: Vec<i64> = (-NEAR..=NEAR).chain(near_ends).collect();
    exponents.sort_unstable();
    exponents.dedup();
    exponents
}

/// The odd significand of an element, at most 64 bits, and its exponent; those of zero are 0.
fn odd(number: &Dyadic) -> (u128, i64) {
    (number.significand().try_into().expect("of an element"), number.exponent())
}
