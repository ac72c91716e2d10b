//! The definition of a cast, by search: the neighbours of a value in the target type, compared as
//! `f64` values, which hold all values and midpoints of the narrow types exactly.

use std::collections::HashMap;

use codec_fast::{Cast, DataType, Reason, RoundingMode};

use crate::facts::{Facts, FloatFacts, Specials, facts, power_of_two, value};
use crate::{MODES, RANGE_RULES, convert_all, random};

const WIDE: [DataType; 2] = [DataType::Float32, DataType::Float64];

/// The length of a short array.
const SHORT: usize = 37;

/// No finite value that these tests cast is as great as this.
const TOP: i32 = 130;

#[test]
fn from_16_bit_floats_exhaustively() {
    for source in [DataType::Float16, DataType::Bfloat16] {
        exhaustively(source);
    }
}

#[test]
fn from_16_bit_integers() {
    let patterns: Vec<u64> = (0..1 << 16).step_by(3).collect();
    for source in [DataType::Int16, DataType::Uint16] {
        for target in up_to_16_bits() {
            check(source, target, &Definition::new(target), &patterns);
        }
    }
}

#[test]
fn from_narrow_types_exhaustively() {
    for source in DataType::ALL.into_iter().filter(|data_type| data_type.bits() <= 8) {
        exhaustively(source);
    }
}

/// Around every value of the target and every midpoint between two.
#[test]
fn from_wide_floats_at_the_thresholds() {
    for target in up_to_16_bits() {
        // A step that is odd visits both even and odd significands.
        let step = if target.bits() == 16 { 11 } else { 1 };
        let definition = Definition::new(target);
        let thresholds: Vec<f64> = definition.thresholds().step_by(step).collect();
        for source in WIDE {
            let near = thresholds.iter().flat_map(|&threshold| around(source, threshold));
            let random = random().map(|bits| bits & (u64::MAX >> (64 - source.bits())));
            let random = random.filter(|&bits| {
                let value = value(source, bits);
                !value.is_finite() || value.abs() < power_of_two(TOP)
            });
            check(
                source,
                target,
                &definition,
                &near.chain(random.take(10_000)).collect::<Vec<_>>(),
            );
        }
    }
}

fn exhaustively(source: DataType) {
    let patterns: Vec<u64> = (0..1 << source.bits()).collect();
    for target in up_to_16_bits() {
        check(source, target, &Definition::new(target), &patterns);
    }
}

fn up_to_16_bits() -> impl Iterator<Item = DataType> {
    DataType::ALL.into_iter().filter(|data_type| data_type.bits() <= 16)
}

/// The patterns of the value that is nearest, and of its neighbours, with both signs.
fn around(source: DataType, value: f64) -> impl Iterator<Item = u64> {
    let near = [value, -value].map(|value| match source {
        DataType::Float32 => {
            let value = value as f32;
            [value, value.next_up(), value.next_down()].map(|value| u64::from(value.to_bits()))
        }
        _ => [value, value.next_up(), value.next_down()].map(f64::to_bits),
    });
    near.into_iter().flatten()
}

/// Checks single conversions and the conversion of an array against the definition.
fn check(source: DataType, target: DataType, definition: &Definition, patterns: &[u64]) {
    let values = patterns.iter().map(|&bits| value(source, bits));
    let neighbours: Vec<_> = values.map(|value| (value, definition.neighbours(value))).collect();
    for mode in MODES {
        let expected: Vec<_> = neighbours
            .iter()
            .map(|&(value, neighbours)| definition.cast(value, neighbours, mode))
            .collect();
        for (index, rule) in RANGE_RULES.into_iter().enumerate() {
            let cast = Cast::new(source, target, mode, rule);
            let what = format!("{source:?} to {target:?}, {mode:?}, {rule:?}");
            let (mut good, mut results) = (vec![], vec![]);
            for (&bits, expected) in patterns.iter().zip(&expected) {
                assert_eq!(cast.convert_one(bits), expected[index], "{bits:#x} {what}");
                if let Ok(result) = expected[index] {
                    good.push(bits);
                    results.push(result);
                }
            }
            assert!(convert_all(&cast, source, target, &good) == results, "{what}: as an array");
            // Too few for the table that longer arrays of bytes are looked up in.
            let short = |array: &[u64]| convert_all(&cast, source, target, array);
            let parts: Vec<u64> = good.chunks(SHORT).flat_map(short).collect();
            assert!(parts == results, "{what}: as short arrays");
        }
    }
}

struct Definition {
    facts: Facts,
    /// The magnitudes of a float type in their order, as if its exponent had no upper bound. An
    /// odd index is an odd significand.
    magnitudes: Vec<f64>,
    /// The patterns of the finite values, by the bits of the value.
    patterns: HashMap<u64, u64>,
    min: f64,
    max: f64,
}

/// The magnitudes next to a magnitude, which are the same if it is one of the type's.
#[derive(Clone, Copy)]
struct Neighbours {
    lower: f64,
    upper: f64,
    lower_is_even: bool,
}

