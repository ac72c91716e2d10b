//! A configuration of `cast_value` in one direction, and what the reference says of its elements.

use std::collections::BTreeMap;

use codec_reference::{
    Alternative, CastValue, DataType, Direction, MapEntry, MapKey, Readings, RoundingMode,
};
use codec_vectors::{Bits, Expected, Outcome, Reason};

use crate::function::Function;
use crate::generate::function::Oracle;

/// A function, and the fill value that its codec is opened with.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setup {
    pub(super) function: Function,
    /// JSON text of the array's fill value.
    pub(super) fill_value: String,
}

/// The reference for a setup, under each reading that can matter.
#[derive(Clone)]
pub(super) struct Truth {
    oracle: Oracle,
    /// Whether the codec itself is rejected.
    refused: bool,
    /// Readings that accept or reject this configuration where ours does the opposite.
    refusals: BTreeMap<String, Expected>,
    /// What the fill value becomes in the configuration's type.
    pub(super) fill_value_cast: Option<Outcome>,
}

/// Keys and outputs that are tried in place of longer ones.
const SHORT: [&str; 4] = ["1", "0", "2", "100"];

/// Readings that change what a map does, where there is one.
const OF_MAPS: [Alternative; 3] =
    [Alternative::NanKeyCanonicalOnly, Alternative::ZeroKeysByBits, Alternative::HexNanKeyAnyNan];

impl Setup {
    /// The types of inputs and outputs.
    pub(super) fn types(&self) -> (DataType, DataType) {
        (self.function.source, self.function.target)
    }

    /// What the reference says; `None` where the configuration itself is invalid.
    pub(super) fn truth(&self) -> Option<Truth> {
        let (text, array) = (self.function.configuration(), self.function.array_type());
        let (stored, direction) = (self.function.stored_type(), self.function.direction);
        let codec = CastValue::parse(&text, array, Readings::OURS).ok()?;
        let opened = self.open(&codec, Readings::OURS);
        let alternatives = self.alternatives(&codec);
        let mut refusals = BTreeMap::new();
        let mut others = Vec::new();
        for alternative in alternatives.iter().copied() {
            let readings = Readings::OURS.with(alternative);
            let parsed = CastValue::parse(&text, array, readings);
            match parsed.as_ref().map(|codec| self.open(codec, readings)) {
                Err(_) => {
                    refusals.insert(alternative.name().to_owned(), error(Reason::Configuration));
                }
                Ok(None) if opened.is_some() => {
                    refusals.insert(alternative.name().to_owned(), error(Reason::FillValue));
                }
                // Skip setups on which the readings disagree about rejection.
                Ok(Some(_)) if opened.is_none() => return None,
                Ok(_) => {}
            }
            others.extend(parsed.ok().map(|codec| (alternative, codec.cast(direction).clone())));
        }
        let oracle = Oracle::with_alternatives(codec.cast(direction).clone(), others);
        let fill_value_cast = opened.map(|bits| Outcome::from(expected(stored, bits)));
        // A reading may change the fill value's cast, which then says nothing.
        let fill_value_cast = fill_value_cast.filter(|_| alternatives.is_empty());
        Some(Truth { oracle, refused: opened.is_none(), refusals, fill_value_cast })
    }

