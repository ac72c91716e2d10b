//! An adapter between codec-conformance and an implementation: JSON Lines on stdin and stdout.
//!
//! To adapt yours: call it in `cast`, name in `Failure` and `refusal` how it rejects, say in `hello`
//! what it can do, and add what else it offers to `perform`. What `hello` does not declare is
//! skipped. `codec-conformance adapter protocol` says what the lines mean. Print nothing else to
//! standard output; standard error is a log.

mod wire;

use std::io;
use std::panic::catch_unwind;

use serde_json::{Map, Value, json};
use wire::{bytes_of, cut, hex_of};

/// Name and bytes of an element, the smallest value and the largest one.
struct Type {
    name: &'static str,
    size: usize,
    min: i64,
    max: i64,
}

const TYPES: [Type; 4] = [
    Type { name: "int8", size: 1, min: -128, max: 127 },
    Type { name: "uint8", size: 1, min: 0, max: 255 },
    Type { name: "int16", size: 2, min: -32768, max: 32767 },
    Type { name: "uint16", size: 2, min: 0, max: 65535 },
];

fn hello() -> Value {
    json!({
        "protocol": 1,
        "implementation": { "name": "my-codec", "version": "0.1.0", "language": "rust" },
        "capabilities": {
            "cast_value": {
                "data_types": TYPES.map(|known| known.name),
                // Between integers nothing is rounded, so every mode is right.
                "rounding": [
                    "nearest-even", "towards-zero", "towards-positive", "towards-negative",
                    "nearest-away",
                ],
                "out_of_range": ["none"], // of "none", "clamp", "wrap"
                "directions": ["encode", "decode"],
                "scalar_map": false,
                "configuration": false, // true: the implementation reads the JSON text
                "fill_value": false, // true: it rejects a fill value that does not survive
            },
            "reshape": null,
            "unpack": null,
            "pack": null,
            "fill_value": null,
        },
    })
}

/// Why there is no result.
enum Failure {
    /// The implementation offers no way to ask this.
    Unsupported(String),
    /// YOURS GOES HERE: how the implementation rejects a value.
    OutOfRange(String),
    /// Anything else that goes wrong. It is no rejection, and neither is a panic.
    Fault(String),
}

/// YOURS GOES HERE: elements of the type `source`, little-endian, cast into `target`.
fn cast(elements: &[u8], source: &Type, target: &Type) -> Result<Vec<u8>, Failure> {
    if elements.len() % source.size != 0 {
        return Err(Failure::Fault("the array ends within an element".to_owned()));
    }
    let mut output = Vec::new();
    for element in elements.chunks(source.size) {
        let mut bytes = [0; 8];
        bytes[..source.size].copy_from_slice(element);
        let mut value = i64::from_le_bytes(bytes);
        if value > source.max {
            value -= source.max - source.min + 1;
        }
        if value < target.min || value > target.max {
            return Err(Failure::OutOfRange(format!("{value} is no {}", target.name)));
        }
        output.extend_from_slice(&value.to_le_bytes()[..target.size]);
    }
    Ok(output)
}

/// Casts each array: from the array's type when encoding, into it when decoding.
fn cast_value(request: &Value) -> Result<Value, Failure> {
    let fault = |what: &str| Failure::Fault(what.to_owned());
    let unsupported = |what: &str| Failure::Unsupported(what.to_owned());
    let text = request["configuration"].as_str().ok_or_else(|| unsupported("codec objects"))?;
    let asked: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| Failure::Fault(error.to_string()))?;
    if asked.keys().any(|name| name != "data_type" && name != "rounding") {
        return Err(unsupported(text));
    }
    let known = |name: Option<&Value>| {
        let found = TYPES.iter().find(|known| name.and_then(Value::as_str) == Some(known.name));
        found.ok_or_else(|| unsupported(&format!("type {name:?}")))
    };
    let (array, stored) = (known(request.get("data_type"))?, known(asked.get("data_type"))?);
    let (source, target) = match request["direction"].as_str() {
        Some("encode") => (array, stored),
        Some("decode") => (stored, array),
        _ => return Err(fault("no direction")),
    };
    let arrays = request["arrays"].as_array().ok_or_else(|| fault("no arrays"))?;
    let results = arrays.iter().map(|packed| {
        let packed = packed.as_str().ok_or_else(|| fault("an array that is no text"))?;
        let elements = bytes_of(packed).ok_or_else(|| fault("no pairs of hex digits"))?;
        match cast(&elements, source, target) {
            Ok(output) => Ok(json!({ "ok": hex_of(&output) })),
            Err(failure) => refusal(failure),
        }
    });
    Ok(json!({ "results": results.collect::<Result<Vec<Value>, Failure>>()? }))
}

/// The rejection, if it is one: one bad element fails all of its array.
fn refusal(failure: Failure) -> Result<Value, Failure> {
    match failure {
        Failure::OutOfRange(message) => Ok(json!({
            "error": { "stage": "data", "reason": "out_of_range", "message": cut(&message) },
        })),
        other => Err(other),
    }
}

fn perform(request: &Value) -> Result<Value, Failure> {
    match request["op"].as_str() {
        Some("cast_value") => cast_value(request),
        operation => Err(Failure::Unsupported(format!("operation {operation:?}"))),
    }
}

/// The answer to a line: no failure of the adapter may look like a rejection of the codec.
fn answer(line: &[u8]) -> Value {
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return json!({ "fault": cut(&format!("unreadable line: {error}")) }),
    };
    if request["op"] == "hello" {
        return hello();
    }
    let Some(id) = request["id"].as_u64() else {
        return json!({ "fault": "the id is not an integer" });
    };
    let performed = catch_unwind(|| perform(&request));
    let (member, message) = match performed {
        Ok(Ok(mut results)) => {
            results["id"] = id.into();
            return results;
        }
        Ok(Err(Failure::Unsupported(what))) => ("unsupported", what),
        Ok(Err(Failure::OutOfRange(what) | Failure::Fault(what))) => ("fault", what),
        Err(_) => ("fault", "a panic; the log has its message".to_owned()),
    };
    json!({ "id": id, member: cut(&message) })
}

fn main() -> io::Result<()> {
    wire::serve(answer)
}
