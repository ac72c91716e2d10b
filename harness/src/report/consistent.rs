//! Whether the totals of a report are those of its details. One that says two things at once would
//! pass by the one and fail by the other.

use std::collections::BTreeSet;

use codec_vectors::Level;

use super::{Class, LevelCount, Report, Status};

/// The first two members that disagree, in a sentence.
pub(super) fn disagreement(report: &Report) -> Option<String> {
    let mut equal = of_classes(report).into_iter().chain(of_lists(report));
    let unequal = equal.find(|(_, left, _, right)| left != right);
    let words = unequal.map(|(what, left, other, right)| {
        format!("{what} is {left}, but the sum of {other} is {right}")
    });
    let miscounted = |class| miscounted(class, report.drawing.is_some());
    let words = words.or_else(|| by_level(report));
    let words = words.or_else(|| undecided(report));
    words.or_else(|| report.classes.iter().find_map(miscounted)).or_else(|| unsaid(report))
}

fn undecided(report: &Report) -> Option<String> {
    let Report { undecided, totals, .. } = report;
    let passed = totals.pass.saturating_add(totals.xpass);
    (*undecided > passed).then(|| format!("undecided is {undecided}, of {passed} that passed"))
}

/// Two members that must be equal: what each is, and its value.
type Equal = (&'static str, u64, &'static str, u64);

/// The statuses, and the classes and levels of what failed.
fn of_classes(report: &Report) -> [Equal; 9] {
    let totals = &report.totals;
    let of = |status: Status| {
        let classes = report.classes.iter().filter(|class| class.status == status);
        sum(classes.map(|class| class.count))
    };
    // What is expected of drawn checks is counted, not kept.
    let xfail = if report.drawing.is_some() { 0 } else { totals.xfail };
    [
        ("totals.planned", totals.planned, "the statuses", totals.sum()),
        ("totals.asked", totals.asked, "the statuses of what was asked", totals.judged()),
        ("totals.fail", totals.fail, "classes", of(Status::Fail)),
        ("totals.error", totals.error, "classes", of(Status::Error)),
        ("totals.crash", totals.crash, "classes", of(Status::Crash)),
        ("totals.timeout", totals.timeout, "classes", of(Status::Timeout)),
        ("totals.xpass", totals.xpass, "classes", of(Status::Xpass)),
        ("totals.xfail", xfail, "classes", of(Status::Xfail)),
        ("the failures of totals", totals.failed(), "levels", report.failed()),
    ]
}

/// What was asked, skipped and declined, and the lists of it.
fn of_lists(report: &Report) -> [Equal; 6] {
    let Report { totals, operations, pairs, skips, declines, .. } = report;
    let casts = operations.iter().filter(|one| one.name == "cast_value");
    let (casts_asked, casts_passed) =
        (sum(casts.clone().map(|one| one.asked)), sum(casts.map(|one| one.passed)));
    let passed = totals.pass.saturating_add(totals.xpass);
    [
        ("totals.asked", totals.asked, "operations", sum(operations.iter().map(|one| one.asked))),
        (
            "the passes of totals",
            passed,
            "operations",
            sum(operations.iter().map(|one| one.passed)),
        ),
        ("totals.skip", totals.skip, "skips", sum(skips.values().copied())),
        ("totals.declined", totals.declined, "declines", sum(declines.values().copied())),
        ("the casts of operations", casts_asked, "pairs", sum(pairs.iter().map(|one| one.asked))),
        ("their passes", casts_passed, "pairs", sum(pairs.iter().map(|one| one.passed))),
    ]
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
        let graded = report.classes.iter().filter(|class| class.status.is_graded());
        sum(graded.filter(|class| class.level == level).map(|class| class.count))
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
