//! Which rules act on a scalar.

use super::cast::{Cast, OutOfRange};
use super::trace::{Number, Side, Trace};
use crate::data_type::{DataType, Format};
use crate::number::{Dyadic, Loss, RoundingMode};

impl Cast {
    /// The ids of the rules that act on a scalar, in the order in which they do.
    pub fn rules(&self, bits: u64) -> Vec<&'static str> {
        self.acting(&self.trace(bits))
    }

    /// The rule that decides a scalar's result: the last one that acts and that a rejected reading
    /// reads otherwise; where there is none, the last one that acts.
    pub fn deciding_rule(&self, trace: &Trace) -> &'static str {
        let acting = self.acting(trace);
        let contested: Vec<_> = self.alternatives(trace).map(|(other, _)| other.rule()).collect();
        let decisive =
            acting.iter().rfind(|rule| contested.contains(rule)).or_else(|| acting.last());
        decisive.expect("a rule acts on every scalar")
    }

    /// The rules that act on the way of a scalar.
    pub(super) fn acting(&self, trace: &Trace) -> Vec<&'static str> {
        match trace {
            Trace::Mapped { .. } => vec!["CV-ORDER-1"],
            Trace::Nan => vec![nan_rule(self.target)],
            Trace::Infinity { .. } => vec![infinity_rule(self.target)],
            Trace::Number(number) => {
                let mut rules = self.rounding_rules(number);
                rules.extend(self.range_rule(number));
                rules
            }
        }
    }

    /// Those of rounding: the mode's where the value is not exact, and of the special cases each.
    fn rounding_rules(&self, number: &Number) -> Vec<&'static str> {
        let Number { value, rounded, loss, .. } = number;
        let inexact = *loss != Loss::Exact;
        let tie_to_even = self.rounding == RoundingMode::NearestEven && *loss == Loss::Half;
        let rules = [
            (self.rounding.rule(), inexact),
            ("CV-ROUND-9", tie_to_even && !self.target.has_zero()),
            ("CV-ROUND-10", self.is_tiny(value)),
            ("CV-ZERO-3", inexact && rounded.is_zero() && value.is_negative()),
        ];
        rules.into_iter().filter(|(_, acts)| *acts).map(|(rule, _)| rule).collect()
    }

    /// That of the range, or of exact values, which come after rounding in the text.
    fn range_rule(&self, number: &Number) -> Option<&'static str> {
        let Number { value, loss, side, .. } = number;
        match (side, self.out_of_range) {
            (Side::Inside, _) if *loss == Loss::Exact => Some(exact_rule(self.target, value)),
            // Only by being rounded is the value brought back into the range.
            (Side::Inside, _) if Side::of(value, &self.range) != Side::Inside => Some("CV-RANGE-1"),
            (Side::Inside, _) => None,
            (_, None) => Some("CV-RANGE-2"),
            (side, Some(OutOfRange::Clamp)) => Some(clamp_rule(self.target, *side)),
            (_, Some(OutOfRange::Wrap)) => Some(wrap_rule(self.target)),
        }
    }

    /// Whether a number lies between 0 and the smallest value of a target that has no zero.
    pub(super) fn is_tiny(&self, value: &Dyadic) -> bool {
        let positive = !value.is_negative() && !value.is_zero();
        !self.target.has_zero() && positive && Side::of(value, &self.range) == Side::Below
    }
}

/// That of a NaN, by what the target has.
fn nan_rule(target: DataType) -> &'static str {
    match (target.nan(), target.infinity(false)) {
        (None, _) => "CV-NAN-3",
        (Some(_), None) => "CV-NAN-4",
        (Some(_), Some(_)) => "CV-NAN-1",
    }
}

/// That of an infinity, by what the target has.
fn infinity_rule(target: DataType) -> &'static str {
    match (target.infinity(false), target.nan()) {
        (Some(_), _) => "CV-INF-1",
        (None, None) => "CV-INF-2",
        (None, Some(_)) => "CV-INF-3",
    }
}

/// That of a value which the target has, -0 apart.
fn exact_rule(target: DataType, value: &Dyadic) -> &'static str {
    match value.is_zero() && value.is_negative() {
        false => "CV-EXACT-1",
        true if target.has_negative_zero() => "CV-ZERO-1",
        true => "CV-ZERO-2",
    }
}

/// That of `clamp`, by what the target has at that end.
fn clamp_rule(target: DataType, side: Side) -> &'static str {
    match side {
        _ if target.infinity(false).is_some() => "CV-RANGE-4",
        _ if target.has_zero() => "CV-RANGE-3",
        Side::Below => "CV-RANGE-5",
        _ => "CV-RANGE-6",
    }
}

/// That of `wrap`, by the kind of target.
fn wrap_rule(target: DataType) -> &'static str {
    match target.format() {
        Format::Float(_) => "CV-WRAP-5",
        Format::Int(int) if int.bits < 8 => "CV-WRAP-3",
        Format::Int(int) if int.signed => "CV-WRAP-2",
        Format::Int(_) => "CV-WRAP-1",
    }
}
