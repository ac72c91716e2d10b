//! The records of `reshape`, Unpack and Pack.

use std::fmt;

use codec_protocol::{Attributes, Elements, Integer, hex};
use serde::de::{
    self, Deserialize, Deserializer, SeqAccess, Visitor, value::SeqAccessDeserializer,
};
use serde::ser::{Serialize, Serializer};
use serde::{Deserialize as DeriveDeserialize, Serialize as DeriveSerialize};

use crate::outcome::{Outcome, Reason};
use crate::record::Level;

/// Items that test the same rules, generated or written by hand.
#[derive(Clone, PartialEq, Debug, DeriveSerialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch<T> {
    /// Immutable name; that of an item is `ID/NAME`.
    pub id: String,
    /// The rules it tests, the decisive one first.
    pub rules: Vec<String>,
    /// The level of its decisive rule.
    pub level: Level,
    /// What goes wrong where an item fails.
    pub why: String,
    /// A report of the fault, for a regression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Capabilities of the operation without which the batch is skipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// The items, sorted by name where they are written by hand.
    pub items: Vec<T>,
}

/// An input shape that a configuration of `reshape` is resolved against.
#[derive(Clone, PartialEq, Debug, DeriveSerialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct ReshapeItem {
    /// Its name within the batch.
    pub name: String,
    /// A configuration's JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// The JSON text of a whole codec object, instead of a configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codec: Option<String>,
    /// The shape of the input array.
    pub input: Vec<Integer>,
    /// The shape of the output array, or a rejection.
    pub outcome: Outcome<ShapeResult>,
    /// The elements of an input array, which are those of the output array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<ReshapeData>,
}

/// The elements of an array that is reshaped.
#[derive(Clone, PartialEq, Eq, Debug, DeriveSerialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct ReshapeData {
    /// Name of the data type of every element.
    pub data_type: String,
    /// Packed elements in C order, little-endian.
    pub elements: Hex,
}

/// An output shape, or a rejection.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ShapeResult {
    /// The extent of each dimension of the output.
    Shape(Vec<Integer>),
    /// `"STAGE:REASON"`: a rejection.
    Error(Reason),
}

/// Words and the codes that they hold.
#[derive(Clone, PartialEq, Eq, Debug, DeriveSerialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct PackingItem {
    /// Its name within the batch; a check is `ID/NAME/unpack` or `ID/NAME/pack`.
    pub name: String,
    /// Data type of the words.
    pub data_type: String,
    /// The operator's attributes.
    pub attributes: Attributes,
    /// Input of Unpack: the number of codes along the axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Integer>,
    /// Input of Unpack: words, little-endian. Absent where only Pack is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Tensor>,
    /// Output of Unpack and input of Pack: codes of a byte each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codes: Option<Tensor>,
    /// Output of Pack, where it is not `words`: its data, of the same shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packed: Option<Hex>,
    /// `"STAGE:REASON"`: both inputs must be rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Reason>,
}

/// A shape, and packed elements in C order.
#[derive(Clone, PartialEq, Eq, Debug, DeriveSerialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Tensor {
    /// The extent of each dimension.
    pub shape: Vec<Integer>,
    /// The elements, little-endian.
    pub data: Hex,
}

/// Bytes, two lower-case hex digits each.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex(pub Vec<u8>);

impl From<ReshapeData> for Elements {
    fn from(data: ReshapeData) -> Self {
        Self { data_type: data.data_type, bytes: data.elements.0 }
    }
}

impl PackingItem {
    /// The checks of the item: Unpack where words are given, Pack where codes are.
    pub fn count(&self) -> u64 {
        u64::from(self.words.is_some()) + u64::from(self.codes.is_some())
    }
}

impl Hex {
    /// The bytes of a text of lower-case hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        let lower_case = !text.bytes().any(|digit| digit.is_ascii_uppercase());
        hex::decode(text).filter(|_| lower_case).map(Self)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let expected = &"pairs of lower-case hex digits";
        Self::parse(&text)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), expected))
    }
}

impl fmt::Display for ShapeResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(extents) => {
                let extents: Vec<String> = extents.iter().map(Integer::to_string).collect();
                write!(f, "[{}]", extents.join(","))
            }
            Self::Error(reason) => f.write_str(reason.name()),
        }
    }
}

impl Serialize for ShapeResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shape(extents) => extents.serialize(serializer),
            Self::Error(reason) => reason.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for ShapeResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeResultVisitor)
    }
}

struct ShapeResultVisitor;

impl<'de> Visitor<'de> for ShapeResultVisitor {
    type Value = ShapeResult;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of extents, or \"stage:reason\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ShapeResult, E> {
        let reason = Reason::parse(text).map(ShapeResult::Error);
        reason.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<ShapeResult, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(seq)).map(ShapeResult::Shape)
    }
}