impl Definition {
    fn new(target: DataType) -> Self {
        let facts = facts(target);
        let codes = (0..1 << facts.bits).map(|bits| (value(target, bits), bits));
        let finite: Vec<(f64, u64)> = codes.filter(|(value, _)| value.is_finite()).collect();
        Self {
            magnitudes: facts.float.as_ref().map(magnitudes).unwrap_or_default(),
            patterns: finite.iter().map(|&(value, bits)| (value.to_bits(), bits)).collect(),
            min: finite.iter().map(|&(value, _)| value).fold(f64::INFINITY, f64::min),
            max: finite.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max),
            facts,
        }
    }

    /// The target's magnitudes and the midpoints between them.
    fn thresholds(&self) -> impl Iterator<Item = f64> {
        let integers = (0..1_u64 << self.facts.bits).map(|integer| integer as f64);
        let is_float = self.facts.float.is_some();
        let magnitudes: Vec<f64> =
            if is_float { self.magnitudes.clone() } else { integers.collect() };
        let midpoints: Vec<f64> =
            magnitudes.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
        magnitudes.into_iter().chain(midpoints).filter(|&value| value < power_of_two(TOP - 1))
    }

    fn neighbours(&self, value: f64) -> Neighbours {
        let magnitude = value.abs();
        if self.facts.float.is_none() || !magnitude.is_finite() || magnitude == 0.0 {
            let (lower, upper) = (magnitude.floor(), magnitude.ceil());
            return Neighbours { lower, upper, lower_is_even: lower % 2.0 == 0.0 };
        }
        let at = self.magnitudes.partition_point(|&other| other < magnitude);
        if self.magnitudes[at] == magnitude {
            return Neighbours { lower: magnitude, upper: magnitude, lower_is_even: true };
        }
        let (lower, upper) = (self.magnitudes[at - 1], self.magnitudes[at]);
        let is_scale = self.facts.float.as_ref().is_some_and(|float| float.fraction_bits == 0);
        // A significand without fraction bits is never even: the tie goes to the greater one.
        Neighbours { lower, upper, lower_is_even: (at - 1).is_multiple_of(2) && !is_scale }
    }

    /// The outcomes under the range rules, in the order of `RANGE_RULES`.
    fn cast(
        &self,
        value: f64,
        neighbours: Neighbours,
        mode: RoundingMode,
    ) -> [Result<u64, Reason>; 3] {
        let float = self.facts.float.as_ref();
        if value.is_nan() {
            return [float.and_then(|float| float.nan).ok_or(Reason::Nan); 3];
        }
        if value.is_infinite() {
            return [self.infinity(value < 0.0).ok_or(Reason::Infinite); 3];
        }
        let rounded = round(value, neighbours, mode);
        // Where there is no -0, it is 0.
        let pattern = |value: f64| self.patterns.get(&value.to_bits()).copied();
        if let Some(bits) = pattern(rounded).or_else(|| pattern(rounded + 0.0)) {
            return [Ok(bits); 3];
        }
        let infinity = self.infinity(rounded < 0.0);
        let clamped = infinity.or_else(|| pattern(rounded.clamp(self.min, self.max)));
        let modulus = power_of_two(self.facts.bits as i32);
        let wrapped = float.is_none().then(|| rounded.rem_euclid(modulus) as u64);
        let out_of_range = Reason::OutOfRange;
        [Err(out_of_range), clamped.ok_or(out_of_range), wrapped.ok_or(out_of_range)]
    }

    fn infinity(&self, negative: bool) -> Option<u64> {
        let float = self.facts.float.as_ref().filter(|float| float.specials == Specials::Ieee)?;
        let positive = ((1 << float.exponent_bits) - 1) << float.fraction_bits;
        Some(positive | u64::from(negative) << (self.facts.bits - 1))
    }
}

/// The magnitudes up to 2^TOP, from 0 on, or for a type without zero from far below its range on.
fn magnitudes(float: &FloatFacts) -> Vec<f64> {
    if float.specials == Specials::Fnu {
        return (-1074..=TOP).map(power_of_two).collect();
    }
    let binade = 1 << float.fraction_bits;
    let mut step = float.min_positive;
    let mut magnitudes: Vec<f64> = (0..binade).map(|place| f64::from(place) * step).collect();
    while step * f64::from(binade) <= power_of_two(TOP) {
        magnitudes.extend((binade..2 * binade).map(|significand| f64::from(significand) * step));
        step *= 2.0;
    }
    magnitudes
}

/// Chooses the neighbour; a zero keeps the sign.
fn round(value: f64, neighbours: Neighbours, mode: RoundingMode) -> f64 {
    let Neighbours { lower, upper, lower_is_even } = neighbours;
    let (magnitude, middle) = (value.abs(), f64::midpoint(lower, upper));
    let up = match mode {
        RoundingMode::NearestEven => magnitude > middle || magnitude == middle && !lower_is_even,
        RoundingMode::NearestAway => magnitude >= middle,
        RoundingMode::TowardsZero => false,
        RoundingMode::TowardsPositive => value > 0.0,
        RoundingMode::TowardsNegative => value < 0.0,
    };
    (if up { upper } else { lower }).copysign(value)
}
