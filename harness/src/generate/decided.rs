//! Which rule decides each cell of a group.

use std::collections::BTreeSet;

/// In place of the rule of the function's rounding mode, so that functions that differ in nothing
/// else are stored once.
pub(super) const ROUNDING: &str = "rounding";

/// `(start, rule)` in numeric order of the inputs' bits, each up to the next start.
pub(super) type Rules = Vec<(u64, &'static str)>;

/// The rule that all functions of a group name; `None` where they differ, or where it is that of
/// the rounding mode.
pub(super) type Shared = Vec<(u64, Option<&'static str>)>;

/// What the functions, which have the same first input, agree on.
pub(super) fn shared(functions: &[&Rules]) -> Shared {
    let starts = functions.iter().flat_map(|rules| rules.iter().map(|(start, _)| *start));
    let starts: BTreeSet<u64> = starts.collect();
    let agreed = |start| {
        let first = at(functions[0], start);
        let same = functions.iter().all(|rules| at(rules, start) == first);
        (same && first != ROUNDING).then_some(first)
    };
    compressed(starts.into_iter().map(|start| (start, agreed(start))).collect())
}

/// What a function says of the inputs that are not decided for the whole group.
pub(super) fn own(rules: &Rules, shared: &Shared) -> Rules {
    let starts = rules.iter().map(|(start, _)| *start);
    let starts: BTreeSet<u64> = starts.chain(shared.iter().map(|(start, _)| *start)).collect();
    let open = starts.into_iter().filter(|start| at(shared, *start).is_none());
    compressed(open.map(|start| (start, at(rules, start))).collect())
}

/// What is said of an input.
fn at<T: Copy>(runs: &[(u64, T)], bits: u64) -> T {
    runs[runs.partition_point(|(start, _)| *start <= bits) - 1].1
}

/// Without starts that change nothing.
fn compressed<T: PartialEq>(mut runs: Vec<(u64, T)>) -> Vec<(u64, T)> {
    runs.dedup_by(|(_, said), (_, previous)| said == previous);
    runs
}
