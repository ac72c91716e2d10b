//! Casts against the definition of rounding: the neighbours of a value in the sorted list of all
//! values of the target, for every target of up to 16 bits.
//!
//! Nothing of the crate takes part in an expectation. All values are `f64`, which holds those of
//! these types, of 32-bit sources and the midpoints between them exactly; 64-bit integers are
//! compared as integers.

mod common;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use codec_reference::{Cast, CastError, OutOfRange, RoundingMode};

use common::{Kind, Layout, layouts};

const RANGE_RULES: [Option<OutOfRange>; 3] =
    [None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)];

#[test]
fn from_every_value_of_up_to_8_bits() {
    for target in narrow() {
        let grid = Grid::of(target);
        for source in narrow().filter(|source| source.bits() <= 8) {
            grid.check(source, 0..=source.mask());
        }
    }
}

#[test]
fn from_every_value_of_16_bits_into_8_bits() {
    for target in narrow().filter(|target| target.bits() <= 8) {
        let grid = Grid::of(target);
        for source in narrow().filter(|source| source.bits() == 16) {
            grid.check(source, 0..=0xffff);
        }
    }
}

#[test]
fn from_every_value_of_16_bits_into_16_bits() {
    for target in narrow().filter(|target| target.bits() == 16) {
        let grid = Grid::of(target);
        for source in narrow().filter(|source| source.bits() == 16) {
            grid.check(source, 0..=0xffff);
        }
    }
}

#[test]
fn from_wide_values_around_every_value_and_midpoint() {
    for target in narrow() {
        let grid = Grid::of(target);
        for source in layouts().filter(|source| source.bits() > 16) {
            grid.check(source, grid.landmarks().flat_map(|mark| around(source, mark)));
        }
    }
}

fn narrow() -> impl Iterator<Item = Layout> {
    layouts().filter(|layout| layout.bits() <= 16)
}

/// The patterns of a 32- or 64-bit source next to a number: the value itself if the source has it,
/// and two of its values on either side.
fn around(source: Layout, mark: f64) -> BTreeSet<u64> {
    let mask = source.mask();
    if source.is_integer() {
        let whole = mark.floor() as i128;
        let source_range = match source.kind {
            Kind::Signed => -(1 << (source.bits() - 1))..1_i128 << (source.bits() - 1),
            _ => 0..1_i128 << source.bits(),
        };
        let near = whole.saturating_sub(1)..=whole.saturating_add(2);
        return near.filter(|n| source_range.contains(n)).map(|n| n as u64 & mask).collect();
    }
    let pattern = match source.bits() {
        32 => u64::from((mark as f32).to_bits()),
        _ => mark.to_bits(),
    };
    (0..=4).map(|step| pattern.wrapping_add(step).wrapping_sub(2) & mask).collect()
}

/// The exact value of a source pattern.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Exact {
    Float(f64),
    Integer(i128),
}

impl Exact {
    fn of(source: Layout, pattern: u64) -> Self {
        match (source.kind, source.bits()) {
            (Kind::Signed, 64) => Self::Integer(i128::from(pattern as i64)),
            (Kind::Unsigned, 64) => Self::Integer(i128::from(pattern)),
            _ => Self::Float(source.value(pattern)),
        }
    }

    fn compare(self, other: f64) -> Ordering {
        match self {
            Self::Float(float) => float.partial_cmp(&other).expect("numbers"),
            // Converting to `i128` saturates, which is as good as exact beyond 64 bits.
            Self::Integer(integer) => {
                let floor = other.floor();
                integer.cmp(&(floor as i128)).then(floor.partial_cmp(&other).expect("numbers"))
            }
        }
    }

    fn is_negative(self) -> bool {
        match self {
            Self::Float(float) => float.is_sign_negative(),
            Self::Integer(integer) => integer < 0,
        }
    }

    /// The low 64 bits, in two's complement, of the value rounded to an integer.
    fn wrapped(self, mode: RoundingMode) -> u64 {
        let float = match self {
            Self::Integer(integer) => return integer as u64,
            Self::Float(float) => float,
        };
        let rounded = match mode {
            RoundingMode::NearestEven => float.round_ties_even(),
            RoundingMode::NearestAway => float.round(),
            RoundingMode::TowardsZero => float.trunc(),
            RoundingMode::TowardsPositive => float.ceil(),
            RoundingMode::TowardsNegative => float.floor(),
        };
        // The remainder of two floats is exact, and takes the sign of the dividend.
        (rounded % 2_f64.powi(64)) as i128 as u64
    }
}

