//! `scalar_map`.

use codec_reference::DataType::{Float64, Int64, Uint64};
use codec_reference::{
    Cast, CastError, DataType, Json, MapEntry, MapKey, OutOfRange, Readings, RoundingMode,
    ScalarMap,
};

use crate::Fault;
use crate::json::{Members, edited, entries, member, read};
use crate::support::{bare, convert, keeping, mapped};
use crate::wrappers::{Decoding, Edit, Function, Reader, Scalar};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "map-consulted-last",
        rule: "CV-ORDER-1",
        cause: "looks into scalar_map only where the cast fails",
        // The map as a fallback.
        behaviour: &Scalar(|cast, bits| {
            Some(bare(cast).scalar(bits).or_else(|error| mapped(cast, bits).ok_or(error)))
        }),
    },
    Fault {
        name: "last-duplicate-wins",
        rule: "CV-MAP-2",
        cause: "uses the last entry of a repeated key, as building a dictionary does",
        // A dictionary filled in the order of the text.
        behaviour: &Function(|cast| {
            let entries = cast.scalar_map().entries().iter().rev().copied().collect();
            Some(cast.clone().with_map(ScalarMap::new(entries)))
        }),
    },
    Fault {
        name: "keys-compared-as-float64",
        rule: "CV-MAP-1",
        cause: "compares keys of 64-bit integer types as float64",
        // Numbers of JSON held as doubles.
        behaviour: &Scalar(|cast, bits| {
            let double = |bits| convert(cast.source(), Float64, bits);
            let same = |key| matches!(key, MapKey::Bits(key) if double(key) == double(bits));
            let mut entries = cast.scalar_map().entries().iter();
            let entry = entries.find(|entry| same(entry.key()))?;
            matches!(cast.source(), Int64 | Uint64).then_some(Ok(entry.output()))
        }),
    },
    Fault {
        name: "keys-compared-after-rounding",
        rule: "CV-MAP-1",
        cause: "looks into scalar_map with the rounded value",
        // Rounding as a first pass over the array.
        behaviour: &Scalar(|cast, bits| {
            let result = cast.scalar(bits).ok().filter(|_| mapped(cast, bits).is_none())?;
            let rounded = convert(cast.target(), cast.source(), result)?;
            mapped(cast, rounded).map(Ok)
        }),
    },
    Fault {
        name: "nan-key-never-matches",
        rule: "CV-MAP-5",
        cause: "compares keys with ==, so that the key \"NaN\" matches nothing",
        // NaN is not equal to NaN.
        behaviour: &Function(|cast| Some(keeping(cast, |entry| entry.key() != MapKey::AnyNan))),
    },
    Fault {
        name: "hex-nan-key-never-matches",
        rule: "CV-MAP-7",
        cause: "does not match a NaN with the hex key of its own pattern",
        // The same, for keys that name a pattern.
        behaviour: &Function(|cast| {
            let nan = |key| matches!(key, MapKey::Bits(bits) if cast.source().is_nan(bits));
            Some(keeping(cast, |entry| !nan(entry.key())))
        }),
    },
    Fault {
        name: "keys-told-apart-by-spelling",
        rule: "CV-MAP-8",
        cause: "takes two spellings of a key for two keys, and uses the last of them",
        // A dictionary with the JSON texts as its keys, made into one with scalars.
        behaviour: &Edit(|configuration, _| keys_by_spelling(configuration)),
    },
    Fault {
        name: "float-keys-not-rounded",
        rule: "CV-MAP-8",
        cause: "compares float keys of scalar_map as float64, without rounding them to the type",
        // Keys as the language reads numbers: 0.1 is no float32.
        behaviour: &Edit(float_keys_not_rounded),
    },
    Fault {
        name: "map-output-cast",
        rule: "CV-MAP-4",
        cause: "reads the outputs of scalar_map in the input's type and casts them",
        // A map applied to the array before it is cast.
        behaviour: &Scalar(|cast, bits| {
            let output = mapped(cast, bits)?;
            let clamp = Some(OutOfRange::Clamp);
            let back = Cast::new(cast.target(), cast.source(), RoundingMode::NearestEven, clamp);
            let forth = Cast::new(cast.source(), cast.target(), cast.rounding(), clamp);
            back.scalar(output).and_then(|input| forth.scalar(input)).ok().map(Ok)
        }),
    },
    Fault {
        name: "map-output-mapped-again",
        rule: "CV-MAP-4",
        cause: "applies the entries of scalar_map one after the other, each to what the last made",
        // Replacements made one after the other in the same array.
        behaviour: &Scalar(|cast, bits| {
            let input = convert(cast.target(), cast.source(), mapped(cast, bits)?)?;
            mapped(cast, input).map(Ok)
        }),
    },
    Fault {
        name: "map-applied-in-turn",
        rule: "CV-MAP-4",
        cause: "applies the entries of scalar_map one after the other, each to what the last made",
        // `values[values == key] = output` for each entry.
        behaviour: &Scalar(applied_in_turn),
    },
    Fault {
        name: "map-output-nan-made-canonical",
        rule: "CV-MAP-10",
        cause: "replaces the NaN pattern that scalar_map gives by the canonical one",
        // Outputs held as numbers of the language.
        behaviour: &Scalar(|cast, bits| {
            mapped(cast, bits).filter(|output| cast.target().is_nan(*output))?;
            cast.target().nan().map(Ok)
        }),
    },
    Fault {
        name: "encode-list-for-both-directions",
        rule: "CV-MAP-3",
        cause: "decodes with the encode list where there is no decode list",
        // One list for the codec.
        behaviour: &Reader(|json, array| {
            let right = read(&json, array);
            // A list that does not fit the other direction stays out of it.
            read(&edited(json, encode_list_for_both), array).or(right)
        }),
    },
    Fault {
        name: "encode-list-inverted-for-decoding",
        rule: "CV-MAP-3",
        cause: "undoes the encode list when it decodes, although no decode entry says so",
        // A decoder that restores what the encoder was given.
        behaviour: &Decoding(encode_list_inverted),
    },
    Fault {
        name: "decode-list-ignored",
        rule: "CV-MAP-3",
        cause: "ignores the decode list",
        // A decoder without a map.
        behaviour: &Decoding(|decode, _| bare(decode)),
    },
    Fault {
        name: "identity-cast-skips-the-map",
        rule: "CV-MAP-3",
        cause: "copies the elements where both types are the same, without a look at scalar_map",
        // A short cut.
        behaviour: &Function(|cast| (cast.source() == cast.target()).then(|| bare(cast))),
    },
];

