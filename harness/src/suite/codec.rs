//! What a question about casts says of the codec.

use codec_reference::{DataType, Direction, Json, OutOfRange, RoundingMode};

use crate::function::{Function, range_from_name};
use crate::protocol::CodecText;

/// The codec of a question about casts, in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastCodec {
    /// A function: its spelling does not matter.
    Function(Function),
    /// The text of a hand-written case, which is asked as it is.
    Spelled(Spelled),
}

/// A configuration or codec object as a hand-written case spells it, valid or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelled {
    /// The JSON text as spelled.
    pub text: CodecText,
    /// Which way.
    pub direction: Direction,
    /// The array's data type, known or not.
    pub array_type: String,
    /// The configuration's data type, where one is known.
    pub stored_type: Option<DataType>,
    /// The rounding mode and the range rule, where the configuration is valid.
    pub mode: Option<(RoundingMode, Option<OutOfRange>)>,
}

impl CastCodec {
    /// The text that a request has.
    pub fn text(&self) -> CodecText {
        match self {
            Self::Function(function) => CodecText::Configuration(function.configuration()),
            Self::Spelled(spelled) => spelled.text.clone(),
        }
    }

    /// Which way.
    pub fn direction(&self) -> Direction {
        match self {
            Self::Function(function) => function.direction,
            Self::Spelled(spelled) => spelled.direction,
        }
    }

    /// The name of the array's data type.
    pub fn array_type(&self) -> &str {
        match self {
            Self::Function(function) => function.array_type().name(),
            Self::Spelled(spelled) => &spelled.array_type,
        }
    }

    /// The configuration's data type, where one is known.
    pub fn stored_type(&self) -> Option<DataType> {
        match self {
            Self::Function(function) => Some(function.stored_type()),
            Self::Spelled(spelled) => spelled.stored_type,
        }
    }

    /// The rounding mode and the range rule; an invalid configuration has none.
    pub fn mode(&self) -> Option<(RoundingMode, Option<OutOfRange>)> {
        match self {
            Self::Function(function) => Some((function.rounding, function.out_of_range)),
            Self::Spelled(spelled) => spelled.mode,
        }
    }

    /// The type of the inputs and the type of the outputs, where they are known.
    pub fn types(&self) -> (Option<DataType>, Option<DataType>) {
        let array = DataType::from_name(self.array_type());
        match self.direction() {
            Direction::Encode => (array, self.stored_type()),
            Direction::Decode => (self.stored_type(), array),
        }
    }
}

impl Spelled {
    /// What is known of a text; `is_valid` is whether its case says so.
    pub(super) fn new(
        text: CodecText,
        direction: Direction,
        array_type: String,
        is_valid: bool,
    ) -> Self {
        let configuration = configuration(&text);
        let configuration = configuration.as_ref();
        let stored_type = configuration.and_then(stored_type);
        let mode = configuration.filter(|_| is_valid).and_then(mode);
        Self { text, direction, array_type, stored_type, mode }
    }
}

fn configuration(text: &CodecText) -> Option<Json> {
    match text {
        CodecText::Configuration(text) => Json::parse(text).ok(),
        CodecText::Codec(text) => Json::parse(text).ok()?.member("configuration").cloned(),
    }
}

fn stored_type(configuration: &Json) -> Option<DataType> {
    let value = configuration.member("data_type")?;
    DataType::from_name(string(value).or_else(|| string(value.member("name")?))?)
}

fn mode(configuration: &Json) -> Option<(RoundingMode, Option<OutOfRange>)> {
    let name = |name: &str, absent| match configuration.member(name) {
        Some(value) => string(value),
        None => Some(absent),
    };
    let rounding = RoundingMode::from_name(name("rounding", "nearest-even")?)?;
    Some((rounding, range_from_name(name("out_of_range", "none")?)?))
}

fn string(json: &Json) -> Option<&str> {
    if let Json::String(text) = json { Some(text) } else { None }
}
