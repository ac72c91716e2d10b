//! The loop of an adapter: each line is answered once, whatever it is and whatever happens.

use std::io::ErrorKind;

use codec_protocol::{
    Answer, ArrayResult, Capabilities, Hello, Implementation, MAX_LINE, Refusal, Request,
    serve_lines,
};

/// Gives back what it is to cast. The type of the array says what goes wrong.
struct Echo;

impl Implementation for Echo {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::Hello => Hello::new("echo", "1", Capabilities::default()).into(),
            Request::CastValue(cast) => match cast.data_type.as_str() {
                "panics" => panic!("at the {}", cast.direction),
                "refuses" => Answer::Refused(Refusal::configuration("other", &"x".repeat(999))),
                "swells" => cast_to(vec![Ok(vec![0; MAX_LINE / 2])]),
                _ => cast_to(cast.arrays.iter().cloned().map(Ok).collect()),
            },
            other => Answer::unknown(other),
        }
    }
}

fn cast_to(results: Vec<ArrayResult>) -> Answer {
    Answer::Results { results, fill_value: None }
}

fn served(input: impl AsRef<[u8]>) -> (Vec<String>, Option<ErrorKind>) {
    let mut output = Vec::new();
    let end = serve_lines(Echo, input.as_ref(), &mut output).err().map(|error| error.kind());
    let text = String::from_utf8(output).expect("UTF-8");
    (text.lines().map(str::to_owned).collect(), end)
}

fn cast(id: u64, data_type: &str) -> String {
    format!(
        r#"{{"id":{id},"op":"cast_value","direction":"decode","data_type":"{data_type}","fill_value":"1","configuration":"","arrays":["0aFF",""]}}"#
    )
}

#[test]
fn each_line_has_its_answer() {
    let lines = [
        r#"{"op":"hello","protocol":1}"#.to_owned(),
        cast(1, "int8"),
        r#"{"id":2,"op":"mystery"}"#.to_owned(),
        "[".to_owned(),
        r#"{"id":3,"op":"pack"}"#.to_owned(),
    ];
    let expected = [
        r#"{"protocol":1,"implementation":{"name":"echo","version":"1","language":"rust"},"capabilities":{"cast_value":null,"fill_value":null,"reshape":null,"unpack":null,"pack":null}}"#,
        r#"{"id":1,"results":[{"ok":"0aff"},{"ok":""}]}"#,
        r#"{"id":2,"unsupported":"operation \"mystery\""}"#,
        r#"{"fault":"EOF while parsing a list at line 1 column 1"}"#,
        r#"{"id":3,"fault":"no member \"data_type\""}"#,
    ];
    assert_eq!(served(lines.join("\n")), (expected.map(str::to_owned).to_vec(), None));
    assert_eq!(served(lines.join("\r\n")), (expected.map(str::to_owned).to_vec(), None));
}

#[test]
fn a_panic_is_a_fault_and_the_next_request_is_answered() {
    let (answers, end) = served([cast(1, "panics"), cast(2, "int8")].join("\n"));
    assert_eq!(answers[0], r#"{"id":1,"fault":"panicked: at the decode"}"#);
    assert_eq!(answers[1], r#"{"id":2,"results":[{"ok":"0aff"},{"ok":""}]}"#);
    assert_eq!(end, None);
}

#[test]
fn a_message_is_cut_and_an_answer_beyond_a_line_is_unsupported() {
    let (answers, _) = served([cast(1, "refuses"), cast(2, "swells")].join("\n"));
    assert!(answers[0].ends_with(&format!("\"{}\"}}}}", "x".repeat(200))), "{}", answers[0]);
    assert_eq!(answers[1], r#"{"id":2,"unsupported":"the answer would be longer than 16 MiB"}"#);
}

#[test]
fn a_line_that_is_too_long_ends_the_loop_and_one_that_is_not_utf8_does_not() {
    let (answers, end) = served(b"\xff\n{\"id\":1,\"op\":\"x\"}");
    assert_eq!(answers[0], r#"{"fault":"a line that is not UTF-8"}"#);
    assert_eq!((answers.len(), end), (2, None));
    let (answers, end) = served(format!("{}\n{{}}", "x".repeat(MAX_LINE + 1)));
    assert_eq!(answers, [r#"{"fault":"a line of more than 16777216 bytes"}"#]);
    assert_eq!(end, Some(ErrorKind::InvalidData));
}

#[test]
fn a_line_of_the_greatest_length_is_read() {
    let padding = " ".repeat(MAX_LINE - r#"{"id":7,"op":"x"}"#.len());
    for end in ["", "\n", "\r\n"] {
        let (answers, _) = served(format!(r#"{{"id":7,{padding}"op":"x"}}{end}"#));
        assert_eq!(answers, [r#"{"id":7,"unsupported":"operation \"x\""}"#]);
    }
}
