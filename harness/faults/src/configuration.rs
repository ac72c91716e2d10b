//! Readers of the configuration that accept too much, or too little.

use codec_reference::{
    CastValue, ConfigurationError, DataType, FillValueError, Json, MemberError, OutOfRange,
    Readings, RoundingMode,
};

use crate::Fault;
use crate::json::{Members, configuration, edited, entries, list, member, read, remove, string};
use crate::wrappers::{Codec, Edit, Reader};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "codec-name-unchecked",
        rule: "CV-CONF-1",
        cause: "accepts a codec object of another name",
        // A registry of codecs that is right anyway.
        behaviour: &Codec(|text, array| match configuration(&Json::parse(text)?) {
            Some(configuration) => read(configuration, array),
            None => CastValue::parse_codec(text, array, Readings::OURS),
        }),
    },
    Fault {
        name: "data-type-defaults-to-that-of-the-array",
        rule: "CV-CONF-2",
        cause: "takes the array's data type where the configuration has none",
        // A member that looks optional beside three that are.
        behaviour: &Edit(|configuration, array| {
            if member(configuration, "data_type").is_none() {
                configuration.push(("data_type".to_owned(), string(array.name())));
            }
        }),
    },
    Fault {
        name: "bool-taken-for-uint8",
        rule: "CV-CONF-2",
        cause: "accepts the data type bool, which is not a real number",
        // Data types by their storage.
        behaviour: &Edit(|configuration, _| {
            if let Some(name) = member(configuration, "data_type")
                && *name == string("bool")
            {
                *name = string("uint8");
            }
        }),
    },
    Fault {
        name: "unknown-members-accepted",
        rule: "CV-CONF-3",
        cause: "ignores unknown members of the configuration",
        // A parser that looks for the members it knows.
        behaviour: &Edit(|configuration, _| {
            let known = ["data_type", "rounding", "out_of_range", "scalar_map"];
            configuration.retain(|(name, _)| known.contains(&name.as_str()));
        }),
    },
    Fault {
        name: "unknown-rounding-is-the-default",
        rule: "CV-CONF-4",
        cause: "rounds to nearest-even where it does not know the rounding mode",
        // The last branch of a comparison of strings.
        behaviour: &Edit(|configuration, _| {
            drop_unless(configuration, "rounding", |name| RoundingMode::from_name(name).is_some());
        }),
    },
    Fault {
        name: "default-rounding-is-towards-zero",
        rule: "CV-ROUND-6",
        cause: "truncates where the configuration names no rounding mode",
        // The casts of most languages.
        behaviour: &Edit(|configuration, _| {
            if member(configuration, "rounding").is_none() {
                configuration.push(("rounding".to_owned(), string("towards-zero")));
            }
        }),
    },
    Fault {
        name: "unknown-out-of-range-is-absent",
        rule: "CV-CONF-5",
        cause: "ignores an out_of_range that it does not know",
        // The last branch of a comparison of strings.
        behaviour: &Edit(|configuration, _| {
            drop_unless(configuration, "out_of_range", |name| {
                OutOfRange::from_name(name).is_some()
            });
        }),
    },
    Fault {
        name: "wrap-into-floats-accepted",
        rule: "CV-WRAP-4",
        cause: "ignores wrap where data_type is a float type, which it should reject",
        // A check left to the kernels, and those for floats have no such branch.
        behaviour: &Reader(|json, array| match read(&json, array) {
            Err(ConfigurationError::WrapIntoFloat { .. }) => {
                read(&edited(json, |configuration| remove(configuration, "out_of_range")), array)
            }
            read => read,
        }),
    },
    Fault {
        name: "object-data-type-refused",
        rule: "CV-CONF-7",
        cause: "rejects a data_type that is written as an object",
        // A parser that only knows the names of data types.
        behaviour: &Edit(|configuration, _| {
            if let Some(object @ Json::Object(_)) = member(configuration, "data_type") {
                *object = Json::Null;
            }
        }),
    },
    Fault {
        name: "long-map-pairs-accepted",
        rule: "CV-MAP-9",
        cause: "ignores what follows the first two items of an entry of scalar_map",
        // `pair[0]` and `pair[1]`.
        behaviour: &Edit(|configuration, _| {
            for direction in ["encode", "decode"] {
                let entries = entries(configuration, direction).into_iter().flatten();
                entries.filter_map(list).for_each(|pair| pair.truncate(2));
            }
        }),
    },
    Fault {
        name: "invalid-map-entries-skipped",
        rule: "CV-MAP-11",
        cause: "skips entries of scalar_map whose scalars are not of their types",
        // An error of one entry taken for a reason to leave it out.
        behaviour: &Reader(invalid_entries_skipped),
    },
    Fault {
        name: "map-hex-scalars-refused",
        rule: "CV-MAP-7",
        cause: "reads no hex strings in scalar_map, although it does in a fill value",
        // A second reader of scalars, by the language's conversion of strings.
        behaviour: &Reader(|json, array| {
            let codec = read(&json, array)?;
            let (path, rule) = ("scalar_map", "FV-HEX-1");
            let rejected = |found| MemberError::NotPermitted { path, found, rule }.into();
            hex_in_map(json).map(rejected).map_or(Ok(codec), Err)
        }),
    },
    Fault {
        name: "map-scalars-masked",
        rule: "CV-MAP-11",
        cause: "takes integers of scalar_map that are out of range modulo 2^N",
        // A narrowing cast of the numbers in the text.
        behaviour: &Reader(map_scalars_masked),
    },
];

fn invalid_entries_skipped(json: Json, array: DataType) -> Result<CastValue, ConfigurationError> {
    let read = read(&json, array);
    let Err(ConfigurationError::MapScalar { direction, index, .. }) = read else { return read };
    let shorter = edited(json, |configuration| {
        if let Some(entries) = entries(configuration, direction.name()) {
            entries.remove(index);
        }
    });
    invalid_entries_skipped(shorter, array)
}

fn map_scalars_masked(json: Json, array: DataType) -> Result<CastValue, ConfigurationError> {
    let read = read(&json, array);
    let Err(ConfigurationError::MapScalar { direction, index, side, error }) = &read else {
        return read;
    };
    let Some(number) = masked(error) else { return read };
    let smaller = edited(json, |configuration| {
        let entry = entries(configuration, direction.name()).map(|list| &mut list[*index]);
        if let Some(Json::Array(pair)) = entry {
            pair[*side] = Json::Number(number);
        }
    });
    map_scalars_masked(smaller, array)
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

/// A scalar of the map that is written in hex digits.
fn hex_in_map(json: Json) -> Option<String> {
    let Json::Object(mut configuration) = json else { return None };
    let mut scalars = Vec::new();
    for direction in ["encode", "decode"] {
        let entries = entries(&mut configuration, direction).into_iter().flatten();
        scalars.extend(entries.filter_map(list).flat_map(std::mem::take));
    }
    let hex = |scalar| match scalar {
        Json::String(text) if text.starts_with("0x") => Some(text),
        _ => None,
    };
    scalars.into_iter().find_map(hex)
}

fn drop_unless(configuration: &mut Members, name: &str, known: impl Fn(&str) -> bool) {
    if matches!(member(configuration, name), Some(Json::String(text)) if !known(text)) {
        remove(configuration, name);
    }
}
