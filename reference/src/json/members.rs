//! Access to the members of a JSON object, with errors that name the place.

use thiserror::Error;

use super::Json;

/// Why a JSON value does not have the form that a codec's metadata has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MemberError {
    /// A value of the wrong kind.
    #[error("{path} is {found}, not {expected} ({rule})")]
    Kind {
        /// Where the value is, such as `scalar_map.encode[1]`.
        path: String,
        /// The kind that it should have.
        expected: &'static str,
        /// The kind that it has.
        found: &'static str,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// A member that the text does not know (CV-CONF-3, CV-MAP-12, RS-CONF-3).
    #[error("unknown member {member:?} in {path} ({rule})")]
    Unknown {
        /// Where the object is.
        path: &'static str,
        /// The member's name.
        member: String,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// A required member is absent (CV-CONF-1, CV-CONF-2, RS-CONF-1, RS-CONF-2).
    #[error("{path} has no member {member:?} ({rule})")]
    Missing {
        /// Where the object is.
        path: &'static str,
        /// The member's name.
        member: &'static str,
        /// The rule that is broken.
        rule: &'static str,
    },
    /// A string that is none of the permitted ones (CV-CONF-1, CV-CONF-2, CV-CONF-4, CV-CONF-5,
    /// RS-CONF-1).
    #[error("{path} {found:?} is not permitted ({rule})")]
    NotPermitted {
        /// Where the string is.
        path: &'static str,
        /// The string as written.
        found: String,
        /// The rule that it breaks.
        rule: &'static str,
    },
}

impl MemberError {
    /// The rule that the value breaks.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Kind { rule, .. }
            | Self::Unknown { rule, .. }
            | Self::Missing { rule, .. }
            | Self::NotPermitted { rule, .. } => rule,
        }
    }
}

/// An object's members, in the order of the text.
pub(crate) type Members = [(String, Json)];

/// The members of a value that must be an object.
pub(crate) fn members<'a>(
    json: &'a Json,
    path: &str,
    rule: &'static str,
) -> Result<&'a Members, MemberError> {
    match json {
        Json::Object(members) => Ok(members),
        other => Err(wrong_kind(path, "an object", other, rule)),
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
) -> Result<&'a Json, MemberError> {
    find(members, name).ok_or(MemberError::Missing { path, member: name, rule })
}

/// The configuration of a codec object, whose name must be the given one. What other members it
/// has is the core text's matter (CV-CONF-9).
pub(crate) fn configuration_of<'a>(
    json: &'a Json,
    codec: &str,
    rule: &'static str,
) -> Result<&'a Json, MemberError> {
    let object = members(json, "codec", rule)?;
    let name = required(object, "name", "codec", rule)?;
    permitted(name, "name", rule, |name| (name == codec).then_some(()))?;
    required(object, "configuration", "codec", rule)
}

/// Rejects members with other names than the known ones.
pub(crate) fn only(
    members: &Members,
    known: &[&str],
    path: &'static str,
    rule: &'static str,
) -> Result<(), MemberError> {
    match members.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        Some((member, _)) => Err(MemberError::Unknown { path, member: member.clone(), rule }),
        None => Ok(()),
    }
}

/// A value that must be one of the permitted strings.
pub(crate) fn permitted<T>(
    json: &Json,
    path: &'static str,
    rule: &'static str,
    from_name: impl Fn(&str) -> Option<T>,
) -> Result<T, MemberError> {
    let Json::String(text) = json else { return Err(wrong_kind(path, "a string", json, rule)) };
    let not_permitted = || MemberError::NotPermitted { path, found: text.clone(), rule };
    from_name(text).ok_or_else(not_permitted)
}

/// The error of a value that is not of the expected kind.
pub(crate) fn wrong_kind(
    path: impl Into<String>,
    expected: &'static str,
    found: &Json,
    rule: &'static str,
) -> MemberError {
    MemberError::Kind { path: path.into(), expected, found: found.kind(), rule }
}
