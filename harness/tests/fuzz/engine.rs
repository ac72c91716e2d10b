//! Runs in this process.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use codec_conformance::fuzz::{Found, Known, Limits, Stored, Subject, Who, fuzz, replay};
use codec_conformance::implementation::{Connection, Fast, InProcess, everything};
use codec_conformance::protocol::Capabilities;
use codec_conformance::runner::greet;
use codec_faults::Faultless;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("the reference is right about everything", || {
            let mut reference = InProcess::new("reference", &Faultless);
            silent(&mut reference);
        }),
        test("the fast implementation is right about everything", || silent(&mut Fast)),
        test("the same seed finds the same", same_seed),
        test("another seed asks something else", other_seed),
        test("what a report tells is known", known),
        test("of two, the wrong one is named", against),
        test("nothing declared, nothing asked", nothing),
        test("an interrupt ends it", interrupted),
        test("large extents are of a size that vectors can write", large_extents),
    ]
}

/// Asks one implementation so many requests.
pub(crate) fn run(
    implementation: &mut dyn Connection,
    capabilities: &Capabilities,
    requests: u64,
) -> Found {
    run_with(implementation, capabilities, &limits(1, requests), &Known::default())
}

fn run_with(
    implementation: &mut dyn Connection,
    capabilities: &Capabilities,
    limits: &Limits,
    known: &Known,
) -> Found {
    let hello = greet(implementation).expect("a hello");
    fuzz(vec![(implementation, &hello)], capabilities, limits, known, &|_| ())
}

pub(crate) fn limits(seed: u64, trials: u64) -> Limits {
    let interrupted = Arc::new(AtomicBool::new(false));
    Limits { seed, time: Duration::from_secs(120), trials, allow_declines: false, interrupted }
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
    casts.pairs = Some(vec![(array.to_owned(), stored.to_owned())]);
    casts.rounding = vec!["nearest-even".to_owned()];
    casts.directions = vec!["encode".to_owned()];
    (casts.scalar_map, casts.fill_value) = (false, false);
    capabilities
}

fn cases(found: &Found) -> Vec<String> {
    found.findings.iter().map(|finding| finding.case.to_json()).collect()
}

fn silent(implementation: &mut dyn Connection) {
    let capabilities = greet(implementation).expect("a hello").capabilities;
    let found = run(implementation, &capabilities, 500);
    assert_eq!(cases(&found), [""; 0]);
    assert_eq!((found.meter.trials, found.declined, found.failures), (500, 0, 0));
    // Every operation has its share.
    assert!(found.meter.casts > 10_000, "{} casts", found.meter.casts);
    assert!(found.meter.others > 200, "{} others", found.meter.others);
}

/// With this seed, five large extents without a bound have a product beyond 2^127.
fn large_extents() {
    let found = run_with(&mut Fast, &only("reshape"), &limits(31, 5000), &Known::default());
    assert_eq!((cases(&found), found.meter.trials), (Vec::new(), 5000));
}

fn same_seed() {
    let find = |seed| {
        let mut faulty = faulty("range-checked-before-rounding");
        run_with(&mut faulty, &only("cast_value"), &limits(seed, 60), &Known::default())
    };
    let (one, other) = (find(7), find(7));
    assert!(!one.findings.is_empty());
    assert_eq!(cases(&one), cases(&other));
    assert_eq!(one.meter.casts, other.meter.casts);
}

fn other_seed() {
    let casts = |seed| {
        run_with(&mut Fast, &only("cast_value"), &limits(seed, 20), &Known::default()).meter.casts
    };
    assert_ne!(casts(1), casts(2));
}

/// The report of a finding's own case makes its class known.
fn known() {
    let capabilities = cast("float32", "int8");
    let mut faulty = faulty("ties-away-instead-of-even");
    let found = run(&mut faulty, &capabilities, 20);
    let hello = greet(&mut faulty).expect("a hello");
    let mut known = Known::default();
    for finding in &found.findings {
        let report = replay(&mut faulty, &hello, &finding.case, Vec::new());
        known.extend(Known::from_json(&report.to_json()).expect("a report"));
    }
    assert!(!found.findings.is_empty());
    let again = run_with(&mut faulty, &capabilities, &limits(1, 20), &known);
    assert_eq!(cases(&again), [""; 0]);
    assert!(again.known > 0);
    // Another mistake is none of it.
    let mut other = crate::engine::faulty("nan-becomes-zero");
    let other = run_with(&mut other, &capabilities, &limits(1, 20), &known);
    assert!(!other.findings.is_empty());
}

fn against() {
    let capabilities = cast("float32", "int8");
    let hello = everything("");
    let compare = |mut a: Box<dyn Connection>, mut b: Box<dyn Connection>| {
        let a: Subject<'_> = (a.as_mut(), &hello);
        let b: Subject<'_> = (b.as_mut(), &hello);
        fuzz(vec![a, b], &capabilities, &limits(1, 20), &Known::default(), &|_| ())
    };
    let wrong = || Box::new(faulty("ties-away-instead-of-even"));
    let right = Box::new(InProcess::new("reference", &Faultless));
    let who = |found: Found| -> Vec<Who> {
        let mut who: Vec<Who> = found.findings.iter().map(|finding| finding.class.who).collect();
        who.dedup();
        who
    };
    assert_eq!(who(compare(wrong(), right)), [Who::A]);
    assert_eq!(who(compare(Box::new(Fast), wrong())), [Who::B]);
    // Where both make the same mistake, they do not differ.
    assert_eq!(who(compare(wrong(), wrong())), []);
    let truncates = Box::new(faulty("integer-cast-truncates"));
    assert!(who(compare(wrong(), truncates)).contains(&Who::B));
}

fn nothing() {
    let found = run(&mut Fast, &Capabilities::default(), 10);
    assert_eq!((found.meter.trials, found.findings.len()), (0, 0));
}

fn interrupted() {
    let limits = limits(1, u64::MAX);
    limits.interrupted.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = run_with(&mut Fast, &only("cast_value"), &limits, &Known::default());
    assert!(found.interrupted && found.meter.trials == 0);
}

/// The only case of a run.
pub(crate) fn single(found: &Found) -> &Stored {
    let [finding] = found.findings.as_slice() else {
        panic!("not one finding: {:#?}", cases(found));
    };
    assert_eq!(finding.failures.len(), 1, "the case fails alone");
    &finding.case
}
