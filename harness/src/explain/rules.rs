//! How many checks each rule decides.

use std::collections::{BTreeMap, HashMap};

use codec_vectors::Bits;
#[cfg(feature = "cli")]
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::runner::{Run, planned};
use crate::suite::Unit;

/// What was asked of the checks that a rule decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleCount {
    /// Id of the rule.
    pub rule: String,
    /// Checks that were asked.
    pub asked: u64,
    /// Those that passed.
    pub passed: u64,
}

/// Checks asked and passed, by rule.
type Counts = BTreeMap<String, (u64, u64)>;

/// What was asked of the checks that each rule decides.
///
/// A check counts for one rule, the one that decides it: see [`Unit::rule`]. A run does not keep
/// which checks of a unit it declined or did not reach, so of a unit with such checks only the
/// failures count. This goes through every check of the suite: [`explain`](super::explain()) leaves
/// it out.
#[cfg(feature = "cli")]
pub fn rule_counts(run: &Run) -> Vec<RuleCount> {
    let plan = run.plan.without_partition();
    let mut failed: HashMap<usize, Vec<Bits>> = HashMap::new();
    for finding in &run.findings {
        failed.entry(finding.unit).or_default().push(finding.input);
    }
    let counts = run.units.par_iter().enumerate().map(|(index, unit)| {
        let mut counts = Counts::new();
        let (asked, _) = run.tally[index];
        let failed = failed.get(&index).map_or(&[][..], Vec::as_slice);
        for (_, checks) in planned(std::slice::from_ref(unit), &plan) {
            if asked == checks.len() as u64 {
                count(&mut counts, unit, checks.iter().map(|check| check.input), failed);
            } else {
                count(&mut counts, unit, failed.iter().copied(), failed);
            }
        }
        counts
    });
    let counts = counts.reduce(Counts::new, merged);
    let count = |(rule, (asked, passed))| RuleCount { rule, asked, passed };
    counts.into_iter().map(count).collect()
}

fn count(counts: &mut Counts, unit: &Unit, inputs: impl Iterator<Item = Bits>, failed: &[Bits]) {
    for input in inputs {
        let (asked, passed) = counts.entry(unit.rule(input.bits).to_owned()).or_default();
        *asked += 1;
        *passed += u64::from(!failed.contains(&input));
    }
}

fn merged(mut counts: Counts, others: Counts) -> Counts {
    for (rule, (asked, passed)) in others {
        let sums = counts.entry(rule).or_default();
        sums.0 += asked;
        sums.1 += passed;
    }
    counts
}
