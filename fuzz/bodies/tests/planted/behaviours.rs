//! The target `protocol`: what a run comes to for each kind of behaviour, and judges that are
//! wrong.

use std::cell::Cell;

use codec_conformance::implementation::{Connection, InProcess};
use codec_conformance::report::{Report, exit_code};
use codec_faults::{Faultless, find};
use codec_fuzz::layout::{Behaviour, ProtocolInput, decode};
use codec_fuzz::protocol::{
    Judge, Questions, check_behaviour, check_lines, harness, in_full, transcript,
};
use codec_fuzz::seeds::seeds;

use crate::texts::found;

/// The exit code that must come, and the seeds of which it must come.
const CODES: [(u8, &[&str]); 5] = [
    (
        0,
        &[
            "honest",
            "quick",
            "full",
            "one-shot",
            "lacks-one",
            "lacks-some",
            "ten-elements",
            "one-element",
            "nasty-name",
            "fill-value-undeclared",
            "upper-bits",
            "long-messages",
            "nasty-messages",
            "stage-swapped",
            "unknown-member",
            "dies-at-end-allowed",
            "killed-at-end-allowed",
            "declines-some-allowed",
        ],
    ),
    (
        3,
        &[
            // In company alone, with one element, and now and then.
            "garbage-together",
            "crash-together",
            "timeout-together",
            "crash-in-one-shot",
            "garbage-at-one",
            "crash-at-one",
            "timeout-at-one",
            "crash-once",
            "timeout-once",
            "garbage-once",
            "crash-every-third",
            "crash-always",
            "timeout-always",
            "garbage-always",
            "crash-until-the-fourth",
            "not-started-again",
            "hangs-at-restart",
            "another-after-restart",
            // Hellos and lines that break the protocol.
            "no-elements",
            "other-protocol",
            "fault-for-a-hello",
            "no-hello",
            "hello-again",
            "other-form",
            "one-late",
            "control-in-the-other-form",
            "fill-value-absent",
            "fill-value-null",
            "stage-banana",
            "stage-empty",
            "stage-missing",
            "foreign-id",
            "id-as-text",
            "id-missing",
            "error-for-ok",
            "odd-digits",
            "results-twice",
            "unfinished-line",
            "answers-twice",
            "answers-twice-once",
            "declines-and-answers-twice",
            // Bad ends, and runs that end early.
            "dies-at-end",
            "killed-at-end",
            "dies-otherwise-than-allowed",
            "outlives-its-input",
            "one-failure-is-enough",
            "one-crash-is-enough",
            "one-in-a-row-is-enough",
            "no-time-to-lose",
        ],
    ),
    (4, &["lacks-all", "declines-all-allowed"]),
    (
        100,
        &[
            "fault-together",
            "no-results-together",
            "one-more-together",
            "one-fewer-together",
            "shuffled-together",
            "long-arrays-refused",
            "no-results-in-one-shot",
            "fault-at-one",
            "refuses-one",
            "short-data-at-one",
            "fault-unless-again",
            "declines-what-it-declares",
            "faults-at-what-it-declares",
            "fill-value-wrong",
            "fill-value-doubled",
            "fill-value-empty",
            "refuses-at-open",
            "refuses-all",
            "accepts-all",
            "control-refused",
            "wrong-bits",
            "wrong-bits-once",
            "upper-bits-of-whole-bytes",
            "short-data",
            "long-data",
            "no-data",
            "wrong-shape",
            "one-more-extent",
            "declines-all",
            "declines-some",
        ],
    ),
    (130, &["interrupted"]),
];

/// The behaviours among the seeds, by name.
fn behaviours() -> Vec<(String, Behaviour)> {
    let behaviour = |seed: codec_fuzz::seeds::Seed| match decode(&seed.bytes) {
        ProtocolInput::Behaviour(behaviour) => Some((seed.name, behaviour)),
        ProtocolInput::Lines(_) => None,
    };
    seeds("protocol").into_iter().filter_map(behaviour).collect()
}