/// A value of the target, or the next one that would follow at an end of its range if the exponent
/// had no bound there.
#[derive(Clone, Copy, Debug)]
struct Point {
    value: f64,
    even: bool,
    /// `None` beyond the range.
    pattern: Option<u64>,
}

struct Grid {
    target: Layout,
    /// In ascending order.
    points: Vec<Point>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Outcome {
    Pattern(u64),
    AnyNan,
    NoNan,
    NoInfinity,
    OutOfRange,
}

impl Grid {
    fn of(target: Layout) -> Self {
        let mut points: Vec<Point> = (0..=target.mask())
            .map(|pattern| (target.value(pattern), pattern))
            .filter(|(value, _)| value.is_finite() && !(*value == 0.0 && value.is_sign_negative()))
            .map(|(value, pattern)| Point { value, even: pattern & 1 == 0, pattern: Some(pattern) })
            .collect();
        points.sort_by(|a, b| a.value.total_cmp(&b.value));
        let (below, above) = match (target.kind, points.as_slice()) {
            (Kind::Fnu, [first, .., last]) => (first.value / 2.0, 2.0 * last.value),
            (_, [first, second, .., last_but_one, last]) => {
                (2.0 * first.value - second.value, 2.0 * last.value - last_but_one.value)
            }
            _ => unreachable!("every type has four values"),
        };
        let beyond =
            |value, neighbour: Point| Point { value, even: !neighbour.even, pattern: None };
        let (first, last) = (points[0], points[points.len() - 1]);
        points.insert(0, beyond(below, first));
        points.push(beyond(above, last));
        Self { target, points }
    }

    /// The points and the midpoints; where the target has 16 bits, every 101st pair of them and
    /// those next to zero and to the ends.
    fn landmarks(&self) -> impl Iterator<Item = f64> {
        let (points, middle) = (&self.points, self.points.len() / 2);
        let pairs = points.windows(2).enumerate().filter(move |(index, _)| {
            let distance = (*index).min(points.len() - index).min(index.abs_diff(middle));
            points.len() < 1000 || index % 101 == 0 || distance < 40
        });
        pairs.flat_map(|(_, pair)| [pair[0].value, midpoint(pair[0], pair[1]), pair[1].value])
    }

    fn check(&self, source: Layout, patterns: impl Iterator<Item = u64>) {
        let target = self.target.data_type;
        let functions = RoundingMode::ALL.map(|mode| {
            (mode, RANGE_RULES.map(|rule| (rule, Cast::new(source.data_type, target, mode, rule))))
        });
        for pattern in patterns {
            let value = Exact::of(source, pattern);
            for (mode, casts) in &functions {
                let rounded = self.special(value).map_or_else(|| self.rounded(value, *mode), Ok);
                for (rule, cast) in casts {
                    let expected =
                        rounded.unwrap_or_else(|below| self.outside(value, *mode, *rule, below));
                    let found = outcome(cast.scalar(pattern));
                    assert!(
                        found == expected || expected == Outcome::AnyNan && self.is_nan(found),
                        "{cast:?} of {pattern:#x}: {found:x?}, not {expected:x?}",
                    );
                }
            }
        }
    }

    fn is_nan(&self, outcome: Outcome) -> bool {
        matches!(outcome, Outcome::Pattern(pattern) if self.target.value(pattern).is_nan())
    }

    /// What a NaN or an infinity becomes; `None` for a number.
    fn special(&self, value: Exact) -> Option<Outcome> {
        let Exact::Float(float) = value else { return None };
        match self.target.kind {
            Kind::Ieee | Kind::Fnuz | Kind::Fnu if float.is_nan() => Some(Outcome::AnyNan),
            _ if float.is_nan() => Some(Outcome::NoNan),
            Kind::Ieee if float.is_infinite() => Some(self.infinity(float < 0.0)),
            _ if float.is_infinite() => Some(Outcome::NoInfinity),
            _ => None,
        }
    }

