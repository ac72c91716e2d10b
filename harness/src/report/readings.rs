//! How the readings of an implementation are told.

use super::words::grouped;
use super::{How, Reading, Report};
use crate::reading::OURS;

/// Readings that differ from the project's own, and those that nobody can tell.
pub(super) fn readings(report: &Report) -> Vec<String> {
    let told = report.readings.iter().filter(|reading| is_told(reading));
    told.map(|reading| format!("{} {}", reading.rule, words(reading))).collect()
}

fn is_told(reading: &Reading) -> bool {
    let differs = reading.answers.keys().any(|name| name != OURS);
    match reading.how {
        How::Mixed => true,
        How::Voted | How::Told => differs || reading.taken.as_deref() != Some(OURS),
        How::Undecided | How::Bound => differs,
    }
}

/// Which reading it is, how that came about, and how many answers are as under each.
pub(crate) fn words(reading: &Reading) -> String {
    format!("{} ({})", way(reading), answers(reading))
}

/// Which reading it is, and how that came about.
pub(crate) fn way(reading: &Reading) -> String {
    let taken = reading.taken.as_deref().unwrap_or("undecided");
    match reading.how {
        How::Voted | How::Undecided => taken.to_owned(),
        How::Told => format!("{taken}, as told"),
        How::Mixed => format!("{taken}, as the answers are mixed"),
        How::Bound => "beyond a bound of its own".to_owned(),
    }
}

/// How many answers are as under each reading.
pub(crate) fn answers(reading: &Reading) -> String {
    let count = |(name, count): (&String, &u64)| format!("{} {name}", grouped(*count));
    reading.answers.iter().map(count).collect::<Vec<_>>().join(", ")
}

/// `--reading RULE=NAME` for each of them.
pub(super) fn options(readings: &[String]) -> impl Iterator<Item = &str> {
    readings.iter().flat_map(|reading| ["--reading", reading.as_str()])
}
