//! Classes of failures that belong together.

use super::{Class, Report};

/// Failures of one rule that ended alike, on one pair of types or several.
pub(super) struct Family<'a> {
    /// The class with the simplest example.
    pub(super) simplest: &'a Class,
    /// The classes of the other pairs.
    pub(super) others: Vec<&'a Class>,
    /// Failures in all of them.
    pub(super) count: u64,
}

/// The families of a report in its order, expected failures last.
pub(super) fn families(report: &Report) -> Vec<Family<'_>> {
    let alike = report.classes.chunk_by(|a, b| a.rule == b.rule && a.status == b.status);
    let mut families: Vec<Family<'_>> = alike.filter_map(family).collect();
    families.sort_by_key(|family| family.simplest.status == "xfail");
    families
}

fn family(classes: &[Class]) -> Option<Family<'_>> {
    let simplest = classes.iter().min_by_key(|class| class.example.input.text.len())?;
    let others = classes.iter().filter(|class| !std::ptr::eq(*class, simplest)).collect();
    Some(Family { simplest, others, count: classes.iter().map(|class| class.count).sum() })
}
