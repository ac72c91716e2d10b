//! The command line.

use std::path::Path;
use std::process::{Command, Output};

use codec_validator::Schema;
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::test;

/// A short run in which a seeded fault is found.
const FEW: [&str; 8] = [
    "--builtin",
    "fault:nan-refused",
    "--seed",
    "1",
    "--requests",
    "20",
    "--operation",
    "cast_value",
];

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("exit codes", exit_codes),
        test("the text", text),
        test("a printed case is valid, and its rerun fails", rerun),
        test("a case in a file", case_in_a_file),
        test("every form", forms),
        misbehaving("behaves", 40, 0, None),
        misbehaving("declares-nothing", 40, 4, None),
        // It declines all but what must be rejected.
        misbehaving("declines", 40, 100, None),
        misbehaving("ends-at-once", 40, 3, None),
        misbehaving("refuses-at-open", 3, 100, Some(("fail", "refused-at-open"))),
        misbehaving("crash-at-80", 3, 3, Some(("crash", "other"))),
        misbehaving("crash-at-80", 10_000, 3, Some(("crash", "other"))),
        misbehaving("hang-at-80", 1, 3, Some(("timeout", "other"))),
        misbehaving("garbage-at-80", 3, 3, Some(("error", "malformed"))),
        misbehaving("fault-at-80", 3, 100, Some(("error", "other"))),
        misbehaving("one-too-few-at-80", 3, 100, Some(("error", "other"))),
        misbehaving("wrong-id-at-80", 3, 3, Some(("error", "malformed"))),
        misbehaving("refuses-long", 20, 100, Some(("fail", "refused"))),
        misbehaving("few-elements", 40, 0, None),
        test("the guilty element is named", guilty),
    ]
}

fn fuzz(options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.arg("fuzz").args(options).output().expect("the program runs")
}

fn found(output: &Output) -> Value {
    let log = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}; log: {log}"))
}

fn adapter(kind: &str) -> String {
    let own = std::env::current_exe().expect("the path of this test");
    shell_words::join([own.to_str().expect("a path in UTF-8"), "misbehave", kind])
}

/// Casts by a misbehaving adapter: the exit code, and status and kind of the first class.
fn misbehaving(
    kind: &'static str,
    requests: u64,
    code: i32,
    wrong: Option<(&'static str, &'static str)>,
) -> Trial {
    test(&format!("{kind}, {requests} requests"), move || {
        let output = ask(kind, requests);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        if let Some((status, kind)) = wrong {
            let found = found(&output);
            let class = &found["classes"][0];
            assert_eq!(
                (&class["status"], &class["kind"]),
                (&json!(status), &json!(kind)),
                "{found}"
            );
        } else if code != 3 {
            assert_eq!(found(&output)["classes"], json!([]));
        }
    })
}

fn ask(kind: &str, requests: u64) -> Output {
    let (adapter, requests) = (adapter(kind), requests.to_string());
    let limits = ["--seed", "3", "--requests", &requests, "--timeout", "0.3"];
    let form = ["--operation", "cast_value", "--format", "json"];
    fuzz(&[["--adapter", &adapter].as_slice(), &limits, &form].concat())
}

/// The crash needs the byte 0x80, so one element with it is left.
fn guilty() {
    let found = found(&ask("crash-at-80", 3));
    let case = case(&found["classes"][0]);
    let checks = [&case["encode"], &case["decode"]].into_iter().filter_map(Value::as_array);
    let inputs: Vec<&Value> = checks.flatten().map(|check| &check[0]).collect();
    let [Value::String(bits)] = inputs.as_slice() else { panic!("not one element: {case}") };
    let digits = bits.trim_start_matches("0x").as_bytes();
    assert!(digits.chunks(2).any(|byte| byte == b"80"), "{bits}");
}

/// The case of a class.
fn case(class: &Value) -> Value {
    let text = class["example"]["case"].as_str().unwrap_or_else(|| panic!("no case: {class}"));
    serde_json::from_str(text).expect("a case is JSON")
}

