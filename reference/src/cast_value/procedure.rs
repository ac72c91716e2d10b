//! The procedure of `cast_value`, in the order of its text.

use super::cast::{Cast, OutOfRange};
use super::trace::{Number, Side, Trace};
use crate::data_type::{DataType, Value};
use crate::number::{Dyadic, Exact, Loss, RoundingMode, round};

impl Cast {
    /// The way of one scalar through the conditions, which are evaluated in order (CV-ORDER-2).
    ///
    /// `bits` are those of the source type; upper ones are ignored.
    pub fn trace(&self, bits: u64) -> Trace {
        // "An input scalar is explicitly mapped to an output scalar." (CV-ORDER-1)
        if let Some(output) = self.scalar_map.get(self.source, bits, self.readings) {
            return Trace::Mapped { output };
        }
        let value = match self.source.decode(bits) {
            // "the input scalar has NaN or transfinite semantics" (CV-NAN, CV-INF)
            Value::Nan => return Trace::Nan,
            Value::Infinity { negative } => return Trace::Infinity { negative },
            Value::Finite(value) => value,
        };
        // "An input scalar represents a value exactly representable in the output data type":
        // then rounding changes nothing and leaves nothing over. (CV-EXACT-1)
        let (rounded, loss) = round_into(self.target, &value, self.rounding);
        // "the rounding rule […] MUST be applied before the out_of_range transformation"
        // (CV-RANGE-1)
        let side = Side::of(&rounded, &self.range);
        Trace::Number(Number { value, rounded, loss, side })
    }

    /// The bits of the target type that a way ends in. `None`: "If none of these conditions hold
    /// for any input scalar, the codec implementation MUST error." (CV-ORDER-2, CV-RANGE-2)
    pub fn output(&self, trace: &Trace) -> Option<u64> {
        match trace {
            // "the corresponding mapped value is used instead of the normal casting rules"
            Trace::Mapped { output } => Some(*output),
            // "NaN values MUST be propagated", where the target has one (CV-NAN-1, CV-NAN-3)
            Trace::Nan => self.target.nan(),
            // the same for "transfinite values" (CV-INF-1, CV-INF-2, CV-INF-3)
            Trace::Infinity { negative } => self.target.infinity(*negative),
            Trace::Number(Number { rounded, side: Side::Inside, .. }) => Some(self.encode(rounded)),
            Trace::Number(Number { rounded, side, .. }) => match self.out_of_range? {
                // "clamped to the minimum or maximum value […] mapped to ±Infinity" where the
                // target has infinities (CV-RANGE-3 to CV-RANGE-6)
                OutOfRange::Clamp => Some(self.limit(*side)),
                // "congruent to that input value modulo 2^N" (CV-WRAP-1 to CV-WRAP-3, CV-WRAP-5)
                OutOfRange::Wrap => self.target.is_integer().then(|| self.wrap(rounded)),
            },
        }
    }

    /// The bits of a rounded number in the range.
    fn encode(&self, number: &Dyadic) -> u64 {
        self.target.encode(number).expect("on the type's grid and in its range")
    }

    /// What clamp gives beyond that end of the range (CV-RANGE-3 to CV-RANGE-6).
    fn limit(&self, side: Side) -> u64 {
        self.target.infinity(side == Side::Below).unwrap_or_else(|| self.extreme(side))
    }

    /// The finite value at that end of the range.
    pub(super) fn extreme(&self, side: Side) -> u64 {
        self.encode(if side == Side::Below { &self.range.0 } else { &self.range.1 })
    }

    /// A whole number's low bits, in two's complement.
    fn wrap(&self, rounded: &Dyadic) -> u64 {
        let magnitude = rounded.in_units_of(0).expect("rounded to an integer");
        let low = magnitude.iter_u64_digits().next().unwrap_or(0);
        let low = if rounded.is_negative() { low.wrapping_neg() } else { low };
        low & self.target.mask()
    }
}

/// A number on a type's grid, rounded once and as if the exponent had no upper bound, whatever it
/// comes from, an integer too (CV-ROUND-7, CV-RANGE-1).
pub(super) fn round_into(
    target: DataType,
    number: &impl Exact,
    mode: RoundingMode,
) -> (Dyadic, Loss) {
    round(number, target.quantum(number.log2()), mode)
}
