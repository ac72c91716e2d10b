//! What is asked, and the truth about it: from the vectors, not from the runner.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use codec_conformance::protocol::{Capabilities, Request};
use codec_conformance::runner::{Limits, Plan};
use codec_conformance::suite::{Check, Question, Selection, Unit, skip, units_of};
use codec_reference::DataType;
use codec_vectors::Kind;

use crate::layout::Options;

/// What can be asked: each operation, types narrower than a byte, what must be rejected beside what
/// must not, and alone, and invalid configurations. None of these checks has a NaN or several
/// tolerated outcomes. A transcript answers the first [`TRANSCRIBED`] of them.
const ASKED: [&str; 16] = [
    "cast/example/128-to-int8-absent",
    "cast/example/clamp-in-decode",
    "cast/scalar/directed-into-unsigned",
    "fill/bfloat16/below-overflow-accepted",
    "reshape/example/invariant/equal",
    "reshape/example/invariant/fewer",
    "unpack/example/summary-3bit/eight-codes",
    "cast/scalar/exact-narrow-to-wide-integers",
    "cast/scalar/clamp-narrow-integers",
    "cast/configuration/data-type-object-with-configuration-refused",
    "reshape/data/auto/float64-between",
    "unpack/pack/noise-ignored/bits-3-axis-0",
    "cast/survival/clamp-refused",
    "cast/map/narrow-int2",
    "unpack/pack/code-too-large-bits/bits-1-code-002",
    "cast/survival/clamp-both-ways-accepted",
];

/// The one check of the first of them that is asked, so that all of it must be rejected.
const REFUSED: &str = "cast/example/128-to-int8-absent/encode/0x4060000000000000";

/// This many of them are asked where answers are lines.
const TRANSCRIBED: usize = 7;

/// The units of which something can be asked.
static UNITS: LazyLock<Vec<Arc<Unit>>> = LazyLock::new(|| {
    let units = units_of(Kind::Cases).into_iter().chain(units_of(Kind::Batches));
    units.filter(|unit| position(unit).is_some()).collect()
});

