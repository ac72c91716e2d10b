//! What changed from one report to another.

mod asked;
mod markdown;
mod pretty;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

pub use markdown::markdown as diff_markdown;
pub use pretty::pretty as diff_pretty;

use super::{Class, Example, Report, Totals};
use crate::protocol::About;
use crate::suite::Unit;

/// The version of the diff's form.
const FORMAT: u32 = 1;

/// What changed from one report to another; with `--format json` it is printed as it stands here.
///
/// Reports hold the ids of failures alone. Whether a check that is no failure was asked is told
/// from what the report says of its selection and of the implementation's capabilities, so
/// what an adapter declined without declaring it counts as asked, and so does what was not run
/// because a run ended early. Where that may matter, [`Diff::cautions`] says so.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diff {
    /// The version of this form.
    pub format: u32,
    /// The first run.
    pub before: Side,
    /// The second run.
    pub after: Side,
    /// Failures that were asked before, and passed.
    pub regressed: Vec<Change>,
    /// Failures that were not asked before.
    pub new: Vec<Change>,
    /// Former failures that pass.
    pub improved: Vec<Change>,
    /// Former failures that are not asked any more.
    pub gone: Vec<Change>,
    /// How many checks fail in both.
    pub still: u64,
    /// What may mislead.
    pub cautions: Vec<String>,
}

/// One of the two runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// What was asked.
    pub implementation: About,
    /// The version of the vectors.
    pub suite: String,
    /// The options that name the implementation on the command line.
    pub subject: Vec<String>,
    /// How many checks ended how.
    pub totals: Totals,
    /// Whether all that was planned was run.
    pub complete: bool,
}

/// Checks of a class that changed alike.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The rule that decides these checks.
    pub rule: String,
    /// What it says.
    pub sentence: String,
    /// How they fail, or failed.
    pub status: String,
    /// The operation.
    pub operation: String,
    /// The type of the inputs.
    pub source: String,
    /// The type of the outputs.
    pub target: String,
    /// The ids.
    pub checks: Vec<String>,
    /// The example of the class, where it is one of them.
    pub example: Option<Example>,
}

impl Change {
    /// From what to what.
    fn pair(&self) -> String {
        format!("{} -> {}", self.source, self.target)
    }

    /// One of its checks, the simplest where it is known.
    fn id(&self) -> &str {
        let first = || self.checks.first().map_or("", String::as_str);
        self.example.as_ref().map_or_else(first, |example| &example.id)
    }
}

/// Compares two reports; `units` are those of the whole suite.
pub fn diff(before: &Report, after: &Report, units: &[Arc<Unit>]) -> Diff {
    let (failed_before, failed_after) = (failures(before), failures(after));
    let fixed = &failed_before - &failed_after;
    let broken = &failed_after - &failed_before;
    let asked_before = asked::asked(before, &broken, units);
    let asked_after = asked::asked(after, &fixed, units);
    Diff {
        format: FORMAT,
        before: side(before),
        after: side(after),
        regressed: changes(after, &(&broken & &asked_before)),
        new: changes(after, &(&broken - &asked_before)),
        improved: changes(before, &(&fixed & &asked_after)),
        gone: changes(before, &(&fixed - &asked_after)),
        still: failed_before.intersection(&failed_after).count() as u64,
        cautions: cautions(before, after),
    }
}

/// The ids of checks that fail, expectedly or not.
fn failures(report: &Report) -> BTreeSet<&str> {
    let classes = report.classes.iter().filter(|class| class.status != "xpass");
    classes.flat_map(|class| class.checks.iter().map(String::as_str)).collect()
}

/// The classes of a report, cut down to some of their checks.
fn changes(report: &Report, ids: &BTreeSet<&str>) -> Vec<Change> {
    let change = |class: &Class| {
        let checks = class.checks.iter().filter(|id| ids.contains(id.as_str()));
        let example = Some(&class.example).filter(|example| ids.contains(example.id.as_str()));
        Change {
            rule: class.rule.clone(),
            sentence: class.sentence.clone(),
            status: class.status.clone(),
            operation: class.operation.clone(),
            source: class.source.clone(),
            target: class.target.clone(),
            checks: checks.cloned().collect(),
            example: example.cloned(),
        }
    };
    let changes = report.classes.iter().filter(|class| class.status != "xpass").map(change);
    changes.filter(|change| !change.checks.is_empty()).collect()
}

/// Changes of one rule that fail alike, on one pair of types or several.
fn alike(changes: &[Change]) -> impl Iterator<Item = &[Change]> {
    changes.chunk_by(|a, b| a.rule == b.rule && a.status == b.status)
}

/// How many checks they hold.
fn checks(changes: &[Change]) -> u64 {
    changes.iter().map(|change| change.checks.len() as u64).sum()
}

fn side(report: &Report) -> Side {
    let totals = report.totals;
    Side {
        implementation: report.implementation.clone(),
        suite: report.suite.clone(),
        subject: report.subject.clone(),
        totals,
        complete: !report.interrupted && totals.notrun == 0 && totals.planned == totals.sum(),
    }
}

fn cautions(before: &Report, after: &Report) -> Vec<String> {
    let own = codec_vectors::embedded::manifest().suite;
    let mut cautions = Vec::new();
    for (name, report) in [("first", before), ("second", after)] {
        if report.suite != own {
            let suite = &report.suite;
            cautions.push(format!(
                "the {name} report is of suite {suite}, not {own}: what it asked is told by {own}"
            ));
        }
        if !side(report).complete {
            let notrun = report.totals.notrun;
            cautions.push(format!(
                "the {name} run is incomplete ({notrun} checks not run): what it did not reach \
                 counts as passed"
            ));
        }
        if report.totals.undeclared > 0 {
            let undeclared = report.totals.undeclared;
            cautions
                .push(format!("the {name} run declined {undeclared} checks: they count as passed"));
        }
    }
    cautions
}
