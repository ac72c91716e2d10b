//! What changed between two reports.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use codec_conformance::baseline::Floor;
use codec_conformance::explain::explain;
use codec_conformance::implementation::Fast;
use codec_conformance::protocol::Hello;
use codec_conformance::report::{Change, Diff, Report, build, diff, diff_exit_code, exit_code};
use codec_conformance::runner::{Plan, greet, run};
use codec_conformance::suite::Selection;

use crate::samples::{report, right, suite, ties};

const ONE: &str = "cast/tables/float8_e4m3-int2";

/// The pairs of types that changed, and how many checks.
fn sum<'a>(changes: &'a [Change<'a>]) -> (BTreeSet<&'a str>, usize) {
    let targets = changes.iter().map(|change| change.target).collect();
    (targets, changes.iter().map(|change| change.checks.len()).sum())
}

fn counts(diff: &Diff<'_>) -> [usize; 4] {
    [&diff.regressed, &diff.new, &diff.improved, &diff.gone].map(|changes| sum(changes).1)
}

fn compared<'a>(before: &'a Report, after: &'a Report) -> Diff<'a> {
    diff(before, after, suite(), false)
}

#[test]
fn nothing_changed() {
    let diff = compared(ties(), ties());
    assert_eq!(counts(&diff), [0; 4]);
    assert_eq!(diff.still, ties().totals.fail);
    assert_eq!(diff_exit_code(&diff), 0, "what failed before is nothing new");
}

#[test]
fn regressed_and_improved() {
    let (right, wrong) = (right(), ties());
    let failed = wrong.totals.fail as usize;
    let worse = compared(right, wrong);
    assert_eq!(counts(&worse), [failed, 0, 0, 0]);
    assert_eq!(diff_exit_code(&worse), 100);
    let better = compared(wrong, right);
    assert_eq!(counts(&better), [0, 0, failed, 0]);
    assert_eq!(diff_exit_code(&better), 0);
    assert_eq!(better.still, 0);
}

/// What a run did not select is not what it passed.
#[test]
fn selections_are_heeded() {
    let (narrow, right) = (report("fast", &[ONE]), right());
    let after = compared(&narrow, ties());
    assert_eq!(sum(&after.regressed).0, BTreeSet::from(["int2"]));
    assert_eq!(sum(&after.new).0, BTreeSet::from(["uint2"]));
    assert_eq!(diff_exit_code(&after), 100);
    let before = compared(ties(), &narrow);
    assert_eq!(sum(&before.improved).0, BTreeSet::from(["int2"]));
    assert_eq!(sum(&before.gone).0, BTreeSet::from(["uint2"]));
    assert_eq!(compared(ties(), right).gone, []);
    let rule = &ties().classes[0].rule;
    let mut by_rule = right.clone();
    by_rule.selected.filters.rules = vec![rule.clone()];
    let gone = compared(ties(), &by_rule).gone;
    assert!(gone.iter().all(|change| change.rule != rule) && !gone.is_empty());
}

/// What an implementation does not declare is not what it passes.
#[test]
fn capabilities_are_heeded() {
    let mut less = right().clone();
    let cast = less.capabilities.cast_value.as_mut().expect("fast casts");
    cast.data_types.retain(|data_type| data_type != "uint2");
    let diff = compared(ties(), &less);
    assert_eq!(sum(&diff.improved).0, BTreeSet::from(["int2"]));
    assert_eq!(sum(&diff.gone).0, BTreeSet::from(["uint2"]));
    less.capabilities.cast_value = None;
    assert_eq!(counts(&compared(&less, ties())), [0, ties().totals.fail as usize, 0, 0]);
}

/// Whole units are named without an input.
#[test]
fn shapes_are_compared_too() {
    let ids = ["reshape/size"];
    let (right, wrong) = (report("fast", &ids), report("fault:zero-size-copies-the-input", &ids));
    let diff = compared(&right, &wrong);
    let asked_of_fast = wrong.totals.fail as usize - sum(&diff.new).1;
    assert_eq!(sum(&diff.regressed).1, asked_of_fast);
    assert!(asked_of_fast > 0);
}

