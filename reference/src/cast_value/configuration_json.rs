//! Configurations as JSON text: what [`CastValue::parse`] reads.

use super::cast::OutOfRange;
use super::configuration::CastValue;
use super::direction::Direction;
use super::scalar_map::{MapEntry, MapKey};
use crate::data_type::DataType;
use crate::number::RoundingMode;

/// The JSON text of a configuration for arrays of a type (CV-CONF-1). `maps` holds the entries of
/// each direction, in the order of [`Direction::ALL`]; members without content are left out.
pub fn configuration_json(
    (array, stored): (DataType, DataType),
    rounding: RoundingMode,
    out_of_range: Option<OutOfRange>,
    maps: [&[MapEntry]; 2],
) -> String {
    let range = out_of_range.map(|rule| format!(r#","out_of_range":"{}""#, rule.name()));
    let range = range.unwrap_or_default();
    let types = [(array, stored), (stored, array)];
    let lists = Direction::ALL.into_iter().zip(maps).zip(types);
    let lists: Vec<String> = lists
        .filter(|((_, entries), _)| !entries.is_empty())
        .map(|((direction, entries), types)| format!(r#""{direction}":[{}]"#, list(entries, types)))
        .collect();
    let map = match lists.is_empty() {
        true => String::new(),
        false => format!(r#","scalar_map":{{{}}}"#, lists.join(",")),
    };
    format!(r#"{{"data_type":"{stored}","rounding":"{}"{range}{map}}}"#, rounding.name())
}

impl CastValue {
    /// The configuration's JSON text, each member spelled out that says something.
    pub fn json(&self) -> String {
        let encode = self.cast(Direction::Encode);
        let types = (encode.source(), encode.target());
        let maps = Direction::ALL.map(|direction| self.cast(direction).scalar_map().entries());
        configuration_json(types, encode.rounding(), encode.out_of_range(), maps)
    }
}

/// The entries of a map's list, from one type to another.
fn list(entries: &[MapEntry], (source, target): (DataType, DataType)) -> String {
    let pair = |entry: &MapEntry| {
        let key = match entry.key() {
            MapKey::AnyNan => r#""NaN""#.to_owned(),
            // The name "NaN" would mean all of them (CV-MAP-5, CV-MAP-7).
            MapKey::Bits(bits) if source.is_nan(bits) => {
                format!(r#""{}""#, source.hex_pattern(bits))
            }
            MapKey::Bits(bits) => source.fill_value_json(bits),
        };
        format!("[{key},{}]", target.fill_value_json(entry.output()))
    };
    entries.iter().map(pair).collect::<Vec<_>>().join(",")
}