    /// The same without map, or without one of its entries; with the default modes; encoding.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let function = &self.function;
        let mut simpler: Vec<Function> = Vec::new();
        if !function.map.is_empty() {
            let without = (0..function.map.len()).map(|index| {
                let mut map = function.map.clone();
                map.remove(index);
                map
            });
            let maps = std::iter::once(Vec::new()).chain(without).chain(self.shorter_maps());
            simpler.extend(maps.map(|map| Function { map, ..function.clone() }));
        }
        simpler.push(Function { out_of_range: None, ..function.clone() });
        simpler.push(Function { rounding: RoundingMode::NearestEven, ..function.clone() });
        if function.map.is_empty() {
            simpler.push(Function { direction: Direction::Encode, ..function.clone() });
        }
        let plain = Self { fill_value: "1".to_owned(), ..self.clone() };
        let others = simpler.into_iter().map(|function| Self { function, ..self.clone() });
        std::iter::once(plain).chain(others).filter(|simpler| simpler != self).collect()
    }

    /// The map with an entry of a shorter text in place of one key or output.
    fn shorter_maps(&self) -> impl Iterator<Item = Vec<MapEntry>> {
        let Function { source, target, map, .. } = &self.function;
        let entries = map.iter().enumerate().flat_map(move |(index, entry)| {
            let (key, output) = (entry.key(), entry.output());
            let types = (*source, *target);
            let key_text = match key {
                MapKey::AnyNan => "\"NaN\"".to_owned(),
                MapKey::Bits(bits) => source.fill_value_json(bits),
            };
            let keys = shorter(*source, key_text.len()).map(MapKey::Bits);
            let outputs = shorter(*target, target.fill_value_json(output).len());
            let keys = keys.filter_map(move |key| MapEntry::new(key, output, types));
            let outputs = outputs.filter_map(move |output| MapEntry::new(key, output, types));
            keys.chain(outputs).map(move |entry| (index, entry))
        });
        entries.map(|(index, entry)| {
            let mut map = map.clone();
            map[index] = entry;
            map
        })
    }

    /// The readings of texts, of the map and of the fill value that can change something. What
    /// those of the procedure make of an element, the oracle knows by itself.
    fn alternatives(&self, codec: &CastValue) -> Vec<Alternative> {
        let of_fill_values =
            || Alternative::ALL.into_iter().filter(|way| way.rule().starts_with("FV-"));
        let mut all = Vec::new();
        if !self.function.map.is_empty() {
            all.extend(OF_MAPS);
            all.push(Alternative::DuplicateKeysRefused);
            all.extend(of_fill_values());
        }
        if self.fill_value != "1" {
            all.push(Alternative::FillZeroSignMatters);
            all.extend(self.of_procedure(codec));
            all.extend(of_fill_values());
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The readings of the procedure under which the fill value takes another way there or back.
    fn of_procedure(&self, codec: &CastValue) -> Vec<Alternative> {
        let [encode, decode] = Direction::ALL.map(|direction| codec.cast(direction));
        let array = self.function.array_type();
        let Ok(fill_value) = array.parse_fill_value(&self.fill_value, Readings::OURS) else {
            return Vec::new();
        };
        let there = encode.trace(fill_value);
        let back = encode.output(&there).map(|encoded| decode.trace(encoded));
        let back = back.iter().flat_map(|back| decode.alternatives(back));
        encode.alternatives(&there).chain(back).map(|(alternative, _)| alternative).collect()
    }

    fn open(&self, codec: &CastValue, readings: Readings) -> Option<u64> {
        let array = self.function.array_type();
        let fill_value = array.parse_fill_value(&self.fill_value, readings).ok()?;
        codec.cast_fill_value(fill_value).ok()
    }
}

impl Truth {
    pub(super) fn outcome(&self, bits: u64) -> Outcome {
        if self.refused {
            return error(Reason::FillValue).into();
        }
        let mut outcome = self.oracle.outcome(bits);
        if !self.refusals.is_empty() {
            let others = self.refusals.iter().map(|(name, other)| (name.clone(), *other));
            outcome.or.extend(others);
        }
        outcome
    }

    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }

    /// Whether the codec must be opened.
    pub(super) fn opens(&self) -> bool {
        !self.refused && self.refusals.is_empty()
    }
}

fn error(reason: Reason) -> Expected {
    Expected::Error(reason)
}

fn expected(data_type: DataType, bits: u64) -> Expected {
    match data_type.is_nan(bits) {
        true => Expected::Nan,
        false => Expected::Bits(Bits { bits, bytes: data_type.bytes() as u8 }),
    }
}

/// Values with a text that is shorter.
fn shorter(data_type: DataType, length: usize) -> impl Iterator<Item = u64> {
    let texts = SHORT.iter().filter(move |text| text.len() < length);
    texts.filter_map(move |text| data_type.parse_fill_value(text, Readings::OURS).ok())
}