/// Who asks less is worse, however it comes about.
#[test]
fn less_is_worse() {
    let right = right();
    let fewer = |after: &Report| {
        let diff = diff(right, after, suite(), false);
        assert_eq!(diff_exit_code(&diff), 100, "{:?}", after.totals);
        assert!(!diff.fewer.is_empty());
        let allowed = self::diff(right, after, suite(), true);
        assert_eq!(diff_exit_code(&allowed), 0);
        diff.fewer.iter().map(|fewer| fewer.what.clone()).collect::<Vec<_>>()
    };
    // All capabilities lost.
    let nothing = Report {
        capabilities: Default::default(),
        operations: Vec::new(),
        pairs: Vec::new(),
        ..right.clone()
    };
    assert!(fewer(&nothing).contains(&"cast_value".to_owned()));
    // One of many checks asked.
    assert!(fewer(&report("fast", &[ONE])).contains(&"cast_value".to_owned()));
    // Everything declined.
    let mut declined = right.clone();
    declined.operations[0].asked = 0;
    declined.pairs.clear();
    assert!(fewer(&declined).contains(&"cast_value".to_owned()));
    // One pair of types less, and more of another.
    let mut moved = right.clone();
    let asked = moved.pairs.pop().expect("a pair").asked;
    moved.pairs[0].asked += asked;
    assert_eq!(fewer(&moved).len(), 1);
    // A rounding mode given up for a type.
    let mut modes = right.clone();
    modes.capabilities.cast_value.as_mut().expect("it casts").rounding.pop();
    assert_eq!(fewer(&modes), ["cast_value"]);
    // No room for arrays of several elements.
    let mut arrays = right.clone();
    arrays.arrays.asked = 0;
    assert_eq!(fewer(&arrays), ["arrays"]);
}

/// A run that ended early is not a proof that nothing got worse.
#[test]
fn half_a_run_is_no_success() {
    let right = right();
    let mut half = right.clone();
    half.totals.pass -= 5;
    half.totals.notrun = 5;
    let diff = compared(right, &half);
    assert_eq!(counts(&diff), [0; 4]);
    assert_eq!(diff_exit_code(&diff), 100);
    assert!(diff.cautions[0].contains("5 checks not run"), "{:?}", diff.cautions);
    assert_eq!(diff_exit_code(&compared(&half, right)), 0);
    let stopped = Report { interrupted: true, ..right.clone() };
    assert_eq!(diff_exit_code(&compared(right, &stopped)), 100);
}

#[test]
fn what_may_mislead_is_said() {
    let right = right();
    assert_eq!(compared(right, ties()).cautions, [""; 0]);
    let mut other = Report { suite: "9.9.9".to_owned(), ..right.clone() };
    other.totals.declined = 3;
    let cautions = compared(right, &other).cautions.join("\n");
    assert!(cautions.contains("suite 9.9.9") && cautions.contains("declined 3"), "{cautions}");
    other.classes = ties().classes.clone();
    other.classes[0].checks = vec!["no/such/check".to_owned()];
    assert!(compared(right, &other).new.iter().any(|new| new.checks == ["no/such/check"]));
}

/// A baseline's run asked few checks, but of a mode that is no longer declared: more of others does
/// not make up for it.
#[test]
fn a_lost_mode_is_less_than_the_baseline() {
    let selection = Selection { ids: vec![ONE.to_owned()], ..Selection::default() };
    let mut hello = greet(&mut Fast).expect("fast answers");
    let capabilities = hello.capabilities.clone();
    let plan = Plan::of(selection);
    let asked = BTreeMap::from([("cast_value".to_owned(), 1)]);
    let floor = Floor { selected: (&plan).into(), capabilities, asked };
    let plan = Plan { floor: Some(Arc::new(floor)), ..plan };
    let code = |hello: &Hello| {
        let found = run(&mut Fast, hello, suite().to_vec(), &plan, &|| ());
        exit_code(&build(&explain(found), hello.clone(), Vec::new()))
    };
    assert_eq!(code(&hello), 0);
    hello.capabilities.cast_value.as_mut().expect("it casts").rounding.pop();
    assert_eq!(code(&hello), 100);
}
