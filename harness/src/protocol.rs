//! Requests and answers: what an implementation is asked, in-process or through an adapter.

mod answer;
mod bounded;
mod capabilities;
mod request;

use std::fmt;

use codec_reference::Direction;
use codec_vectors::{Attributes, Integer, ReshapeData};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::hex;

pub(crate) use answer::answered_id;
pub use answer::{answer_line, parse_answer};
pub use capabilities::{
    About, Capabilities, CastCapabilities, FillValueCapabilities, Hello, PackingCapabilities,
    ReshapeCapabilities,
};
pub use request::{parse_request, request_line};

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
    /// To resolve an output shape.
    Reshape(ReshapeRequest),
    /// To unpack words into codes.
    Unpack(PackingRequest),
    /// To pack codes into words.
    Pack(PackingRequest),
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

/// A request to reshape an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReshapeRequest {
    /// JSON text of the configuration, or of the whole codec object.
    pub codec: CodecText,
    /// The input's shape.
    pub shape: Vec<Integer>,
    /// The input's elements, where they are asked too.
    pub data: Option<ReshapeData>,
}

/// A request to unpack words, or to pack codes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackingRequest {
    /// The data type of the words.
    pub data_type: String,
    /// The shape of each input array: of words for Unpack, of codes for Pack.
    pub shape: Vec<Integer>,
    /// The operator's attributes.
    pub attributes: Attributes,
    /// Codes along the axis; only Unpack has it.
    pub count: Option<Integer>,
    /// Packed inputs: words little-endian, codes of a byte each.
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
    /// Of reshape, unpack and pack: a result for each array.
    Shaped {
        /// In the order of the arrays.
        results: Vec<ShapedResult>,
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

/// An array with a shape of its own, or its rejection.
pub type ShapedResult = Result<Shaped, Refusal>;

/// An array with a shape of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shaped {
    /// Its extents.
    pub shape: Vec<Integer>,
    /// Its packed elements, where they are given.
    pub data: Option<Vec<u8>>,
}

/// A rejection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// What was rejected.
    pub stage: Stage,
    /// A word of the protocol.
    #[serde(default)]
    pub reason: String,
    /// The implementation's own words.
    #[serde(default)]
    pub message: String,
}

/// What a rejection is about; an answer that names anything else is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The configuration, the fill value or the attributes: the codec cannot be opened.
    Configuration,
    /// A shape or an array.
    Data,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Configuration => "configuration",
            Self::Data => "data",
        })
    }
}

/// Why a line is not a message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct LineError(pub String);

impl Answer {
    /// In place of an answer that would be longer than [`MAX_LINE`].
    pub fn too_long() -> Self {
        Self::Unsupported(format!("the answer would be longer than {} MiB", MAX_LINE >> 20))
    }
}

impl Request {
    /// The name of the operation.
    pub fn operation(&self) -> &str {
        match self {
            Self::Hello => "hello",
            Self::CastValue(_) => "cast_value",
            Self::FillValue { .. } => "fill_value",
            Self::Reshape(_) => "reshape",
            Self::Unpack(_) => "unpack",
            Self::Pack(_) => "pack",
            Self::Other(name) => name,
        }
    }

    /// Whether its results have shapes.
    pub(crate) fn is_shaped(&self) -> bool {
        matches!(self, Self::Reshape(_) | Self::Unpack(_) | Self::Pack(_))
    }
}

impl From<serde_json::Error> for LineError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

fn packed(text: &str) -> Result<Vec<u8>, LineError> {
    hex::decode(text).ok_or_else(|| LineError("packed data is not pairs of hex digits".to_owned()))
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("messages have string keys and no other failure")
}
