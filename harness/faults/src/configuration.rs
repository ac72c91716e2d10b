//! Readers of the configuration that accept too much, or too little.

use codec_reference::{
    CastValue, ConfigurationError, DataType, FillValueError, Json, OutOfRange, Readings,
    RoundingMode,
};

use crate::json::{Members, edited, edited_text, entries, member, print, remove};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "codec-name-unchecked",
        rule: "CV-CONF-1",
        cause: "accepts a codec object of another name",
        behaviour: &NameUnchecked,
    },
    Fault {
        name: "data-type-defaults-to-that-of-the-array",
        rule: "CV-CONF-2",
        cause: "takes the array's data type where the configuration has none",
        behaviour: &DataTypeOptional,
    },
    Fault {
        name: "bool-taken-for-uint8",
        rule: "CV-CONF-2",
        cause: "accepts the data type bool, which is not a real number",
        behaviour: &BoolIsUint8,
    },
    Fault {
        name: "unknown-members-accepted",
        rule: "CV-CONF-3",
        cause: "ignores unknown members of the configuration",
        behaviour: &UnknownMembersAccepted,
    },
    Fault {
        name: "unknown-rounding-is-the-default",
        rule: "CV-CONF-4",
        cause: "rounds to nearest-even where it does not know the rounding mode",
        behaviour: &UnknownRoundingIsDefault,
    },
    Fault {
        name: "default-rounding-is-towards-zero",
        rule: "CV-ROUND-6",
        cause: "truncates where the configuration names no rounding mode",
        behaviour: &DefaultTowardsZero,
    },
    Fault {
        name: "unknown-out-of-range-is-absent",
        rule: "CV-CONF-5",
        cause: "ignores an out_of_range that it does not know",
        behaviour: &UnknownRangeIsAbsent,
    },
    Fault {
        name: "wrap-into-floats-accepted",
        rule: "CV-WRAP-4",
        cause: "ignores wrap where data_type is a float type, which it should refuse",
        behaviour: &WrapIntoFloatsAccepted,
    },
    Fault {
        name: "object-data-type-refused",
        rule: "CV-CONF-7",
        cause: "refuses a data_type that is written as an object",
        behaviour: &ObjectRefused,
    },
    Fault {
        name: "long-map-pairs-accepted",
        rule: "CV-MAP-9",
        cause: "ignores what follows the first two items of an entry of scalar_map",
        behaviour: &LongPairsAccepted,
    },
    Fault {
        name: "invalid-map-entries-skipped",
        rule: "CV-MAP-11",
        cause: "skips entries of scalar_map whose scalars are not of their types",
        behaviour: &InvalidEntriesSkipped,
    },
    Fault {
        name: "map-hex-scalars-refused",
        rule: "CV-MAP-7",
        cause: "reads no hex strings in scalar_map, although it does in a fill value",
        behaviour: &MapHexRefused,
    },
    Fault {
        name: "map-scalars-masked",
        rule: "CV-MAP-11",
        cause: "takes integers of scalar_map that are out of range modulo 2^N",
        behaviour: &MapScalarsMasked,
    },
];

/// A registry of codecs that is right anyway.
struct NameUnchecked;

impl Behaviour for NameUnchecked {
    fn codec(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let named = edited_text(text, |codec| {
            if let Some(name @ Json::String(_)) = member(codec, "name") {
                *name = Json::String("cast_value".to_owned());
            }
        })?;
        CastValue::parse_codec(&named, array, Readings::OURS)
    }
}

/// A member that looks optional beside three that are.
struct DataTypeOptional;

impl Behaviour for DataTypeOptional {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            if member(configuration, "data_type").is_none() {
                configuration.push(("data_type".to_owned(), string(array.name())));
            }
        })
    }
}

/// Data types by their storage.
struct BoolIsUint8;

impl Behaviour for BoolIsUint8 {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            if let Some(name) = member(configuration, "data_type")
                && *name == string("bool")
            {
                *name = string("uint8");
            }
        })
    }
}

/// A parser that looks for the members it knows.
struct UnknownMembersAccepted;

impl Behaviour for UnknownMembersAccepted {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let known = ["data_type", "rounding", "out_of_range", "scalar_map"];
        edited(text, array, |configuration| {
            configuration.retain(|(name, _)| known.contains(&name.as_str()));
        })
    }
}

/// The last branch of a comparison of strings.
struct UnknownRoundingIsDefault;

