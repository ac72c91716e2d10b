//! Runs in this process.

use std::sync::atomic::Ordering;
use std::time::Duration;

use codec_conformance::baseline::Baseline;
use codec_conformance::explain::explain;
use codec_conformance::fuzz::{Bounds, Known, Stored, fuzz, replay};
use codec_conformance::implementation::{Connection, Fast, InProcess, everything};
use codec_conformance::protocol::{Capabilities, PairEntry};
use codec_conformance::report::{Report, build, exit_code};
use codec_conformance::runner::{Plan, Requests, Subject, Who, greet};
use codec_faults::{Faultless, Tolerated};
use codec_reference::{Alternative, Readings};
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("the reference is right about everything", || {
            let mut reference = InProcess::new("reference", &Faultless);
            silent(&mut reference);
        }),
        test("the fast implementation is right about everything", || silent(&mut Fast)),
        test("who reads the texts in a tolerated way is right", tolerated),
        test("the same seed finds the same", same_seed),
        test("another seed asks something else", other_seed),
        test("what a report tells is known", known),
        test("a baseline covers what is drawn", baseline),
        test("of two, the wrong one is named", against),
        test("nothing declared, nothing asked", nothing),
        test("an interrupt ends it", interrupted),
    ]
}

/// Elements and fill values alike: a reading may let a fill value survive that others reject.
fn tolerated() {
    let Some(cast_value) = everything("").capabilities.cast_value else { return };
    let capabilities = Capabilities { cast_value: Some(cast_value), ..Capabilities::default() };
    for alternative in
        Alternative::ALL.into_iter().filter(|reading| !reading.rule().starts_with("RS-"))
    {
        let under = Tolerated(Readings::OURS.with(alternative));
        let mut implementation = InProcess::new(alternative.name(), &under);
        let report = run(&mut implementation, &capabilities, 500);
        assert!(report.classes.is_empty(), "{}: {:?}", alternative.name(), report.classes);
    }
}

/// Asks one implementation this many questions.
pub(crate) fn run(
    implementation: &mut dyn Connection,
    capabilities: &Capabilities,
    questions: u64,
) -> Report {
    run_with(implementation, capabilities, &bounds(1, questions), &Known::default())
}

pub(crate) fn run_with(
    implementation: &mut dyn Connection,
    capabilities: &Capabilities,
    bounds: &Bounds,
    known: &Known,
) -> Report {
    let hello = greet(implementation).expect("a hello");
    let subjects = vec![(&mut *implementation as &mut dyn Connection, &hello)];
    let found = fuzz(subjects, capabilities, &Plan::default(), bounds, known, &|_| ());
    build(&explain(found), hello, Vec::new())
}

/// Asks one implementation a case.
pub(crate) fn again(implementation: &mut dyn Connection, case: &str) -> Report {
    let hello = greet(implementation).expect("a hello");
    let case = Stored::parse(case).expect("a case");
    let subjects = vec![(&mut *implementation as &mut dyn Connection, &hello)];
    let found = replay(subjects, &hello.capabilities, &Plan::default(), &case);
    build(&explain(found), hello, Vec::new())
}

pub(crate) fn bounds(seed: u64, questions: u64) -> Bounds {
    Bounds { seed, time: Duration::from_secs(120), questions }
}

/// A faulty implementation.
pub(crate) fn faulty(name: &str) -> InProcess<'static> {
    let fault = codec_faults::find(name).unwrap_or_else(|| panic!("no fault is named {name}"));
    InProcess::new(fault.name, fault.behaviour)
}

/// All capabilities of one operation.
pub(crate) fn only(operation: &str) -> Capabilities {
    let all = everything("").capabilities;
    match operation {
        "cast_value" => Capabilities { cast_value: all.cast_value, ..Capabilities::default() },
        "fill_value" => Capabilities { fill_value: all.fill_value, ..Capabilities::default() },
        "reshape" => Capabilities { reshape: all.reshape, ..Capabilities::default() },
        "unpack" => Capabilities { unpack: all.unpack, ..Capabilities::default() },
        "pack" => Capabilities { pack: all.pack, ..Capabilities::default() },
        other => panic!("no operation is named {other}"),
    }
}

/// Casts between two types, rounded to nearest-even, without map.
pub(crate) fn cast(array: &str, stored: &str) -> Capabilities {
    let mut capabilities = only("cast_value");
    let casts = capabilities.cast_value.as_mut().expect("casts are asked");
    casts.pairs = Some(vec![PairEntry::One([array, stored].map(str::to_owned))]);
    casts.rounding = vec!["nearest-even".to_owned()];
    casts.directions = vec!["encode".to_owned()];
    (casts.scalar_map, casts.fill_value) = (false, false);
    capabilities
}

/// The cases that were found.
pub(crate) fn cases(report: &Report) -> Vec<&str> {
    report.classes.iter().filter_map(|class| class.example.case.as_deref()).collect()
}

fn casts(report: &Report) -> u64 {
    report.drawing.expect("they were drawn").casts
}

fn questions(report: &Report) -> u64 {
    report.drawing.expect("they were drawn").questions
}

