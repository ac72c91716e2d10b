//! The likely cause of failures: the seeded fault that explains them best, or none.
//!
//! A fault explains failures where it reproduces the observed answer to all of them, each asked in
//! the same array. First all failures of a rule that are wrong alike are tried, on whatever types,
//! then those of each pair of types. A fault is contradicted by each check that it fails and that
//! the implementation answered in another way. If several faults fit, the one is chosen
//!
//! 1. with the fewest contradictions in the functions that fail (among the questions about the same
//!    rule, where each is a function of its own);
//! 2. then in all functions of the same pairs of types;
//! 3. then in a sample of the whole run;
//! 4. that explains the most of a sample of all failures;
//! 5. whose own rule is the failing one;
//! 6. that fails the least of a sample of everything, asked or not: the most cautious guess.
//!
//! Nothing is named where a fault is contradicted more often than it is confirmed, where a few
//! failures are all there is and something contradicts the fault, or where faults with different
//! causes are left. A cause that rests on one or two answers alone is named only where it is that of
//! other failures of the run too.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use codec_faults::Fault;
use codec_vectors::Kind as Vectors;

use super::replay::{answers_alike, unlike};
use crate::implementation::InProcess;
use crate::runner::{Finding, Run};
use crate::suite::{Check, Unit};

/// With this few failures, a single contradiction rules a cause out.
const FEW: usize = 3;

/// This many failures are compared before all of them.
const FIRST: usize = 8;

/// Bounds on what is looked at around failures: units, and checks of each.
const UNITS: usize = 200;
const CHECKS: usize = 1000;

/// The sample of the whole run: units, checks of each, and failures.
const SAMPLE_UNITS: usize = 400;
const SAMPLE_CHECKS: usize = 8;
const SAMPLE_FAILURES: usize = 400;

/// What the causes of a run's failures are read from.
pub(super) struct Causes<'a> {
    run: &'a Run,
    /// Positions of the failures, in the order of their units and inputs.
    failed: Vec<u32>,
    /// What the samples say of a fault, by its name.
    sampled: Mutex<HashMap<&'static str, Sampled>>,
}

/// What samples of a run say of a fault.
#[derive(Clone, Copy)]
struct Sampled {
    contradictions: usize,
    explained: usize,
    /// Checks that it fails, whether they were asked or not.
    breadth: usize,
}

impl<'a> Causes<'a> {
    pub(super) fn of(run: &'a Run) -> Self {
        let count = u32::try_from(run.findings.len()).expect("fewer checks than 2^32");
        let mut failed: Vec<u32> = (0..count).collect();
        failed.sort_unstable_by_key(|index| place(&run.findings[*index as usize]));
        Self { run, failed, sampled: Mutex::default() }
    }

