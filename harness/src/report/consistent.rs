//! Whether the totals of a report are those of its details. One that says two things at once would
//! pass by the one and fail by the other.

use std::collections::BTreeSet;

use codec_vectors::Level;

use super::{Class, LevelCount, Report, Status};

/// The first two members that disagree, in a sentence.
pub(super) fn disagreement(report: &Report) -> Option<String> {
    let totals = &report.totals;
    let of = |status: Status| {
        let classes = report.classes.iter().filter(|class| class.status == status);
        sum(classes.map(|class| class.count))
    };
    let is_drawn = report.drawing.is_some();
    let (operations, pairs) = (&report.operations, &report.pairs);
    let casts = operations.iter().filter(|one| one.name == "cast_value");
    let (casts_asked, casts_passed) =
        (sum(casts.clone().map(|one| one.asked)), sum(casts.map(|one| one.passed)));
    let equal = [
        ("totals.planned", totals.planned, "the statuses", totals.sum()),
        ("totals.asked", totals.asked, "the statuses of what was asked", totals.judged()),
        ("totals.fail", totals.fail, "classes", of(Status::Fail)),
        ("totals.error", totals.error, "classes", of(Status::Error)),
        ("totals.crash", totals.crash, "classes", of(Status::Crash)),
        ("totals.timeout", totals.timeout, "classes", of(Status::Timeout)),
        ("totals.xpass", totals.xpass, "classes", of(Status::Xpass)),
        // What is expected of drawn checks is counted, not kept.
        ("totals.xfail", if is_drawn { 0 } else { totals.xfail }, "classes", of(Status::Xfail)),
        ("totals.asked", totals.asked, "operations", sum(operations.iter().map(|one| one.asked))),
        (
            "totals.pass and xpass",
            sum([totals.pass, totals.xpass].into_iter()),
            "operations",
            sum(operations.iter().map(|one| one.passed)),
        ),
        (
            "the failures of totals",
            sum([totals.fail, totals.error, totals.crash, totals.timeout].into_iter()),
            "levels",
            sum(report.levels.iter().map(|one| one.failed)),
        ),
        ("totals.skip", totals.skip, "skips", sum(report.skips.values().copied())),
        ("totals.declined", totals.declined, "declines", sum(report.declines.values().copied())),
        ("the casts of operations", casts_asked, "pairs", sum(pairs.iter().map(|one| one.asked))),
        ("their passes", casts_passed, "pairs", sum(pairs.iter().map(|one| one.passed))),
    ];
    let unequal = equal.into_iter().find(|(_, left, _, right)| left != right);
    let words = unequal.map(|(what, left, other, right)| {
        format!("{what} is {left}, but the sum of {other} is {right}")
    });
    let miscounted = |class| miscounted(class, is_drawn);
    let words = words.or_else(|| by_level(report));
    words.or_else(|| report.classes.iter().find_map(miscounted)).or_else(|| unsaid(report))
}

/// Each level once, with the failures of its classes, and but for drawn checks all that passed.
fn by_level(report: &Report) -> Option<String> {
    let levels: Vec<Level> = report.levels.iter().map(|one| one.level).collect();
    if levels != Level::ALL {
        return Some("levels are not the four, each once".to_owned());
    }
    let passed = sum(report.levels.iter().map(|one| one.passed));
    let due = sum([report.totals.pass, report.totals.xpass].into_iter());
    if report.drawing.is_none() && passed != due {
        return Some(format!("{due} checks passed, but the sum of levels is {passed}"));
    }
    let failing = |level| {
        let is_failure = |class: &&Class| ![Status::Xpass, Status::Xfail].contains(&class.status);
        let classes = report.classes.iter().filter(is_failure);
        sum(classes.filter(|class| class.level == level).map(|class| class.count))
    };
    let unequal = report.levels.iter().find(|one| one.failed != failing(one.level));
    unequal.map(|LevelCount { level, failed, .. }| {
        let (level, classes) = (level.name(), failing(*level));
        format!("{failed} checks failed at level {level}, but the sum of its classes is {classes}")
    })
}

/// Of drawn checks that fail alike, not all are kept.
fn miscounted(class: &Class, is_drawn: bool) -> Option<String> {
    let Class { rule, count, checks, .. } = class;
    let different: BTreeSet<&String> = checks.iter().collect();
    let listed = checks.len() as u64;
    let wrong = if is_drawn { *count < listed } else { *count != listed };
    let wrong = wrong || different.len() != checks.len();
    let listed = different.len();
    wrong.then(|| format!("a class of {rule} counts {count} checks and lists {listed}"))
}

/// Requests without an answer, which nothing else reports.
fn unsaid(report: &Report) -> Option<String> {
    let (requests, silent) = (&report.requests, report.problems.is_empty());
    let lost = requests.crashed > 0 || requests.timed_out > 0;
    let unsaid = silent && (requests.malformed > 0 || lost && report.totals.xfail == 0);
    unsaid.then(|| "requests have no answer, but problems are empty".to_owned())
}

fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}
