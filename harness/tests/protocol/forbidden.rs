//! Lines that break one rule of the page each: neither the schema nor the reader takes them.

use codec_conformance::protocol::{Answer, parse_answer, parse_request};
use serde_json::{Value, json};

use crate::{ANSWER, REQUEST, assert_valid, lines};

#[test]
fn what_the_page_forbids_is_no_request() {
    assert_valid(&REQUEST, &cast().to_string());
    assert!(parse_request(&cast().to_string()).is_ok());
    for line in forbidden_casts().into_iter().chain(other_forbidden_requests()) {
        assert!(!REQUEST.faults(&line).is_empty(), "{line}");
        assert!(parse_request(&line.to_string()).is_err(), "{line}");
    }
}

fn cast() -> Value {
    json!({"id": 1, "op": "cast_value", "direction": "encode", "data_type": "int8",
        "fill_value": "1", "configuration": "{}", "arrays": ["00"]})
}

fn forbidden_casts() -> Vec<Value> {
    let with = |member: &str, value: Value| {
        let mut request = cast();
        request[member] = value;
        request
    };
    let without = |member: &str| {
        let mut request = cast();
        request.as_object_mut().expect("an object").remove(member);
        request
    };
    vec![
        without("id"),
        without("op"),
        without("direction"),
        without("data_type"),
        without("fill_value"),
        without("configuration"),
        without("arrays"),
        with("id", json!("1")),
        with("direction", json!("both")),
        with("codec", json!("{}")),
        with("configuration", json!({})),
        with("arrays", json!(["0"])),
        with("arrays", json!(["0g"])),
        with("arrays", json!("00")),
    ]
}

fn other_forbidden_requests() -> Vec<Value> {
    vec![
        json!({"op": "hello"}),
        json!({"op": "hello", "protocol": 2}),
        json!({"id": 1, "op": "fill_value", "data_type": "int8"}),
        json!({"id": 1, "op": "reshape", "configuration": "{}"}),
        json!({"id": 1, "op": "reshape", "configuration": "{}", "shape": [1.5]}),
        json!({"id": 1, "op": "reshape", "configuration": "{}", "shape": ["one"]}),
        json!({"id": 1, "op": "reshape", "configuration": "{}", "shape": [1], "arrays": ["00"]}),
        json!({"id": 1, "op": "pack", "data_type": "uint8", "shape": [1], "arrays": ["00"]}),
        json!({"id": 1, "op": "unpack", "data_type": "uint8", "shape": [1], "attributes": {},
            "arrays": ["00"]}),
        json!({"id": 1, "op": "pack", "data_type": "uint8", "shape": [1], "arrays": ["00"],
            "attributes": {"base": 3}}),
    ]
}

#[test]
fn what_the_page_forbids_is_no_answer() {
    let line = lines("> ")[0];
    let (id, request) = parse_request(line).expect("a request");
    let forbidden = [
        json!({"id": 1}),
        json!({"results": []}),
        json!({"id": "1", "results": []}),
        json!({"id": 1, "results": {}}),
        json!({"id": 1, "results": [{}]}),
        json!({"id": 1, "results": [{"ok": "0"}]}),
        json!({"id": 1, "results": [{"ok": 0}]}),
        json!({"id": 1, "results": [{"error": {}}]}),
        json!({"id": 1, "results": [{"error": {"stage": "open"}}]}),
        json!({"id": 1, "results": [{"ok": "00", "error": {"stage": "data"}}]}),
        json!({"id": 1, "results": [], "fill_value": "0"}),
        json!({"id": 1, "results": [], "unsupported": "why"}),
        json!({"id": 1, "error": {"stage": "Data"}}),
        json!({"id": 1, "unsupported": true}),
        json!({"fault": null}),
    ];
    for answer in forbidden {
        assert!(!ANSWER.faults(&answer).is_empty(), "{answer}");
        assert!(parse_answer(&answer.to_string(), &request, id).is_err(), "{answer}");
    }
    let fault = json!({"fault": "what"}).to_string();
    assert_valid(&ANSWER, &fault);
    assert_eq!(parse_answer(&fault, &request, id), Ok(Answer::Fault("what".to_owned())));
}
