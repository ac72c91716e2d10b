//! Mistakes that take more than one element, and errors that get lost.

use codec_reference::RoundingMode::{NearestEven, TowardsZero};
use codec_reference::{Cast, CastError, CastValue, Direction};

use crate::support::{bare, instead_of_nearest, with_rounding};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "failures-become-zero",
        rule: "CV-ORDER-2",
        cause: "gives 0 where it should fail",
        behaviour: &FailuresBecomeZero,
    },
    Fault {
        name: "failures-left-out",
        rule: "CV-ORDER-3",
        cause: "leaves out the elements that it cannot cast",
        behaviour: &FailuresLeftOut,
    },
    Fault {
        name: "only-the-first-element-checked",
        rule: "CV-ORDER-3",
        cause: "fails for the first element of an array only, and gives 0 for others",
        behaviour: &OnlyFirstChecked,
    },
    Fault {
        name: "failures-inside-long-arrays-missed",
        rule: "CV-ORDER-3",
        cause: "gives 0 for elements that it cannot cast in the middle of long arrays",
        behaviour: &MissedInLongArrays,
    },
    Fault {
        name: "vector-tail-truncates",
        rule: "CV-ROUND-1",
        cause: "truncates the elements after the last full vector of 8",
        behaviour: &TailTruncates,
    },
    Fault {
        name: "vector-body-ignores-rounding",
        rule: "CV-ROUND-2",
        cause: "rounds to nearest-even in full vectors of 8, whatever the rounding mode",
        behaviour: &BodyIgnoresRounding,
    },
    Fault {
        name: "vector-body-skips-the-map",
        rule: "CV-MAP-1",
        cause: "looks into scalar_map for the elements after the last full vector of 8 only",
        behaviour: &BodySkipsMap,
    },
    Fault {
        name: "vector-lane-copied",
        rule: "CV-EXACT-1",
        cause: "gives the last of every 8 elements the value of the one before it",
        behaviour: &LaneCopied,
    },
];

/// The default value of a failed conversion.
struct FailuresBecomeZero;

impl Behaviour for FailuresBecomeZero {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        Ok(cast.scalar(bits).unwrap_or(0))
    }
}

/// `filter_map`.
struct FailuresLeftOut;

impl Behaviour for FailuresLeftOut {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        Ok(array.iter().filter_map(|bits| cast.scalar(*bits).ok()).collect())
    }
}

/// A result that is looked at once.
struct OnlyFirstChecked;

impl Behaviour for OnlyFirstChecked {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        by_index(array, |index, bits| cast.scalar(bits).or_else(|error| missed(index > 0, error)))
    }
}

/// A vector kernel whose mask of failures is not looked at.
struct MissedInLongArrays;

impl Behaviour for MissedInLongArrays {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        by_index(array, |index, bits| {
            let inside = array.len() >= 32 && (8..array.len() - 8).contains(&index);
            cast.scalar(bits).or_else(|error| missed(inside, error))
        })
    }
}

/// A loop for the rest that casts as the language does.
struct TailTruncates;

impl Behaviour for TailTruncates {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        let tail = instead_of_nearest(cast, TowardsZero);
        in_parts(array, cast, &tail)
    }
}

/// A vector instruction that rounds in its own mode.
struct BodyIgnoresRounding;

impl Behaviour for BodyIgnoresRounding {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        in_parts(array, &with_rounding(cast, NearestEven), cast)
    }
}

/// A vector kernel without the look-up.
struct BodySkipsMap;

impl Behaviour for BodySkipsMap {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        in_parts(array, &bare(cast), cast)
    }
}

/// A shuffle with a wrong constant.
struct LaneCopied;

impl Behaviour for LaneCopied {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        by_index(array, |index, bits| {
            cast.scalar(if index % 8 == 7 { array[index - 1] } else { bits })
        })
    }
}

fn by_index(
    array: &[u64],
    scalar: impl Fn(usize, u64) -> Result<u64, CastError>,
) -> Result<Vec<u64>, CastError> {
    array.iter().enumerate().map(|(index, bits)| scalar(index, *bits)).collect()
}

/// Full vectors of 8 through one cast, the rest through another.
fn in_parts(array: &[u64], body: &Cast, tail: &Cast) -> Result<Vec<u64>, CastError> {
    let start = array.len() - array.len() % 8;
    by_index(array, |index, bits| if index < start { body } else { tail }.scalar(bits))
}

fn missed(is_missed: bool, error: CastError) -> Result<u64, CastError> {
    if is_missed { Ok(0) } else { Err(error) }
}
