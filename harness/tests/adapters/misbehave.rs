//! The adapters: the reference behind the protocol, but for one kind of misbehaviour.

use std::io::{Read, Write};
use std::time::Duration;

use codec_conformance::implementation::InProcess;
use codec_conformance::protocol::{
    Answer, Capabilities, CastRequest, Implementation, Refusal, Request, Stage, answer_line,
    parse_request,
};
use codec_faults::Faultless;

/// How long "never" is: longer than any timeout of the tests.
const NEVER: Duration = Duration::from_secs(20);

pub(crate) fn run(kind: &str) {
    match kind {
        "ends-at-once" => return,
        "slow-start" => std::thread::sleep(Duration::from_millis(1500)),
        "leaves-a-worker" => leave_worker(),
        _ => {}
    }
    for line in std::io::stdin().lines() {
        let line = line.expect("requests are UTF-8");
        let Some(answer) = answer(kind, &line) else { continue };
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(&answer).and_then(|()| stdout.flush());
    }
    if kind == "outlives-its-input" {
        std::thread::sleep(NEVER);
    }
    let _ = std::io::stdin().read(&mut [0]);
    match kind {
        "dies-at-end" => std::process::exit(3),
        "killed-at-end" => killed(),
        _ => {}
    }
}

/// A process of the adapter's that holds its standard output open, and says something there later.
fn leave_worker() {
    let later = "sleep 2; while :; do echo still here; sleep 1; done";
    let _ = std::process::Command::new("sh").args(["-c", later]).spawn();
}

fn answer(kind: &str, line: &str) -> Option<Vec<u8>> {
    if kind == "echoes" {
        return Some(format!("{line}\n").into_bytes());
    }
    let (id, request) = parse_request(line).expect("the harness sends valid requests");
    match kind {
        "crash-everywhere" if request != Request::Hello => std::process::abort(),
        "hang-everywhere" if request != Request::Hello => std::thread::sleep(NEVER),
        _ => {}
    }
    let answer = InProcess::new("reference", &Faultless).answer(&request);
    match request {
        Request::Hello => hello(kind, answer),
        Request::CastValue(cast) => cast_answer(kind, id, &cast, answer),
        Request::Unpack(_) | Request::Pack(_) | Request::Reshape(_) => {
            shaped_answer(kind, id, answer)
        }
        _ => None,
    }
}

fn cast_answer(kind: &str, id: u64, request: &CastRequest, answer: Answer) -> Option<Vec<u8>> {
    if let Some(how) = kind.strip_suffix("-together") {
        let together = request.arrays.len() > 1;
        return if together { together_answer(how, id, answer) } else { Some(text(id, &answer)) };
    }
    let has_80 = request.arrays.iter().any(|array| array.contains(&0x80));
    match kind.strip_suffix("-at-80") {
        Some(how) if has_80 => guilty_answer(how, id, answer),
        Some(_) => Some(text(id, &answer)),
        None if kind == "answers-widening-twice" => {
            let line = text(id, &answer);
            let widens = request.codec.to_string().contains("\"int16\"");
            Some(if widens { line.repeat(2) } else { line })
        }
        None => Some(other_answer(kind, id, answer)),
    }
}

/// Misbehaviour with an array that has a shape of its own.
fn shaped_answer(kind: &str, id: u64, answer: Answer) -> Option<Vec<u8>> {
    let Answer::Shaped { mut results } = answer else { return Some(text(id, &answer)) };
    let array = results.iter_mut().find_map(|result| result.as_mut().ok());
    match (kind, array) {
        ("crash", _) => std::process::abort(),
        ("two-results", _) => results.extend(results.clone()),
        ("no-results", _) => results.clear(),
        ("no-data", Some(array)) => array.data = None,
        ("wrong-shape", Some(array)) => array.shape.push(1.into()),
        ("short-data", Some(array)) => drop(array.data.as_mut().map(Vec::pop)),
        ("wrong-data", Some(array)) => {
            if let Some(byte) = array.data.as_mut().and_then(|data| data.first_mut()) {
                *byte ^= 1;
            }
        }
        ("no-shape", Some(_)) => {
            let scalar = Answer::Results { results: vec![Ok(vec![0])], fill_value: None };
            return Some(text(id, &scalar));
        }
        _ => {}
    }
    Some(text(id, &Answer::Shaped { results }))
}

