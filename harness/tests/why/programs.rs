//! The programs under Python.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use codec_conformance::protocol::Shaped;
use codec_conformance::suite::{CastCodec, Check, Expectation, KINDS, Question, Unit, units_of};
use codec_conformance::why::{program, prove};
use codec_vectors::{Bits, Expected, Kind, Outcome, Reason, ShapeResult};

use crate::STYLE;

/// Runs each program of a JSON list by itself, and prints a line for each that fails.
const RUNNER: &str = r#"
import json, sys
for place, program in enumerate(json.load(sys.stdin)):
    try:
        exec(compile(program, "program", "exec"), {})
    except BaseException as error:
        print(place, type(error).__name__, error)
"#;

/// Whether the programs can run. Without python3 they cannot: in CI that is a failure, elsewhere
/// standard error says so past the test's capture.
fn python() -> bool {
    let status = Command::new("python3").arg("--version").output();
    let present = status.is_ok_and(|output| output.status.success());
    if !present {
        let warning = "python3 is needed: the programs of `why` were NOT run";
        assert!(std::env::var_os("CI").is_none(), "{warning}");
        _ = writeln!(std::io::stderr(), "WARNING: {warning}");
    }
    present
}

/// The programs that fail, each with Python's word for why.
fn failures(programs: &[String]) -> Vec<(usize, String)> {
    let mut python = Command::new("python3")
        .args(["-c", RUNNER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let json = serde_json::to_string(programs).expect("texts are JSON");
    let mut stdin = python.stdin.take().expect("piped");
    let feeder = std::thread::spawn(move || stdin.write_all(json.as_bytes()));
    let Output { status, stdout, stderr } = python.wait_with_output().expect("python3 ends");
    feeder.join().expect("no panic").expect("python3 reads all");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let line = |line: &str| {
        let (place, why) = line.split_once(' ').expect("a place, and why");
        (place.parse().expect("a number"), why.to_owned())
    };
    String::from_utf8_lossy(&stdout).lines().map(line).collect()
}

/// Asserts that every program runs through.
pub(crate) fn all_run(programs: &[String]) {
    if !python() {
        return;
    }
    let failed = failures(programs);
    let named = failed.iter().take(20).map(|(place, why)| {
        let id = programs[*place].lines().next().unwrap_or_default();
        format!("{id}: {why}")
    });
    let named = named.collect::<Vec<_>>().join("\n");
    assert!(failed.is_empty(), "{} of {} fail:\n{named}", failed.len(), programs.len());
}

/// Some of the things, always the same ones.
fn some<T>(mut things: Vec<T>, bound: usize) -> Vec<T> {
    if things.len() > bound {
        fastrand::Rng::with_seed(1).shuffle(&mut things);
        things.truncate(bound);
    }
    things
}

/// The modes, types and operations of what was proved.
#[derive(Default)]
struct Seen {
    modes: BTreeSet<(String, Option<String>, String)>,
    sources: BTreeSet<String>,
    targets: BTreeSet<String>,
    operations: BTreeSet<&'static str>,
}

impl Seen {
    fn note(&mut self, unit: &Unit) {
        self.operations.insert(unit.question.operation());
        let Question::Cast { codec: CastCodec::Function(function), .. } = &unit.question else {
            return;
        };
        self.modes.insert((
            function.rounding.name().to_owned(),
            function.out_of_range.map(|rule| rule.name().to_owned()),
            function.direction.to_string(),
        ));
        self.sources.insert(function.source.name().to_owned());
        self.targets.insert(function.target.name().to_owned());
    }
}

/// Programs of some checks of some units, whose proofs end in what is stored.
fn proved(units: Vec<Arc<Unit>>, bounds: (usize, usize), seen: &mut Seen) -> Vec<String> {
    let mut programs = Vec::new();
    for unit in some(units, bounds.0) {
        seen.note(&unit);
        for check in some(unit.checks(), bounds.1) {
            programs.push(proved_check(&unit, &check));
        }
    }
    programs
}

fn proved_check(unit: &Unit, check: &Check<'_>) -> String {
    let proof = prove(unit, check, STYLE);
    assert!(proof.agrees, "{}", proof.text);
    // Only a word that has a line to itself, but for a label, may be too long for it.
    let is_long =
        |line: &&str| line.chars().count() > STYLE.width && line.split_whitespace().count() > 2;
    assert_eq!(proof.text.lines().find(is_long), None);
    program(unit, check)
}

#[test]
fn programs_of_hand_written_cases_run_in_python() {
    let mut seen = Seen::default();
    let programs = proved(units_of(Kind::Cases), (usize::MAX, 1), &mut seen);
    assert_eq!(seen.operations.len(), 5, "{:?}", seen.operations);
    all_run(&programs);
}

#[test]
fn programs_of_generated_vectors_run_in_python() {
    let mut seen = Seen::default();
    let generated = KINDS.into_iter().filter(|kind| *kind != Kind::Cases);
    let programs: Vec<String> =
        generated.flat_map(|kind| proved(units_of(kind), (401, 2), &mut seen)).collect();
    // Five roundings, three range rules, two directions; 26 types.
    assert_eq!((seen.modes.len(), seen.sources.len(), seen.targets.len()), (30, 26, 26));
    all_run(&programs);
}

/// Puts another result in place of the stored one, and shows the check with it.
fn falsified<T>(check: &Check<'_>, show: impl FnOnce(&Check<'_>) -> T) -> T {
    let nothing = Shaped { shape: Vec::new(), data: None };
    let (input, zero) = (check.input, Bits { bits: 0, bytes: 1 });
    match check.expectation {
        Expectation::Scalar(outcome) => {
            let other = match outcome.is {
                Expected::Bits(bits) => Bits { bits: bits.bits ^ 1, ..bits },
                Expected::Nan | Expected::Error(_) => zero,
            };
            let other = Outcome::from(Expected::Bits(other));
            show(&Check { input, expectation: Expectation::Scalar(&other) })
        }
        Expectation::Shape(outcome, data) => {
            let other = match &outcome.is {
                ShapeResult::Shape(shape) => {
                    shape.iter().cloned().chain([2.into()]).collect::<Vec<_>>()
                }
                ShapeResult::Error(_) => Vec::new(),
            };
            let other = Outcome::from(ShapeResult::Shape(other));
            show(&Check { input, expectation: Expectation::Shape(&other, data) })
        }
        Expectation::Array(result) => {
            let other = if result.is_ok() { Err(Reason::Code) } else { Ok(nothing) };
            show(&Check { input, expectation: Expectation::Array(&other) })
        }
    }
}

#[test]
fn a_wrong_vector_is_told_by_text_and_program() {
    let mut programs = Vec::new();
    for unit in KINDS.into_iter().flat_map(|kind| some(units_of(kind), 199)) {
        for check in some(unit.checks(), 1) {
            let proof = falsified(&check, |check| prove(&unit, check, STYLE));
            assert!(!proof.agrees && proof.text.contains("BUT THE REFERENCE"), "{}", proof.text);
            programs.push(falsified(&check, |check| program(&unit, check)));
        }
    }
    if !python() {
        return;
    }
    let failed = failures(&programs);
    assert_eq!(failed.len(), programs.len(), "some programs take any result");
    let other = failed.iter().find(|(_, why)| !why.starts_with("AssertionError"));
    assert_eq!(other, None, "a program ends before its assertion");
}