/// The position in [`ASKED`] of what a unit belongs to.
fn position(unit: &Unit) -> Option<usize> {
    ASKED.iter().position(|id| {
        let rest = unit.id.strip_prefix(id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// What a run asks, and how.
#[derive(Clone, Debug)]
pub struct Questions {
    /// Of what.
    pub units: Vec<Arc<Unit>>,
    /// With what options.
    pub plan: Plan,
}

/// The questions of a run whose answers are lines.
pub(super) fn of_lines() -> Questions {
    let asked: Vec<usize> = (0..TRANSCRIBED).collect();
    Questions { units: units(&asked), plan: Plan::of(selection(&asked)) }
}

/// The questions of a run with these options.
pub(super) fn of(options: &Options) -> Questions {
    let or_default = |number: u8, default| if number == 0 { default } else { usize::from(number) };
    let limits = Limits::default();
    let asked = positions(options.asked);
    let plan = Plan {
        profile: options.profile,
        max_fail: (options.max_fail > 0).then_some(options.max_fail.into()),
        limits: Limits {
            in_a_row: or_default(options.in_a_row, limits.in_a_row),
            failures: or_default(options.failures, limits.failures),
            lost: if options.impatient { Duration::from_nanos(1) } else { limits.lost },
        },
        allow_declines: options.allow_declines,
        allow_exit_status: options.allow_exit_status,
        ..Plan::of(selection(&asked))
    };
    Questions { units: units(&asked), plan }
}

/// What is asked, as positions in [`ASKED`]; of everything the first is left out, which costs time.
fn positions(asked: [u8; 3]) -> Vec<usize> {
    let asked = asked.map(|number| usize::from(number) % (ASKED.len() + 1));
    match asked {
        [0, 0, 0] => (1..ASKED.len()).collect(),
        _ => asked.iter().filter_map(|number| number.checked_sub(1)).collect(),
    }
}

fn units(asked: &[usize]) -> Vec<Arc<Unit>> {
    let is_asked = |unit: &&Arc<Unit>| position(unit).is_some_and(|one| asked.contains(&one));
    UNITS.iter().filter(is_asked).cloned().collect()
}

/// All of the units, which costs nothing, unless the first is among them.
fn selection(asked: &[usize]) -> Selection {
    if !asked.contains(&0) {
        return Selection::default();
    }
    let others = asked.iter().filter(|position| **position > 0);
    let ids = std::iter::once(REFUSED).chain(others.map(|position| ASKED[*position]));
    Selection { ids: ids.map(str::to_owned).collect(), ..Selection::default() }
}

/// A check: the position of its unit among all that can be asked, and its input.
pub(super) type CheckId = (usize, u64);

impl Questions {
    /// The checks that the capabilities cover.
    pub(super) fn covered(&self, capabilities: &Capabilities) -> BTreeSet<CheckId> {
        let selected = self.units.iter().filter(|unit| self.plan.selection.admits(unit));
        let units = selected.filter(|unit| skip(unit, capabilities).is_none());
        let checks = units.flat_map(|unit| {
            let index = UNITS.iter().position(|one| Arc::ptr_eq(one, unit));
            let index = index.expect("no others are asked");
            let selection = &self.plan.selection;
            let checks = unit.checks().into_iter();
            let selected = checks.filter(|check| {
                selection.is_everything() || selection.admits_check(unit, check.input)
            });
            selected.map(move |check| (index, check.input.bits))
        });
        checks.collect()
    }
}

/// A check that a request asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) id: CheckId,
    pub(super) must_fail: bool,
    /// The type of what it becomes, where that has elements of a type.
    pub(super) target: Option<DataType>,
}

/// The checks that each array of a request asks; none for an element that no vector has.
pub(super) fn asked(request: &Request) -> Vec<Vec<Option<Asked>>> {
    let (index, unit) = unit_of(request);
    let target = unit.types().1;
    let checks = unit.checks();
    let asked = |check: &Check<'_>| Asked {
        id: (index, check.input.bits),
        must_fail: check.expectation.must_fail(),
        target,
    };
    let Request::CastValue(cast) = request else { return vec![vec![checks.first().map(asked)]] };
    let of_element = |bytes: &[u8]| {
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        checks.iter().find(|check| check.input.bits == bits).map(asked)
    };
    let width = checks.first().map_or(1, |check| check.input.bytes.into());
    cast.arrays.iter().map(|array| array.chunks(width).map(of_element).collect()).collect()
}

/// What is known of the fill value that an answer to a cast reports.
#[derive(Clone, Copy, Debug)]
pub(super) struct FillValue {
    /// The configuration's type.
    pub(super) target: Option<DataType>,
    /// Whether the vectors say what it becomes.
    pub(super) is_told: bool,
}

/// What is known of the fill value of a request.
pub(super) fn fill_value_of(request: &Request) -> FillValue {
    match &unit_of(request).1.question {
        Question::Cast { codec, fill_value_cast, .. } => {
            FillValue { target: codec.stored_type(), is_told: fill_value_cast.is_some() }
        }
        _ => FillValue { target: None, is_told: false },
    }
}

/// The unit that asks a request, and its position.
fn unit_of(request: &Request) -> (usize, &'static Unit) {
    let mut units = UNITS.iter().enumerate();
    let (index, unit) = units.find(|(_, unit)| asks(unit, request)).expect("no others are asked");
    (index, unit)
}

fn asks(unit: &Unit, request: &Request) -> bool {
    let arrays = match request {
        Request::CastValue(cast) => cast.arrays.clone(),
        _ => Vec::new(),
    };
    unit.question.request(arrays) == *request
}

#[cfg(test)]
mod tests {
    use codec_vectors::Expected;

    use super::*;

    /// What the truth about an answer takes for granted.
    #[test]
    fn what_is_asked_has_one_answer() {
        assert!((0..ASKED.len()).all(|index| !units(&[index]).is_empty()), "{UNITS:?}");
        for unit in UNITS.iter() {
            let id = &unit.id;
            for check in unit.checks() {
                assert_eq!(check.expectation.alternatives(), Vec::<&str>::new(), "{id}");
                let outcome = check.expectation.as_scalar();
                assert!(outcome.is_none_or(|outcome| outcome.is != Expected::Nan), "{id}");
            }
        }
    }
}
