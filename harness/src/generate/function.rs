//! The scalar functions of a pair of types, and what the reference says of each input.

use std::collections::{BTreeMap, BTreeSet};

use codec_reference::{
    Alternative, Cast, CastError, DataType, Direction, OutOfRange, RoundingMode, Trace,
};
use codec_vectors::{Bits, Expected, Holds, Outcome, Reason};

use super::decided::ROUNDING;
use crate::function::range_name;

/// A rounding mode and a range rule: what distinguishes the functions of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Mode {
    pub(crate) rounding: RoundingMode,
    pub(crate) out_of_range: Option<OutOfRange>,
}

/// What the reference says of the inputs of a function.
#[derive(Clone)]
pub(crate) struct Oracle {
    cast: Cast,
    /// The function under readings of its configuration.
    others: Vec<(Alternative, Cast)>,
}

/// The range rules, `None` for the absent member.
pub(crate) const RANGES: [Option<OutOfRange>; 3] =
    [None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)];

impl Mode {
    /// The modes with one of these range rules that exist for a pair in some direction.
    pub(crate) fn of(
        pair: (DataType, DataType),
        ranges: &[Option<OutOfRange>],
    ) -> impl Iterator<Item = Self> {
        RoundingMode::ALL
            .into_iter()
            .flat_map(move |rounding| {
                ranges.iter().map(move |&out_of_range| Self { rounding, out_of_range })
            })
            .filter(move |mode| mode.directions(pair).next().is_some())
    }

    /// The directions in which the function exists: `wrap` needs the configuration's type, the
    /// target when encoding and the source when decoding, to be an integer (CV-WRAP-4).
    pub(crate) fn directions(
        self,
        (source, target): (DataType, DataType),
    ) -> impl Iterator<Item = Direction> {
        let wraps = self.out_of_range == Some(OutOfRange::Wrap);
        Direction::ALL.into_iter().filter(move |direction| match direction {
            Direction::Encode => !wraps || target.is_integer(),
            Direction::Decode => !wraps || source.is_integer(),
        })
    }

    fn range_name(self) -> &'static str {
        range_name(self.out_of_range)
    }
}

impl Oracle {
    pub(crate) fn new((source, target): (DataType, DataType), mode: Mode) -> Self {
        let cast = Cast::new(source, target, mode.rounding, mode.out_of_range);
        Self { cast, others: Vec::new() }
    }

    /// A function, and what it is under readings of its configuration.
    pub(crate) fn with_alternatives(cast: Cast, others: Vec<(Alternative, Cast)>) -> Self {
        Self { cast, others }
    }

    /// The outcome, and the rule that decides it: [`ROUNDING`] for that of the rounding mode.
    pub(super) fn cell(&self, bits: u64) -> (Outcome, &'static str) {
        let trace = self.cast.trace(bits);
        let rule = self.cast.deciding_rule(&trace);
        let of_mode = rule == self.cast.rounding().rule();
        (self.outcome_of(bits, &trace), if of_mode { ROUNDING } else { rule })
    }

    pub(crate) fn outcome(&self, bits: u64) -> Outcome {
        self.outcome_of(bits, &self.cast.trace(bits))
    }

    fn outcome_of(&self, bits: u64, trace: &Trace) -> Outcome {
        let is = self.expected(self.cast.result(trace));
        let of_procedure = self.cast.alternatives(trace);
        let others = self.others.iter().map(|(reading, cast)| (*reading, cast.scalar(bits)));
        let named = of_procedure
            .chain(others)
            .map(|(alternative, result)| (alternative.name().to_owned(), self.expected(result)));
        Outcome { or: named.filter(|(_, other)| *other != is).collect(), is }
    }

    pub(crate) fn rules(&self, bits: u64) -> Vec<&'static str> {
        self.cast.rules(bits)
    }

    fn expected(&self, result: Result<u64, CastError>) -> Expected {
        let target = self.cast.target();
        match result {
            Ok(bits) if target.is_nan(bits) => Expected::Nan,
            Ok(bits) => Expected::Bits(element(target, bits)),
            Err(CastError::Nan { .. }) => Expected::Error(Reason::Nan),
            Err(CastError::Infinite { .. }) => Expected::Error(Reason::Infinite),
            Err(CastError::OutOfRange { .. }) => Expected::Error(Reason::OutOfRange),
        }
    }
}

/// Bits of a type in the vectors' notation.
pub(crate) fn element(data_type: DataType, bits: u64) -> Bits {
    Bits { bits, bytes: data_type.bytes() as u8 }
}

/// Modes and directions as the fewest products, in a fixed order.
pub(crate) fn products(pair: (DataType, DataType), modes: &[Mode]) -> Vec<Holds> {
    let mut roundings: BTreeMap<(Direction, &str), BTreeSet<RoundingMode>> = BTreeMap::new();
    for mode in modes {
        for direction in mode.directions(pair) {
            roundings.entry((direction, mode.range_name())).or_default().insert(mode.rounding);
        }
    }
    let mut directions: BTreeMap<_, BTreeSet<Direction>> = BTreeMap::new();
    for ((direction, range), roundings) in roundings {
        directions.entry((roundings, range)).or_default().insert(direction);
    }
    let mut ranges: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for ((roundings, range), directions) in directions {
        ranges.entry((roundings, directions)).or_default().push(range.to_owned());
    }
    let holds = ranges.into_iter().map(|((roundings, directions), mut out_of_range)| {
        out_of_range.sort_by_key(|name| ["none", "clamp", "wrap"].iter().position(|n| n == name));
        Holds {
            rounding: roundings.into_iter().map(|mode| mode.name().to_owned()).collect(),
            out_of_range,
            directions: directions.into_iter().map(|way| way.name().to_owned()).collect(),
        }
    });
    holds.collect()
}