#[test]
fn every_behaviour_comes_to_its_exit_code() {
    let due = |name: &str| {
        let row = CODES.iter().find(|(_, names)| names.contains(&name));
        row.map(|(code, _)| *code)
    };
    let mut wrong = Vec::new();
    for (name, behaviour) in behaviours() {
        let code = Cell::new(None);
        let judge = |adapter: &mut dyn Connection, questions: &Questions| {
            let report = in_full(adapter, questions);
            code.set(Some(report.as_ref().map_or(3, exit_code)));
            report
        };
        let lawful = check_behaviour(&judge, &behaviour);
        if lawful.is_err() || code.get() != due(&name) {
            wrong.push(format!("{name}: {:?}, not {:?}; {lawful:?}", code.get(), due(&name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let listed: usize = CODES.iter().map(|(_, names)| names.len()).sum();
    assert_eq!(listed, behaviours().len());
}

#[test]
fn a_judge_that_is_always_green_is_found() {
    let green = |adapter: &mut dyn Connection, questions: &Questions| {
        harness(adapter, questions).map(greened)
    };
    let (right, other): (Vec<_>, Vec<_>) =
        behaviours().into_iter().partition(|(name, _)| CODES[0].1.contains(&name.as_str()));
    for (name, behaviour) in right {
        check_behaviour(&green, &behaviour).unwrap_or_else(|finding| panic!("{name}: {finding}"));
    }
    // Without a report, or a check that is not skipped or declined, there is nothing to make green.
    let silent = ["no-elements", "other-protocol", "fault-for-a-hello", "no-hello"];
    let silent = [&silent, CODES[2].1].concat();
    for (name, behaviour) in other.iter().filter(|(name, _)| !silent.contains(&name.as_str())) {
        assert!(check_behaviour(&green, behaviour).is_err(), "{name}");
    }
}

/// The report with passes in place of all that is not green.
fn greened(mut report: Report) -> Report {
    for level in &mut report.levels {
        level.passed += std::mem::take(&mut level.failed);
    }
    let totals = &mut report.totals;
    let red = [&mut totals.fail, &mut totals.error, &mut totals.crash, &mut totals.timeout];
    totals.pass += red.into_iter().chain([&mut totals.notrun]).map(std::mem::take).sum::<u64>();
    if !report.allowed.declines {
        totals.pass += std::mem::take(&mut totals.declined);
    }
    report.problems.clear();
    report.interrupted = false;
    report
}

#[test]
fn a_judge_that_is_always_red_is_found() {
    let red = |adapter: &mut dyn Connection, questions: &Questions| {
        let report = harness(adapter, questions);
        report.map(|report| Report { problems: vec!["no".to_owned()], ..report })
    };
    found(check_behaviour(&red, &Behaviour::default()), "red run of right answers");
    check_behaviour(&red, &behaviour("wrong-bits")).unwrap_or_else(|finding| panic!("{finding}"));
}

#[test]
fn a_judge_that_miscounts_is_found() {
    type Change = fn(&mut Report);
    let changes: [(&str, Change); 4] = [
        ("planned is not the sum", |report| report.totals.planned += 1),
        ("requests are miscounted", |report| report.requests.answered -= 1),
        ("a pass without a right answer", |report| {
            report.totals.pass += report.totals.error - 1;
            report.totals.error = 1;
        }),
        ("a status without a cause", |report| {
            (report.totals.crash, report.totals.error) = (report.totals.error, 0);
        }),
    ];
    for (words, change) in changes {
        let judge = |adapter: &mut dyn Connection, questions: &Questions| {
            let mut report = harness(adapter, questions)?;
            change(&mut report);
            Some(report)
        };
        found(check_behaviour(&judge, &behaviour("faults-at-what-it-declares")), words);
    }
}

fn behaviour(name: &str) -> Behaviour {
    let mut behaviours = behaviours().into_iter();
    behaviours.find(|(known, _)| known == name).expect(name).1
}

#[test]
fn lines_are_held_to_the_same_law() {
    let right = transcript(&mut InProcess::new("reference", &Faultless));
    let fault = find("clamp-takes-negatives-for-huge").expect("a fault");
    let wrong = transcript(&mut InProcess::new(fault.name, fault.behaviour));
    check_lines(&harness, &right).unwrap_or_else(|finding| panic!("{finding}"));
    check_lines(&harness, &wrong).unwrap_or_else(|finding| panic!("{finding}"));
    let green: Judge<'_> = &|adapter, questions| harness(adapter, questions).map(greened);
    found(check_lines(green, &wrong), "green run of wrong answers");
}

/// Each answer left out, or made another one, in turn: the harness notices it.
#[test]
fn no_altered_answer_is_green() {
    let right = transcript(&mut InProcess::new("reference", &Faultless));
    let lines: Vec<&str> = right.lines().collect();
    assert!(lines.len() > 7, "{right}");
    for index in 1..lines.len() {
        for altered in ["", "{}", r#"{"id":1,"results":[]}"#] {
            let mut lines = lines.clone();
            lines[index] = altered;
            let text = lines.join("\n");
            check_lines(&harness, &text).unwrap_or_else(|finding| panic!("{finding}"));
        }
    }
}
