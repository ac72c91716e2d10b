//! The rejected readings of the procedure: what each makes of a way that the procedure took.

use super::cast::{Cast, OutOfRange};
use super::cast_error::CastError;
use super::trace::{Number, Side, Trace};
use crate::data_type::{DataType, Format};
use crate::number::{Dyadic, Exact, Loss, RoundingMode, round};
use crate::reading::Alternative::{self, *};

/// What a reading makes of a way; `None` where it takes the same one.
type Other = fn(&Cast, &Trace) -> Option<Result<u64, CastError>>;

static OTHERS: [(Alternative, Other); 6] = [
    (NanIntoFiniteSpecialError, nan_error),
    (InfinityClampsToExtreme, infinity_extreme),
    (E8m0TieToEvenCode, tie_to_even_code),
    (E8m0RangeBeforeRounding, range_first),
    (E8m0SmallestRoundsUp, smallest_up),
    (WrapIntoFloatOverflow, wrap_overflow),
];

impl Cast {
    /// The results under the rejected readings of the procedure, each alone, where they differ
    /// from the procedure's own in more than the details of an error.
    pub fn alternatives(
        &self,
        trace: &Trace,
    ) -> impl Iterator<Item = (Alternative, Result<u64, CastError>)> {
        OTHERS.iter().filter_map(|(alternative, other)| {
            let reason = |error: &CastError| error.reason();
            let own = self.result(trace);
            let other = other(self, trace)?;
            let same = other.as_ref().map_err(reason) == own.as_ref().map_err(reason);
            (!same).then_some((*alternative, other))
        })
    }

    /// The result under the first of the cast's own readings that acts.
    pub(super) fn otherwise(&self, trace: &Trace) -> Option<Result<u64, CastError>> {
        let ours = OTHERS.iter().filter(|(alternative, _)| self.readings.has(*alternative));
        ours.filter_map(|(_, other)| other(self, trace)).next()
    }
}

/// CV-NAN-4/error.
fn nan_error(cast: &Cast, trace: &Trace) -> Option<Result<u64, CastError>> {
    let finite = cast.target.infinity(false).is_none();
    (*trace == Trace::Nan && finite).then(|| Err(cast.error(trace)))
}

/// CV-INF-3/extreme.
fn infinity_extreme(cast: &Cast, trace: &Trace) -> Option<Result<u64, CastError>> {
    let Trace::Infinity { negative } = trace else { return None };
    let only_nan = cast.target.nan().is_some() && cast.target.infinity(false).is_none();
    let side = if *negative { Side::Below } else { Side::Above };
    let clamps = cast.out_of_range == Some(OutOfRange::Clamp);
    (only_nan && clamps).then(|| Ok(cast.extreme(side)))
}

/// CV-ROUND-9/even-code.
fn tie_to_even_code(cast: &Cast, trace: &Trace) -> Option<Result<u64, CastError>> {
    let Trace::Number(number) = trace else { return None };
    let rounded = even_code(cast.target, &number.value, cast.rounding)?;
    Some(cast.result(&rounded_to(cast, number, rounded)))
}

/// CV-ROUND-10/range-first.
fn range_first(cast: &Cast, trace: &Trace) -> Option<Result<u64, CastError>> {
    let Trace::Number(number) = trace else { return None };
    let tiny = cast.is_tiny(&number.value);
    tiny.then(|| cast.result(&rounded_to(cast, number, number.value.clone())))
}

/// CV-ROUND-10/smallest-up.
fn smallest_up(cast: &Cast, trace: &Trace) -> Option<Result<u64, CastError>> {
    let Trace::Number(number) = trace else { return None };
    let up = cast.rounding == RoundingMode::TowardsPositive && cast.is_tiny(&number.value);
    up.then(|| Ok(cast.extreme(Side::Below)))
}

/// CV-WRAP-5/overflow. A mode overflows to infinity where it rounds a remainder of three quarters
/// away from zero.
fn wrap_overflow(cast: &Cast, trace: &Trace) -> Option<Result<u64, CastError>> {
    let side = wraps_into_float(cast, trace)?;
    let negative = side == Side::Below;
    let (away, _) = round(&Dyadic::new(negative, 3_u8, -2), 0, cast.rounding);
    match away.is_zero() {
        true => Some(Ok(cast.extreme(side))),
        false => cast.target.infinity(negative).map(Ok),
    }
}

/// The side on which a number lies that `wrap` would have to bring back into a float type.
fn wraps_into_float(cast: &Cast, trace: &Trace) -> Option<Side> {
    let Trace::Number(Number { side, .. }) = trace else { return None };
    let wraps = cast.out_of_range == Some(OutOfRange::Wrap) && !cast.target.is_integer();
    (wraps && *side != Side::Inside).then_some(*side)
}

/// The same number, rounded otherwise.
fn rounded_to(cast: &Cast, number: &Number, rounded: Dyadic) -> Trace {
    let side = Side::of(&rounded, &cast.range);
    Trace::Number(Number { rounded, side, ..number.clone() })
}

/// A tie of nearest-even in a type without a zero, decided by the parity of the lower neighbour's
/// code (CV-ROUND-9, alternative `even-code`); `None` for all that is not such a tie.
pub(super) fn even_code(
    target: DataType,
    number: &impl Exact,
    mode: RoundingMode,
) -> Option<Dyadic> {
    let Format::Float(float) = target.format() else { return None };
    // The type has powers of two alone, so the neighbour's exponent field is its code.
    let quantum = target.quantum(number.log2());
    let (units, loss) = number.cut(quantum);
    let tie = mode == RoundingMode::NearestEven && loss == Loss::Half && !float.has_zero();
    let odd = (quantum + float.bias) % 2 != 0;
    tie.then(|| Dyadic::new(number.is_negative(), units + u8::from(odd), quantum))
}
