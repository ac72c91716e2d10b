//! The exit code, computed once from the report, whatever its format.

#[cfg(feature = "cli")]
use super::Diff;
use super::Report;

/// 0 pass, 1 internal, 3 adapter or protocol, 4 nothing selected, 7 only unexpected passes or stale
/// entries of the baseline, 100 failures, 130 interrupted; where several hold, the first of 130, 1,
/// 3, 100, 7.
pub fn exit_code(report: &Report) -> u8 {
    let totals = &report.totals;
    if report.interrupted {
        130
    } else if is_miscounted(report) {
        1
    } else if totals.crash + totals.timeout + totals.notrun > 0 || !report.problems.is_empty() {
        3
    } else if report.levels.iter().any(|one| one.gates && one.failed > 0) || is_short(report) {
        100
    } else if totals.xpass > 0 || !report.stale.is_empty() {
        7
    } else if totals.xfail == 0 && !has_gated(report) {
        // Nothing was selected, or all of it was skipped: that is not a success.
        4
    } else {
        0
    }
}

/// Whether the counts disagree, so that nothing can be said.
pub(super) fn is_miscounted(report: &Report) -> bool {
    let totals = &report.totals;
    totals.planned != totals.sum() || totals.failed() != report.failed()
}

/// Whether something was asked that could fail the run. Drawn checks are not counted by level.
fn has_gated(report: &Report) -> bool {
    let mut gating = report.levels.iter().filter(|one| one.gates);
    match report.drawing {
        Some(_) => report.totals.judged() > 0,
        None => gating.any(|one| one.passed + one.failed > 0),
    }
}

/// Whether less was asked than the implementation declares, or than the baseline has.
fn is_short(report: &Report) -> bool {
    (report.totals.declined > 0 && !report.allowed.declines) || !report.fewer.is_empty()
}

/// The exit code in a word.
pub(super) fn verdict(report: &Report) -> &'static str {
    match exit_code(report) {
        0 => "PASS",
        4 => "NOTHING RUN",
        130 => "INTERRUPTED",
        _ => "FAIL",
    }
}

/// What a diff comes to, in a word or two.
#[cfg(feature = "cli")]
pub(super) fn diff_verdict(diff: &Diff<'_>) -> &'static str {
    match diff_exit_code(diff) {
        0 => "NOT WORSE",
        _ if !diff.after.complete && !got_worse(diff) => "INCOMPLETE",
        _ => "WORSE",
    }
}

/// Whether failures are new that fail the second run.
#[cfg(feature = "cli")]
fn got_worse(diff: &Diff<'_>) -> bool {
    diff.regressed.iter().chain(&diff.new).any(|change| !change.warns)
}

/// 0 where nothing got worse; 100 where something did, where the second run asked less and may
/// not, or where it is incomplete, so that nobody can tell.
#[cfg(feature = "cli")]
pub fn diff_exit_code(diff: &Diff<'_>) -> u8 {
    let asks_less = !diff.fewer.is_empty() && !diff.allow_fewer;
    if got_worse(diff) || asks_less || !diff.after.complete { 100 } else { 0 }
}