fn hello(kind: &str, answer: Answer) -> Option<Vec<u8>> {
    let Answer::Hello(mut hello) = answer else { unreachable!("an answer to hello") };
    match kind {
        "no-hello" => return None,
        "protocol-2" => hello.protocol = 2,
        "declares-nothing" => hello.capabilities = Capabilities::default(),
        "few-elements" => hello.capabilities.max_elements = Some(10),
        "one-element" => hello.capabilities.max_elements = Some(1),
        "no-elements" => hello.capabilities.max_elements = Some(0),
        // Somebody else each time; a version may say so, or what it can do.
        "another-each-time" | "another-after-crash-at-80" => {
            hello.implementation.version = std::process::id().to_string();
        }
        "shuffles" if std::process::id().is_multiple_of(2) => {
            let cast_value = hello.capabilities.cast_value.as_mut();
            cast_value.expect("the reference casts").data_types.reverse();
        }
        "nasty-texts" => hello.implementation.name = NASTY.to_owned(),
        _ => {}
    }
    Some(text(0, &Answer::Hello(hello)))
}

/// What would act where it is printed, and end the text where it is.
const NASTY: &str =
    "\n::error file=x::y\u{1b}[31m\u{7}\r\0\u{9b}1m\u{202e}##vso[task.complete]\u{fffe}</script>|`";

/// Misbehaviour with every request of more than one array.
fn together_answer(how: &str, id: u64, answer: Answer) -> Option<Vec<u8>> {
    let Answer::Results { mut results, fill_value } = answer else {
        return Some(text(id, &answer));
    };
    match how {
        "no-results" => results.clear(),
        "one-more" => results.push(Ok(vec![0])),
        "fault" => return Some(text(id, &Answer::Fault("too much at once".to_owned()))),
        "garbage" => return Some(b"too much at once\n".to_vec()),
        "abort" => std::process::abort(),
        "hang" => std::thread::sleep(NEVER),
        other => panic!("unknown misbehaviour {other}"),
    }
    let fill_value = fill_value.filter(|_| how != "no-results");
    Some(text(id, &Answer::Results { results, fill_value }))
}

/// Misbehaviour that one element brings about.
fn guilty_answer(how: &str, id: u64, answer: Answer) -> Option<Vec<u8>> {
    let Answer::Results { mut results, fill_value } = answer else {
        return Some(text(id, &answer));
    };
    // Position of the guilty element, as far as the arrays of a WIDENING request show it.
    let guilty = results.iter_mut().find_map(|result| match result {
        Ok(data) => data.chunks(2).any(|chunk| chunk == [0x80, 0xff]).then_some(result),
        Err(_) => None,
    });
    match how {
        "crash" | "another-after-crash" => std::process::abort(),
        "floods" => flood(),
        "kill" => killed(),
        "hang" => std::thread::sleep(NEVER),
        "garbage" => return Some(b"Segmentation fault?\n".to_vec()),
        "fault" => return Some(text(id, &Answer::Fault("a bug of the adapter".to_owned()))),
        "not-utf8" => return Some(b"\xff\xfe\n".to_vec()),
        "long-line" => return Some([vec![b' '; 17 << 20], b"\n".to_vec()].concat()),
        "wrong-id" => return Some(text(id + 1000, &Answer::Results { results, fill_value })),
        "no-id" => {
            let line = answer_line(None, &Answer::Results { results, fill_value });
            return Some(format!("{line}\n").into_bytes());
        }
        "one-too-few" => drop(results.pop()),
        "short-data" => drop(guilty.map(|data| data.as_mut().map(Vec::pop))),
        "refuses" => drop(guilty.map(|data| *data = Err(refusal(Stage::Data)))),
        "wrong" => {
            let data = guilty.and_then(|data| data.as_mut().ok());
            let place = data.and_then(|data| data.iter_mut().find(|byte| **byte == 0x80));
            if let Some(byte) = place {
                *byte = 0x81;
            }
        }
        other => panic!("unknown misbehaviour {other}"),
    }
    Some(text(id, &Answer::Results { results, fill_value }))
}

/// Lines that answer a request of before, as fast as they can be printed.
fn flood() {
    let line = "{\"id\":1,\"results\":[]}\n".repeat(1000);
    let mut stdout = std::io::stdout().lock();
    while stdout.write_all(line.as_bytes()).is_ok() {}
}

/// What the system does where memory runs out.
fn killed() {
    let id = std::process::id().to_string();
    let _ = std::process::Command::new("kill").args(["-9", &id]).status();
    std::thread::sleep(NEVER);
}