fn silent(implementation: &mut dyn Connection) {
    let capabilities = greet(implementation).expect("a hello").capabilities;
    let report = run(implementation, &capabilities, 500);
    assert_eq!((report.classes.len(), questions(&report), exit_code(&report)), (0, 500, 0));
    assert_eq!(report.requests, Requests { answered: 500, ..Requests::default() });
    // Every operation has its share.
    assert!(casts(&report) > 10_000, "{} casts", casts(&report));
    let asked = |name: &str| {
        let one = report.operations.iter().find(|operation| operation.name == name);
        one.map_or(0, |operation| operation.asked)
    };
    for operation in ["fill_value", "reshape", "unpack", "pack"] {
        let declared = capabilities.fill_value.is_some() || operation != "fill_value";
        assert_eq!(asked(operation) > 50, declared, "{operation}");
    }
}

fn same_seed() {
    let find = |seed| {
        let mut faulty = faulty("range-checked-before-rounding");
        run_with(&mut faulty, &only("cast_value"), &bounds(seed, 60), &Known::default())
    };
    let (one, other) = (find(7), find(7));
    assert!(!one.classes.is_empty());
    assert_eq!((&one.classes, casts(&one)), (&other.classes, casts(&other)));
}

fn other_seed() {
    let casts = |seed| {
        let report = run_with(&mut Fast, &only("cast_value"), &bounds(seed, 20), &Known::default());
        casts(&report)
    };
    assert_ne!(casts(1), casts(2));
}

/// A report of the same makes its classes known.
fn known() {
    let capabilities = cast("float32", "int8");
    let mut faulty = faulty("ties-away-instead-of-even");
    let report = run(&mut faulty, &capabilities, 20);
    assert!(!report.classes.is_empty() && report.totals.fail > 0);
    let known = Known::from_json(&report.to_json()).expect("a report");
    let again = run_with(&mut faulty, &capabilities, &bounds(1, 20), &known);
    assert_eq!((again.classes.len(), exit_code(&again)), (0, 0));
    assert_eq!(again.totals.xfail, report.totals.fail);
    // Another mistake is none of it.
    let mut other = crate::engine::faulty("nan-becomes-zero");
    let other = run_with(&mut other, &capabilities, &bounds(1, 20), &known);
    assert!(!other.classes.is_empty());
}

/// An entry covers what fails of what its globs match, and is neither stale nor in the way of what
/// passes.
fn baseline() {
    let list = |ids: &str| {
        let text = format!("[[expected]]\nreason = \"ties\"\nids = [\"{ids}\"]\n");
        Plan::default().checked_against(&Baseline::parse(&text).expect("a list"))
    };
    let hello = everything("");
    let code = |ids: &str| {
        let mut faulty = faulty("ties-away-instead-of-even");
        let subjects: Vec<Subject<'_>> = vec![(&mut faulty, &hello)];
        let (capabilities, bounds) = (cast("float32", "int8"), bounds(1, 20));
        let known = Known::default();
        let found = fuzz(subjects, &capabilities, &list(ids), &bounds, &known, &|_| ());
        exit_code(&build(&explain(found), hello.clone(), Vec::new()))
    };
    assert_eq!(code("cast/fuzz/float32-int8/*"), 0);
    assert_eq!(code("cast/fuzz/float64-int8/*"), 100);
}

fn against() {
    let capabilities = cast("float32", "int8");
    let hello = everything("");
    let compare = |mut a: Box<dyn Connection>, mut b: Box<dyn Connection>| {
        let a: Subject<'_> = (a.as_mut(), &hello);
        let b: Subject<'_> = (b.as_mut(), &hello);
        let (plan, known) = (Plan::default(), Known::default());
        let found = fuzz(vec![a, b], &capabilities, &plan, &bounds(1, 20), &known, &|_| ());
        let report = build(&explain(found), hello.clone(), Vec::new());
        let mut who: Vec<Who> = report.classes.iter().map(|class| class.who).collect();
        who.sort_unstable();
        who.dedup();
        (who, exit_code(&report))
    };
    let wrong = || Box::new(faulty("ties-away-instead-of-even"));
    let right = Box::new(InProcess::new("reference", &Faultless));
    assert_eq!(compare(wrong(), right), (vec![Who::A], 100));
    assert_eq!(compare(Box::new(Fast), wrong()), (vec![Who::B], 100));
    // Where both make the same mistake, they do not differ.
    assert_eq!(compare(wrong(), wrong()), (vec![], 0));
    let truncates = Box::new(faulty("integer-cast-truncates"));
    assert!(compare(wrong(), truncates).0.contains(&Who::B));
}

fn nothing() {
    let report = run(&mut Fast, &Capabilities::default(), 10);
    assert_eq!((questions(&report), exit_code(&report)), (0, 4));
}

fn interrupted() {
    let plan = Plan::default();
    plan.interrupted.store(true, Ordering::Relaxed);
    let hello = everything("");
    let mut fast = Fast;
    let subjects: Vec<Subject<'_>> = vec![(&mut fast, &hello)];
    let (bounds, known) = (bounds(1, u64::MAX), Known::default());
    let found = fuzz(subjects, &only("cast_value"), &plan, &bounds, &known, &|_| ());
    let report = build(&explain(found), hello.clone(), Vec::new());
    assert_eq!((questions(&report), exit_code(&report)), (0, 130));
}

/// The only case of a run.
pub(crate) fn single(report: &Report) -> Stored {
    let [case] = cases(report)[..] else { panic!("not one case: {:#?}", cases(report)) };
    assert_eq!(report.classes.len(), 1);
    Stored::parse(case).expect("a case")
}
