//! What an implementation says of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Direction, PROTOCOL, PairEntry};

/// Who an implementation is and what it can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// Its name and version.
    pub implementation: About,
    /// What it can do; everything else is skipped.
    pub capabilities: Capabilities,
}

impl Hello {
    /// The hello of an implementation in Rust.
    pub fn new(name: &str, version: &str, capabilities: Capabilities) -> Self {
        let (name, version) = (name.to_owned(), version.to_owned());
        let implementation = About { name, version, language: "rust".to_owned() };
        Self { protocol: PROTOCOL, implementation, capabilities }
    }

    /// Whether the other says the same of the same implementation; the order of a list says
    /// nothing.
    pub fn is_same(&self, other: &Self) -> bool {
        let sorted = |hello: &Self| {
            let mut value = serde_json::to_value(hello).expect("a hello has no keys but texts");
            sort(&mut value);
            value
        };
        sorted(self) == sorted(other)
    }
}

/// Puts all lists into one order.
fn sort(value: &mut Value) {
    match value {
        Value::Array(items) => items.sort_by_key(Value::to_string),
        Value::Object(members) => members.values_mut().for_each(sort),
        _ => {}
    }
}

/// Name and version of an implementation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The name it is known by, such as that of its package.
    pub name: String,
    /// Which version of it answers.
    pub version: String,
    /// The language it is called from.
    #[serde(default)]
    pub language: String,
}

/// What an implementation can do, by operation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Capabilities {
    /// `cast_value`, where it is offered.
    #[serde(default)]
    pub cast_value: Option<CastCapabilities>,
    /// Reading fill values, where it does that by itself.
    #[serde(default)]
    pub fill_value: Option<FillValueCapabilities>,
    /// `reshape`, where it is offered.
    #[serde(default)]
    pub reshape: Option<ReshapeCapabilities>,
    /// Unpack, where it is offered.
    #[serde(default)]
    pub unpack: Option<PackingCapabilities>,
    /// Pack, where it is offered.
    #[serde(default)]
    pub pack: Option<PackingCapabilities>,
    /// The largest number of elements of a request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_elements: Option<usize>,
    /// How it reads rules that the texts leave open: the rule's id, and the name of a reading.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// What its documentation says that it cannot do, and that is therefore not declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
}

/// A limit that an implementation documents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// What it cannot do.
    pub what: String,
    /// Where its documentation says so.
    pub link: String,
}

/// What a reader of fill values can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FillValueCapabilities {
    /// The data types it knows.
    pub data_types: Vec<String>,
}

/// What an implementation of `cast_value` can do.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CastCapabilities {
    /// The data types it knows, as array type and as configuration type.
    #[serde(default)]
    pub data_types: Vec<String>,
    /// The pairs of array type and configuration type it knows, where not all are, or not alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<PairEntry>>,
    /// The rounding modes it knows.
    pub rounding: Vec<String>,
    /// The range rules it knows; `"none"` for the absent member.
    pub out_of_range: Vec<String>,
    /// The directions it runs in.
    pub directions: Vec<String>,
    /// Whether it has a scalar_map.
    #[serde(default)]
    pub scalar_map: bool,
    /// Whether it reads the configuration's JSON itself.
    #[serde(default)]
    pub configuration: bool,
    /// Whether it reads whole codec objects.
    #[serde(default)]
    pub codec: bool,
    /// Whether it binds and checks a fill value.
    #[serde(default)]
    pub fill_value: bool,
    /// Whether it reports the fill value's cast.
    #[serde(default)]
    pub fill_value_result: bool,
}

impl CastCapabilities {
    /// Those of a codec with these data types, rounding modes and range rules, in both directions,
    /// that reads no JSON.
    pub fn new<'a>(
        data_types: impl IntoIterator<Item = &'a str>,
        rounding: impl IntoIterator<Item = &'a str>,
        out_of_range: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self {
            data_types: names(data_types),
            rounding: names(rounding),
            out_of_range: names(out_of_range),
            directions: names([Direction::Encode.name(), Direction::Decode.name()]),
            ..Self::default()
        }
    }
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// What an implementation of `reshape` can do.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ReshapeCapabilities {
    /// Whether it reads the configuration's JSON itself.
    #[serde(default)]
    pub configuration: bool,
    /// Whether it reads whole codec objects.
    #[serde(default)]
    pub codec: bool,
    /// Whether it reshapes data too.
    #[serde(default)]
    pub data: bool,
    /// The data types of such data.
    #[serde(default)]
    pub data_types: Vec<String>,
}

/// What an implementation of Unpack or Pack can do.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PackingCapabilities {
    /// The data types of words it knows.
    #[serde(default)]
    pub data_types: Vec<String>,
    /// Whether it has the spelling with `bits`.
    #[serde(default)]
    pub bits: bool,
    /// Whether it has the spelling with `radix` and `group_size`.
    #[serde(default)]
    pub grouped: bool,
    /// Whether it validates attributes, and the codes that it packs.
    #[serde(default)]
    pub attributes: bool,
    /// Whether it takes counts for which only an array without rows has room.
    #[serde(default)]
    pub huge_count: bool,
    /// The largest rank it takes, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rank: Option<usize>,
}
