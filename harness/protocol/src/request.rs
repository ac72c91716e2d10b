//! What an implementation is asked.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Integer;

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
    pub data: Option<Elements>,
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

/// The elements of an array that is reshaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Elements {
    /// Name of the data type of every element.
    pub data_type: String,
    /// They themselves, packed, in C order, little-endian.
    pub bytes: Vec<u8>,
}

/// Attributes of Unpack and Pack; absent ones are not given.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// Number of bits of a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<Integer>,
    /// Base of grouped codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radix: Option<Integer>,
    /// Codes of a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_size: Option<Integer>,
    /// The axis of the rows; -1 where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<Integer>,
}

impl Attributes {
    /// `bits`, `radix` and `group_size`, and the axis, as the INT64 that ONNX has for attributes;
    /// `None` if one of them is out of its range.
    pub fn to_int64(&self) -> Option<([Option<i64>; 3], i64)> {
        let int64 = |attribute: &Option<Integer>| match attribute {
            Some(given) => given.to().map(Some),
            None => Some(None),
        };
        let layout = [int64(&self.bits)?, int64(&self.radix)?, int64(&self.group_size)?];
        Some((layout, int64(&self.axis)?.unwrap_or(-1)))
    }
}

/// The way through a codec.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// From the array's data type to the configuration's.
    Encode,
    /// From the configuration's data type to the array's.
    Decode,
}

/// The JSON text that configures a codec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodecText {
    /// The value of the member `configuration` alone.
    Configuration(String),
    /// A codec object with name and configuration.
    Codec(String),
}

impl Direction {
    /// The string that names the direction in a request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::Decode => "decode",
        }
    }

    /// The direction of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Encode, Self::Decode].into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl CodecText {
    /// The text, whichever it is.
    pub fn text(&self) -> &str {
        match self {
            Self::Configuration(text) | Self::Codec(text) => text,
        }
    }
}

impl fmt::Display for CodecText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuration(text) => write!(f, "configuration {text}"),
            Self::Codec(text) => write!(f, "codec {text}"),
        }
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
    pub fn is_shaped(&self) -> bool {
        matches!(self, Self::Reshape(_) | Self::Unpack(_) | Self::Pack(_))
    }
}
