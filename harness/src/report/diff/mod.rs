//! What changed from one report to another.

mod asked;
mod markdown;
mod pretty;

use std::collections::BTreeSet;
use std::sync::Arc;

use codec_vectors::Level;
use serde::Serialize;

pub use markdown::markdown as diff_markdown;
pub use pretty::pretty as diff_pretty;

use super::family::{Headline, under_headlines};
use super::words::command;
use super::{Class, Example, Fewer, Report, Status, Totals, Who, Wrongness};
use crate::protocol::About;
use crate::suite::Unit;

/// The version of the diff's form.
const FORMAT: u32 = 2;

/// What changed from one report to another; with `--format json` it is printed in this form.
///
/// Reports hold the ids of failures alone. Whether a check that is not a failure was asked is known
/// from what the report says of its selection and of the implementation's capabilities. A second
/// run that asked less, for whatever reason, is worse: [`Diff::fewer`] says of what.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diff<'a> {
    /// The version of this form.
    pub format: u32,
    /// The earlier run, or the one named first.
    pub before: Side<'a>,
    /// The later run, or the one named second.
    pub after: Side<'a>,
    /// Failures that were asked before, and passed.
    pub regressed: Vec<Change<'a>>,
    /// Failures that were not asked before.
    pub new: Vec<Change<'a>>,
    /// Former failures that pass.
    pub improved: Vec<Change<'a>>,
    /// Former failures that are not asked any more.
    pub gone: Vec<Change<'a>>,
    /// How many checks fail in both.
    pub still: u64,
    /// What the second run asked less of.
    pub fewer: Vec<Fewer>,
    /// Whether it may.
    pub allow_fewer: bool,
    /// What may mislead.
    pub cautions: Vec<String>,
}

/// One of the two runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side<'a> {
    /// What was asked.
    pub implementation: &'a About,
    /// The version of the vectors.
    pub suite: &'a str,
    /// The options that name the implementation on the command line.
    pub subject: &'a [String],
    /// How many checks ended how.
    pub totals: Totals,
    /// Whether all that was planned was run.
    pub complete: bool,
}

/// Checks of a class that changed alike.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change<'a> {
    /// The rule that decides these checks.
    pub rule: &'a str,
    /// What it says.
    pub sentence: &'a str,
    /// How binding what is expected of them is.
    pub level: Level,
    /// Whether such failures fail nothing in a run like the second one.
    pub warns: bool,
    /// How they fail, or failed.
    pub status: Status,
    /// In which way the answers are, or were, wrong.
    #[serde(rename = "kind")]
    pub wrongness: Wrongness,
    /// Which implementation is wrong, of two that are compared.
    #[serde(skip_serializing_if = "Who::is_only")]
    pub who: Who,
    /// The operation that was asked for.
    pub operation: &'a str,
    /// The type of the inputs.
    pub source: &'a str,
    /// The type of the outputs.
    pub target: &'a str,
    /// Ids of the checks of this kind.
    pub checks: Vec<&'a str>,
    /// The example of the class, where it is one of them.
    pub example: Option<&'a Example>,
}

impl<'a> Change<'a> {
    /// From what to what.
    fn pair(&self) -> String {
        format!("{} -> {}", self.source, self.target)
    }

    /// One of its checks, the simplest where it is known.
    fn id(&self) -> &'a str {
        let first = || self.checks.first().copied().unwrap_or_default();
        self.example.map_or_else(first, |example| &example.id)
    }

    /// The command that asks that check again.
    fn rerun(&self, subject: &[String]) -> String {
        match self.example.and_then(|example| example.case.as_deref()) {
            Some(case) => command("fuzz", subject, ["--replay", case]),
            None => command("test", subject, ["--id", self.id()]),
        }
    }
}

