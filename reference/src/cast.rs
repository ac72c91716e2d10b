//! Casting one scalar: the procedure of `cast_value`, in its order.

use crate::cast_error::CastError;
use crate::data_type::DataType;
use crate::dyadic::Dyadic;
use crate::encoding::Value;
use crate::format::Format;
use crate::reading::{Alternative, Readings};
use crate::round::{Loss, RoundingMode, round};
use crate::scalar_map::ScalarMap;

/// The value of `out_of_range` (CV-CONF-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OutOfRange {
    /// `"clamp"`: to the nearest end of the range, or to an infinity.
    Clamp,
    /// `"wrap"`: modulo 2^N.
    Wrap,
}

/// A scalar function from one type to another: a configuration bound to one direction.
#[derive(Clone, PartialEq, Debug)]
pub struct Cast {
    source: DataType,
    target: DataType,
    rounding: RoundingMode,
    out_of_range: Option<OutOfRange>,
    scalar_map: ScalarMap,
    readings: Readings,
    range: (Dyadic, Dyadic),
}

impl Cast {
    /// The function without a scalar_map.
    pub fn new(
        source: DataType,
        target: DataType,
        rounding: RoundingMode,
        out_of_range: Option<OutOfRange>,
    ) -> Self {
        let (scalar_map, readings) = (ScalarMap::default(), Readings::OURS);
        let range = target.finite_range();
        Self { source, target, rounding, out_of_range, scalar_map, readings, range }
    }

    /// The same function with a scalar_map before it.
    pub fn with_map(self, scalar_map: ScalarMap) -> Self {
        Self { scalar_map, ..self }
    }

    /// The same function under other readings of the text.
    pub fn with_readings(self, readings: Readings) -> Self {
        Self { readings, ..self }
    }

    /// The type of the inputs.
    pub fn source(&self) -> DataType {
        self.source
    }

    /// The type of the outputs.
    pub fn target(&self) -> DataType {
        self.target
    }

    /// The rounding mode.
    pub fn rounding(&self) -> RoundingMode {
        self.rounding
    }

    /// The range rule; `None` where the member is absent.
    pub fn out_of_range(&self) -> Option<OutOfRange> {
        self.out_of_range
    }

    /// The entries that act in this direction.
    pub fn scalar_map(&self) -> &ScalarMap {
        &self.scalar_map
    }

    /// The image of one scalar: bits of the source type to bits of the target type
    /// (CV-ORDER-1, CV-ORDER-2). Upper bits of the input are ignored; those of the output are 0.
    ///
    /// # Errors
    /// The [`CastError`] that the procedure ends in (CV-ORDER-2).
    pub fn scalar(&self, bits: u64) -> Result<u64, CastError> {
        self.procedure(bits, &mut |_| ())
    }

    /// The images of an array's elements, or none at all where one has none (CV-ORDER-3).
    ///
    /// # Errors
    /// The first element without an image.
    pub fn array(&self, elements: &[u64]) -> Result<Vec<u64>, CastError> {
        elements.iter().map(|bits| self.scalar(*bits)).collect()
    }

