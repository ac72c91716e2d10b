//! A run in two halves: no file of answers gets a green run that it has not earned.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, LazyLock};

use codec_conformance::explain::explain;
use codec_conformance::implementation::{Fast, InProcess};
use codec_conformance::one_shot::{Replayer, requests};
use codec_conformance::protocol::{
    Answer, Hello, Implementation, Request, answer_line, parse_request,
};
use codec_conformance::report::{Report, build, exit_code};
use codec_conformance::runner::{Limits, Plan, greet, run};
use codec_conformance::suite::{Selection, Unit, units};
use codec_faults::Faultless;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

/// Checks that must succeed, that must be rejected, a fill value, shapes and codes.
const IDS: [&str; 4] = [
    "cast/tables/int8-int4/nearest-even/none/encode",
    "fill/*",
    "reshape/example",
    "unpack/example/*",
];

static PLAN: LazyLock<Plan> = LazyLock::new(|| {
    let ids = IDS.map(str::to_owned).into();
    let selection = Selection { ids, ..Selection::default() };
    Plan { limits: Limits::NONE, ..Plan::of(selection) }
});

static UNITS: LazyLock<Vec<Arc<Unit>>> = LazyLock::new(units);

fn reference() -> InProcess<'static> {
    InProcess::new("reference", &Faultless)
}

/// What the reference answers to the requests that are written for it.
static ANSWERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut reference = reference();
    let hello = greet(&mut reference).expect("the reference answers");
    let answer = |line: &String| {
        let (id, request) = parse_request(line).expect("a request");
        answer_line(Some(id), &reference.answer(&request))
    };
    requests(&hello, &PLAN).iter().map(answer).collect()
});

/// Whether each answer is to a question. Of a control it matters only that it is no rejection.
static JUDGED: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let questions: Vec<Request> = UNITS.iter().filter_map(|unit| unit.question.whole()).collect();
    let hello = greet(&mut reference()).expect("the reference answers");
    let is_judged = |line: &String| {
        let (_, request) = parse_request(line).expect("a request");
        matches!(request, Request::CastValue(_)) || questions.contains(&request)
    };
    requests(&hello, &PLAN).iter().map(is_judged).collect()
});

/// The report on a file of answers, or why there is none.
fn report(answers: &[String]) -> Result<Report, String> {
    let replayer = Replayer::new(&answers.join("\n"), &PLAN);
    let mut replayer = replayer.map_err(|error| error.to_string())?;
    let hello = greet(&mut replayer).expect("a hello was read");
    let found = run(&mut replayer, &hello, UNITS.clone(), &PLAN, &|| ());
    Ok(build(&explain(found), hello, Vec::new()))
}

/// The exit code and all that is said outside of classes.
fn judged(answers: &[String]) -> (u8, String) {
    match report(answers) {
        Ok(report) => {
            let got = report.classes.iter().map(|class| class.example.got.meaning.clone());
            let words: Vec<String> = report.problems.iter().cloned().chain(got).collect();
            (exit_code(&report), words.join("; "))
        }
        Err(why) => (3, why),
    }
}

fn edited(edit: impl FnOnce(&mut Vec<String>)) -> (u8, String) {
    let mut answers = ANSWERS.clone();
    edit(&mut answers);
    judged(&answers)
}

/// The first answer whose results hold more than one array.
fn with_several() -> usize {
    let several = |line: &String| line.matches("\"ok\"").count() > 1;
    ANSWERS.iter().position(several).expect("an answer of several arrays")
}

fn id(line: &str) -> u64 {
    let line: Value = serde_json::from_str(line).expect("an answer");
    line["id"].as_u64().expect("an id")
}

#[test]
fn right_answers_pass_in_any_order() {
    assert_eq!(judged(&ANSWERS), (0, String::new()));
    let reversed = edited(|answers| answers[1..].reverse());
    assert_eq!(reversed, (0, String::new()));
}

