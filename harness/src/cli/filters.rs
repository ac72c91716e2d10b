//! Which checks a command is about.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::names::{check_data_type, check_id, check_rule};
use super::session::Exit;
use crate::runner::{Plan, Profile};
use crate::suite::{Selection, Slice};

/// Filters over the checks; one is run when it passes all that are given.
#[derive(Args, Clone, Debug)]
pub(super) struct Filters {
    /// Only checks whose id, or a start of it up to a slash, matches this glob; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(super) id: Vec<String>,

    /// Only checks that a rule decides whose id matches this glob, and hand-written ones that name
    /// it; repeatable.
    #[arg(long, value_name = "GLOB")]
    rule: Vec<String>,

    /// Only checks from or to this data type; repeatable.
    #[arg(long, value_name = "TYPE")]
    data_type: Vec<String>,

    /// How thorough the run is.
    #[arg(long, value_enum, default_value_t = Profile::Default)]
    profile: Profile,

    /// Seed for the sample of the quick profile.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Only one of several parts of the run, as in slice:1/4.
    #[arg(long, value_name = "slice:PART/OF")]
    partition: Option<Slice>,
}

impl Filters {
    /// The plan of what passes the filters.
    ///
    /// # Errors
    /// A filter that nothing passes, whatever the others are.
    pub(super) fn plan(&self, interrupted: &Arc<AtomicBool>) -> Result<Plan, Exit> {
        self.check()?;
        let selection = Selection {
            ids: self.id.clone(),
            rules: self.rule.clone(),
            data_types: self.data_type.clone(),
            partition: self.partition,
        };
        let (profile, seed) = (self.profile, self.seed);
        let interrupted = Arc::clone(interrupted);
        Ok(Plan { selection, profile, seed, interrupted, ..Plan::default() })
    }

    fn check(&self) -> Result<(), Exit> {
        self.rule.iter().try_for_each(|glob| check_rule("--rule", glob))?;
        self.data_type.iter().try_for_each(|name| check_data_type("--data-type", name))?;
        self.id.iter().try_for_each(|glob| check_id("--id", glob))
    }
}
