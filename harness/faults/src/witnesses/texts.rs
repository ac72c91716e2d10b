//! Witnesses with maps or several elements, and of the readers of configurations and fill values.

use super::{Input, Witness, decode, encode};

pub(super) const WITNESSES: &[&[Witness]] = &[MAP, CONFIGURATION, FILL_VALUE, SURVIVAL, ARRAY];

const fn read(
    fault: &'static str,
    data_type: &'static str,
    text: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    Witness { fault, input: Input::FillValue { data_type, text }, right, wrong }
}

const fn survive(
    fault: &'static str,
    array: &'static str,
    configuration: &'static str,
    fill_value: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    let input = Input::Survival { array, configuration, fill_value };
    Witness { fault, input, right, wrong }
}

/// 0 to 1 and 1 to 2, so that a second look-up shows.
const CHAIN: &str = r#"{"data_type":"uint8","scalar_map":{"encode":[[0,1],[1,2]]}}"#;
const CHAIN_OF_FOUR: &str = r#"{"data_type":"uint8","scalar_map":{"encode":[[0,1],[1,2],[2,3]]}}"#;
const HEX_OUTPUT: &str = r#"{"data_type":"float32","scalar_map":{"encode":[[0,"0x7fc00001"]]}}"#;
const NAN_TO_ZERO: &str = r#"{"data_type":"uint8","scalar_map":{"encode":[["NaN",0]]}}"#;
const ONE_TO_NINE: &str = r#"{"data_type":"uint8","scalar_map":{"encode":[[1,9]]}}"#;
const ZERO_TO_SEVEN: &str =
    r#"{"data_type":"uint8","scalar_map":{"encode":[[0,7]],"decode":[[7,0]]}}"#;
const OTHER_NAME: &str = r#"{"name":"cast","configuration":{"data_type":"int8"}}"#;

const MAP: &[Witness] = &[
    encode("map-consulted-last", "uint8", CHAIN, "1", "2", "1"),
    encode(
        "last-duplicate-wins",
        "uint8",
        r#"{"data_type":"uint8","scalar_map":{"encode":[[1,10],[1,20]]}}"#,
        "1",
        "10",
        "20",
    ),
    encode(
        "keys-compared-as-float64",
        "int64",
        r#"{"data_type":"int64","scalar_map":{"encode":[[9007199254740992,0]]}}"#,
        "9007199254740993",
        "9007199254740993",
        "0",
    ),
    encode(
        "keys-compared-after-rounding",
        "float64",
        r#"{"data_type":"int8","scalar_map":{"encode":[[1,50]]}}"#,
        "1.25",
        "1",
        "50",
    ),
    encode("nan-key-never-matches", "float64", NAN_TO_ZERO, "NaN", "0", "error"),
    encode(
        "hex-nan-key-never-matches",
        "float32",
        r#"{"data_type":"uint8","scalar_map":{"encode":[["0x7fc00001",7]]}}"#,
        "0x7fc00001",
        "7",
        "error",
    ),
    encode(
        "keys-told-apart-by-spelling",
        "float32",
        r#"{"data_type":"uint8","scalar_map":{"encode":[[1.0,10],["0x3f800000",20]]}}"#,
        "1",
        "10",
        "20",
    ),
    encode(
        "float-keys-not-rounded",
        "float32",
        r#"{"data_type":"uint8","scalar_map":{"encode":[[0.1,7]]}}"#,
        "0.1",
        "7",
        "0",
    ),
    encode(
        "map-output-cast",
        "float32",
        r#"{"data_type":"int32","scalar_map":{"encode":[["NaN",16777217]]}}"#,
        "NaN",
        "16777217",
        "16777216",
    ),
    encode("map-output-mapped-again", "uint8", CHAIN, "0", "1", "2"),
    encode("map-applied-in-turn", "uint8", CHAIN_OF_FOUR, "0", "1", "3"),
    encode("map-hex-scalars-refused", "uint8", HEX_OUTPUT, "0", "0x7fc00001", "rejected"),
    encode(
        "map-output-nan-made-canonical",
        "uint8",
        r#"{"data_type":"float32","scalar_map":{"encode":[[0,"0x7fc00001"]]}}"#,
        "0",
        "0x7fc00001",
        "0x7fc00000",
    ),
    decode("encode-list-for-both-directions", "uint8", CHAIN, "0", "0", "1"),
    decode("encode-list-inverted-for-decoding", "float64", NAN_TO_ZERO, "0", "0", "NaN"),
    decode(
        "decode-list-ignored",
        "float64",
        r#"{"data_type":"uint8","scalar_map":{"decode":[[0,"NaN"]]}}"#,
        "0",
        "NaN",
        "0",
    ),
    encode("identity-cast-skips-the-map", "uint8", CHAIN, "0", "1", "0"),
];

