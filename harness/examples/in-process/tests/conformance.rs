//! Asks the codec the vectors.

use std::process::ExitCode;

use codec_conformance::protocol::{
    About, Answer, Capabilities, CastCapabilities, CastRequest, CodecText, Hello, Implementation,
    PROTOCOL, Refusal, Request, Stage,
};
use in_process_example::{CastError, IntType, OutOfRange, TYPES, cast};
use libtest_mimic::Arguments;
use serde_json::Value;

fn main() -> ExitCode {
    let trials = codec_conformance::trials(|| Integers);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The codec behind the suite's requests.
struct Integers;

impl Implementation for Integers {
    fn answer(&mut self, request: &Request) -> Answer {
        match request {
            Request::Hello => Answer::Hello(Box::new(hello())),
            Request::CastValue(request) => cast_value(request).unwrap_or_else(Answer::Unsupported),
            other => Answer::Unsupported(format!("operation {}", other.operation())),
        }
    }
}

/// What is not declared here is not asked.
fn hello() -> Hello {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let cast_value = CastCapabilities {
        data_types: names(&TYPES.map(|known| known.name)),
        // Between integers nothing is rounded, so every mode is right.
        rounding: names(&[
            "nearest-even",
            "towards-zero",
            "towards-positive",
            "towards-negative",
            "nearest-away",
        ]),
        out_of_range: names(&["none", "clamp"]),
        directions: names(&["encode", "decode"]),
        ..CastCapabilities::default()
    };
    Hello {
        protocol: PROTOCOL,
        implementation: About {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
        },
        capabilities: Capabilities { cast_value: Some(cast_value), ..Capabilities::default() },
    }
}

/// Casts each array; the error is why that cannot be asked of this codec.
fn cast_value(request: &CastRequest) -> Result<Answer, String> {
    let CodecText::Configuration(text) = &request.codec else {
        return Err("whole codec objects".to_owned());
    };
    let configuration: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let known = |name: &str| IntType::from_name(name).ok_or_else(|| format!("data type {name:?}"));
    let array = known(&request.data_type)?;
    let stored = known(configuration["data_type"].as_str().unwrap_or_default())?;
    let out_of_range = match configuration.get("out_of_range").map(Value::as_str) {
        None => OutOfRange::Refuse,
        Some(Some("clamp")) => OutOfRange::Clamp,
        Some(other) => return Err(format!("out_of_range {other:?}")),
    };
    let (source, target) = match request.direction.name() {
        "encode" => (array, stored),
        _ => (stored, array),
    };
    let arrays = request.arrays.iter();
    let results = arrays.map(|elements| {
        cast(elements, source, target, out_of_range).map_err(|error| refusal(&error))
    });
    Ok(Answer::Results { results: results.collect(), fill_value: None })
}

fn refusal(error: &CastError) -> Refusal {
    let reason = match error {
        CastError::OutOfRange(_) => "out_of_range",
        CastError::Length => "other",
    };
    Refusal { stage: Stage::Data, reason: reason.to_owned(), message: error.to_string() }
}
