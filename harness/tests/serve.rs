//! `serve` stays within its bounds whatever a client sends: a right answer, or `unsupported`.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The bound on lines, in both directions.
const MAX_LINE: usize = 16 << 20;

/// No request takes nearly as long; a hang ends here.
const PATIENCE: Duration = Duration::from_secs(300);

const TOO_LONG: &str = "the answer would be longer than 16 MiB";

const BUILTINS: [&str; 3] = ["reference", "fast", "fault:ties-away-instead-of-even"];

/// What is written in answer to a text, and the exit code.
fn serve(builtin: &str, text: String) -> (Vec<String>, i32) {
    let mut child = start(builtin);
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    // It may stop reading on the way.
    thread::spawn(move || input.write_all(text.as_bytes()));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut written = String::new();
        let read = output.read_to_string(&mut written);
        sender.send(read.map(|_| written))
    });
    let written = receiver.recv_timeout(PATIENCE);
    if written.is_err() {
        child.kill().expect("it still runs");
    }
    let status = child.wait().expect("it ends");
    let written = written.expect("an answer in time").expect("UTF-8");
    (written.lines().map(str::to_owned).collect(), status.code().expect("no signal"))
}

/// With 1 GiB of memory, where the system can bound it.
fn start(builtin: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_codec-conformance");
    let mut command = if cfg!(target_os = "linux") {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"ulimit -v 1048576 && exec "$0" "$@""#, program]);
        shell
    } else {
        Command::new(program)
    };
    command.args(["serve", "--builtin", builtin]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts")
}

/// The answers to requests, after one that shows that it goes on.
fn answers(builtin: &str, requests: &[Value]) -> Vec<Value> {
    let mut text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    text += &format!("{}\n", cast("uint8", "int8", &["07"]));
    let (lines, code) = serve(builtin, text);
    assert_eq!((lines.len(), code), (requests.len() + 1, 0), "{builtin}");
    assert!(lines.iter().all(|line| line.len() <= MAX_LINE), "{builtin}: a line is too long");
    let answers = lines.iter().map(|line| serde_json::from_str(line).expect("JSON"));
    let mut answers: Vec<Value> = answers.collect();
    assert_eq!(answers.pop().expect("one more")["results"], json!([{"ok": "07"}]), "{builtin}");
    answers
}

fn answer(builtin: &str, request: &Value) -> Value {
    answers(builtin, std::slice::from_ref(request)).remove(0)
}

fn cast(from: &str, to: &str, arrays: &[&str]) -> Value {
    configured(from, &json!({"data_type": to}), arrays)
}

fn configured(from: &str, configuration: &Value, arrays: &[&str]) -> Value {
    json!({
        "id": 1, "op": "cast_value", "direction": "encode", "data_type": from, "fill_value": "1",
        "configuration": configuration.to_string(), "arrays": arrays,
    })
}

fn unpack(shape: &Value, attributes: &Value, count: u64, arrays: &[&str]) -> Value {
    let mut request = pack("uint8", shape, attributes, arrays);
    request["op"] = json!("unpack");
    request["count"] = json!(count.to_string());
    request
}

fn pack(word: &str, shape: &Value, attributes: &Value, arrays: &[&str]) -> Value {
    json!({
        "id": 1, "op": "pack", "data_type": word, "shape": shape, "attributes": attributes,
        "arrays": arrays,
    })
}

fn reshape(shape: &Value, sizes: &Value) -> Value {
    let configuration = json!({"shape": sizes}).to_string();
    json!({"id": 1, "op": "reshape", "shape": shape, "configuration": configuration})
}

/// Each is longer than a line by less than a tenth; the same a bit smaller fits.
#[test]
fn an_answer_of_more_than_a_line_is_unsupported() {
    let scale = |fits: usize| [fits, fits + fits / 10];
    let rows = json!({"bits": 8, "axis": -1});
    let casts = scale(2_000_000).map(|n| cast("uint8", "float32", &[&"01".repeat(n)]));
    let packs = scale(2_000_000).map(|n| pack("uint32", &json!([n, 1]), &rows, &[&"01".repeat(n)]));
    let unpacks = scale(1_000_000)
        .map(|n| unpack(&json!([n]), &json!({"bits": 1}), 8 * n as u64, &[&"01".repeat(n)]));
    let expected = [
        "0000803f".repeat(2_000_000),
        "01000000".repeat(2_000_000),
        "0100000000000000".repeat(1_000_000),
    ];
    for builtin in BUILTINS {
        // A fault does not take that many codes.
        let kinds = if builtin.starts_with("fault:") { 2 } else { 3 };
        let requests = [casts.clone(), packs.clone(), unpacks.clone()][..kinds].concat();
        for (pair, expected) in answers(builtin, &requests).chunks(2).zip(&expected) {
            let right = pair[0]["results"][0]["ok"] == json!(expected);
            assert!(right, "{builtin}: a wrong answer");
            assert_eq!(pair[1], json!({"id": 1, "unsupported": TOO_LONG}), "{builtin}");
        }
    }
}

#[test]
fn many_small_results_are_one_long_answer() {
    let (some, many) = (20_000, 400_000);
    let attributes = json!({"radix": 3, "group_size": 5});
    let of = |n: usize| {
        [
            cast("uint8", "int2", &vec!["ff"; n]),
            unpack(&json!([1]), &attributes, 5, &vec!["ff"; n]),
            pack("uint8", &json!([1]), &attributes, &vec!["03"; n]),
        ]
    };
    for builtin in BUILTINS {
        for answer in answers(builtin, &of(some)) {
            let results = answer["results"].as_array().expect("results");
            assert_eq!(results.len(), some, "{builtin}");
            assert!(results.iter().all(|result| result["error"]["stage"] == "data"), "{builtin}");
        }
        let empty = cast("uint8", "int2", &vec![""; 5_000_000]);
        for answer in answers(builtin, &[of(many).as_slice(), &[empty]].concat()) {
            assert_eq!(answer, json!({"id": 1, "unsupported": TOO_LONG}), "{builtin}");
        }
    }
}

/// A size that the request contradicts is rejected as ever, however large its answer would be.
#[test]
fn a_count_that_the_words_do_not_have_is_refused() {
    let bits = json!({"bits": 1});
    for builtin in ["reference", "fast"] {
        let request = unpack(&json!([1]), &bits, 1 << 62, &["00"]);
        let reason = answer(builtin, &request)["results"][0]["error"]["reason"].take();
        assert_eq!(reason, "word_count", "{builtin}");
        let request = unpack(&json!([0, 1_u64 << 50]), &bits, 1 << 53, &[""]);
        let expected = json!([{"shape": [0, "9007199254740992"], "ok": ""}]);
        assert_eq!(answer(builtin, &request)["results"], expected, "{builtin}");
    }
}

/// Every key maps to the number after it; half of the elements are keys.
#[test]
fn a_large_map_is_looked_up_for_each_element() {
    const KEYS: u32 = 100_000;
    let entries: Vec<[u32; 2]> = (0..KEYS).map(|key| [key, key + 1]).collect();
    let elements: String = (0..2 * KEYS).map(|n| format!("{:08x}", n.swap_bytes())).collect();
    let images = (0..2 * KEYS).map(|n| if n < KEYS { n + 1 } else { n });
    let images: String = images.map(|n| format!("{:08x}", n.swap_bytes())).collect();
    // The fill value 1 is mapped there and back.
    let back = [[2, 1]];
    let configuration = json!({
        "data_type": "uint32", "scalar_map": {"encode": entries, "decode": back},
    });
    let request = configured("uint32", &configuration, &[&elements]);
    for builtin in ["reference", "fast"] {
        let right = answer(builtin, &request)["results"][0]["ok"] == json!(images);
        assert!(right, "{builtin}: a wrong answer");
    }
    for fault in ["fault:map-applied-in-turn", "fault:keys-told-apart-by-spelling"] {
        assert!(answer(fault, &request)["unsupported"].is_string(), "{fault}");
    }
}

#[test]
fn what_would_take_too_long_is_unsupported() {
    let values = json!(vec![1; 3_000_000]);
    let requests = [
        configured("uint8", &json!({"data_type": "int8", "scalar_map": values}), &["01"]),
        json!({"id": 1, "op": "fill_value", "data_type": "int8", "json": values.to_string()}),
        reshape(&json!(vec![9; 4_000_000]), &json!([-1])),
        reshape(&json!(vec![2; 100_000]), &(0..100_000).map(|dim| vec![dim]).collect()),
        reshape(
            &json!(vec![u64::MAX.to_string(); 4_000]),
            &(0..4_000).map(|dim| vec![dim]).collect(),
        ),
        unpack(&json!(vec![9; 2_000_000]), &json!({"bits": 8}), 9, &["00"]),
        pack("uint8", &json!(vec![9; 1_000]), &json!({"bits": 8}), &vec!["00"; 100_000]),
    ];
    for (number, answer) in answers("reference", &requests).iter().enumerate() {
        assert!(answer["unsupported"].is_string(), "{number}: {answer:?}");
    }
}

/// Codes of radix 1 need no bits, so that no words are enough for any count.
#[test]
fn a_fault_does_not_make_what_no_words_hold() {
    let attributes = json!({"radix": 1, "group_size": 62});
    let request = unpack(&json!([5, 0]), &attributes, 1 << 40, &[""]);
    assert!(answer("fault:radix-one-accepted", &request)["unsupported"].is_string());
}

#[test]
fn numbers_of_millions_of_digits_are_read() {
    let digits = "3".repeat(8_000_000);
    let third = json!({
        "id": 1, "op": "fill_value", "data_type": "float64", "json": format!("0.{digits}"),
    });
    let results = answer("reference", &third)["results"].take();
    let bits = (1.0_f64 / 3.0).to_bits().swap_bytes();
    assert_eq!(results, json!([{"ok": format!("{bits:016x}")}]));
}

#[test]
fn messages_are_cut() {
    let long = "x".repeat(1_000_000);
    let requests = [
        json!({"id": 1, "op": long}),
        json!({"id": 1, "op": "cast_value", "direction": long, "arrays": []}),
        cast(&long, "int8", &[]),
        cast("int8", &long, &[]),
        json!({"id": 1, "op": "unpack", "shape": [long]}),
    ];
    for answer in answers("reference", &requests) {
        assert!(answer.to_string().len() < 400, "{answer}");
    }
}

#[test]
fn a_line_of_more_than_16_mib_is_the_last() {
    for length in [MAX_LINE + 2, 3 * MAX_LINE] {
        let line = "x".repeat(length);
        let (lines, code) = serve("reference", format!("{line}\n{{}}\n"));
        assert_eq!(lines, [r#"{"fault":"a line of more than 16777216 bytes"}"#], "{length}");
        assert_eq!(code, 3, "{length}");
    }
}
