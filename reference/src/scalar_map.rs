//! `scalar_map`: explicit images of single scalars.

use crate::data_type::DataType;
use crate::encoding::Value;
use crate::reading::{Alternative, Readings};

/// The entries of one direction, in the order of the text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ScalarMap {
    entries: Vec<MapEntry>,
}

/// One `[input, output]` pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapEntry {
    /// Which scalars of the source type it maps.
    pub key: MapKey,
    /// The bits of the target type that they become, verbatim (CV-MAP-4).
    pub output: u64,
}

/// A key of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapKey {
    /// The string `"NaN"`: every NaN of the source type (CV-MAP-5).
    AnyNan,
    /// A number, an infinity, or a NaN named by its hex pattern: bits of the source type.
    Bits(u64),
}

impl ScalarMap {
    /// The map with these entries.
    pub fn new(entries: Vec<MapEntry>) -> Self {
        Self { entries }
    }

    /// The entries, in the order of the text.
    pub fn entries(&self) -> &[MapEntry] {
        &self.entries
    }

    /// The output of the first entry whose key is the scalar (CV-MAP-1, CV-MAP-2).
    pub fn get(&self, source: DataType, bits: u64, readings: Readings) -> Option<u64> {
        let entry = self.entries.iter().find(|entry| entry.key.matches(source, bits, readings));
        entry.map(|entry| entry.output)
    }
}

impl MapKey {
    /// Whether two keys name the same scalar under some tolerated reading: what an implementation
    /// that refuses repeated keys may refuse (CV-MAP-2, CV-MAP-8).
    pub fn may_repeat(self, earlier: Self, source: DataType) -> bool {
        let value = |key| match key {
            Self::AnyNan => Value::Nan,
            Self::Bits(bits) => source.decode(bits),
        };
        match (value(self), value(earlier)) {
            (Value::Finite(key), Value::Finite(earlier)) => key.compare(&earlier).is_eq(),
            (key, earlier) => key == earlier,
        }
    }

    fn matches(self, source: DataType, bits: u64, readings: Readings) -> bool {
        let bits = bits & source.mask();
        match self {
            Self::AnyNan if readings.has(Alternative::NanKeyCanonicalOnly) => {
                source.nan() == Some(bits)
            }
            Self::AnyNan => source.is_nan(bits),
            Self::Bits(key) if key == bits => true,
            Self::Bits(key) => same_value(source, key, bits, readings),
        }
    }
}

/// Whether two different patterns are the same scalar: the zeros (CV-MAP-6), but no two NaNs
/// (CV-MAP-7).
fn same_value(source: DataType, key: u64, bits: u64, readings: Readings) -> bool {
    match (source.decode(key), source.decode(bits)) {
        (Value::Finite(key), Value::Finite(scalar)) => {
            key.is_zero() && scalar.is_zero() && !readings.has(Alternative::ZeroKeysByBits)
        }
        (Value::Nan, Value::Nan) => readings.has(Alternative::HexNanKeyAnyNan),
        _ => false,
    }
}
