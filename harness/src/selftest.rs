//! Whether the vectors find the seeded faults.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use codec_faults::Fault;
use rayon::prelude::*;

use crate::implementation::InProcess;
use crate::runner::{Limits, greet, run};
use crate::suite::{Selection, units};

/// So many failures prove a fault found.
const ENOUGH: usize = 500;

/// What the vectors said of a fault.
#[derive(Clone)]
pub struct Survey {
    /// The fault.
    pub fault: &'static Fault,
    /// The rules whose checks failed, and how many of each among the first failures.
    pub killers: BTreeMap<String, u64>,
}

/// Runs the vectors on each fault, until it is found often enough.
pub fn survey(
    faults: &[&'static Fault],
    interrupted: &Arc<AtomicBool>,
    done: &(impl Fn() + Sync),
) -> Vec<Survey> {
    let surveys = faults.par_iter().map(|fault| {
        let survey = Survey { fault, killers: killers(fault, interrupted) };
        done();
        survey
    });
    surveys.collect()
}

fn killers(fault: &Fault, interrupted: &Arc<AtomicBool>) -> BTreeMap<String, u64> {
    let mut faulty = InProcess::new(fault.name, fault.behaviour);
    let hello = greet(&mut faulty).expect("a fault in this process answers hello");
    let limits = Limits { max_fail: Some(ENOUGH), interrupted: Arc::clone(interrupted) };
    let found = run(&mut faulty, &hello, units(), &Selection::default(), &limits, &mut || ());
    let mut killers = BTreeMap::new();
    for finding in &found.findings {
        *killers.entry(found.units[finding.unit].rule(finding.input)).or_default() += 1;
    }
    killers
}
