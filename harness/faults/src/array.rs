//! Mistakes that take more than one element, and errors that get lost.

use std::ops::Range;

use codec_reference::RoundingMode::{NearestEven, TowardsZero};
use codec_reference::{Cast, CastError};

use crate::Fault;
use crate::support::{bare, instead_of_nearest, with_rounding};
use crate::wrappers::{Array, Scalar};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "failures-become-zero",
        rule: "CV-ORDER-2",
        cause: "gives 0 where it should fail",
        // The default value of a failed conversion.
        behaviour: &Scalar(|cast, bits| Some(Ok(cast.scalar(bits).unwrap_or(0)))),
    },
    Fault {
        name: "failures-left-out",
        rule: "CV-ORDER-3",
        cause: "leaves out the elements that it cannot cast",
        // `filter_map`.
        behaviour: &Array(|cast, array| {
            Ok(array.iter().filter_map(|bits| cast.scalar(*bits).ok()).collect())
        }),
    },
    Fault {
        name: "only-the-first-element-checked",
        rule: "CV-ORDER-3",
        cause: "fails for the first element of an array only, and gives 0 for others",
        // A result that is looked at once.
        behaviour: &Array(|cast, array| missing(cast, array, 1..array.len())),
    },
    Fault {
        name: "failures-inside-long-arrays-missed",
        rule: "CV-ORDER-3",
        cause: "gives 0 for elements that it cannot cast in the middle of long arrays",
        // A vector kernel whose mask of failures is not looked at.
        behaviour: &Array(|cast, array| {
            let inside = if array.len() >= 32 { 8..array.len() - 8 } else { 0..0 };
            missing(cast, array, inside)
        }),
    },
    Fault {
        name: "vector-tail-truncates",
        rule: "CV-ROUND-1",
        cause: "truncates the elements after the last full vector of 8",
        // A loop for the rest that casts as the language does.
        behaviour: &Array(|cast, array| {
            let tail = instead_of_nearest(cast, TowardsZero);
            in_parts(array, cast, tail.as_ref().unwrap_or(cast))
        }),
    },
    Fault {
        name: "vector-body-ignores-rounding",
        rule: "CV-ROUND-2",
        cause: "rounds to nearest-even in full vectors of 8, whatever the rounding mode",
        // A vector instruction that rounds in its own mode.
        behaviour: &Array(|cast, array| in_parts(array, &with_rounding(cast, NearestEven), cast)),
    },
    Fault {
        name: "vector-body-skips-the-map",
        rule: "CV-MAP-1",
        cause: "looks into scalar_map for the elements after the last full vector of 8 only",
        // A vector kernel without the look-up.
        behaviour: &Array(|cast, array| in_parts(array, &bare(cast), cast)),
    },
    Fault {
        name: "vector-lane-copied",
        rule: "CV-EXACT-1",
        cause: "gives the last of every 8 elements the value of the one before it",
        // A shuffle with a wrong constant.
        behaviour: &Array(|cast, array| {
            by_index(array, |index, bits| {
                cast.scalar(if index % 8 == 7 { array[index - 1] } else { bits })
            })
        }),
    },
];

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

/// Failures at some places give 0.
fn missing(cast: &Cast, array: &[u64], places: Range<usize>) -> Result<Vec<u64>, CastError> {
    by_index(array, |index, bits| {
        cast.scalar(bits).or_else(|error| if places.contains(&index) { Ok(0) } else { Err(error) })
    })
}
