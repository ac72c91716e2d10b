//! Whether the vectors find the seeded faults.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use codec_faults::Fault;
use rayon::prelude::*;

use crate::implementation::InProcess;
use crate::runner::{Plan, greet, run};
use crate::suite::{KINDS, Unit, units_of};

/// This many failures of one kind of vectors prove that a fault is found.
const ENOUGH: usize = 500;

/// What the vectors said of a fault.
#[derive(Clone)]
pub struct Survey {
    /// The fault that was asked.
    pub fault: &'static Fault,
    /// The rules whose checks failed, and how many of each, in the first kind of vectors that
    /// finds the fault; empty for a survivor.
    pub killers: BTreeMap<String, u64>,
}

/// Runs the vectors on each fault, one kind after the other until it is found.
pub fn survey(
    faults: &[&'static Fault],
    interrupted: &Arc<AtomicBool>,
    done: &(impl Fn() + Sync),
) -> Vec<Survey> {
    let kinds = KINDS.map(units_of);
    let surveys = faults.par_iter().map(|fault| {
        let mut found = kinds.iter().map(|units| killers(fault, units, interrupted));
        let killers = found.find(|killers| !killers.is_empty()).unwrap_or_default();
        done();
        Survey { fault, killers }
    });
    surveys.collect()
}

fn killers(
    fault: &Fault,
    units: &[Arc<Unit>],
    interrupted: &Arc<AtomicBool>,
) -> BTreeMap<String, u64> {
    let mut faulty = InProcess::new(fault.name, fault.behaviour);
    let hello = greet(&mut faulty).expect("a fault in this process answers hello");
    let interrupted = Arc::clone(interrupted);
    let plan = Plan { max_fail: Some(ENOUGH), interrupted, ..Plan::default() };
    let found = run(&mut faulty, &hello, units.to_vec(), &plan, &|| ());
    let mut killers = BTreeMap::new();
    for finding in &found.findings {
        *killers
            .entry(found.units[finding.unit].rule(finding.input.bits).to_owned())
            .or_default() += 1;
    }
    killers
}
