//! What a run is about.

use serde::{Deserialize, Serialize};

use super::Selection;

/// Which checks a run is to ask.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// Filters.
    #[serde(flatten)]
    pub filters: Selection,
    /// How thorough the run is on what passes them.
    pub profile: Profile,
    /// What chooses the checks of the quick profile.
    pub seed: u64,
}

/// How thorough the run is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Every case, a sample of the generated functions, few inputs that must be rejected.
    Quick,
    /// Everything, in arrays of several lengths.
    #[default]
    Default,
    /// Everything, in arrays of every length up to 64.
    Full,
}
