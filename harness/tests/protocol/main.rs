//! PROTOCOL.md and its schemas, checked against the reader of requests, a served implementation,
//! and the lines of a real run.

mod capabilities;
mod forbidden;
mod integers;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use codec_conformance::protocol::{Answer, Request, parse_answer, parse_request, request_line};
use codec_validator::{Schema, check_schema};
use serde_json::{Value, json};

static PAGE: LazyLock<String> = LazyLock::new(|| read("PROTOCOL.md"));
static REQUEST: LazyLock<Schema> = LazyLock::new(|| Schema::new(&schema("request")));
static ANSWER: LazyLock<Schema> = LazyLock::new(|| Schema::new(&schema("answer")));

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn schema(name: &str) -> Value {
    json(&read(&format!("protocol/{name}.schema.json")))
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn assert_valid(schema: &Schema, line: &str) {
    assert_eq!(schema.faults(&json(line)), [], "{line}");
}

/// The fenced blocks of the page in that language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let starts = PAGE.split(&fence).skip(1);
    starts.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// The lines of all transcripts that start so.
fn lines(mark: &str) -> Vec<&'static str> {
    let all = blocks("text").into_iter().flat_map(str::lines);
    all.filter_map(|line| line.strip_prefix(mark)).collect()
}

/// The lines that the reference prints for an input.
fn serve(requests: &[&str]) -> Vec<String> {
    serve_by("reference", requests)
}

fn serve_by(builtin: &str, requests: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.args(["serve", "--builtin", builtin]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(requests.join("\n").as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// Messages are an implementation's own words: the page has dots in their place.
fn without_messages(mut answer: Value) -> Value {
    fn cut(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.values_mut().for_each(cut);
                if let Some(message) = members.get_mut("message") {
                    *message = json!("…");
                }
            }
            Value::Array(items) => items.iter_mut().for_each(cut),
            _ => {}
        }
    }
    cut(&mut answer);
    answer
}

#[test]
fn the_schemas_are_schemas() {
    for name in ["request", "answer"] {
        assert_eq!(check_schema(&schema(name)), Ok(()), "{name}");
    }
}

#[test]
fn page_and_schemas_are_printed() {
    let print = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
        let output = command.args(["adapter", "protocol"]).args(arguments).output();
        String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8")
    };
    assert_eq!(print(&[]), *PAGE);
    assert_eq!(json(&print(&["--schema", "requests"])), schema("request"));
    assert_eq!(json(&print(&["--schema", "answers"])), schema("answer"));
}

#[test]
fn transcripts_are_what_the_reference_answers() {
    let (requests, shown) = (lines("> "), lines("< "));
    assert!(requests.len() > 12 && requests.len() == shown.len());
    let answers = serve(&requests);
    assert_eq!(answers.len(), shown.len());
    for ((request, shown), answer) in requests.iter().zip(shown).zip(answers) {
        assert_eq!(without_messages(json(&answer)), json(shown), "{request}");
        assert_valid(&ANSWER, &answer);
        assert_valid(&ANSWER, shown);
    }
}

#[test]
fn requests_on_the_page_are_read_and_written_as_they_stand() {
    let whole = lines("> ").into_iter().filter(|line| *line != r#"{"id":16,"op":"pack"}"#);
    for line in whole {
        assert_valid(&REQUEST, line);
        let (id, request) = parse_request(line).unwrap_or_else(|error| panic!("{error:?}: {line}"));
        assert_eq!(json(&request_line(id, &request)), json(line));
    }
    assert_valid(&REQUEST, &request_line(0, &Request::Hello));
}

#[test]
fn the_hello_on_the_page_is_one() {
    let [hello] = blocks("json")[..] else { panic!("one hello") };
    assert_valid(&ANSWER, hello);
    let answer = parse_answer(hello, &Request::Hello, 0);
    let Ok(Answer::Hello(hello)) = answer else { panic!("{answer:?}") };
    assert!(hello.capabilities.unpack.is_some_and(|unpack| unpack.bits));
}

#[test]
fn the_pairs_on_the_page_are_read() {
    let [pairs] = blocks("jsonc")[..] else { panic!("one list of pairs") };
    let pairs: Vec<codec_conformance::protocol::PairEntry> =
        serde_json::from_str(pairs).expect("entries");
    assert_eq!(pairs.len(), 3);
}

#[test]
fn every_member_is_on_the_page() {
    fn collect(value: &Value, names: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                if let Some(Value::Object(properties)) = members.get("properties") {
                    names.extend(properties.keys().cloned());
                }
                members.values().for_each(|value| collect(value, names));
            }
            Value::Array(items) => items.iter().for_each(|value| collect(value, names)),
            _ => {}
        }
    }
    let mut names = BTreeSet::new();
    ["request", "answer"].iter().for_each(|name| collect(&schema(name), &mut names));
    assert!(names.len() > 30, "{names:?}");
    let missing: Vec<&String> =
        names.iter().filter(|name| !PAGE.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What goes through the pipes of an adapter, byte by byte, in a run that asks every operation.
#[test]
#[cfg(unix)]
fn the_lines_of_a_run_are_valid() {
    let program = env!("CARGO_BIN_EXE_codec-conformance");
    let files = ["requests", "answers"].map(|name| {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("protocol-page-{name}.jsonl"))
    });
    let paths = files.each_ref().map(|file| file.to_str().expect("UTF-8"));
    let script = r#"tee "$1" | "$0" serve | tee "$2""#;
    let adapter = shell_words::join(["sh", "-c", script, program, paths[0], paths[1]]);
    let mut command = Command::new(program);
    command.args(["test", "--adapter", &adapter, "--profile", "quick"]);
    command.args(["--partition", "slice:1/20"]);
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let [requests, answers] = files.map(|file: PathBuf| {
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    });
    for (text, schema) in [(&requests, &*REQUEST), (&answers, &*ANSWER)] {
        text.lines().for_each(|line| assert_valid(schema, line));
    }
    assert_eq!(requests.lines().count(), answers.lines().count());
    for operation in ["hello", "cast_value", "fill_value", "reshape", "unpack", "pack"] {
        assert!(requests.contains(&format!(r#""op":"{operation}""#)), "{operation}");
    }
}
