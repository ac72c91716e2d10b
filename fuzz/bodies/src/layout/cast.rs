//! Functions of `cast_value` and elements for them.

use arbitrary::{Arbitrary, Unstructured};
use codec_reference::{
    Cast, DataType, Direction, MapEntry, MapKey, OutOfRange, RoundingMode, ScalarMap,
    configuration_json,
};

use super::{bits, byte, choose, chosen};

/// One direction of a valid configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The array's data type.
    pub array: DataType,
    /// The configuration's data type.
    pub stored: DataType,
    /// Which way.
    pub direction: Direction,
    /// The rounding mode.
    pub rounding: RoundingMode,
    /// The range rule; `wrap` only where the configuration's type is an integer (CV-WRAP-4).
    pub out_of_range: Option<OutOfRange>,
    /// The entries of the direction's list, at most [`Function::MAX_ENTRIES`].
    pub map: Vec<MapEntry>,
}

/// A function and the elements of an array for it.
#[derive(Clone, PartialEq, Debug)]
pub struct CastInput {
    /// What is done.
    pub function: Function,
    /// Bits of the source type, at most [`CastInput::MAX_ELEMENTS`].
    pub elements: Vec<u64>,
}

const RANGES: [Option<OutOfRange>; 3] = [None, Some(OutOfRange::Clamp), Some(OutOfRange::Wrap)];

impl Function {
    /// Longer maps are not decoded.
    pub const MAX_ENTRIES: usize = 4;

    /// The type of the elements that are cast.
    pub fn source(&self) -> DataType {
        match self.direction {
            Direction::Encode => self.array,
            Direction::Decode => self.stored,
        }
    }

    /// The type that they are cast to.
    pub fn target(&self) -> DataType {
        match self.direction {
            Direction::Encode => self.stored,
            Direction::Decode => self.array,
        }
    }

    /// The reference's function.
    pub fn cast(&self) -> Cast {
        let cast = Cast::new(self.source(), self.target(), self.rounding, self.out_of_range);
        if self.map.is_empty() { cast } else { cast.with_map(ScalarMap::new(self.map.clone())) }
    }

    /// The JSON text of the configuration.
    pub fn configuration(&self) -> String {
        let maps = Direction::ALL
            .map(|direction| if direction == self.direction { self.map.as_slice() } else { &[] });
        configuration_json((self.array, self.stored), self.rounding, self.out_of_range, maps)
    }

    /// The bytes that decode to the function.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![
            chosen(&self.array, &DataType::ALL),
            chosen(&self.stored, &DataType::ALL),
            chosen(&self.direction, &Direction::ALL),
            chosen(&self.rounding, &RoundingMode::ALL),
            chosen(&self.out_of_range, &RANGES),
            self.map.len() as u8,
        ];
        for entry in &self.map {
            let (kind, key) = match entry.key() {
                MapKey::AnyNan => (0, 0),
                MapKey::Bits(bits) => (1, bits),
            };
            bytes.push(kind);
            bytes.extend(key.to_le_bytes());
            bytes.extend(entry.output().to_le_bytes());
        }
        bytes
    }
}

impl CastInput {
    /// More elements are not decoded: two of the blocks that vectorised code takes at a time, and
    /// a few for what is left over.
    pub const MAX_ELEMENTS: usize = 67;

    /// The bytes that decode to the input.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.function.encode();
        let width = self.function.source().bytes();
        for element in &self.elements {
            bytes.extend(&element.to_le_bytes()[..width]);
        }
        bytes
    }
}

impl<'a> Arbitrary<'a> for Function {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let types: [u8; 2] = bytes.arbitrary()?;
        let [array, stored] = types.map(data_type);
        let direction = choose(bytes, &Direction::ALL)?;
        let rounding = choose(bytes, &RoundingMode::ALL)?;
        let valid = if stored.is_integer() { RANGES.as_slice() } else { &RANGES[..2] };
        let out_of_range = choose(bytes, valid)?;
        let entries = usize::from(byte(bytes)?) % (Self::MAX_ENTRIES + 1);
        let mut function =
            Self { array, stored, direction, rounding, out_of_range, map: Vec::new() };
        let (source, target) = (function.source(), function.target());
        for _ in 0..entries {
            let kind = byte(bytes)? % 2;
            let (key, output): (u64, u64) = (bytes.arbitrary()?, bytes.arbitrary()?);
            // Only a type with a NaN may have it for a key (CV-MAP-5).
            let any_nan = kind == 0 && source.nan().is_some();
            let key = if any_nan { MapKey::AnyNan } else { MapKey::Bits(key & source.mask()) };
            let entry = MapEntry::new(key, output & target.mask(), (source, target));
            function.map.extend(entry);
        }
        Ok(function)
    }
}

impl<'a> Arbitrary<'a> for CastInput {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let function = Function::arbitrary(bytes)?;
        let (width, mask) = (function.source().bytes(), function.source().mask());
        let count = (bytes.len() / width).min(Self::MAX_ELEMENTS);
        let chunks = bytes.bytes(count * width)?.chunks_exact(width);
        let elements = chunks.map(|chunk| bits(chunk) & mask).collect();
        Ok(Self { function, elements })
    }
}

fn data_type(byte: u8) -> DataType {
    DataType::ALL[usize::from(byte) % DataType::ALL.len()]
}
