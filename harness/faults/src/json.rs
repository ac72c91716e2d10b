//! Configurations rewritten before they are read, for the faults of a reader.

use codec_reference::{CastValue, ConfigurationError, DataType, Json, Readings};

/// The members of an object.
pub(crate) type Members = Vec<(String, Json)>;

/// Reads a configuration whose members were changed first.
pub(crate) fn edited(
    text: &str,
    array: DataType,
    edit: impl FnOnce(&mut Members),
) -> Result<CastValue, ConfigurationError> {
    CastValue::parse(&edited_text(text, edit)?, array, Readings::OURS)
}

/// The text of an object whose members were changed; of any other value, as it is.
pub(crate) fn edited_text(
    text: &str,
    edit: impl FnOnce(&mut Members),
) -> Result<String, ConfigurationError> {
    let mut json = Json::parse(text)?;
    if let Json::Object(members) = &mut json {
        edit(members);
    }
    Ok(print(&json))
}

/// The value of a member.
pub(crate) fn member<'a>(members: &'a mut Members, name: &str) -> Option<&'a mut Json> {
    members.iter_mut().find(|(member, _)| member == name).map(|(_, value)| value)
}

/// Takes a member out.
pub(crate) fn remove(members: &mut Members, name: &str) {
    members.retain(|(member, _)| member != name);
}

/// The entries of one list of the configuration's map.
pub(crate) fn entries<'a>(members: &'a mut Members, direction: &str) -> Option<&'a mut Vec<Json>> {
    let Json::Object(map) = member(members, "scalar_map")? else { return None };
    match member(map, direction)? {
        Json::Array(entries) => Some(entries),
        _ => None,
    }
}

/// The text of a value.
pub(crate) fn print(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(text) => text.clone(),
        Json::String(text) => quote(text),
        Json::Array(items) => format!("[{}]", join(items.iter().map(print))),
        Json::Object(members) => {
            let member =
                |(name, value): &(String, Json)| format!("{}:{}", quote(name), print(value));
            format!("{{{}}}", join(members.iter().map(member)))
        }
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

fn quote(text: &str) -> String {
    let escape = |character: char| match character {
        '"' | '\\' => format!("\\{character}"),
        '\0'..' ' => format!("\\u{:04x}", u32::from(character)),
        _ => character.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}
