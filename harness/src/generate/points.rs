//! Inputs of a wide type, chosen by construction: where a conversion into the target can go wrong.

use std::collections::BTreeSet;

use codec_reference::{DataType, Dyadic, Format, RoundingMode, round};

use crate::random::Random;

/// How many random patterns a pair of types gets.
const RANDOM: usize = 64;

/// The inputs of a pair in numeric order of their bits, 600 at most.
pub(super) fn inputs((source, target): (DataType, DataType)) -> Vec<u64> {
    let mut points = Points { source, chosen: BTreeSet::new() };
    points.extremes();
    points.specials();
    points.exponent_boundaries(target);
    points.ties(target);
    points.thresholds(target);
    if let Format::Int(int) = target.format() {
        points.wrap_multiples(i64::from(int.bits));
    }
    points.random(target);
    points.chosen.into_iter().collect()
}

struct Points {
    source: DataType,
    chosen: BTreeSet<u64>,
}

impl Points {
    /// Zeros, the smallest and the largest patterns of either sign, one; each with neighbours.
    fn extremes(&mut self) {
        let (min, max) = self.source.finite_range();
        for number in [Dyadic::zero(false), power(0), min, max] {
            self.around(&number);
        }
        let sign = self.source.mask() / 2 + 1;
        self.chosen.extend([sign, sign + 1]);
    }

    /// Infinities; NaNs quiet and signalling, of either sign, with the smallest and the largest
    /// payload.
    fn specials(&mut self) {
        let (Some(infinity), Some(nan)) = (self.source.infinity(false), self.source.nan()) else {
            return;
        };
        let sign = self.source.mask() / 2 + 1;
        let quiet = nan & !infinity;
        for positive in [infinity, infinity + 1, nan - 1, nan, nan + 1, infinity | (2 * quiet - 1)]
        {
            self.chosen.extend([positive, positive | sign]);
        }
    }

    /// Powers of two from below the target's smallest unit to beyond its range, those near the
    /// ends and every 16th between; each with its neighbours, so that the units change here.
    fn exponent_boundaries(&mut self, target: DataType) {
        for exponent in boundaries(self.source, target) {
            self.around(&power(exponent));
        }
    }

    /// Half-way points between neighbours of the target with an even and an odd lower one, among
    /// the subnormals, at the start, in the middle and at the end of binades; with neighbours.
    fn ties(&mut self, target: DataType) {
        for exponent in tie_exponents(self.source, target) {
            let unit = target.quantum(Some(exponent));
            let count = (exponent - unit).min(62);
            let first = 1_u64 << count.max(0);
            let middle = first + first / 2;
            for lower in [first, first + 1, middle, middle + 1, 2 * first - 2, 2 * first - 1] {
                // The half-way point above `lower`, in halves of the unit.
                self.around(&Dyadic::new(false, u128::from(lower) * 2 + 1, unit - 1));
            }
        }
        let smallest = target.quantum(None);
        for halves in [1_u8, 2, 3, 5] {
            self.around(&Dyadic::new(false, halves, smallest - 1));
        }
    }

    /// The ends of the range, the points a half unit and a whole unit beyond them.
    fn thresholds(&mut self, target: DataType) {
        let (min, max) = target.finite_range();
        for end in [min, max] {
            let quarter = target.quantum(end.log2()) - 2;
            let Some(quarters) = end.in_units_of(quarter) else { continue };
            for more in [0_u8, 1, 2, 3, 4, 8] {
                self.around(&Dyadic::new(end.is_negative(), &quarters + more, quarter));
            }
        }
    }

    /// Multiples of 2^N, and the points a half and one away from them.
    fn wrap_multiples(&mut self, bits: i64) {
        let bits = bits as u32;
        for multiple in [1_u64, 2, 255] {
            let modulus = u128::from(multiple) << bits;
            let half = 1_u128 << (bits - 1);
            for number in [modulus, modulus - 1, modulus + 1, modulus + half] {
                self.around(&Dyadic::new(false, number, 0));
            }
            self.around(&Dyadic::new(false, 2 * modulus + 1, -1));
        }
    }

    /// Random patterns: half of them from all, half with a magnitude near the target's.
    fn random(&mut self, target: DataType) {
        let mut random = Random::seeded((self.source as u64) << 8 | target as u64);
        let mut next = || random.next();
        let span = boundaries(self.source, target);
        let (Some(low), Some(high)) = (span.first(), span.last()) else { return };
        for _ in 0..RANDOM / 2 {
            self.chosen.insert(next() & self.source.mask());
            let exponent = low + (next() % (high - low + 1).unsigned_abs()) as i64;
            let number = Dyadic::new(next() & 1 == 1, next() | 1 << 63, exponent - 63);
            self.chosen.extend(self.nearest(&number));
        }
    }

    /// The source's pattern at or next to a number, the ones beside it, and all of them negated.
    fn around(&mut self, number: &Dyadic) {
        for negative in [number.is_negative(), !number.is_negative()] {
            let number = Dyadic::new(negative, number.significand().clone(), number.exponent());
            if let Some(bits) = self.nearest(&number) {
                let mask = self.source.mask();
                self.chosen.extend([
                    bits.wrapping_sub(1) & mask,
                    bits,
                    bits.wrapping_add(1) & mask,
                ]);
            }
        }
    }

    fn nearest(&self, number: &Dyadic) -> Option<u64> {
        let quantum = self.source.quantum(number.log2());
        let mode = RoundingMode::TowardsZero;
        let (rounded, _) = round(number, quantum, mode);
        self.source.encode(&rounded)
    }
}

fn power(exponent: i64) -> Dyadic {
    Dyadic::new(false, 1_u8, exponent)
}

/// Exponents from below the target's smallest unit to beyond its range, as far as the source
/// goes: all of them near both ends, every 16th between (every 32nd in the widest span).
fn boundaries(source: DataType, target: DataType) -> Vec<i64> {
    let smallest = target.quantum(None).max(source.quantum(None));
    let log2 = |data_type: DataType| data_type.finite_range().1.log2().unwrap_or(0);
    let largest = (log2(target) + 1).min(log2(source));
    let step = if largest - smallest > 1024 { 32 } else { 16 };
    let near = |exponent: i64, end: i64| (exponent - end).abs() <= 3;
    let kept = (smallest - 2..=largest).filter(|&exponent| {
        exponent % step == 0 || near(exponent, smallest) || near(exponent, largest)
    });
    kept.collect()
}

/// Exponents of binades whose ties are asked: the first and the last that the source reaches and
/// the target rounds, and a few between.
fn tie_exponents(source: DataType, target: DataType) -> Vec<i64> {
    let all = boundaries(source, target);
    let (Some(low), Some(high)) = (all.first().copied(), all.last().copied()) else {
        return Vec::new();
    };
    // Only binades in which the source is finer than the target have ties.
    let finer = |exponent: &i64| source.quantum(Some(*exponent)) < target.quantum(Some(*exponent));
    let rounded: Vec<i64> = (low..=high).filter(finer).collect();
    let (Some(first), Some(last)) = (rounded.first(), rounded.last()) else { return Vec::new() };
    let middle = first + (last - first) / 2;
    let chosen = BTreeSet::from([*first, first + 1, first + 2, middle, last - 1, *last]);
    chosen.into_iter().filter(|exponent| rounded.contains(exponent)).collect()
}
