//! The step that rounds: two neighbours, two distances, and the mode's choice.

use std::cmp::Ordering;

use codec_reference::{DataType, Dyadic, Exact, Format, RoundingMode, round};
use num_rational::BigRational;

use super::distance::{distance, words};
use super::number::of_type;
use super::page::Page;

/// A number between two neighbours in the grid of a type, as if the exponent had no upper bound.
pub(super) struct Rounding {
    target: DataType,
    mode: RoundingMode,
    value: BigRational,
    log2: Option<i64>,
    /// The grid here has the multiples of `2^unit`.
    unit: i64,
    below: Dyadic,
    above: Dyadic,
    /// The one of the two that the mode takes.
    chosen: Dyadic,
}

impl Rounding {
    /// The step of a number, which is also given as a fraction, to the neighbour that was chosen.
    pub(super) fn new(
        (target, mode): (DataType, RoundingMode),
        (number, value): (&impl Exact, BigRational),
        chosen: Dyadic,
    ) -> Self {
        let log2 = number.log2();
        let unit = target.quantum(log2);
        let below = round(number, unit, RoundingMode::TowardsNegative).0;
        let above = round(number, unit, RoundingMode::TowardsPositive).0;
        Self { target, mode, value, log2, unit, below, above, chosen }
    }

    /// Whether the number is on the grid.
    fn is_exact(&self) -> bool {
        self.below == self.above
    }

    pub(super) fn explain(&self, page: &mut Page) {
        page.say("round", self.grid());
        if self.is_exact() {
            page.say("", format!("{}: nothing is rounded", self.multiple(&self.below)));
            return;
        }
        let below = distance(&self.value, &self.below);
        let above = distance(&self.value, &self.above);
        page.say("  below", self.neighbour(&self.below, &words(&below, &above, self.unit)));
        page.say("  above", self.neighbour(&self.above, &words(&above, &below, self.unit)));
        page.say("  choice", self.choice(below.cmp(&above)));
    }

    fn neighbour(&self, neighbour: &Dyadic, distance: &str) -> String {
        let bits = match self.target.encode(neighbour) {
            Some(bits) => self.target.hex_pattern(bits),
            None => "beyond the range and without bits".to_owned(),
        };
        format!("{}, {bits}; {distance}", self.multiple(neighbour))
    }

    /// Which numbers the type has around the value.
    fn grid(&self) -> String {
        let (target, unit) = (self.target, self.unit);
        let Format::Float(float) = target.format() else {
            return format!("{target} has the whole numbers, so the unit is 1");
        };
        let width = float.fraction_bits;
        match self.log2 {
            None => format!("zero is a multiple of every unit of {target}"),
            Some(log2) if !float.has_zero() => format!(
                "2^{log2} <= magnitude < 2^{}: {target} has powers of two alone, so the unit is \
                 2^{unit}",
                log2 + 1,
            ),
            Some(log2) if log2 - i64::from(width) < unit => format!(
                "magnitude below 2^{}, the smallest normal number of {target}: the unit is that of \
                 its subnormals, 2^{unit}",
                unit + i64::from(width),
            ),
            Some(log2) => format!(
                "2^{log2} <= magnitude < 2^{}: a {width}-bit fraction field makes the unit \
                 of {target} 2^({log2} - {width}) = 2^{unit}",
                log2 + 1,
            ),
        }
    }

    /// The number, and which multiple of the unit it is.
    fn multiple(&self, neighbour: &Dyadic) -> String {
        let number = of_type(self.target, neighbour);
        let units = neighbour.in_units_of(self.unit).expect("a number on the grid");
        let sign = if neighbour.is_negative() { "-" } else { "" };
        let product = format!("{sign}{units}*2^{}", self.unit);
        let plain = self.unit == 0 || neighbour.is_zero() || product == number;
        if plain { number } else { format!("{number} = {product}") }
    }

    /// What the mode takes; `order` is that of the distances below and above.
    fn choice(&self, order: Ordering) -> String {
        let (mode, chosen) = (self.mode.name(), of_type(self.target, &self.chosen));
        let nearest = matches!(self.mode, RoundingMode::NearestEven | RoundingMode::NearestAway);
        match (order, self.mode) {
            (Ordering::Equal, RoundingMode::NearestEven) => format!(
                "a tie: both are half a unit away; {mode} takes the even multiple of the unit \
                 ({}): {chosen}",
                self.even_and_odd(),
            ),
            (Ordering::Equal, RoundingMode::NearestAway) => format!(
                "a tie: both are half a unit away; {mode} takes the one farther from zero: {chosen}"
            ),
            _ if nearest => {
                let side = if order.is_lt() { "below" } else { "above" };
                format!("the one {side} is nearer, and {mode} takes it: {chosen}")
            }
            (_, RoundingMode::TowardsZero) => {
                format!("{mode} takes the one nearer to zero: {chosen}")
            }
            (_, RoundingMode::TowardsPositive) => format!("{mode} takes the one above: {chosen}"),
            _ => format!("{mode} takes the one below: {chosen}"),
        }
    }

    /// `2, not 1`
    fn even_and_odd(&self) -> String {
        let other = if self.chosen == self.below { &self.above } else { &self.below };
        let units = |number: &Dyadic| number.in_units_of(self.unit).expect("on the grid");
        format!("{}, not {}", units(&self.chosen), units(other))
    }
}
