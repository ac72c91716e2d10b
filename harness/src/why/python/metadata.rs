//! What is wrong with the JSON of a codec, as Python conditions.

use codec_reference::{DataType, MemberError, OutOfRange, RoundingMode};

use super::lines::{Lines, literal};

/// A codec whose metadata is read.
pub(super) struct Metadata {
    name: &'static str,
    /// The members of its configuration.
    members: &'static str,
}

pub(super) const CAST_VALUE: Metadata = Metadata {
    name: "cast_value",
    members: "{\"data_type\", \"rounding\", \"out_of_range\", \"scalar_map\"}",
};

pub(super) const RESHAPE: Metadata = Metadata { name: "reshape", members: "{\"shape\"}" };

/// `is_json`: whether a text is JSON without an object that has a member twice.
pub(super) fn is_json(lines: &mut Lines, text: &str) {
    lines.push("def once(pairs):");
    lines.push("    if len(dict(pairs)) < len(pairs):");
    lines.push("        raise ValueError(\"a member is repeated\")");
    lines.push("try:");
    lines.push(format!("    json.loads({}, object_pairs_hook=once)", literal(text)));
    lines.push("    is_json = True");
    lines.push("except ValueError:");
    lines.push("    is_json = False");
}

/// The condition on `codec` that makes it invalid.
pub(super) fn wrong(error: &MemberError, is_codec: bool, metadata: &Metadata) -> String {
    match error {
        MemberError::Kind { path, expected, .. } => {
            let place = place(path, is_codec);
            match *expected {
                "an object" => format!("type({place}) is not dict"),
                "a string" => format!("type({place}) is not str"),
                "an array" => format!("type({place}) is not list"),
                _ => format!("type({place}) is not list or len({place}) != 2"),
            }
        }
        MemberError::Unknown { path, .. } => {
            let known = match *path {
                "scalar_map" => "{\"encode\", \"decode\"}",
                "data_type" => "{\"name\", \"configuration\"}",
                "data_type.configuration" => "set()",
                _ => metadata.members,
            };
            format!("set({}) - {known}", place(path, is_codec))
        }
        MemberError::Missing { path, member, .. } => {
            format!("{} not in {}", literal(member), place(path, is_codec))
        }
        MemberError::NotPermitted { path, .. } => {
            let names = permitted(path, metadata).join(" ");
            format!("{} not in \"{names}\".split()", place(path, is_codec))
        }
    }
}

/// Where a path leads, such as `scalar_map.encode[1]`.
pub(super) fn place(path: &str, is_codec: bool) -> String {
    let configuration = if is_codec { "codec[\"configuration\"]" } else { "codec" };
    let step = |name: &str| match name.split_once('[') {
        Some((name, index)) => format!("[\"{name}\"][{index}"),
        None => format!("[\"{name}\"]"),
    };
    match path {
        "codec" => "codec".to_owned(),
        "name" => "codec[\"name\"]".to_owned(),
        "configuration" => configuration.to_owned(),
        _ => format!("{configuration}{}", path.split('.').map(step).collect::<String>()),
    }
}

/// The strings that a member may be.
fn permitted(path: &str, metadata: &Metadata) -> Vec<&'static str> {
    match path {
        "rounding" => RoundingMode::ALL.into_iter().map(RoundingMode::name).collect(),
        "out_of_range" => OutOfRange::ALL.into_iter().map(OutOfRange::name).collect(),
        "name" => vec![metadata.name],
        _ => DataType::ALL.into_iter().map(DataType::name).collect(),
    }
}
