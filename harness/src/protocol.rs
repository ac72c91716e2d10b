//! Requests and answers: what an implementation is asked, in-process or through an adapter.

mod line;

use std::fmt;

use codec_reference::Direction;
use serde::{Deserialize, Serialize};

pub use line::{LineError, answer_line, parse_answer, parse_request, request_line};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// Longer lines are refused, in both directions.
pub const MAX_LINE: usize = 16 << 20;

/// Longer messages are cut.
pub const MAX_MESSAGE: usize = 200;

/// What an implementation is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Who it is and what it can do.
    Hello,
    /// To cast arrays.
    CastValue(CastRequest),
    /// To read a fill value.
    FillValue {
        /// The type it is read for.
        data_type: String,
        /// Its JSON text.
        json: String,
    },
    /// An operation that this version does not know.
    Other(String),
}

/// A request to cast arrays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastRequest {
    /// Which way.
    pub direction: Direction,
    /// The array's data type, also when decoding.
    pub data_type: String,
    /// JSON text of the array's fill value.
    pub fill_value: String,
    /// JSON text of the configuration, or of the whole codec object.
    pub codec: CodecText,
    /// Packed elements, little-endian; of the array's type when encoding, of the configuration's
    /// when decoding.
    pub arrays: Vec<Vec<u8>>,
}

/// The JSON text that configures a codec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodecText {
    /// A configuration.
    Configuration(String),
    /// A codec object with name and configuration.
    Codec(String),
}

impl fmt::Display for CodecText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuration(text) => write!(f, "configuration {text}"),
            Self::Codec(text) => write!(f, "codec {text}"),
        }
    }
}

/// What an implementation answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// To [`Request::Hello`].
    Hello(Box<Hello>),
    /// A result for each array, or the one result of a fill value.
    Results {
        /// In the order of the arrays.
        results: Vec<ArrayResult>,
        /// The fill value cast into the configuration's type, where it is reported.
        fill_value: Option<Vec<u8>>,
    },
    /// The codec cannot be opened.
    Refused(Refusal),
    /// It does not do this, and why.
    Unsupported(String),
    /// The adapter failed; never a rejection.
    Fault(String),
}

/// What became of one array.
pub type ArrayResult = Result<Vec<u8>, Refusal>;

/// A rejection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// `"configuration"` or `"data"`.
    pub stage: String,
    /// A word of the protocol.
    #[serde(default)]
    pub reason: String,
    /// The implementation's own words.
    #[serde(default)]
    pub message: String,
}

/// Who an implementation is and what it can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// Its name and version.
    pub implementation: About,
    /// What it can do; everything else is skipped.
    pub capabilities: Capabilities,
}

impl Hello {
    /// The hello of an implementation that has not said one yet.
    pub(crate) fn unknown() -> Self {
        let unknown = || "unknown".to_owned();
        let implementation = About { name: unknown(), version: unknown(), language: unknown() };
        Self { protocol: PROTOCOL, implementation, capabilities: Capabilities::default() }
    }
}

/// Name and version of an implementation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language it is called from.
    #[serde(default)]
    pub language: String,
}

/// What an implementation can do, by operation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Capabilities {
    /// `cast_value`, where it has it.
    #[serde(default)]
    pub cast_value: Option<CastCapabilities>,
    /// Reading fill values, where it does that by itself.
    #[serde(default)]
    pub fill_value: Option<FillValueCapabilities>,
    /// The largest number of elements of a request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_elements: Option<usize>,
}

/// What a reader of fill values can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FillValueCapabilities {
    /// The data types it knows.
    pub data_types: Vec<String>,
}

/// What an implementation of `cast_value` can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CastCapabilities {
    /// The data types it knows, as array type and as configuration type.
    #[serde(default)]
    pub data_types: Vec<String>,
    /// The pairs of array type and configuration type it knows, where not all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<(String, String)>>,
    /// The rounding modes it knows.
    pub rounding: Vec<String>,
    /// The range rules it knows; `"none"` for the absent member.
    pub out_of_range: Vec<String>,
    /// The directions it runs in.
    pub directions: Vec<String>,
    /// Whether it has a scalar_map.
    #[serde(default)]
    pub scalar_map: bool,
    /// Whether it reads the configuration's JSON itself.
    #[serde(default)]
    pub configuration: bool,
    /// Whether it reads whole codec objects.
    #[serde(default)]
    pub codec: bool,
    /// Whether it binds and checks a fill value.
    #[serde(default)]
    pub fill_value: bool,
    /// Whether it reports the fill value's cast.
    #[serde(default)]
    pub fill_value_result: bool,
}
