//! `scalar_map`.

use codec_reference::DataType::{Float64, Int64, Uint64};
use codec_reference::{
    Cast, CastError, CastValue, ConfigurationError, DataType, Direction, Json, MapEntry, MapKey,
    OutOfRange, Readings, RoundingMode, ScalarMap,
};

use crate::json::{edited, entries, member};
use crate::support::{bare, convert, each, keeping, mapped};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "map-consulted-last",
        rule: "CV-ORDER-1",
        cause: "looks into scalar_map only where the cast fails",
        behaviour: &MapLast,
    },
    Fault {
        name: "last-duplicate-wins",
        rule: "CV-MAP-2",
        cause: "uses the last entry of a repeated key, as building a dictionary does",
        behaviour: &LastDuplicateWins,
    },
    Fault {
        name: "keys-compared-as-float64",
        rule: "CV-MAP-1",
        cause: "compares keys of 64-bit integer types as float64",
        behaviour: &KeysAsFloat64,
    },
    Fault {
        name: "keys-compared-after-rounding",
        rule: "CV-MAP-1",
        cause: "looks into scalar_map with the rounded value",
        behaviour: &KeysAfterRounding,
    },
    Fault {
        name: "nan-key-never-matches",
        rule: "CV-MAP-5",
        cause: "compares keys with ==, so that the key \"NaN\" matches nothing",
        behaviour: &NanKeyNeverMatches,
    },
    Fault {
        name: "hex-nan-key-never-matches",
        rule: "CV-MAP-7",
        cause: "does not match a NaN with the hex key of its own pattern",
        behaviour: &HexNanKeyNeverMatches,
    },
    Fault {
        name: "keys-told-apart-by-spelling",
        rule: "CV-MAP-8",
        cause: "takes two spellings of a key for two keys, and uses the last of them",
        behaviour: &KeysBySpelling,
    },
    Fault {
        name: "map-output-cast",
        rule: "CV-MAP-4",
        cause: "reads the outputs of scalar_map in the input's type and casts them",
        behaviour: &OutputCast,
    },
    Fault {
        name: "map-output-mapped-again",
        rule: "CV-MAP-4",
        cause: "looks up the outputs of scalar_map once more",
        behaviour: &OutputMappedAgain,
    },
    Fault {
        name: "map-applied-in-turn",
        rule: "CV-MAP-4",
        cause: "applies the entries of scalar_map one after the other, each to what the last made",
        behaviour: &AppliedInTurn,
    },
    Fault {
        name: "map-output-nan-made-canonical",
        rule: "CV-MAP-10",
        cause: "replaces the NaN pattern that scalar_map gives by the canonical one",
        behaviour: &OutputNanCanonical,
    },
    Fault {
        name: "encode-list-for-both-directions",
        rule: "CV-MAP-3",
        cause: "decodes with the encode list where there is no decode list",
        behaviour: &EncodeListForBoth,
    },
    Fault {
        name: "encode-list-inverted-for-decoding",
        rule: "CV-MAP-3",
        cause: "undoes the encode list when it decodes, although no decode entry says so",
        behaviour: &EncodeListInverted,
    },
    Fault {
        name: "decode-list-ignored",
        rule: "CV-MAP-3",
        cause: "ignores the decode list",
        behaviour: &DecodeListIgnored,
    },
    Fault {
        name: "identity-cast-skips-the-map",
        rule: "CV-MAP-3",
        cause: "copies the elements where both types are the same, without a look at scalar_map",
        behaviour: &IdentitySkipsMap,
    },
];

/// The map as a fallback.
struct MapLast;

impl Behaviour for MapLast {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        bare(cast).scalar(bits).or_else(|error| mapped(cast, bits).ok_or(error))
    }
}

/// A dictionary filled in the order of the text.
struct LastDuplicateWins;

impl Behaviour for LastDuplicateWins {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let entries = cast.scalar_map().entries().iter().rev().copied().collect();
        cast.clone().with_map(ScalarMap::new(entries)).scalar(bits)
    }
}

/// Numbers of JSON held as doubles.
struct KeysAsFloat64;

impl Behaviour for KeysAsFloat64 {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let double = |bits| convert(cast.source(), Float64, bits);
        let same = |entry: &&MapEntry| {
            matches!(entry.key, MapKey::Bits(key)
            if double(key) == double(bits))
        };
        let wide = matches!(cast.source(), Int64 | Uint64);
        match cast.scalar_map().entries().iter().find(same).filter(|_| wide) {
            Some(entry) => Ok(entry.output),
            None => cast.scalar(bits),
        }
    }
}

/// Rounding as a first pass over the array.
struct KeysAfterRounding;

