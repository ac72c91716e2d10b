//! A function of `cast_value`: what it does with each element, whatever the spelling.

use codec_reference::{
    Cast, CastValue, ConfigurationError, DataType, Direction, MapEntry, OutOfRange, Readings,
    RoundingMode, ScalarMap, configuration_json,
};

use crate::protocol::CodecText;

/// One direction of a valid configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The type of the elements that are cast.
    pub source: DataType,
    /// The type that they are cast to.
    pub target: DataType,
    /// How values between two of the target are rounded.
    pub rounding: RoundingMode,
    /// The range rule; `None` where the member is absent.
    pub out_of_range: Option<OutOfRange>,
    /// Which way: from the array's type to the configuration's, or back.
    pub direction: Direction,
    /// The direction's list in `scalar_map`.
    pub map: Vec<MapEntry>,
}

impl Function {
    /// The array's data type.
    pub fn array_type(&self) -> DataType {
        match self.direction {
            Direction::Encode => self.source,
            Direction::Decode => self.target,
        }
    }

    /// The configuration's data type.
    pub fn stored_type(&self) -> DataType {
        match self.direction {
            Direction::Encode => self.target,
            Direction::Decode => self.source,
        }
    }

    /// The JSON text of the configuration.
    pub fn configuration(&self) -> String {
        let types = (self.array_type(), self.stored_type());
        let maps = Direction::ALL
            .map(|direction| if direction == self.direction { self.map.as_slice() } else { &[] });
        configuration_json(types, self.rounding, self.out_of_range, maps)
    }

    /// The reference's function.
    pub fn cast(&self) -> Cast {
        let cast = Cast::new(self.source, self.target, self.rounding, self.out_of_range);
        if self.map.is_empty() { cast } else { cast.with_map(ScalarMap::new(self.map.clone())) }
    }
}

/// Reads the configuration or the codec object of a request for arrays of a type.
pub(crate) fn read(codec: &CodecText, array: DataType) -> Result<CastValue, ConfigurationError> {
    match codec {
        CodecText::Configuration(text) => CastValue::parse(text, array, Readings::OURS),
        CodecText::Codec(text) => CastValue::parse_codec(text, array, Readings::OURS),
    }
}

/// The name of a range rule in vectors and capabilities; that of the absent member is `none`.
pub fn range_name(rule: Option<OutOfRange>) -> &'static str {
    rule.map_or("none", OutOfRange::name)
}

/// The range rule of that name.
pub fn range_from_name(name: &str) -> Option<Option<OutOfRange>> {
    if name == "none" { Some(None) } else { OutOfRange::from_name(name).map(Some) }
}