const CONFIGURATION: &[Witness] = &[
    Witness {
        fault: "codec-name-unchecked",
        input: Input::Codec { array: "float64", text: OTHER_NAME },
        right: "rejected",
        wrong: "",
    },
    encode("data-type-defaults-to-that-of-the-array", "uint8", "{}", "1", "rejected", "1"),
    encode("bool-taken-for-uint8", "uint8", "bool", "1", "rejected", "1"),
    encode(
        "unknown-members-accepted",
        "uint8",
        r#"{"data_type":"uint8","endian":"little"}"#,
        "1",
        "rejected",
        "1",
    ),
    encode(
        "unknown-rounding-is-the-default",
        "uint8",
        r#"{"data_type":"uint8","rounding":"nearest"}"#,
        "1",
        "rejected",
        "1",
    ),
    encode("default-rounding-is-towards-zero", "float64", "uint8", "1.75", "2", "1"),
    encode(
        "unknown-out-of-range-is-absent",
        "uint8",
        r#"{"data_type":"uint8","out_of_range":"saturate"}"#,
        "1",
        "rejected",
        "1",
    ),
    encode("wrap-into-floats-accepted", "float32", "float32 wrap", "1", "rejected", "1"),
    encode(
        "object-data-type-refused",
        "float64",
        r#"{"data_type":{"name":"int4"}}"#,
        "1",
        "1",
        "rejected",
    ),
    encode(
        "long-map-pairs-accepted",
        "uint8",
        r#"{"data_type":"uint8","scalar_map":{"encode":[[1,2,3]]}}"#,
        "1",
        "rejected",
        "2",
    ),
    encode(
        "invalid-map-entries-skipped",
        "uint8",
        r#"{"data_type":"uint8","scalar_map":{"encode":[[1,"x"]]}}"#,
        "1",
        "rejected",
        "1",
    ),
    encode(
        "map-scalars-masked",
        "uint8",
        r#"{"data_type":"uint8","scalar_map":{"encode":[[1,258]]}}"#,
        "1",
        "rejected",
        "2",
    ),
];

const FILL_VALUE: &[Witness] = &[
    read(
        "fill-integers-through-float64",
        "int64",
        "9007199254740993",
        "9007199254740993",
        "9007199254740992",
    ),
    read("fill-fractions-truncated", "int8", "1.5", "rejected", "1"),
    read("fill-integers-wrapped", "uint8", "256", "rejected", "0"),
    read("fill-booleans-accepted", "uint8", "true", "rejected", "1"),
    read("fill-numbers-in-strings-accepted", "uint8", r#""2""#, "rejected", "2"),
    // The float32 nearest to 0.1 is above it.
    read("fill-decimals-truncated", "float32", "0.1", "0x3dcccccd", "0x3dcccccc"),
    read("fill-negative-zero-lost", "float32", "-0.0", "0x80000000", "0x00000000"),
    read("fill-infinity-strings-refused", "float32", r#""-Infinity""#, "0xff800000", "rejected"),
    read("fill-infinity-is-the-largest", "float8_e4m3fnuz", r#""Infinity""#, "rejected", "240"),
    read("fill-nan-with-a-sign", "float32", r#""NaN""#, "0x7fc00000", "0xffc00000"),
    read("fill-other-spellings-accepted", "float32", r#""inf""#, "rejected", "0x7f800000"),
    read("fill-hex-refused", "float32", r#""0x7fc00001""#, "0x7fc00001", "rejected"),
    read("fill-hex-little-endian", "float16", r#""0x3c00""#, "1", "0x003c"),
    read("fill-hex-capitals-refused", "float16", r#""0x3C00""#, "1", "rejected"),
];

const SURVIVAL: &[Witness] = &[
    survive("fill-not-cast", "float64", "uint8", "1", "1", "0"),
    survive("fill-cast-without-the-map", "float64", ZERO_TO_SEVEN, "0", "7", "0"),
    survive("fill-decoding-not-tried", "float64", NAN_TO_ZERO, "NaN", "rejected", "0"),
    survive("fill-change-accepted", "float64", "uint8", "1.5", "rejected", "2"),
    survive("fill-nan-never-survives", "float64", "float32", "NaN", "NaN", "rejected"),
];

const ARRAY: &[Witness] = &[
    encode("failures-become-zero", "int16", "int8", "200", "error", "0"),
    encode("failures-left-out", "int16", "int8", "1 200 2", "error", "1 2"),
    encode("only-the-first-element-checked", "int16", "int8", "1 200 2", "error", "1 0 2"),
    encode(
        "failures-inside-long-arrays-missed",
        "int16",
        "int8",
        concat!("1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ", "200 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
        "error",
        concat!("1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ", "0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
    ),
    encode(
        "vector-tail-truncates",
        "float64",
        "int8",
        "1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75",
        "2 2 2 2 2 2 2 2 2",
        "2 2 2 2 2 2 2 2 1",
    ),
    encode(
        "vector-body-ignores-rounding",
        "float64",
        "int8 towards-zero",
        "1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75 1.75",
        "1 1 1 1 1 1 1 1 1",
        "2 2 2 2 2 2 2 2 1",
    ),
    encode(
        "vector-body-skips-the-map",
        "uint8",
        ONE_TO_NINE,
        "1 1 1 1 1 1 1 1 1",
        "9 9 9 9 9 9 9 9 9",
        "1 1 1 1 1 1 1 1 9",
    ),
    encode(
        "vector-lane-copied",
        "uint8",
        "uint8",
        "1 2 3 4 5 6 7 8 9",
        "1 2 3 4 5 6 7 8 9",
        "1 2 3 4 5 6 7 7 9",
    ),
];