/// Compares two reports; `units` are those of the whole suite, and `allow_fewer` is whether the
/// second run may ask less.
pub fn diff<'a>(
    before: &'a Report,
    after: &'a Report,
    units: &[Arc<Unit>],
    allow_fewer: bool,
) -> Diff<'a> {
    let (failed_before, failed_after) = (failures(before), failures(after));
    let broken: BTreeSet<&str> = failed_after.difference(&failed_before).copied().collect();
    let fixed: BTreeSet<&str> = failed_before.difference(&failed_after).copied().collect();
    let still = (failed_after.len() - broken.len()) as u64;
    drop((failed_before, failed_after));
    let (regressed, new) = changes(after, after, &broken, &asked::asked(before, &broken, units));
    let (improved, gone) = changes(before, after, &fixed, &asked::asked(after, &fixed, units));
    Diff {
        format: FORMAT,
        before: side(before),
        after: side(after),
        regressed,
        new,
        improved,
        gone,
        still,
        fewer: asked::fewer(before, after, units),
        allow_fewer,
        cautions: cautions(before, after),
    }
}

/// The classes of checks that fail, expectedly or not.
fn failing(report: &Report) -> impl Iterator<Item = &Class> {
    report.classes.iter().filter(|class| class.status != Status::Xpass)
}

/// The ids of checks that fail.
fn failures(report: &Report) -> BTreeSet<&str> {
    failing(report).flat_map(|class| class.checks.iter().map(String::as_str)).collect()
}

/// The classes of a report cut down to the checks that changed, those that the other run asked
/// apart from those that it did not; `gating` is the run whose levels count.
fn changes<'a>(
    report: &'a Report,
    gating: &Report,
    changed: &BTreeSet<&str>,
    asked: &BTreeSet<&str>,
) -> (Vec<Change<'a>>, Vec<Change<'a>>) {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for class in failing(report) {
        let ids = class.checks.iter().map(String::as_str).filter(|id| changed.contains(id));
        let (asked, not_asked): (Vec<&str>, Vec<&str>) = ids.partition(|id| asked.contains(id));
        known.extend(change(gating, class, asked));
        unknown.extend(change(gating, class, not_asked));
    }
    (known, unknown)
}

/// The part of a class that these checks are, where there are any.
fn change<'a>(gating: &Report, class: &'a Class, checks: Vec<&'a str>) -> Option<Change<'a>> {
    let example = Some(&class.example).filter(|one| checks.contains(&one.id.as_str()));
    (!checks.is_empty()).then(|| Change {
        rule: &class.rule,
        sentence: &class.sentence,
        level: class.level,
        warns: gating.warns(class),
        status: class.status,
        wrongness: class.wrongness,
        who: class.who,
        operation: &class.operation,
        source: &class.source,
        target: &class.target,
        checks,
        example,
    })
}

/// Changes under one headline, on one pair of types or several.
type Alike<'c, 'a> = (Headline<'c>, Vec<&'c Change<'a>>);

/// The changes of a kind in a reader's words.
fn alike<'c, 'a>(changes: &'c [Change<'a>]) -> Vec<Alike<'c, 'a>> {
    let headline = |change: &'c Change<'a>| {
        let Change { status, wrongness, rule, who, level, warns, .. } = change;
        Headline::new(*status, *wrongness, rule, *level).by(*who).warning(*warns)
    };
    under_headlines(changes, headline, |change| change.checks.len() as u64)
}

/// How many checks they hold.
fn count<'c, 'a: 'c>(changes: impl IntoIterator<Item = &'c Change<'a>>) -> u64 {
    changes.into_iter().map(|change| change.checks.len() as u64).sum()
}

fn side(report: &Report) -> Side<'_> {
    let totals = report.totals;
    Side {
        implementation: &report.implementation,
        suite: &report.suite,
        subject: &report.subject,
        totals,
        complete: !report.interrupted && totals.notrun == 0,
    }
}

fn cautions(before: &Report, after: &Report) -> Vec<String> {
    let own = codec_vectors::embedded::manifest().suite;
    let mut cautions = Vec::new();
    for (name, report) in [("first", before), ("second", after)] {
        if report.suite != own {
            let suite = &report.suite;
            cautions.push(format!(
                "the {name} report is of suite {suite}, not {own}: what it asked is judged by {own}"
            ));
        }
        if !side(report).complete {
            let notrun = report.totals.notrun;
            cautions.push(format!(
                "the {name} run is incomplete ({notrun} checks not run): what it did not reach \
                 counts as passed"
            ));
        }
        if report.totals.declined > 0 {
            let declined = report.totals.declined;
            cautions.push(format!("the {name} run declined {declined} checks"));
        }
        for problem in &report.problems {
            cautions.push(format!("the {name} run has a problem: {problem}"));
        }
    }
    cautions
}