#[test]
fn a_missing_answer_is_told_with_its_request() {
    let missing = id(&ANSWERS[4]);
    let (code, words) = edited(|answers| drop(answers.remove(4)));
    assert_eq!(code, 3);
    assert!(words.contains(&format!("request {missing}")), "{words}");
    assert_eq!(edited(|answers| answers.truncate(1)).0, 3);
}

/// A complete set of wrong answers, then the right ones; or the other way round.
#[test]
fn of_doubled_answers_none_counts() {
    let wrong = |line: &String| {
        let wrong: String = line.replace("\"ok\":\"0", "\"ok\":\"1");
        wrong
    };
    let all: Vec<String> = ANSWERS[1..].iter().map(wrong).collect();
    for first in [true, false] {
        let (code, words) = edited(|answers| {
            let at = if first { 1 } else { answers.len() };
            answers.splice(at..at, all.clone());
        });
        assert_eq!(code, 3);
        assert!(words.contains("lines 2 and "), "{words}");
    }
}

#[test]
fn foreign_and_unreadable_lines_are_named() {
    let (code, words) = edited(|answers| answers.push("{\"id\":7,\"results\":[]}".to_owned()));
    assert_eq!(code, 3);
    let line = format!("line {} (id 7)", ANSWERS.len() + 1);
    assert!(words.contains(&line), "{words}");
    let (code, words) = edited(|answers| answers.insert(3, "Segmentation fault".to_owned()));
    assert_eq!(code, 3);
    assert!(words.contains("line 4"), "{words}");
}

/// As in a live run; and what cannot be told apart is said.
#[test]
fn faults_and_wrong_numbers_fail_with_their_line() {
    let at = with_several();
    let place = format!("line {} of the answers", at + 1);
    for member in ["\"results\":[],\"fill_value\":\"01\"", "\"fault\":\"TypeError\""] {
        let (code, words) = edited(|answers| {
            answers[at] = format!("{{\"id\":{},{member}}}", id(&answers[at]));
        });
        assert_eq!(code, 100, "{words}");
        assert!(words.contains(&place) && words.contains("one shot"), "{words}");
    }
}

/// A long array that is rejected: nobody can ask its elements alone, so all of them fail.
#[test]
fn a_refused_array_fails_all_its_elements() {
    let at = with_several();
    let mut answer: Value = serde_json::from_str(&ANSWERS[at]).expect("an answer");
    answer["results"][0] = serde_json::json!({"error": {"stage": "data", "message": "no"}});
    let mut answers = ANSWERS.clone();
    answers[at] = answer.to_string();
    let report = report(&answers).expect("a report");
    assert_eq!(exit_code(&report), 100);
    assert_eq!(report.totals.notrun, 0);
    assert!(report.totals.fail > 1, "{:?}", report.totals);
}

/// Ids are those of the written file: answers to other requests are foreign, all of them.
#[test]
fn answers_to_other_requests_are_told() {
    let fast = greet(&mut Fast).expect("fast answers");
    let hello = answer_line(None, &Answer::Hello(Box::new(fast)));
    let (code, words) = edited(|answers| answers[0] = hello);
    assert_eq!(code, 3);
    assert!(words.contains("to other requests"), "{words}");
    // Less is declared than was when the requests were written.
    let (code, words) = edited(|answers| {
        answers[0] =
            answers[0].replace("\"fill_value_result\":true", "\"fill_value_result\":false");
    });
    assert_eq!(code, 3);
    assert!(words.contains("to other requests"), "{words}");
    let (code, words) = edited(|answers| drop(answers.remove(0)));
    assert_eq!(code, 3);
    assert!(words.contains("line 1 of the answers is not an answer to the hello"), "{words}");
}

