//! `scalar_map` from a configuration.

use super::configuration_error::ConfigurationError;
use super::direction::Direction;
use super::fill_value::FillValueError;
use super::scalar_map::{MapEntry, MapKey, ScalarMap};
use crate::data_type::DataType;
use crate::json::{Json, MemberError, Members, find, members, only, wrong_kind};
use crate::reading::{Alternative, Readings};

/// The optional member of that name; `null` is a value of the wrong kind, not an absent member
/// (CV-CONF-6).
pub(super) fn optional<'a>(
    members: &'a Members,
    name: &str,
    readings: Readings,
) -> Option<&'a Json> {
    let absent = readings.has(Alternative::NullOptionalAbsent);
    find(members, name).filter(|json| !absent || **json != Json::Null)
}

/// CV-MAP-9, CV-MAP-12: the two lists of the map.
pub(super) fn scalar_map(json: Option<&Json>, readings: Readings) -> Result<&Members, MemberError> {
    let Some(json) = json else { return Ok(&[]) };
    let map = members(json, "scalar_map", "CV-MAP-9")?;
    if !readings.has(Alternative::UnknownMapKeyIgnored) {
        only(map, &["encode", "decode"], "scalar_map", "CV-MAP-12")?;
    }
    Ok(map)
}

/// CV-MAP-2, CV-MAP-9, CV-MAP-11: the entries of one direction, all of them checked.
pub(super) fn map_entries(
    map: &Members,
    direction: Direction,
    types: (DataType, DataType),
    readings: Readings,
) -> Result<ScalarMap, ConfigurationError> {
    let path = format!("scalar_map.{direction}");
    let list = match optional(map, direction.name(), readings) {
        Some(Json::Array(list)) => list.as_slice(),
        Some(other) => return Err(wrong_kind(path, "an array", other, "CV-MAP-9").into()),
        None => &[],
    };
    let mut entries: Vec<MapEntry> = Vec::with_capacity(list.len());
    for (index, json) in list.iter().enumerate() {
        let (key, output) = pair(json, || format!("{path}[{index}]"))?;
        let entry = map_entry(key, output, types, readings).map_err(|(side, error)| {
            ConfigurationError::MapScalar { direction, index, side, error }
        })?;
        let rejected = readings.has(Alternative::DuplicateKeysRefused);
        if rejected && entries.iter().any(|old| entry.key().may_repeat(old.key(), types.0)) {
            return Err(ConfigurationError::RepeatedKey { direction, index });
        }
        entries.push(entry);
    }
    Ok(ScalarMap::new(entries))
}

/// CV-MAP-9: the key and the output of an entry.
fn pair(json: &Json, path: impl Fn() -> String) -> Result<(&Json, &Json), MemberError> {
    let (expected, rule) = ("an array of two", "CV-MAP-9");
    match json {
        Json::Array(pair) => match pair.as_slice() {
            [key, output] => Ok((key, output)),
            _ => {
                let found = "an array of another length";
                Err(MemberError::Kind { path: path(), expected, found, rule })
            }
        },
        _ => Err(wrong_kind(path(), expected, json, rule)),
    }
}

/// CV-MAP-5, CV-MAP-10, CV-MAP-11: one pair; an error names the side, 0 for the key.
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
    Ok(MapEntry::new(key, output, (source, target)).expect("both are scalars of their types"))
}
