//! What a run was about.

use serde::{Deserialize, Serialize};

use crate::runner::{Plan, Profile};
use crate::suite::Selection;

/// Which checks a run was to ask.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// Filters.
    #[serde(flatten)]
    pub filters: Selection,
    /// How much was asked of what passes them.
    pub profile: Profile,
    /// What chose the checks of the quick profile.
    pub seed: u64,
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