fn other_answer(kind: &str, id: u64, answer: Answer) -> Vec<u8> {
    let Answer::Results { mut results, mut fill_value } = answer else { return text(id, &answer) };
    if let Some(instead) = instead_of_results(kind, id) {
        return text(id, &instead);
    }
    if let "long-texts" | "nasty-texts" = kind {
        let message = if kind == "long-texts" { "no ".repeat(5_000) } else { NASTY.to_owned() };
        let refusal = Refusal { reason: message.clone(), message, ..refusal(Stage::Data) };
        return raw(id, &vec![Err(refusal); results.len()]);
    }
    if kind == "noisy-log" {
        eprintln!("{}", "warning: nothing is wrong\n".repeat(10_000));
    }
    spoil_results(kind, &mut results);
    spoil_fill_value(kind, &mut fill_value);
    edited_line(kind, text(id, &Answer::Results { results, fill_value }))
}

fn instead_of_results(kind: &str, id: u64) -> Option<Answer> {
    match kind {
        "declines" => Some(Answer::Unsupported("too tired".to_owned())),
        "declines-most" if id > 3 => Some(Answer::Unsupported("too tired".to_owned())),
        "fault-everywhere" => Some(Answer::Fault("TypeError: not callable".to_owned())),
        "refuses-at-open" => Some(Answer::Refused(refusal(Stage::Configuration))),
        _ => None,
    }
}

fn spoil_results(kind: &str, results: &mut [Result<Vec<u8>, Refusal>]) {
    match kind {
        "upper-bits" => {
            let elements = results.iter_mut().flatten().flatten();
            elements.for_each(|element| *element |= 0xf0);
        }
        "refuses-all-data" => results.fill(Err(refusal(Stage::Data))),
        "refuses-long" => {
            let long = results
                .iter_mut()
                .filter(|result| result.as_ref().is_ok_and(|data| data.len() > 200));
            long.for_each(|result| *result = Err(refusal(Stage::Data)));
        }
        _ => {}
    }
}

fn spoil_fill_value(kind: &str, fill_value: &mut Option<Vec<u8>>) {
    match kind {
        "fill-value-wrong" => *fill_value = Some(vec![2, 0]),
        "fill-value-twice" => *fill_value = fill_value.take().map(|value| value.repeat(2)),
        "fill-value-empty" => *fill_value = Some(Vec::new()),
        // The null is written into the line.
        "fill-value-absent" | "fill-value-null" => *fill_value = None,
        _ => {}
    }
}

fn edited_line(kind: &str, mut line: Vec<u8>) -> Vec<u8> {
    let edited =
        |from: &str, to: &str| String::from_utf8_lossy(&line).replace(from, to).into_bytes();
    match kind {
        "fill-value-null" => edited("}\n", ",\"fill_value\":null}\n"),
        "stage-banana" => edited("\"stage\":\"data\"", "\"stage\":\"banana\""),
        "stage-empty" => edited("\"stage\":\"data\"", "\"stage\":\"\""),
        "unknown-members" => edited("{\"ok\"", "{\"took\":1.5e-3,\"ok\""),
        "upper-case" => upper_case(&line),
        "answers-twice" => line.repeat(2),
        "crlf" => {
            line.insert(line.len() - 1, b'\r');
            line
        }
        _ => line,
    }
}

/// The line with the digits of packed data in upper case.
fn upper_case(line: &[u8]) -> Vec<u8> {
    let line = String::from_utf8_lossy(line);
    let parts =
        line.split("\"ok\":\"").enumerate().map(|(index, part)| match part.split_once('"') {
            Some((digits, rest)) if index > 0 => format!("{}\"{rest}", digits.to_uppercase()),
            _ => part.to_owned(),
        });
    parts.collect::<Vec<_>>().join("\"ok\":\"").into_bytes()
}

/// A line of results whose texts are longer than any of the library's would be.
fn raw(id: u64, results: &[Result<Vec<u8>, Refusal>]) -> Vec<u8> {
    let errors = results.iter().map(|result| match result {
        Err(refusal) => serde_json::json!({ "error": refusal }),
        Ok(_) => serde_json::json!({}),
    });
    let line =
        serde_json::json!({ "id": id, "results": errors.collect::<Vec<_>>(), "fill_value": "01" });
    format!("{line}\n").into_bytes()
}

fn text(id: u64, answer: &Answer) -> Vec<u8> {
    format!("{}\n", answer_line(Some(id), answer)).into_bytes()
}

fn refusal(stage: Stage) -> Refusal {
    Refusal { stage, reason: "other".to_owned(), message: "no".to_owned() }
}
