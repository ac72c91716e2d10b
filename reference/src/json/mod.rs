//! JSON text with its spelling intact.

mod members;

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use thiserror::Error;

pub use members::MemberError;
pub(crate) use members::{
    Members, configuration_of, find, members, only, permitted, required, wrong_kind,
};

/// A JSON value that keeps the spelling of numbers and the order of members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as written: `1`, `1.0` and `1e0` differ.
    Number(String),
    /// A string, its escapes resolved.
    String(String),
    /// An array: its values, in order.
    Array(Vec<Self>),
    /// An object; no two members have the same name.
    Object(Vec<(String, Self)>),
}

/// Why a text is not taken as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum JsonError {
    /// The text is longer than [`Json::MAX_BYTES`].
    #[error("JSON text of {bytes} bytes, more than {}", Json::MAX_BYTES)]
    TooLong {
        /// How many bytes the text has.
        bytes: usize,
    },
    /// Arrays and objects are nested deeper than [`Json::MAX_DEPTH`].
    #[error("JSON nested deeper than {} levels", Json::MAX_DEPTH)]
    TooDeep,
    /// Not JSON, or an object with the same member twice (CV-CONF-8).
    #[error("{message}")]
    Syntax {
        /// What is wrong and where, as the parser says it.
        message: String,
    },
}

impl Json {
    /// Longer texts are rejected.
    pub const MAX_BYTES: usize = 16 << 20;
    /// More deeply nested texts are rejected.
    pub const MAX_DEPTH: usize = 32;

    /// Parses a whole text.
    ///
    /// # Errors
    /// A text that is not JSON, that repeats a member of an object (CV-CONF-8), or that exceeds
    /// the bounds on size and depth.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        if text.len() > Self::MAX_BYTES {
            return Err(JsonError::TooLong { bytes: text.len() });
        }
        Self::from_raw(serde_json::from_str(text)?, Self::MAX_DEPTH)
    }

    /// The member of that name, where the value is an object that has it.
    pub fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => find(members, name),
            _ => None,
        }
    }

    /// What a value is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    fn from_raw(raw: &RawValue, depth: usize) -> Result<Self, JsonError> {
        let text = raw.get();
        let nested = depth.checked_sub(1).ok_or(JsonError::TooDeep);
        Ok(match text.as_bytes()[0] {
            b'n' => Self::Null,
            b't' => Self::Bool(true),
            b'f' => Self::Bool(false),
            b'"' => Self::String(serde_json::from_str(text)?),
            b'[' => {
                let (items, depth) = (serde_json::from_str::<Vec<&RawValue>>(text)?, nested?);
                let items = items.into_iter().map(|item| Self::from_raw(item, depth));
                Self::Array(items.collect::<Result<_, _>>()?)
            }
            b'{' => {
                let (members, depth) = (serde_json::from_str::<RawMembers>(text)?.0, nested?);
                let parse = |(name, raw)| Ok((name, Self::from_raw(raw, depth)?));
                Self::Object(members.into_iter().map(parse).collect::<Result<_, JsonError>>()?)
            }
            _ => Self::Number(text.to_owned()),
        })
    }
}

impl fmt::Display for Json {
    /// The text without blanks, each number as it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let string = |text: &String| serde_json::Value::from(text.as_str()).to_string();
        let list = |items: Vec<String>| items.join(",");
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(text) => f.write_str(text),
            Self::String(text) => f.write_str(&string(text)),
            Self::Array(items) => {
                write!(f, "[{}]", list(items.iter().map(Self::to_string).collect()))
            }
            Self::Object(members) => {
                let member = |(name, value): &(String, Self)| format!("{}:{value}", string(name));
                write!(f, "{{{}}}", list(members.iter().map(member).collect()))
            }
        }
    }
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> Self {
        Self::Syntax { message: error.to_string() }
    }
}

/// An object's members, their values not parsed yet.
struct RawMembers<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for RawMembers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = RawMembers<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members: Vec<(String, &RawValue)> = Vec::new();
        let mut names = HashSet::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format_args!("member {name:?} is repeated")));
            }
            members.push((name, value));
        }
        Ok(RawMembers(members))
    }
}
