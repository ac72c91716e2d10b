//! What a run asks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use codec_vectors::{Kind, Level};

use crate::baseline::{Baseline, Expectations, Floor};
use crate::implementation::BadStatus;
use crate::random::hash;
use crate::reading::Readings;
use crate::suite::{Check, Profile, Selected, Selection, Unit};

/// The quick profile asks one generated function in this many.
const QUICK_FUNCTIONS: u64 = 8;

/// The quick profile asks this many inputs of a function that must be rejected.
const QUICK_REFUSALS: usize = 16;

/// What a run asks, and when it ends early.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Filters.
    pub selection: Selection,
    /// How thorough the run is on what passes them.
    pub profile: Profile,
    /// Seed for the sample of the quick profile.
    pub seed: u64,
    /// Failures that are expected.
    pub baseline: Option<Arc<Expectations>>,
    /// The run ends after this many failures.
    pub max_fail: Option<usize>,
    /// What the run that the baseline was made from asked.
    pub floor: Option<Arc<Floor>>,
    /// How many failures of an adapter are tolerated.
    pub limits: Limits,
    /// Whether checks may be declined although the declared capabilities cover them.
    pub allow_declines: bool,
    /// The levels at which failures fail the run, where not all of them do.
    pub levels: Vec<Level>,
    /// The readings by which answers are judged, whatever they show.
    pub readings: Readings,
    /// Whether the units are not all that the vectors have: then they show no reading.
    pub is_part: bool,
    /// How the adapter may end besides with success.
    pub allow_exit_status: Option<AllowedStatus>,
    /// Once this is set, the run ends.
    pub interrupted: Arc<AtomicBool>,
}

/// The limits for an adapter that crashes, hangs or breaks the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The rest of an operation and pair of types is not run after this many failures in a row.
    pub in_a_row: usize,
    /// The rest is not run after this many in all.
    pub failures: usize,
    /// The rest is not run after this much time lost to time-outs.
    pub lost: Duration,
}

impl Limits {
    /// No limits: for answers that cost nothing.
    pub const NONE: Self = Self { in_a_row: usize::MAX, failures: usize::MAX, lost: Duration::MAX };
}

impl Default for Limits {
    fn default() -> Self {
        Self { in_a_row: 5, failures: 500, lost: Duration::from_secs(600) }
    }
}

/// An end of the adapter that is not a problem, although it is not a success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllowedStatus {
    /// Every one, signals included.
    Any,
    /// That exit status.
    Code(i32),
}

impl AllowedStatus {
    /// Whether it is that end.
    pub fn covers(self, bad: &BadStatus) -> bool {
        match self {
            Self::Any => true,
            Self::Code(code) => bad.code == Some(code),
        }
    }
}

impl Plan {
    /// A plan with these filters.
    pub fn of(selection: Selection) -> Self {
        Self { selection, ..Self::default() }
    }

    /// The plan of a run that is checked against a list of expected failures.
    pub fn checked_against(self, list: &Baseline) -> Self {
        let baseline = Some(Arc::new(list.expectations()));
        let readings = self.readings.or(&list.readings);
        Self { baseline, readings, floor: list.run.clone().map(Arc::new), ..self }
    }

    /// Whether failures at that level fail the run.
    pub fn gates(&self, level: Level) -> bool {
        self.levels.is_empty() || self.levels.contains(&level)
    }

    /// The plan for units that are cut down to its part already.
    pub fn without_partition(&self) -> Self {
        let selection = Selection { partition: None, ..self.selection.clone() };
        Self { selection, ..self.clone() }
    }

    /// Whether some check of the unit may be asked.
    pub(super) fn admits(&self, unit: &Unit) -> bool {
        self.selection.admits(unit) && (self.profile != Profile::Quick || self.samples(unit))
    }

    fn samples(&self, unit: &Unit) -> bool {
        let chosen = hash(self.seed, &unit.id).is_multiple_of(QUICK_FUNCTIONS);
        unit.kind == Kind::Cases || chosen
    }

    /// The checks of a unit that are asked.
    pub(crate) fn checks<'a>(&self, unit: &'a Unit) -> Vec<Check<'a>> {
        let mut checks = unit.checks();
        if !self.selection.is_everything() {
            let selected = self.selection.within(unit);
            checks.retain(|check| selected(check.input));
        }
        if self.profile == Profile::Quick && unit.kind != Kind::Cases {
            thin(&mut checks);
        }
        checks
    }
}

impl From<&Plan> for Selected {
    fn from(plan: &Plan) -> Self {
        Self { filters: plan.selection.clone(), profile: plan.profile, seed: plan.seed }
    }
}

impl From<&Selected> for Plan {
    fn from(selected: &Selected) -> Self {
        let Selected { filters, profile, seed } = selected.clone();
        Self { profile, seed, ..Self::of(filters) }
    }
}

/// Leaves out most inputs that must be rejected; those beside an input that must not be are kept
/// first.
fn thin(checks: &mut Vec<Check<'_>>) {
    let fails: Vec<bool> = checks.iter().map(|check| !check.expectation.must_succeed()).collect();
    let at_threshold = |index: usize| {
        let neighbours = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
        neighbours.filter_map(|index| fails.get(index)).any(|fails| !fails)
    };
    let failing: Vec<usize> = (0..fails.len()).filter(|index| fails[*index]).collect();
    let (mut kept, rest): (Vec<usize>, Vec<usize>) =
        failing.into_iter().partition(|index| at_threshold(*index));
    kept.truncate(QUICK_REFUSALS);
    let room = QUICK_REFUSALS - kept.len();
    kept.extend(rest.iter().step_by(rest.len().div_ceil(room.max(1)).max(1)).take(room));
    let mut index = 0;
    checks.retain(|_| {
        index += 1;
        !fails[index - 1] || kept.contains(&(index - 1))
    });
}