impl Behaviour for UnknownRoundingIsDefault {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            drop_unless(configuration, "rounding", |name| RoundingMode::from_name(name).is_some());
        })
    }
}

/// The casts of most languages.
struct DefaultTowardsZero;

impl Behaviour for DefaultTowardsZero {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            if member(configuration, "rounding").is_none() {
                configuration.push(("rounding".to_owned(), string("towards-zero")));
            }
        })
    }
}

/// The last branch of a comparison of strings.
struct UnknownRangeIsAbsent;

impl Behaviour for UnknownRangeIsAbsent {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            drop_unless(configuration, "out_of_range", |name| {
                OutOfRange::from_name(name).is_some()
            });
        })
    }
}

/// A check left to the kernels, and those for floats have no such branch.
struct WrapIntoFloatsAccepted;

impl Behaviour for WrapIntoFloatsAccepted {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        match CastValue::parse(text, array, Readings::OURS) {
            Err(ConfigurationError::WrapIntoFloat { .. }) => {
                edited(text, array, |configuration| remove(configuration, "out_of_range"))
            }
            read => read,
        }
    }
}

/// A parser that only knows the names of data types.
struct ObjectRefused;

impl Behaviour for ObjectRefused {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            if let Some(object @ Json::Object(_)) = member(configuration, "data_type") {
                *object = Json::Null;
            }
        })
    }
}

/// `pair[0]` and `pair[1]`.
struct LongPairsAccepted;

impl Behaviour for LongPairsAccepted {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
            for direction in ["encode", "decode"] {
                for pair in entries(configuration, direction).into_iter().flatten() {
                    if let Json::Array(pair) = pair {
                        pair.truncate(2);
                    }
                }
            }
        })
    }
}

/// An error of one entry taken for a reason to leave it out.
struct InvalidEntriesSkipped;

impl Behaviour for InvalidEntriesSkipped {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        match CastValue::parse(text, array, Readings::OURS) {
            Err(ConfigurationError::MapScalar { direction, index, .. }) => {
                let shorter = edited_text(text, |configuration| {
                    if let Some(entries) = entries(configuration, direction.name()) {
                        entries.remove(index);
                    }
                })?;
                self.configuration(&shorter, array)
            }
            read => read,
        }
    }
}

/// A second reader of scalars, by the language's conversion of strings.
struct MapHexRefused;

impl Behaviour for MapHexRefused {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let codec = CastValue::parse(text, array, Readings::OURS)?;
        let mut hex = None;
        edited_text(text, |configuration| {
            let lists = ["encode", "decode"];
            let lists = lists.map(|list| entries(configuration, list).map(std::mem::take));
            let scalars = lists.into_iter().flatten().flatten().map(|entry| print(&entry));
            hex = scalars.into_iter().find(|entry| entry.contains("\"0x"));
        })?;
        match hex {
            Some(found) => {
                let (path, rule) = ("scalar_map", "FV-HEX-1");
                Err(ConfigurationError::NotPermitted { path, found, rule })
            }
            None => Ok(codec),
        }
    }
}

/// A narrowing cast of the numbers in the text.
struct MapScalarsMasked;

impl Behaviour for MapScalarsMasked {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let (direction, index, side, error) = match CastValue::parse(text, array, Readings::OURS) {
            Err(ConfigurationError::MapScalar { direction, index, side, error }) => {
                (direction, index, side, error)
            }
            read => return read,
        };
        let Some(number) = masked(&error) else {
            return Err(ConfigurationError::MapScalar { direction, index, side, error });
        };
        let smaller = edited_text(text, |configuration| {
            let entry = entries(configuration, direction.name()).map(|list| &mut list[index]);
            if let Some(Json::Array(pair)) = entry {
                pair[side] = Json::Number(number);
            }
        })?;
        self.configuration(&smaller, array)
    }
}

/// An integer out of range, modulo 2^N.
fn masked(error: &FillValueError) -> Option<String> {
    match error {
        FillValueError::OutOfRange { text, data_type, .. } if data_type.is_integer() => {
            let bits = text.parse::<i128>().ok()? as u64 & data_type.mask();
            Some(data_type.fill_value_json(bits))
        }
        _ => None,
    }
}

fn drop_unless(configuration: &mut Members, name: &str, known: impl Fn(&str) -> bool) {
    if matches!(member(configuration, name), Some(Json::String(text)) if !known(text)) {
        remove(configuration, name);
    }
}

fn string(text: &str) -> Json {
    Json::String(text.to_owned())
}
