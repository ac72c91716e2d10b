//! The exit code, computed once from the report, whatever its format.

use super::Report;

/// 0 pass, 1 internal, 3 adapter or protocol, 4 nothing selected, 7 unexpected passes only,
/// 100 failures, 130 interrupted; where several hold, the first of 130, 1, 3, 100, 7.
pub fn exit_code(report: &Report) -> u8 {
    let totals = &report.totals;
    if report.interrupted {
        130
    } else if totals.planned != totals.sum() {
        1
    } else if totals.error + totals.crash + totals.timeout + totals.notrun > 0
        || !report.problems.is_empty()
    {
        3
    } else if totals.fail > 0 {
        100
    } else if totals.xpass > 0 {
        7
    } else if totals.pass + totals.xfail == 0 {
        // Nothing was selected, or all of it was skipped: that is no success.
        4
    } else {
        0
    }
}
