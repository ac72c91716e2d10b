//! Which checks a command is about.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

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
    #[arg(long, value_name = "TYPE", value_parser = known_type)]
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
    pub(super) fn plan(&self, interrupted: &Arc<AtomicBool>) -> Plan {
        let selection = Selection {
            ids: self.id.clone(),
            rules: self.rule.clone(),
            data_types: self.data_type.clone(),
            partition: self.partition,
        };
        let (profile, seed) = (self.profile, self.seed);
        let interrupted = Arc::clone(interrupted);
        Plan { selection, profile, seed, interrupted, ..Plan::default() }
    }
}

fn known_type(name: &str) -> Result<String, String> {
    let known = codec_reference::DataType::from_name(name);
    known.map(|_| name.to_owned()).ok_or_else(|| "no data type of that name".to_owned())
}