    /// The failure of that unit and input.
    fn failure(&self, check: (usize, u64)) -> Option<&'a Finding> {
        let finding = |index: &u32| &self.run.findings[*index as usize];
        let found = self.failed.binary_search_by_key(&check, |index| place(finding(index)));
        found.ok().map(|index| finding(&self.failed[index]))
    }

    /// The cause of failures of a rule, where one is likely.
    pub(super) fn likely(&self, rule: &str, findings: &[&Finding]) -> Option<&'static str> {
        let faults = codec_faults::all().iter().filter(|fault| self.explains(fault, findings));
        let faults: Vec<&'static Fault> = faults.collect();
        if faults.is_empty() {
            return None;
        }
        let (here, beside) = (self.failing(rule, findings), self.of_same_types(findings));
        let ranked = faults.into_iter().filter_map(|fault| {
            let contradicted = self.contradictions(fault, &here, CHECKS);
            let beside = self.contradictions(fault, &beside, CHECKS);
            let Sampled { contradictions: in_run, explained, breadth } = self.sampled(fault);
            let few = findings.len() <= FEW && contradicted + beside + in_run > 0;
            let other_rule = fault.rule != rule;
            let rank = (contradicted, beside, in_run, Reverse(explained), other_rule, breadth);
            (contradicted <= findings.len() && !few).then_some((rank, fault.cause))
        });
        let ranked: Vec<(_, &str)> = ranked.collect();
        let best = ranked.iter().map(|(rank, _)| *rank).min()?;
        let mut causes = ranked.iter().filter(|(rank, _)| *rank == best).map(|(_, cause)| *cause);
        let cause = causes.next()?;
        causes.all(|other| other == cause).then_some(cause)
    }

    /// Whether the fault reproduces the observed answers.
    fn explains(&self, fault: &Fault, findings: &[&Finding]) -> bool {
        let mut faulty = InProcess::new(fault.name, fault.behaviour);
        let mut alike = |findings: &[&Finding]| {
            answers_alike(&mut faulty, &self.run.units[findings[0].unit], findings)
        };
        let mut first = spread(findings.chunks(1), FIRST).into_iter();
        first.all(&mut alike) && findings.chunk_by(|a, b| a.unit == b.unit).all(alike)
    }

    /// The units with the failures, and those about the same rule where a unit is one question.
    fn failing(&self, rule: &str, findings: &[&Finding]) -> Vec<usize> {
        let mut units: Vec<usize> = findings.iter().map(|finding| finding.unit).collect();
        let is_one = |unit: &Unit| matches!(unit.kind, Vectors::Cases | Vectors::Batches);
        if units.iter().any(|unit| is_one(&self.run.units[*unit])) {
            let operation = self.run.units[units[0]].question.operation();
            let alike = |unit: &Unit| {
                is_one(unit)
                    && unit.question.operation() == operation
                    && unit.rules.iter().any(|other| other == rule)
            };
            units.extend(self.units(alike));
        }
        units.sort_unstable();
        units.dedup();
        spread(units.into_iter(), UNITS)
    }

    /// The units about casts between the same types as some failure.
    fn of_same_types(&self, findings: &[&Finding]) -> Vec<usize> {
        let types = findings.iter().map(|finding| self.run.units[finding.unit].types());
        let mut types: Vec<_> = types.filter(|types| types.0.is_some()).collect();
        types.dedup();
        spread(self.units(|unit| types.contains(&unit.types())).into_iter(), UNITS)
    }

    /// The units of the run that were asked, of those that are like this.
    fn units(&self, is_like: impl Fn(&Unit) -> bool) -> Vec<usize> {
        let asked = |index: &usize| self.run.tally[*index].0 > 0;
        let all = (0..self.run.units.len()).filter(asked);
        all.filter(|index| is_like(&self.run.units[*index])).collect()
    }

    /// How many checks of the units the fault fails otherwise than the implementation did.
    fn contradictions(&self, fault: &Fault, units: &[usize], bound: usize) -> usize {
        self.unlike(fault, units, bound, |check| self.failure(check))
    }

    /// How many checks of the units the fault fails otherwise than `failed` says.
    fn unlike<'b>(
        &self,
        fault: &Fault,
        units: &[usize],
        bound: usize,
        failed: impl Fn((usize, u64)) -> Option<&'b Finding>,
    ) -> usize {
        let mut faulty = InProcess::new(fault.name, fault.behaviour);
        let count = |index: &usize| {
            let unit = &self.run.units[*index];
            let checks: Vec<Check<'_>> = spread(unit.checks().into_iter(), bound);
            unlike(&mut faulty, unit, &checks, |check| failed((*index, check.input.bits)))
        };
        units.iter().map(count).sum()
    }

    fn sampled(&self, fault: &'static Fault) -> Sampled {
        let lock = || self.sampled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(fault.name) {
            return *known;
        }
        let asked = spread(self.units(|_| true).into_iter(), SAMPLE_UNITS);
        let all = spread(0..self.run.units.len(), SAMPLE_UNITS);
        let failures = spread(self.run.findings.iter(), SAMPLE_FAILURES).into_iter();
        let sampled = Sampled {
            contradictions: self.contradictions(fault, &asked, SAMPLE_CHECKS),
            explained: failures.filter(|failure| self.explains(fault, &[*failure])).count(),
            breadth: self.unlike(fault, &all, SAMPLE_CHECKS, |_| None),
        };
        lock().insert(fault.name, sampled);
        sampled
    }
}

fn place(finding: &Finding) -> (usize, u64) {
    (finding.unit, finding.input.bits)
}

/// Some of the things, at most as many as the bound, spread over all.
fn spread<T>(things: impl ExactSizeIterator<Item = T>, bound: usize) -> Vec<T> {
    let step = things.len().div_ceil(bound).max(1);
    things.step_by(step).collect()
}
