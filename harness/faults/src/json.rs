//! Configurations as JSON, for the faults of a reader.

use codec_reference::{CastValue, ConfigurationError, DataType, Json, Readings};

/// The members of an object.
pub(crate) type Members = Vec<(String, Json)>;

/// Reads a configuration as the reference does.
pub(crate) fn read(json: &Json, array: DataType) -> Result<CastValue, ConfigurationError> {
    CastValue::from_json(json, array, Readings::OURS)
}

/// An object with its members changed; any other value as it is.
pub(crate) fn edited(mut json: Json, edit: impl FnOnce(&mut Members)) -> Json {
    if let Json::Object(members) = &mut json {
        edit(members);
    }
    json
}

/// The configuration of a codec object, whatever its name.
pub(crate) fn configuration(codec: &Json) -> Option<&Json> {
    codec.member("configuration").filter(|_| matches!(codec.member("name"), Some(Json::String(_))))
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
    list(member(map, direction)?)
}

/// The items of an array.
pub(crate) fn list(json: &mut Json) -> Option<&mut Vec<Json>> {
    match json {
        Json::Array(items) => Some(items),
        _ => None,
    }
}

/// A string as a value.
pub(crate) fn string(text: &str) -> Json {
    Json::String(text.to_owned())
}
