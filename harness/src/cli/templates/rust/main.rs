//! An adapter between codec-conformance and an implementation: JSON Lines on stdin and stdout.
//!
//! To adapt yours: call it in `cast`, name in `Failure` and `refusal` how it rejects, say in
//! `hello` what it can do, and add what else it offers to `perform`. What `hello` does not declare
//! is skipped. `codec-conformance adapter protocol` says what the lines mean. Print nothing else to
//! standard output; standard error is a log.

mod wire;

use std::io;
use std::panic::catch_unwind;

use serde_json::{Map, Value, json};
use wire::{bytes_of, cut, hex_of, text_of};

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

fn unsupported(what: impl ToString) -> Failure {
    Failure::Unsupported(what.to_string())
}

fn fault(what: impl ToString) -> Failure {
    Failure::Fault(what.to_string())
}

/// YOURS GOES HERE: elements of the type `source`, little-endian, cast into `target`.
fn cast(elements: &[u8], source: &Type, target: &Type) -> Result<Vec<u8>, Failure> {
    let elements = elements.chunks_exact(source.size);
    if !elements.remainder().is_empty() {
        return Err(fault("the array ends within an element"));
    }
    let mut output = Vec::new();
    for element in elements {
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
    let text = request["configuration"].as_str().ok_or_else(|| unsupported("codec objects"))?;
    let asked: Map<String, Value> = serde_json::from_str(text).map_err(fault)?;
    if asked.keys().any(|name| name != "data_type" && name != "rounding") {
        return Err(unsupported(text));
    }
    let array = type_of(&request["data_type"])?;
    let stored = type_of(asked.get("data_type").unwrap_or(&Value::Null))?;
    let (source, target) = match request["direction"].as_str() {
        Some("encode") => (array, stored),
        Some("decode") => (stored, array),
        _ => return Err(fault("no direction")),
    };
    let arrays = request["arrays"].as_array().ok_or_else(|| fault("no arrays"))?;
    let results = arrays.iter().map(|packed| result(packed, source, target));
    Ok(json!({ "results": results.collect::<Result<Vec<Value>, Failure>>()? }))
}

fn type_of(name: &Value) -> Result<&'static Type, Failure> {
    let known = TYPES.iter().find(|known| *name == known.name);
    known.ok_or_else(|| unsupported(format!("type {name}")))
}

/// The result of one array of packed hex: one bad element fails all of it.
fn result(packed: &Value, source: &Type, target: &Type) -> Result<Value, Failure> {
    let elements = packed.as_str().and_then(bytes_of);
    let elements = elements.ok_or_else(|| fault("no pairs of hex digits"))?;
    match cast(&elements, source, target) {
        Ok(output) => Ok(json!({ "ok": hex_of(&output) })),
        Err(failure) => refusal(failure),
    }
}

/// The rejection for a failure that is named; any other is returned again, for a fault. An error
/// that a mistake can give too needs a look at its message.
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
        _ => Err(unsupported(format!("operation {}", request["op"]))),
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
    let performed = catch_unwind(|| {
        let mut results = perform(&request)?;
        results["id"] = id.into();
        Ok(results)
    });
    let (member, message) = match performed {
        Ok(Ok(results)) => return results,
        Ok(Err(Failure::Unsupported(what))) => ("unsupported", what),
        Ok(Err(Failure::OutOfRange(what) | Failure::Fault(what))) => ("fault", what),
        Err(panic) => ("fault", text_of(&*panic)),
    };
    json!({ "id": id, member: cut(&message) })
}

fn main() -> io::Result<()> {
    wire::serve(answer)
}