/// What an answer says that counts: everything but names, reasons and messages.
fn counts(line: &str) -> Option<Value> {
    let mut value: Value = serde_json::from_str(line).ok()?;
    fn strip(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Object(members) => {
                for name in ["reason", "message", "implementation"] {
                    members.remove(name);
                }
                let known = ["id", "results", "fill_value", "error", "ok", "shape", "stage"];
                members.retain(|name, _| known.contains(&name.as_str()) || name.len() > 10);
                members.values_mut().for_each(strip);
            }
            Value::String(text) => *text = text.to_lowercase(),
            _ => {}
        }
    }
    strip(&mut value);
    Some(value)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    /// Files with a few changed characters: a green one says the same as before.
    #[test]
    fn changed_characters_do_not_pass_unseen(
        changes in vec((any::<Index>(), any::<Index>(), 0..CHARACTERS.len()), 1..=6)
    ) {
        let mut answers = ANSWERS.clone();
        for (line, at, to) in changes {
            let line = line.get_mut(&mut answers);
            let mut bytes = std::mem::take(line).into_bytes();
            *at.get_mut(&mut bytes) = CHARACTERS[to];
            *line = String::from_utf8_lossy(&bytes).into_owned();
        }
        if judged(&answers).0 == 0 {
            // The hello names who answers; what it declares is in every id.
            let judged = |lines: &[String]| -> Vec<Option<Value>> {
                let lines = lines.iter().zip(JUDGED.iter()).skip(1);
                lines.filter(|(_, judged)| **judged).map(|(line, _)| counts(line)).collect()
            };
            prop_assert!(judged(&answers) == judged(&ANSWERS), "{answers:?}");
        }
    }
}

const CHARACTERS: &[u8; 24] = b"0123456789abcdef{}[]\":,x";

struct Files {
    requests: PathBuf,
    answers: PathBuf,
}

/// The documented flow, with these options for the first half.
fn flow(name: &str, builtin: &str, options: &[&str]) -> Output {
    let file = |what: &str| {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{what}", std::process::id()))
    };
    let files = Files { requests: file("requests"), answers: file("answers") };
    let ids: Vec<&str> = IDS.iter().flat_map(|id| ["--id", id]).collect();
    let suite = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
        command.args(arguments).output().expect("the program runs")
    };
    let requests = files.requests.to_str().expect("UTF-8");
    let written = suite(&[&["test", "--requests-out", requests], options, &ids].concat());
    assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
    let mut serve = Command::new(env!("CARGO_BIN_EXE_codec-conformance"))
        .args(["serve", "--builtin", builtin])
        .stdin(Stdio::piped())
        .stdout(std::fs::File::create(&files.answers).expect("a folder to write to"))
        .spawn()
        .expect("the program runs");
    let text = std::fs::read(&files.requests).expect("the requests");
    serve.stdin.take().expect("a pipe").write_all(&text).expect("it reads");
    assert!(serve.wait().expect("it ends").success());
    suite(
        &[&["test", "--responses-in", files.answers.to_str().expect("UTF-8")], ids.as_slice()]
            .concat(),
    )
}

#[test]
fn the_documented_flow() {
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    for (name, builtin, options) in [
        ("default", "fast", &[][..]),
        ("fast", "fast", &["--builtin", "fast"]),
        ("reference", "reference", &["--builtin", "reference"]),
    ] {
        let output = flow(name, builtin, options);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output));
        assert!(text(&output).contains(&format!("PASS {builtin} 0.1.0")), "{}", text(&output));
    }
    // Planned for one implementation, answered by another.
    assert_eq!(flow("other", "reference", &["--builtin", "fast"]).status.code(), Some(3));
}

#[test]
fn the_hello_may_come_from_a_file() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hello-{}", std::process::id()));
    let fast: Hello = greet(&mut Fast).expect("fast answers");
    let line = answer_line(None, &Answer::Hello(Box::new(fast)));
    std::fs::write(&file, line + "\n").expect("a folder to write to");
    let output = flow("hello", "fast", &["--hello", file.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0));
    std::fs::write(&file, "{\"protocol\":2}\n").expect("a folder to write to");
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    let arguments = ["test", "--requests-out", "/dev/null", "--hello"];
    let output = command.args(arguments).arg(&file).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
}
