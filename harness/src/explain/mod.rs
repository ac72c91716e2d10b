//! What a run found, explained: which failures belong together, by which rule, and what is likely
//! to cause them. This asks the reference and the seeded faults; it decides no verdict.

mod cause;
mod replay;
mod rules;

use std::collections::{BTreeMap, HashMap, HashSet};

#[cfg(feature = "cli")]
use rayon::prelude::*;

pub use rules::RuleCount;
#[cfg(feature = "cli")]
pub use rules::rule_counts;

use crate::runner::{ClassKey, Finding, Run, Wrongness, judge};
use cause::Causes;

/// A run with its failures in classes.
#[derive(Clone, Debug)]
pub struct Explained {
    /// What was found, check by check.
    pub run: Run,
    /// The classes, sorted by what their failures have in common.
    pub classes: Vec<ClassFindings>,
}

/// The findings of a class: failures of one rule that are wrong in the same way on the same types.
#[derive(Clone, Debug)]
pub struct ClassFindings {
    /// What they have in common.
    pub key: ClassKey,
    /// Positions in the run's findings.
    pub findings: Vec<usize>,
    /// A mistake that would make all of them fail in exactly this way.
    pub cause: Option<&'static str>,
}

/// Puts what a run found into classes, and looks for the cause of each.
pub fn explain(run: Run) -> Explained {
    let mut grouped: BTreeMap<ClassKey, Vec<usize>> = BTreeMap::new();
    for (index, finding) in run.findings.iter().enumerate() {
        let key = ClassKey::of(&run.units[finding.unit], finding);
        grouped.entry(key).or_default().push(index);
    }
    let grouped: Vec<(ClassKey, Vec<usize>)> = grouped.into_iter().collect();
    let causes = Causes::of(&run);
    let alike: Vec<&[(ClassKey, Vec<usize>)]> =
        grouped.chunk_by(|a, b| are_alike(&a.0, &b.0)).collect();
    let explained = |alike| with_causes(&run, &causes, alike);
    #[cfg(feature = "cli")]
    let classes = alike.into_par_iter().flat_map_iter(explained);
    // Trials run at the same time as it is.
    #[cfg(not(feature = "cli"))]
    let classes = alike.into_iter().flat_map(explained);
    let mut classes: Vec<ClassFindings> = classes.collect();
    // Of drawn questions, one of each class is kept.
    if run.drawing.is_none() {
        drop_weak(&run, &mut classes);
    }
    Explained { classes, run }
}

/// A cause is named for so many different answers, in all classes together.
const ENOUGH: usize = 3;

/// Takes out the causes that too few answers confirm.
fn drop_weak(run: &Run, classes: &mut [ClassFindings]) {
    let mut confirmed: HashMap<&'static str, HashSet<(&str, u64)>> = HashMap::new();
    for class in classes.iter() {
        let Some(cause) = class.cause else { continue };
        let answers = confirmed.entry(cause).or_default();
        for index in &class.findings {
            if answers.len() >= ENOUGH {
                break;
            }
            let finding = &run.findings[*index];
            // The same input of another function is another question.
            answers.insert((&run.units[finding.unit].id, finding.input.bits));
        }
    }
    let is_weak = |cause: &&'static str| confirmed[cause].len() < ENOUGH;
    let weak: HashSet<&str> = confirmed.keys().copied().filter(|cause| is_weak(cause)).collect();
    for class in classes {
        class.cause = class.cause.filter(|cause| !weak.contains(cause));
    }
}

/// Whether two classes differ in their types alone.
fn are_alike(a: &ClassKey, b: &ClassKey) -> bool {
    (&a.rule, a.status, a.wrongness, a.operation) == (&b.rule, b.status, b.wrongness, b.operation)
}

/// Classes that differ in their types alone: one cause for all of them, or one for each.
fn with_causes(
    run: &Run,
    causes: &Causes<'_>,
    alike: &[(ClassKey, Vec<usize>)],
) -> Vec<ClassFindings> {
    let findings = |indices: &[usize]| -> Vec<&Finding> {
        indices.iter().map(|index| &run.findings[*index]).collect()
    };
    let mut all: Vec<&Finding> = alike.iter().flat_map(|(_, found)| findings(found)).collect();
    all.sort_by_key(|finding| finding.unit);
    // What the project's own reading accepts is no mistake.
    let is_ours = |finding: &&Finding| is_ours(run, finding);
    let common = match all.iter().any(is_ours) {
        true => None,
        false => causes.likely(&alike[0].0.rule, &all),
    };
    let class = |(key, found): &(ClassKey, Vec<usize>)| ClassFindings {
        key: key.clone(),
        cause: common.or_else(|| {
            let found = findings(found);
            let may_have_one = !found.iter().any(is_ours);
            may_have_one.then(|| causes.likely(&key.rule, &found)).flatten()
        }),
        findings: found.clone(),
    };
    alike.iter().map(class).collect()
}

/// Whether a finding fails only because another reading of its rule holds than the project's own.
fn is_ours(run: &Run, finding: &Finding) -> bool {
    let unit = &run.units[finding.unit];
    finding.wrongness == Wrongness::OtherReading
        && unit
            .check(finding.input)
            .is_some_and(|check| judge(check.expectation, &finding.got, unit.types().1).ours)
}