    /// The ids of the rules that act on a scalar, in the order in which they do.
    pub fn rules(&self, bits: u64) -> Vec<&'static str> {
        let mut rules = Vec::new();
        // The outcome does not matter here, only the way to it.
        let _ = self.procedure(bits, &mut |rule| rules.push(rule));
        rules
    }

    fn procedure(&self, bits: u64, note: &mut impl Note) -> Result<u64, CastError> {
        if let Some(output) = self.scalar_map.get(self.source, bits, self.readings) {
            note("CV-ORDER-1");
            return Ok(output);
        }
        match &self.source.decode(bits) {
            Value::Nan => self.special_nan(note),
            Value::Infinite { negative } => self.special_infinity(*negative, note),
            Value::Finite(number) => {
                let (rounded, loss) = self.round(number, note);
                self.range(number, &rounded, loss, note)
            }
        }
    }

    fn special_nan(&self, note: &mut impl Note) -> Result<u64, CastError> {
        let ieee = self.target.infinity(false).is_some();
        let refused = !ieee && self.readings.has(Alternative::NanIntoFiniteSpecialError);
        match self.target.nan() {
            Some(_) if ieee => note("CV-NAN-1"),
            Some(_) => note("CV-NAN-4"),
            None => note("CV-NAN-3"),
        }
        let error = CastError::Nan { source_type: self.source, target: self.target };
        self.target.nan().filter(|_| !refused).ok_or(error)
    }

    fn special_infinity(&self, negative: bool, note: &mut impl Note) -> Result<u64, CastError> {
        if let Some(infinity) = self.target.infinity(negative) {
            note("CV-INF-1");
            return Ok(infinity);
        }
        let has_nan = self.target.nan().is_some();
        let rule = if has_nan { "CV-INF-3" } else { "CV-INF-2" };
        note(rule);
        let clamps = self.out_of_range == Some(OutOfRange::Clamp);
        if has_nan && clamps && self.readings.has(Alternative::InfinityClampsToExtreme) {
            return Ok(self.extreme(negative));
        }
        let (source_type, target) = (self.source, self.target);
        Err(CastError::Infinite { negative, source_type, target, rule })
    }

    /// CV-ROUND-7: whatever the types, an integer source included.
    fn round(&self, number: &Dyadic, note: &mut impl Note) -> (Dyadic, Loss) {
        let tiny = self.is_tiny(number);
        if tiny && let Some(other) = self.tiny_alternative(number) {
            return (other, Loss::BelowHalf);
        }
        let quantum = self.target.quantum(number.log2());
        let parity = self.target.tie_parity(quantum, self.readings);
        let (rounded, loss) = round(number, quantum, self.rounding, parity);
        if loss != Loss::Exact {
            note(self.rounding.rule());
        }
        let nearest_even = self.rounding == RoundingMode::NearestEven;
        if nearest_even && loss == Loss::Half && !self.target.has_zero() {
            note("CV-ROUND-9");
        }
        if tiny {
            note("CV-ROUND-10");
        }
        if loss != Loss::Exact && rounded.is_zero() && number.negative {
            note("CV-ZERO-3");
        }
        (rounded, loss)
    }

    fn range(
        &self,
        value: &Dyadic,
        rounded: &Dyadic,
        loss: Loss,
        note: &mut impl Note,
    ) -> Result<u64, CastError> {
        let (min, max) = &self.range;
        let (to_min, to_max) = (rounded.compare(min), rounded.compare(max));
        if to_min.is_ge() && to_max.is_le() {
            let at_an_end = to_min.is_eq() || to_max.is_eq();
            if loss == Loss::Exact {
                note(self.exact_rule(value));
            } else if at_an_end && (value.compare(min).is_lt() || value.compare(max).is_gt()) {
                note("CV-RANGE-1");
            }
            return Ok(self.encode(rounded));
        }
        let below = to_min.is_lt();
        let rule = match self.out_of_range {
            None => "CV-RANGE-2",
            Some(OutOfRange::Clamp) => {
                note(self.clamp_rule(below));
                return Ok(self.target.infinity(below).unwrap_or_else(|| self.extreme(below)));
            }
            Some(OutOfRange::Wrap) if self.target.is_integer() => {
                note(self.wrap_rule());
                return Ok(wrap(rounded) & self.target.mask());
            }
            Some(OutOfRange::Wrap) => "CV-WRAP-5",
        };
        note(rule);
        let (value, rounded, target) = (*value, *rounded, self.target);
        let error = CastError::OutOfRange { value, rounded, target, rule };
        self.wrap_into_float_alternative(below).ok_or(error)
    }

    fn extreme(&self, below: bool) -> u64 {
        self.encode(if below { &self.range.0 } else { &self.range.1 })
    }

    fn encode(&self, number: &Dyadic) -> u64 {
        self.target.encode(number).expect("on the type's grid and in its range")
    }

    fn exact_rule(&self, value: &Dyadic) -> &'static str {
        match value.is_zero() && value.negative {
            false => "CV-EXACT-1",
            true if self.target.has_negative_zero() => "CV-ZERO-1",
            true => "CV-ZERO-2",
        }
    }

    fn clamp_rule(&self, below: bool) -> &'static str {
        match (self.target.has_zero(), below) {
            _ if self.target.infinity(below).is_some() => "CV-RANGE-4",
            (true, _) => "CV-RANGE-3",
            (false, true) => "CV-RANGE-5",
            (false, false) => "CV-RANGE-6",
        }
    }

    fn wrap_rule(&self) -> &'static str {
        match self.target.format() {
            _ if self.target.bits() < 8 => "CV-WRAP-3",
            Format::Int(int) if int.signed => "CV-WRAP-2",
            _ => "CV-WRAP-1",
        }
    }

    /// Between 0 and the smallest value of a type that has no zero.
    fn is_tiny(&self, number: &Dyadic) -> bool {
        !self.target.has_zero()
            && !number.negative
            && !number.is_zero()
            && number.compare(&self.range.0).is_lt()
    }

    fn tiny_alternative(&self, number: &Dyadic) -> Option<Dyadic> {
        let up = self.rounding == RoundingMode::TowardsPositive;
        if up && self.readings.has(Alternative::E8m0SmallestRoundsUp) {
            return Some(self.range.0);
        }
        self.readings.has(Alternative::E8m0RangeBeforeRounding).then_some(*number)
    }

    fn wrap_into_float_alternative(&self, below: bool) -> Option<u64> {
        if self.out_of_range != Some(OutOfRange::Wrap) {
            return None;
        }
        if self.readings.has(Alternative::WrapIntoFloatInfinity) {
            return self.target.infinity(below);
        }
        self.readings.has(Alternative::WrapIntoFloatExtreme).then(|| self.extreme(below))
    }
}

/// A whole number modulo 2^64, in two's complement (CV-WRAP-1, CV-WRAP-2).
fn wrap(rounded: &Dyadic) -> u64 {
    let up = u32::try_from(rounded.exponent).expect("rounded to an integer");
    let low = (rounded.significand as u64).unbounded_shl(up);
    if rounded.negative { low.wrapping_neg() } else { low }
}

impl OutOfRange {
    /// The string that names the rule in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clamp => "clamp",
            Self::Wrap => "wrap",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Clamp, Self::Wrap].into_iter().find(|rule| rule.name() == name)
    }
}

/// Hears the id of each rule as it acts.
trait Note: FnMut(&'static str) {}

impl<F: FnMut(&'static str)> Note for F {}