    /// The result for a value that is rounded to beyond the range.
    fn outside(
        &self,
        value: Exact,
        mode: RoundingMode,
        rule: Option<OutOfRange>,
        below: bool,
    ) -> Outcome {
        match rule {
            Some(OutOfRange::Clamp) if self.target.kind == Kind::Ieee => self.infinity(below),
            Some(OutOfRange::Clamp) => self.extreme(below),
            Some(OutOfRange::Wrap) if self.target.is_integer() => {
                Outcome::Pattern(value.wrapped(mode) & self.target.mask())
            }
            _ => Outcome::OutOfRange,
        }
    }

    /// The neighbour that the mode names; where that is beyond the range, whether below it.
    fn rounded(&self, value: Exact, mode: RoundingMode) -> Result<Outcome, bool> {
        let upper = self.points.partition_point(|point| value.compare(point.value).is_ge());
        if upper == 0 {
            return Err(true);
        }
        let lower = self.points[upper - 1];
        let chosen = match self.points.get(upper) {
            _ if value.compare(lower.value).is_eq() => lower,
            Some(upper) => self.choose(value, lower, *upper, mode),
            None => return Err(false),
        };
        let pattern = chosen.pattern.ok_or(chosen.value == self.points[0].value)?;
        let has_negative_zero = matches!(self.target.kind, Kind::Ieee | Kind::Fn);
        let negative_zero = chosen.value == 0.0 && value.is_negative() && has_negative_zero;
        let sign_bit = u64::from(negative_zero) << (self.target.bits() - 1);
        Ok(Outcome::Pattern(pattern | sign_bit))
    }

    fn choose(&self, value: Exact, lower: Point, upper: Point, mode: RoundingMode) -> Point {
        let away = if value.is_negative() { lower } else { upper };
        let towards_zero = if value.is_negative() { upper } else { lower };
        let nearest = |tie| match value.compare(midpoint(lower, upper)) {
            Ordering::Less => lower,
            Ordering::Equal => tie,
            Ordering::Greater => upper,
        };
        match mode {
            RoundingMode::TowardsNegative => lower,
            RoundingMode::TowardsPositive => upper,
            RoundingMode::TowardsZero => towards_zero,
            RoundingMode::NearestAway => nearest(away),
            // Powers of two have no last digit that tells them apart: the greater one.
            RoundingMode::NearestEven if self.target.kind == Kind::Fnu => nearest(away),
            RoundingMode::NearestEven => nearest(if lower.even { lower } else { upper }),
        }
    }

    fn infinity(&self, negative: bool) -> Outcome {
        let fraction_bits = self.target.fraction_bits;
        let pattern = ((1 << self.target.exponent_bits) - 1) << fraction_bits;
        Outcome::Pattern(pattern | u64::from(negative) << (self.target.bits() - 1))
    }

    fn extreme(&self, below: bool) -> Outcome {
        let index = if below { 1 } else { self.points.len() - 2 };
        Outcome::Pattern(self.points[index].pattern.expect("an inner point"))
    }
}

fn outcome(result: Result<u64, CastError>) -> Outcome {
    match result {
        Ok(pattern) => Outcome::Pattern(pattern),
        Err(CastError::Nan { .. }) => Outcome::NoNan,
        Err(CastError::Infinite { .. }) => Outcome::NoInfinity,
        Err(CastError::OutOfRange { .. }) => Outcome::OutOfRange,
    }
}

fn midpoint(lower: Point, upper: Point) -> f64 {
    lower.value / 2.0 + upper.value / 2.0
}

/// The search is only as good as its lists: even and odd last digits take turns, past both ends
/// too.
#[test]
fn grids_alternate_between_even_and_odd() {
    for target in narrow().filter(|target| target.kind != Kind::Fnu) {
        let grid = Grid::of(target);
        for pair in grid.points.windows(2) {
            assert!(pair[0].value < pair[1].value && pair[0].even != pair[1].even, "{pair:?}");
        }
        assert!(grid.points.iter().any(|point| point.value == 1.0), "{target:?} has no 1");
    }
}
