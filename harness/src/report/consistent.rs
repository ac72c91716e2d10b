//! Whether the totals of a report are those of its details. One that says two things at once would
//! pass by the one and fail by the other.

use std::collections::BTreeSet;

use super::{Class, Report, Status};

/// The first two members that disagree, in a sentence.
pub(super) fn disagreement(report: &Report) -> Option<String> {
    let totals = &report.totals;
    let of = |status: Status| {
        let classes = report.classes.iter().filter(|class| class.status == status);
        sum(classes.map(|class| class.count))
    };
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
        ("totals.asked", totals.asked, "operations", sum(operations.iter().map(|one| one.asked))),
        (
            "totals.pass and xpass",
            sum([totals.pass, totals.xpass].into_iter()),
            "operations",
            sum(operations.iter().map(|one| one.passed)),
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
    let miscounted = |class| miscounted(class, report.drawing.is_some());
    words.or_else(|| report.classes.iter().find_map(miscounted)).or_else(|| unsaid(report))
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