fn keys_by_spelling(configuration: &mut Members) {
    for list in ["encode", "decode"] {
        let Some(list) = entries(configuration, list) else { continue };
        let mut keys: Vec<Json> = Vec::new();
        list.retain(|pair| {
            let Json::Array(pair) = pair else { return true };
            let key = pair.first().filter(|key| !keys.contains(key));
            keys.extend(key.cloned());
            key.is_some() || pair.is_empty()
        });
        list.reverse();
    }
}

/// Takes out the entries whose key is no number of the type: it equals none of its scalars.
fn float_keys_not_rounded(configuration: &mut Members, array: DataType) {
    let stored = match member(configuration, "data_type") {
        Some(Json::String(name)) => DataType::from_name(name),
        _ => None,
    };
    for (list, data_type) in [("encode", Some(array)), ("decode", stored)] {
        let Some(data_type) = data_type.filter(|data_type| !data_type.is_integer()) else {
            continue;
        };
        let Some(list) = entries(configuration, list) else { continue };
        list.retain(|pair| match pair {
            Json::Array(pair) => pair.first().is_none_or(|key| is_held(key, data_type)),
            _ => true,
        });
    }
}

/// Whether a key is a number that the type holds, as far as float64 can tell.
fn is_held(key: &Json, data_type: DataType) -> bool {
    let Json::Number(_) = key else { return true };
    let read = |data_type: DataType| data_type.fill_value(key, Readings::OURS).ok();
    let held = read(data_type).and_then(|bits| convert(data_type, Float64, bits));
    held.is_none() || held == read(Float64)
}

fn applied_in_turn(cast: &Cast, bits: u64) -> Option<Result<u64, CastError>> {
    let (mut current, mut result) = (bits, None);
    for entry in cast.scalar_map().entries() {
        let alone = keeping(cast, |other| other == entry);
        if let Some(output) = mapped(&alone, current) {
            result = Some(Ok(output));
            current = convert(cast.target(), cast.source(), output).unwrap_or(current);
        }
    }
    result
}

fn encode_list_for_both(configuration: &mut Members) {
    let Some(Json::Object(map)) = member(configuration, "scalar_map") else { return };
    let encode = member(map, "encode").cloned();
    if let Some(list) = encode.filter(|_| member(map, "decode").is_none()) {
        map.push(("decode".to_owned(), list));
    }
}

fn encode_list_inverted(decode: &Cast, encode: &Cast) -> Cast {
    let invert = |entry: &MapEntry| {
        let output = match entry.key() {
            MapKey::Bits(key) => key,
            MapKey::AnyNan => encode.source().nan()?,
        };
        MapEntry::new(MapKey::Bits(entry.output()), output, (decode.source(), decode.target()))
    };
    let mut entries = decode.scalar_map().entries().to_vec();
    entries.extend(encode.scalar_map().entries().iter().filter_map(invert));
    decode.clone().with_map(ScalarMap::new(entries))
}
