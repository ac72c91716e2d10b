//! What a run asks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use codec_vectors::Kind;
use serde::{Deserialize, Serialize};

use crate::baseline::Expectations;
use crate::suite::{Check, Selection, Unit};

/// Of the generated functions, the quick profile asks one in so many.
const QUICK_FUNCTIONS: u64 = 8;

/// Of the inputs of a function that must be refused, the quick profile asks so many.
const QUICK_REFUSALS: usize = 16;

/// What a run asks, and when it ends early.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Filters.
    pub selection: Selection,
    /// How much is asked of what passes them.
    pub profile: Profile,
    /// Chooses what the quick profile asks.
    pub seed: u64,
    /// Failures that are expected.
    pub baseline: Option<Arc<Expectations>>,
    /// After so many failures the run ends.
    pub max_fail: Option<usize>,
    /// Once this is set, the run ends.
    pub interrupted: Arc<AtomicBool>,
}

/// How much is asked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Every case, a sample of the generated functions, few inputs that must be refused.
    Quick,
    /// Everything, in arrays of several lengths.
    #[default]
    Default,
    /// Everything, in arrays of every length up to 64.
    Full,
}

impl Plan {
    /// A plan with these filters.
    pub fn of(selection: Selection) -> Self {
        Self { selection, ..Self::default() }
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
    pub(super) fn checks<'a>(&self, unit: &'a Unit) -> Vec<Check<'a>> {
        let mut checks = unit.checks();
        if !self.selection.is_everything() {
            checks.retain(|check| self.selection.admits_check(unit, check.input));
        }
        if self.profile == Profile::Quick && unit.kind != Kind::Cases {
            thin(&mut checks);
        }
        checks
    }
}

/// Leaves out most inputs that must be refused; those beside an input that must not be are kept
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

/// FNV-1a.
fn hash(seed: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
