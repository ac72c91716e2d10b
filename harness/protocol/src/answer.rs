//! What an implementation answers.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Hello, Integer, MAX_LINE, Request};

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

/// The result of one array.
pub type ArrayResult = Result<Vec<u8>, Refusal>;

/// An array with a shape of its own, or its rejection.
pub type ShapedResult = Result<Shaped, Refusal>;

/// An array with a shape of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shaped {
    /// The extent of each dimension.
    pub shape: Vec<Integer>,
    /// Its packed elements, where they are given.
    pub data: Option<Vec<u8>>,
}

/// The codec rejects a request or an array.
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

impl Answer {
    /// To a request whose operation is not one of the implementation's.
    pub fn unknown(request: &Request) -> Self {
        Self::Unsupported(format!("operation {:?}", request.operation()))
    }

    /// In place of an answer that would be longer than [`MAX_LINE`].
    pub fn too_long() -> Self {
        Self::Unsupported(format!("the answer would be longer than {} MiB", MAX_LINE >> 20))
    }
}

impl From<Hello> for Answer {
    fn from(hello: Hello) -> Self {
        Self::Hello(Box::new(hello))
    }
}

impl Refusal {
    /// A rejection of the configuration, the fill value or the attributes.
    pub fn configuration(reason: &str, message: &dyn ToString) -> Self {
        Self::new(Stage::Configuration, reason, message)
    }

    /// A rejection of a shape or an array.
    pub fn data(reason: &str, message: &dyn ToString) -> Self {
        Self::new(Stage::Data, reason, message)
    }

    /// A rejection at that stage.
    pub fn new(stage: Stage, reason: &str, message: &dyn ToString) -> Self {
        Self { stage, reason: reason.to_owned(), message: message.to_string() }
    }
}
