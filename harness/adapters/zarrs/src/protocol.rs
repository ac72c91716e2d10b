//! Adapter protocol v1, as far as reshape needs it.

use serde::Deserialize;
use serde_json::{Value, json};
use zarrs::version::version_str;

/// Greater integers are decimal strings.
const MAX_NUMBER: u64 = (1 << 53) - 1;
const MAX_MESSAGE: usize = 200;

/// The data types that both the suite and zarrs know.
#[rustfmt::skip]
const DATA_TYPES: [&str; 26] = [
    "int2", "int4", "int8", "int16", "int32", "int64",
    "uint2", "uint4", "uint8", "uint16", "uint32", "uint64",
    "float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", "float8_e3m4", "float8_e4m3",
    "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
    "bfloat16", "float16", "float32", "float64",
];

/// A line of the harness.
#[derive(Deserialize)]
pub(crate) struct Request {
    pub(crate) op: String,
    pub(crate) id: Option<u64>,
    pub(crate) shape: Option<Vec<Value>>,
    pub(crate) configuration: Option<String>,
    pub(crate) codec: Option<String>,
    pub(crate) data_type: Option<String>,
    #[serde(default)]
    pub(crate) arrays: Vec<String>,
}

/// Why a request has no result.
pub(crate) enum Failure {
    /// The crate refuses the configuration.
    Configuration(String),
    /// The crate refuses the shape, or its data; with the reason.
    Data(&'static str, String),
    /// The crate offers no way to ask.
    Unsupported(String),
    /// The request is at fault, or this adapter.
    Fault(String),
}

impl Failure {
    /// The answer, but for its id.
    pub(crate) fn answer(self) -> Value {
        match self {
            Self::Configuration(message) => refusal("configuration", "configuration", message),
            Self::Data(reason, message) => json!({"results": [refusal("data", reason, message)]}),
            Self::Unsupported(why) => json!({"unsupported": trim(why)}),
            Self::Fault(what) => json!({"fault": trim(what)}),
        }
    }
}

fn refusal(stage: &str, reason: &str, message: String) -> Value {
    json!({"error": {"stage": stage, "reason": reason, "message": trim(message)}})
}

/// A message as the protocol bounds it.
pub(crate) fn trim(message: String) -> String {
    message.chars().take(MAX_MESSAGE).collect()
}

pub(crate) fn hello() -> Value {
    json!({
        "protocol": 1,
        "implementation": {"name": "zarrs", "version": version_str(), "language": "rust"},
        "capabilities": {
            "cast_value": null,
            "reshape": {
                "configuration": true,
                "codec": true,
                "data_types": DATA_TYPES,
                "data": true,
            },
            "unpack": null,
            "pack": null,
        },
    })
}

/// Reads an integer, a JSON number or a decimal string; `None` beyond 64 bits.
pub(crate) fn read_integer(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

pub(crate) fn write_integer(integer: u64) -> Value {
    if integer <= MAX_NUMBER { json!(integer) } else { json!(integer.to_string()) }
}

pub(crate) fn read_packed(text: &str) -> Result<Vec<u8>, Failure> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| match *pair {
        [high, low] => u8::try_from(16 * digit(high)? + digit(low)?).ok(),
        _ => None,
    };
    let bytes: Option<_> = text.as_bytes().chunks(2).map(byte).collect();
    bytes.ok_or_else(|| Failure::Fault("packed data is not pairs of hex digits".to_owned()))
}

pub(crate) fn write_packed(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
}
