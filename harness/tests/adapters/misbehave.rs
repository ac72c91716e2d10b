//! The adapters: the reference behind the protocol, but for one kind of misbehaviour.

use std::io::{Read, Write};
use std::time::Duration;

use codec_conformance::implementation::{Implementation, InProcess};
use codec_conformance::protocol::{
    Answer, Capabilities, Refusal, Request, answer_line, parse_request,
};
use codec_faults::Faultless;
use codec_vectors::Integer;

/// How long "never" is: longer than any timeout of the tests.
const NEVER: Duration = Duration::from_secs(20);

pub(crate) fn run(kind: &str) {
    if kind == "ends-at-once" {
        return;
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
}

fn answer(kind: &str, line: &str) -> Option<Vec<u8>> {
    if kind == "echoes" {
        return Some(format!("{line}\n").into_bytes());
    }
    let (id, request) = parse_request(line).expect("the harness sends valid requests");
    let answer = InProcess::new("reference", &Faultless).answer(&request).expect("in process");
    match request {
        Request::Hello => hello(kind, answer),
        Request::CastValue(cast) => {
            let guilty = kind.strip_suffix("-at-80");
            let has_80 = cast.arrays.iter().any(|array| array.contains(&0x80));
            match guilty {
                Some(how) if has_80 => guilty_answer(how, id, answer),
                Some(_) => Some(text(id, &answer)),
                None if kind == "answers-widening-twice" => {
                    let line = text(id, &answer);
                    let widens = cast.codec.to_string().contains("\"int16\"");
                    Some(if widens { line.repeat(2) } else { line })
                }
                None => Some(other_answer(kind, id, answer)),
            }
        }
        Request::Unpack(_) | Request::Pack(_) | Request::Reshape(_) => {
            shaped_answer(kind, id, answer)
        }
        _ => None,
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
        ("wrong-shape", Some(array)) => array.shape.push(Integer(1)),
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
        _ => {}
    }
    Some(text(0, &Answer::Hello(hello)))
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
        "crash" => std::process::abort(),
        "kill" => killed(),
        "hang" => std::thread::sleep(NEVER),
        "garbage" => return Some(b"Segmentation fault?\n".to_vec()),
        "fault" => return Some(text(id, &Answer::Fault("a bug of the adapter".to_owned()))),
        "not-utf8" => return Some(b"\xff\xfe\n".to_vec()),
        "long-line" => return Some([vec![b' '; 17 << 20], b"\n".to_vec()].concat()),
        "wrong-id" => return Some(text(id + 1000, &Answer::Results { results, fill_value })),
        "no-id" => {
            return Some(
                answer_line(None, &Answer::Results { results, fill_value })
                    .into_bytes()
                    .into_iter()
                    .chain(*b"\n")
                    .collect(),
            );
        }
        "one-too-few" => drop(results.pop()),
        "short-data" => drop(guilty.map(|data| data.as_mut().map(Vec::pop))),
        "refuses" => drop(guilty.map(|data| *data = Err(refusal("data")))),
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

/// What the system does where memory runs out.
fn killed() {
    let id = std::process::id().to_string();
    let _ = std::process::Command::new("kill").args(["-9", &id]).status();
    std::thread::sleep(NEVER);
}

fn other_answer(kind: &str, id: u64, answer: Answer) -> Vec<u8> {
    let Answer::Results { mut results, fill_value } = answer else { return text(id, &answer) };
    match kind {
        "noisy-log" => eprintln!("{}", "warning: nothing is wrong\n".repeat(10_000)),
        "refuses-at-open" => return text(id, &Answer::Refused(refusal("configuration"))),
        "declines" => return text(id, &Answer::Unsupported("too tired".to_owned())),
        "refuses-all-data" => results.iter_mut().for_each(|result| *result = Err(refusal("data"))),
        "refuses-long" => {
            let long = results
                .iter_mut()
                .filter(|result| result.as_ref().is_ok_and(|data| data.len() > 200));
            long.for_each(|result| *result = Err(refusal("data")));
        }
        _ => {}
    }
    let mut line = text(id, &Answer::Results { results, fill_value });
    match kind {
        "crlf" => line.insert(line.len() - 1, b'\r'),
        "answers-twice" => line.extend(line.clone()),
        _ => {}
    }
    line
}

fn text(id: u64, answer: &Answer) -> Vec<u8> {
    let mut line = answer_line(Some(id), answer).into_bytes();
    line.push(b'\n');
    line
}

fn refusal(stage: &str) -> Refusal {
    let (stage, reason) = (stage.to_owned(), "other".to_owned());
    Refusal { stage, reason, message: "no".to_owned() }
}
