//! A configuration of `cast_value` in one direction, and what the reference says of its elements.

use std::collections::BTreeMap;

use codec_reference::{
    Alternative, CastValue, DataType, Direction, OutOfRange, Readings, RoundingMode,
};
use codec_vectors::{Bits, Expected, Outcome, Reason};

use crate::generate::function::{Oracle, relevant};

/// What is asked of elements, in the order in which a configuration says it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setup {
    pub(super) array: DataType,
    pub(super) stored: DataType,
    pub(super) direction: Direction,
    pub(super) rounding: RoundingMode,
    pub(super) out_of_range: Option<OutOfRange>,
    /// JSON texts of the inputs and outputs that are mapped in this direction.
    pub(super) map: Vec<(String, String)>,
    /// JSON text of the array's fill value.
    pub(super) fill_value: String,
}

/// The reference for a setup, under each reading that can matter.
#[derive(Clone)]
pub(super) struct Truth {
    oracle: Oracle,
    /// Whether the codec itself is refused.
    refused: bool,
    /// Readings under which it is refused or not, where the project's own has it the other way.
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
        match self.direction {
            Direction::Encode => (self.array, self.stored),
            Direction::Decode => (self.stored, self.array),
        }
    }

    /// The configuration's JSON text, without members that say what their absence does.
    pub(super) fn configuration(&self) -> String {
        let mut text = format!(r#"{{"data_type":"{}""#, self.stored);
        if self.rounding != RoundingMode::NearestEven {
            text.push_str(&format!(r#","rounding":"{}""#, self.rounding.name()));
        }
        if let Some(rule) = self.out_of_range {
            text.push_str(&format!(r#","out_of_range":"{}""#, rule.name()));
        }
        if !self.map.is_empty() {
            let entry = |(key, output): &(String, String)| format!("[{key},{output}]");
            let entries: Vec<String> = self.map.iter().map(entry).collect();
            let (direction, entries) = (self.direction, entries.join(","));
            text.push_str(&format!(r#","scalar_map":{{"{direction}":[{entries}]}}"#));
        }
        text + "}"
    }

    /// What the reference says; `None` where the configuration itself is invalid.
    pub(super) fn truth(&self) -> Option<Truth> {
        let text = self.configuration();
        let codec = CastValue::parse(&text, self.array, Readings::OURS).ok()?;
        let opened = self.open(&codec, Readings::OURS);
        let mut refusals = BTreeMap::new();
        let mut others = Vec::new();
        for alternative in self.alternatives() {
            let readings = Readings::OURS.with(alternative);
            let parsed = CastValue::parse(&text, self.array, readings);
            match parsed.as_ref().map(|codec| self.open(codec, readings)) {
                Err(_) => {
                    refusals.insert(alternative.name().to_owned(), error(Reason::Configuration));
                }
                Ok(None) if opened.is_some() => {
                    refusals.insert(alternative.name().to_owned(), error(Reason::FillValue));
                }
                // Nobody is asked what only some readings refuse.
                Ok(Some(_)) if opened.is_none() => return None,
                Ok(_) => {}
            }
            others
                .extend(parsed.ok().map(|codec| (alternative, codec.cast(self.direction).clone())));
        }
        let oracle = Oracle::with_alternatives(codec.cast(self.direction).clone(), others);
        let fill_value_cast = opened.map(|bits| Outcome::from(expected(self.stored, bits)));
        // A reading may change the fill value's cast, which then says nothing.
        let fill_value_cast = fill_value_cast.filter(|_| self.alternatives().is_empty());
        Some(Truth { oracle, refused: opened.is_none(), refusals, fill_value_cast })
    }

    /// The same without map, or without one of its entries; with members left out; encoding.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        if !self.map.is_empty() {
            simpler.push(Self { map: Vec::new(), ..self.clone() });
            simpler.extend((0..self.map.len()).map(|index| {
                let mut map = self.map.clone();
                map.remove(index);
                Self { map, ..self.clone() }
            }));
            simpler.extend(self.shorter_maps().map(|map| Self { map, ..self.clone() }));
        }
        simpler.push(Self { fill_value: "1".to_owned(), ..self.clone() });
        simpler.push(Self { out_of_range: None, ..self.clone() });
        simpler.push(Self { rounding: RoundingMode::NearestEven, ..self.clone() });
        if self.direction == Direction::Decode && self.map.is_empty() {
            let ((array, stored), direction) = (self.types(), Direction::Encode);
            simpler.push(Self { array, stored, direction, ..self.clone() });
        }
        simpler.retain(|simpler| simpler != self);
        simpler
    }

    /// The map with a shorter text in place of one key or output.
    fn shorter_maps(&self) -> impl Iterator<Item = Vec<(String, String)>> {
        let places = (0..self.map.len()).flat_map(|index| [(index, false), (index, true)]);
        places.flat_map(move |(index, is_key)| {
            SHORT.iter().filter_map(move |text| {
                let mut map = self.map.clone();
                let place = if is_key { &mut map[index].0 } else { &mut map[index].1 };
                (text.len() < place.len()).then(|| *place = (*text).to_owned())?;
                Some(map)
            })
        })
    }

    /// The readings that can change something.
    fn alternatives(&self) -> Vec<Alternative> {
        let mut all = relevant(self.types().1, self.out_of_range);
        if !self.map.is_empty() {
            all.extend(OF_MAPS);
            all.extend(Alternative::all().filter(|way| {
                way.rule().starts_with("FV-") || *way == Alternative::DuplicateKeysRefused
            }));
        }
        if self.fill_value != "1" {
            all.push(Alternative::FillZeroSignMatters);
            all.extend(relevant(self.stored, self.out_of_range));
            all.extend(relevant(self.array, self.out_of_range));
            all.extend(Alternative::all().filter(|way| way.rule().starts_with("FV-")));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn open(&self, codec: &CastValue, readings: Readings) -> Option<u64> {
        let fill_value = self.array.parse_fill_value(&self.fill_value, readings).ok()?;
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

    /// The rule that decides an element.
    pub(super) fn rule(&self, bits: u64) -> &'static str {
        match self.refused {
            true => "CV-FILL-2",
            false => self.oracle.rules(bits).last().copied().unwrap_or("CV-EXACT-1"),
        }
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