impl Behaviour for KeysAfterRounding {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let image = cast.scalar(bits)?;
        let rounded = convert(cast.target(), cast.source(), image);
        let hit = rounded.filter(|_| mapped(cast, bits).is_none());
        Ok(hit.and_then(|rounded| mapped(cast, rounded)).unwrap_or(image))
    }
}

/// NaN is not equal to NaN.
struct NanKeyNeverMatches;

impl Behaviour for NanKeyNeverMatches {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        keeping(cast, |entry| entry.key != MapKey::AnyNan).scalar(bits)
    }
}

/// The same, for keys that name a pattern.
struct HexNanKeyNeverMatches;

impl Behaviour for HexNanKeyNeverMatches {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let nan = |key| matches!(key, MapKey::Bits(bits) if cast.source().is_nan(bits));
        keeping(cast, |entry| !nan(entry.key)).scalar(bits)
    }
}

/// A dictionary with the JSON texts as its keys, made into one with scalars.
struct KeysBySpelling;

impl Behaviour for KeysBySpelling {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        edited(text, array, |configuration| {
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
        })
    }
}

/// A map applied to the array before it is cast.
struct OutputCast;

impl Behaviour for OutputCast {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let Some(output) = mapped(cast, bits) else { return cast.scalar(bits) };
        let clamp = Some(OutOfRange::Clamp);
        let back = Cast::new(cast.target(), cast.source(), RoundingMode::NearestEven, clamp);
        let forth = Cast::new(cast.source(), cast.target(), cast.rounding(), clamp);
        Ok(back.scalar(output).and_then(|input| forth.scalar(input)).unwrap_or(output))
    }
}

/// Replacements made one after the other in the same array.
struct OutputMappedAgain;

impl Behaviour for OutputMappedAgain {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let Some(output) = mapped(cast, bits) else { return cast.scalar(bits) };
        let input = convert(cast.target(), cast.source(), output);
        Ok(input.and_then(|input| mapped(cast, input)).unwrap_or(output))
    }
}

/// `values[values == key] = output` for each entry.
struct AppliedInTurn;

impl Behaviour for AppliedInTurn {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let (mut current, mut image) = (bits, None);
        for entry in cast.scalar_map().entries() {
            let alone = keeping(cast, |other| other == entry);
            if let Some(output) = mapped(&alone, current) {
                image = Some(output);
                current = convert(cast.target(), cast.source(), output).unwrap_or(current);
            }
        }
        image.map_or_else(|| cast.scalar(bits), Ok)
    }
}

/// Outputs held as numbers of the language.
struct OutputNanCanonical;

impl Behaviour for OutputNanCanonical {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        let target = cast.target();
        match mapped(cast, bits).filter(|output| target.is_nan(*output)) {
            Some(output) => Ok(target.nan().unwrap_or(output)),
            None => cast.scalar(bits),
        }
    }
}

/// One list for the codec.
struct EncodeListForBoth;

impl Behaviour for EncodeListForBoth {
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        let both = edited(text, array, |configuration| {
            let Some(Json::Object(map)) = member(configuration, "scalar_map") else { return };
            let encode = member(map, "encode").cloned();
            if let Some(list) = encode.filter(|_| member(map, "decode").is_none()) {
                map.push(("decode".to_owned(), list));
            }
        });
        // A list that does not fit the other direction stays out of it.
        both.or_else(|_| CastValue::parse(text, array, Readings::OURS))
    }
}

/// A decoder that restores what the encoder was given.
struct EncodeListInverted;

impl Behaviour for EncodeListInverted {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let (cast, encode) = (codec.cast(direction), codec.cast(Direction::Encode));
        if direction == Direction::Encode {
            return each(cast, array);
        }
        let invert = |entry: &MapEntry| {
            let output = match entry.key {
                MapKey::Bits(key) => Some(key),
                MapKey::AnyNan => encode.source().nan(),
            };
            Some(MapEntry { key: MapKey::Bits(entry.output), output: output? })
        };
        let mut entries = cast.scalar_map().entries().to_vec();
        entries.extend(encode.scalar_map().entries().iter().filter_map(invert));
        each(&cast.clone().with_map(ScalarMap::new(entries)), array)
    }
}

/// A decoder without a map.
struct DecodeListIgnored;

impl Behaviour for DecodeListIgnored {
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        match direction {
            Direction::Encode => each(cast, array),
            Direction::Decode => each(&bare(cast), array),
        }
    }
}

/// A short cut.
struct IdentitySkipsMap;

impl Behaviour for IdentitySkipsMap {
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        if cast.source() == cast.target() { bare(cast).scalar(bits) } else { cast.scalar(bits) }
    }
}
