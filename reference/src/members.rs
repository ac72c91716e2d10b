//! Access to the members of a JSON object, with errors that name the place.

use crate::configuration_error::ConfigurationError;
use crate::json::Json;
use crate::reading::{Alternative, Readings};

/// An object's members, in the order of the text.
pub(crate) type Members = [(String, Json)];

/// The members of a value that must be an object.
pub(crate) fn members<'a>(
    json: &'a Json,
    path: &str,
    rule: &'static str,
) -> Result<&'a Members, ConfigurationError> {
    match json {
        Json::Object(members) => Ok(members),
        other => Err(kind(path, "an object", other, rule)),
    }
}

/// The member of that name.
pub(crate) fn find<'a>(members: &'a Members, name: &str) -> Option<&'a Json> {
    members.iter().find(|(member, _)| member == name).map(|(_, value)| value)
}

/// The member of that name of the object at `path`.
pub(crate) fn required<'a>(
    members: &'a Members,
    name: &'static str,
    path: &'static str,
    rule: &'static str,
) -> Result<&'a Json, ConfigurationError> {
    find(members, name).ok_or(ConfigurationError::MissingMember { path, member: name, rule })
}

/// The optional member of that name; `null` is a value of the wrong kind, not an absent member
/// (CV-CONF-6).
pub(crate) fn optional<'a>(
    members: &'a Members,
    name: &str,
    readings: Readings,
) -> Option<&'a Json> {
    let absent = readings.has(Alternative::NullOptionalAbsent);
    find(members, name).filter(|json| !absent || **json != Json::Null)
}

/// Refuses members with other names than the known ones.
pub(crate) fn only(
    members: &Members,
    known: &[&str],
    path: &'static str,
    rule: &'static str,
) -> Result<(), ConfigurationError> {
    match members.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        Some((member, _)) => {
            Err(ConfigurationError::UnknownMember { path, member: member.clone(), rule })
        }
        None => Ok(()),
    }
}

/// A value that must be a string.
pub(crate) fn string<'a>(
    json: &'a Json,
    path: &'static str,
    rule: &'static str,
) -> Result<&'a str, ConfigurationError> {
    match json {
        Json::String(text) => Ok(text),
        other => Err(kind(path, "a string", other, rule)),
    }
}

/// A value that must be one of the permitted strings.
pub(crate) fn permitted<T>(
    json: &Json,
    path: &'static str,
    rule: &'static str,
    from_name: impl Fn(&str) -> Option<T>,
) -> Result<T, ConfigurationError> {
    let text = string(json, path, rule)?;
    from_name(text).ok_or_else(|| not_permitted(path, text, rule))
}

pub(crate) fn not_permitted(
    path: &'static str,
    found: &str,
    rule: &'static str,
) -> ConfigurationError {
    ConfigurationError::NotPermitted { path, found: found.to_owned(), rule }
}

pub(crate) fn kind(
    path: impl Into<String>,
    expected: &'static str,
    found: &Json,
    rule: &'static str,
) -> ConfigurationError {
    ConfigurationError::Kind { path: path.into(), expected, found: found.kind(), rule }
}