fn exit_codes() {
    let code = |options: &[&str]| fuzz(options).status.code();
    let few = ["--seed", "1", "--requests", "20", "--operation", "cast_value"];
    assert_eq!(code(&[few.as_slice(), &["--builtin", "fast"]].concat()), Some(0));
    assert_eq!(code(&[few.as_slice(), &["--builtin", "fault:nan-refused"]].concat()), Some(100));
    assert_eq!(code(&["--builtin", "fast", "--operation", "fill_value"]), Some(4));
    assert_eq!(code(&["--builtin", "none"]), Some(2));
    assert_eq!(code(&["--time", "soon"]), Some(2));
    assert_eq!(code(&["--known", "no-such-file"]), Some(2));
    assert_eq!(code(&["--replay", r#"{"id":"cast/x"}"#]), Some(2));
    assert_eq!(code(&["--replay", r#"{"id":"other"}"#]), Some(2));
    assert_eq!(code(&["--adapter", "./no-such-program"]), Some(3));
    let two = ["--builtin", "fast", "--against", "builtin:fault:nan-refused"];
    assert_eq!(code(&[few.as_slice(), &two].concat()), Some(100));
}

fn text() {
    let output = fuzz(&FEW);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "checks, likely: rejects NaN",
        "expected  nan",
        "rerun     codec-conformance fuzz",
        "drawn: seed 1:",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no progress without a terminal");
}

/// One fault of each operation: every case is a valid record, and every printed command fails when
/// it is typed, but not where it names what is right.
fn rerun() {
    for (fault, operation, schema) in [
        ("ties-away-instead-of-even", "cast_value", "cases"),
        ("fill-decimals-truncated", "fill_value", "cases"),
        ("auto-rounded-down", "reshape", "reshape"),
        ("straddling-codes-cut", "unpack", "unpack"),
        ("large-codes-cut", "pack", "unpack"),
    ] {
        let builtin = format!("fault:{fault}");
        let limits = ["--operation", operation, "--seed", "1", "--requests", "200"];
        let options = [["--builtin", &builtin].as_slice(), &limits].concat();
        let json = found(&fuzz(&[options.as_slice(), &["--format", "json"]].concat()));
        let classes = json["classes"].as_array().expect("a list");
        assert!(!classes.is_empty(), "{fault}");
        for class in classes {
            let case = case(class);
            assert_eq!(schema_errors(schema, &case), [""; 0], "{case}");
        }
        let text = String::from_utf8(fuzz(&options).stdout).expect("UTF-8");
        let commands: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once("rerun"))
            .map(|(_, command)| command.trim())
            .collect();
        assert!(!commands.is_empty(), "{text}");
        for command in commands {
            let words = shell_words::split(command).expect("words of a shell");
            let options: Vec<&str> = words.iter().skip(2).map(String::as_str).collect();
            assert_eq!((words[0].as_str(), words[1].as_str()), ("codec-conformance", "fuzz"));
            let again = fuzz(&options);
            assert_eq!(again.status.code(), Some(100), "{command}");
            let text = String::from_utf8(again.stdout).expect("UTF-8");
            assert!(text.contains(command), "no {command:?} in {text}");
            let right =
                options.iter().map(|word| if *word == builtin { "reference" } else { word });
            assert_eq!(fuzz(&right.collect::<Vec<_>>()).status.code(), Some(0), "{command}");
        }
    }
}

fn case_in_a_file() {
    let case = json!({
        "id": "cast/fuzz/half", "rules": ["CV-ROUND-1"], "level": "must", "why": "a tie",
        "data_type": "float32", "configuration": r#"{"data_type":"int8"}"#, "fill_value": "1",
        "encode": [["0x3f000000", "0x00"]]
    });
    let file = std::env::temp_dir().join(format!("codec-fuzz-case-{}.json", std::process::id()));
    std::fs::write(&file, case.to_string()).expect("a file");
    let path = file.to_str().expect("a path in UTF-8");
    let right = fuzz(&["--builtin", "fast", "--replay", path]);
    let wrong = fuzz(&["--builtin", "fault:ties-away-instead-of-even", "--replay", path]);
    std::fs::remove_file(&file).expect("the file is there");
    assert_eq!((right.status.code(), wrong.status.code()), (Some(0), Some(100)));
}

/// The forms of a report are those of `test`.
fn forms() {
    for (form, start) in [
        ("pretty", "nan-refused 0.1.0"),
        ("json", "{\n  \"format\": 4"),
        ("junit", "<?xml"),
        ("markdown", "**FAIL**"),
        ("html", "<!DOCTYPE html>"),
    ] {
        let output = fuzz(&[FEW.as_slice(), &["--format", form]].concat());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(output.status.code(), Some(100), "{form}");
        assert!(text.starts_with(start), "{form}: {text}");
        assert_eq!(text.contains("seed 1:"), form != "json", "{form}: {text}");
    }
}

/// The errors of a case in a file of its kind.
fn schema_errors(name: &str, case: &Value) -> Vec<String> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors"));
    let (spec, text) = match name {
        "cases" => ("zarr-v3/cast_value", "2025"),
        "reshape" => ("zarr-v3/reshape", "2025"),
        _ => ("onnx/Unpack", "2025"),
    };
    let document = json!({
        "format": codec_vectors::FORMAT, "suite": "0.1.0", "$schema": format!("../../schema/{name}.schema.json"),
        "kind": "cases", "spec": { "name": spec, "text": text }, "count": 1, "items": [case]
    });
    let faults = Schema::of_vectors(folder, name).faults(&document).into_iter();
    faults.map(|fault| format!("{}: {}", fault.place, fault.message)).collect()
}
