//! What the procedure of `cast_value` finds out about a scalar.

use crate::number::{Dyadic, Loss};

/// The way of one scalar through the procedure: what its output, its error, the rules that act and
/// the rejected readings all follow from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trace {
    /// It matches a key of the map.
    Mapped {
        /// The bits of the target type that are beside the key.
        output: u64,
    },
    /// It is a NaN.
    Nan,
    /// It is an infinity.
    Infinity {
        /// Whether it is -Infinity.
        negative: bool,
    },
    /// It is a number.
    Number(Number),
}

/// A number on its way into the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// The scalar's exact value.
    pub value: Dyadic,
    /// The value on the target's grid, as if the exponent had no upper bound.
    pub rounded: Dyadic,
    /// What rounding the magnitude down leaves over; [`Loss::Exact`] where nothing is rounded.
    pub loss: Loss,
    /// Where the rounded value lies.
    pub side: Side,
}

/// Where a number lies, seen from the finite range of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Less than the smallest finite value.
    Below,
    /// In the range, its ends included.
    Inside,
    /// Greater than the largest finite value.
    Above,
}

impl Side {
    /// Where a number lies, seen from the range between the two.
    pub fn of(number: &Dyadic, (min, max): &(Dyadic, Dyadic)) -> Self {
        match (number.compare(min).is_lt(), number.compare(max).is_gt()) {
            (true, _) => Self::Below,
            (_, true) => Self::Above,
            (false, false) => Self::Inside,
        }
    }
}
