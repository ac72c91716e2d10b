//! `scalar_map`: explicit outputs of single scalars.

use std::collections::BTreeMap;

use crate::data_type::{DataType, Value};
use crate::number::Dyadic;
use crate::reading::{Alternative, Readings};

/// The entries of one direction, in the order of the text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ScalarMap {
    entries: Vec<MapEntry>,
    /// The first position of each key.
    positions: BTreeMap<MapKey, usize>,
}

/// One `[input, output]` pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapEntry {
    key: MapKey,
    output: u64,
}

/// A key of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MapKey {
    /// The string `"NaN"`: every NaN of the source type (CV-MAP-5).
    AnyNan,
    /// A number, an infinity, or a NaN named by its hex pattern: bits of the source type.
    Bits(u64),
}

impl ScalarMap {
    /// The map with these entries.
    pub fn new(entries: Vec<MapEntry>) -> Self {
        let mut positions = BTreeMap::new();
        for (position, entry) in entries.iter().enumerate() {
            positions.entry(entry.key).or_insert(position);
        }
        Self { entries, positions }
    }

    /// The entries, in the order of the text.
    pub fn entries(&self) -> &[MapEntry] {
        &self.entries
    }

    /// The output of the first entry whose key is the scalar (CV-MAP-1, CV-MAP-2).
    pub fn get(&self, source: DataType, bits: u64, readings: Readings) -> Option<u64> {
        // Most casts have no map, and need no look at the scalar.
        if self.entries.is_empty() {
            return None;
        }
        let bits = bits & source.mask();
        let first = match source.decode(bits) {
            Value::Nan => self.first_nan(source, bits, readings),
            Value::Finite(number) if number.is_zero() => self.first_zero(source, bits, readings),
            _ => self.first(MapKey::Bits(bits)),
        };
        first.map(|position| self.entries[position].output)
    }

    /// The first position of a key.
    fn first(&self, key: MapKey) -> Option<usize> {
        self.positions.get(&key).copied()
    }

    /// The first key that is this NaN: `"NaN"`, which is every NaN (CV-MAP-5), or its own pattern
    /// (CV-MAP-7).
    fn first_nan(&self, source: DataType, bits: u64, readings: Readings) -> Option<usize> {
        let canonical_only = readings.has(Alternative::NanKeyCanonicalOnly);
        let any = self.first(MapKey::AnyNan);
        let any = any.filter(|_| !canonical_only || source.nan() == Some(bits));
        let own = match readings.has(Alternative::HexNanKeyAnyNan) {
            false => self.first(MapKey::Bits(bits)),
            true => self.first_nan_pattern(source),
        };
        any.into_iter().chain(own).min()
    }

    /// The first key that is the pattern of any NaN.
    fn first_nan_pattern(&self, source: DataType) -> Option<usize> {
        let is_nan = |key| matches!(key, MapKey::Bits(bits) if source.is_nan(bits));
        self.entries.iter().position(|entry| is_nan(entry.key))
    }

    /// The first key that is a zero, of either sign (CV-MAP-6).
    fn first_zero(&self, source: DataType, bits: u64, readings: Readings) -> Option<usize> {
        if readings.has(Alternative::ZeroKeysByBits) {
            return self.first(MapKey::Bits(bits));
        }
        let zeros = [false, true].map(|negative| source.encode(&Dyadic::zero(negative)));
        zeros.into_iter().flatten().filter_map(|zero| self.first(MapKey::Bits(zero))).min()
    }
}

impl MapEntry {
    /// The entry, where key and output are scalars of these types.
    pub fn new(key: MapKey, output: u64, (source, target): (DataType, DataType)) -> Option<Self> {
        let known = match key {
            MapKey::AnyNan => source.nan().is_some(),
            MapKey::Bits(bits) => bits <= source.mask(),
        };
        (known && output <= target.mask()).then_some(Self { key, output })
    }

    /// Which scalars of the source type it maps.
    pub fn key(&self) -> MapKey {
        self.key
    }

    /// The bits of the target type that they become, verbatim (CV-MAP-4).
    pub fn output(&self) -> u64 {
        self.output
    }
}

impl MapKey {
    /// Whether two keys name the same scalar under some tolerated reading: what an implementation
    /// that rejects repeated keys may reject (CV-MAP-2, CV-MAP-8).
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
}
