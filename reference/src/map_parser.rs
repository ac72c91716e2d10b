//! `scalar_map` as it stands in a configuration.

use crate::configuration::Direction;
use crate::configuration_error::ConfigurationError;
use crate::data_type::DataType;
use crate::fill_value::FillValueError;
use crate::json::Json;
use crate::members::{Members, kind, members, only, optional};
use crate::reading::{Alternative, Readings};
use crate::scalar_map::{MapEntry, MapKey, ScalarMap};

/// CV-MAP-9, CV-MAP-12: the two lists of the map.
pub(crate) fn scalar_map(
    json: Option<&Json>,
    readings: Readings,
) -> Result<&Members, ConfigurationError> {
    let Some(json) = json else { return Ok(&[]) };
    let map = members(json, "scalar_map", "CV-MAP-9")?;
    if !readings.has(Alternative::UnknownMapKeyIgnored) {
        only(map, &["encode", "decode"], "scalar_map", "CV-MAP-12")?;
    }
    Ok(map)
}

/// CV-MAP-2, CV-MAP-9, CV-MAP-11: the entries of one direction, all of them checked.
pub(crate) fn map_entries(
    map: &Members,
    direction: Direction,
    types: (DataType, DataType),
    readings: Readings,
) -> Result<ScalarMap, ConfigurationError> {
    let path = || format!("scalar_map.{direction}");
    let list = match optional(map, direction.name(), readings) {
        Some(Json::Array(list)) => list.as_slice(),
        Some(other) => return Err(kind(path(), "an array", other, "CV-MAP-9")),
        None => &[],
    };
    let mut entries: Vec<MapEntry> = Vec::with_capacity(list.len());
    for (index, json) in list.iter().enumerate() {
        let Json::Array(pair) = json else {
            return Err(kind(format!("{}[{index}]", path()), "an array of two", json, "CV-MAP-9"));
        };
        let [key, output] = pair.as_slice() else {
            let (path, found) = (format!("{}[{index}]", path()), "an array of another length");
            return Err(ConfigurationError::Kind {
                path,
                expected: "an array of two",
                found,
                rule: "CV-MAP-9",
            });
        };
        let entry = map_entry(key, output, types, readings).map_err(|(side, error)| {
            ConfigurationError::MapScalar { direction, index, side, error }
        })?;
        let refused = readings.has(Alternative::DuplicateKeysRefused);
        if refused && entries.iter().any(|earlier| entry.key.may_repeat(earlier.key, types.0)) {
            return Err(ConfigurationError::RepeatedKey { direction, index });
        }
        entries.push(entry);
    }
    Ok(ScalarMap::new(entries))
}

/// CV-MAP-5, CV-MAP-10, CV-MAP-11: one pair; an error names the side it stands on.
fn map_entry(
    key: &Json,
    output: &Json,
    (source, target): (DataType, DataType),
    readings: Readings,
) -> Result<MapEntry, (usize, FillValueError)> {
    let bits = source.fill_value(key, readings).map_err(|error| (0, error))?;
    let any_nan = *key == Json::String("NaN".to_owned());
    let key = if any_nan { MapKey::AnyNan } else { MapKey::Bits(bits) };
    let output = target.fill_value(output, readings).map_err(|error| (1, error))?;
    let signalling = target.is_signalling_nan(output);
    let canonical = signalling && readings.has(Alternative::SignallingOutputAnyNan);
    let output = target.nan().filter(|_| canonical).unwrap_or(output);
    Ok(MapEntry { key, output })
}
