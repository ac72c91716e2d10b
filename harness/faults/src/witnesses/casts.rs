//! Witnesses of one element, without a map.

use super::{Witness, decode, encode};

pub(super) const WITNESSES: &[&[Witness]] =
    &[ROUNDING, PRECISION, RANGE, WRAP, SPECIAL, NATIVE, LIMITS];

const ROUNDING: &[Witness] = &[
    encode("ties-away-instead-of-even", "float64", "int8 nearest-even", "2.5", "2", "3"),
    encode("ties-even-instead-of-away", "float64", "int8 nearest-away", "2.5", "3", "2"),
    encode(
        "nearest-away-only-into-integers",
        "float64",
        "float32 nearest-away",
        "16777217",
        "16777218",
        "16777216",
    ),
    encode(
        "directed-modes-only-into-integers",
        "float64",
        "float32 towards-zero",
        "16777219",
        "16777218",
        "16777220",
    ),
    encode("integer-cast-truncates", "float64", "int8", "2.75", "3", "2"),
    encode("bfloat16-truncates", "float32", "bfloat16", "1.005859375", "1.0078125", "1"),
    encode("e8m0-truncates", "float64", "float8_e8m0fnu", "1.75", "2", "1"),
    encode("towards-zero-as-floor", "float64", "int8 towards-zero", "-2.5", "-2", "-3"),
    encode("towards-positive-by-magnitude", "float64", "int8 towards-positive", "-2.5", "-2", "-3"),
    encode("towards-negative-by-magnitude", "float64", "int8 towards-negative", "-2.5", "-3", "-2"),
    encode("half-added-then-floored", "float64", "int8 nearest-away", "-2.5", "-3", "-2"),
    encode(
        "half-added-in-float64",
        "float64",
        "int8 nearest-away",
        "0.49999999999999994",
        "0",
        "1",
    ),
    encode(
        "integer-sources-round-to-nearest",
        "int64",
        "float32 towards-zero",
        "16777219",
        "16777218",
        "16777220",
    ),
    decode("decoding-ignores-rounding", "int8", "float64 towards-zero", "2.75", "2", "3"),
];

const PRECISION: &[Witness] = &[
    // 1 + 2^-11 + 2^-40, just above the tie between 1 and 1 + 2^-10.
    encode(
        "double-rounding-through-float32",
        "float64",
        "float16",
        "0x3ff0020000001000",
        "1.0009765625",
        "1",
    ),
    // 2^60 + 2^36 + 1, just above the tie between 2^60 and 2^60 + 2^37.
    encode(
        "double-rounding-through-float64",
        "int64",
        "float32",
        "1152921573326323713",
        "1152921642045800448",
        "1152921504606846976",
    ),
    encode(
        "integers-through-float64",
        "int64",
        "uint64",
        "9007199254740993",
        "9007199254740993",
        "9007199254740992",
    ),
    encode(
        "float64-low-word-dropped",
        "float64",
        "float16",
        "0x3ff0020000001000",
        "1.0009765625",
        "1",
    ),
    encode("carry-lost", "float64", "float16", "1.9998", "2", "1"),
    // 2^-150, half of the smallest float32.
    encode(
        "half-of-the-smallest-rounds-up",
        "float64",
        "float32",
        "0x3690000000000000",
        "0",
        "0x00000001",
    ),
    encode(
        "subnormal-results-flushed",
        "float64",
        "float32",
        "0x36a0000000000000",
        "0x00000001",
        "0",
    ),
    encode(
        "subnormal-inputs-flushed",
        "float32",
        "float64",
        "0x00000001",
        "0x36a0000000000000",
        "0",
    ),
    encode("fnuz-with-the-ieee-bias", "float64", "float8_e4m3fnuz", "1", "1", "0.5"),
    encode("top-exponent-reserved", "float64", "float8_e4m3fnuz", "240", "240", "error"),
    encode("unsigned-read-as-signed", "uint8", "int16", "200", "200", "-56"),
];

const RANGE: &[Witness] = &[
    encode("range-checked-before-rounding", "float64", "int8", "127.4", "127", "error"),
    encode(
        "one-past-the-top-accepted",
        "float64",
        "int64",
        "9223372036854775808",
        "error",
        "9223372036854775807",
    ),
    encode(
        "one-past-the-top-not-clamped",
        "float64",
        "int64 clamp",
        "9223372036854775808",
        "9223372036854775807",
        "-9223372036854775808",
    ),
    encode("absent-saturates-integers", "float64", "int8", "128", "error", "127"),
    encode("absent-wraps-integers", "float64", "int8", "128", "error", "-128"),
    encode("absent-overflows-to-infinity", "float64", "float32", "1e39", "error", "Infinity"),
    encode(
        "clamp-stops-at-the-largest-finite",
        "float64",
        "float32 clamp",
        "1e39",
        "Infinity",
        "0x7f7fffff",
    ),
    encode(
        "clamp-follows-directed-overflow",
        "float64",
        "float32 towards-zero clamp",
        "1e39",
        "Infinity",
        "0x7f7fffff",
    ),
    encode("fnuz-overflow-becomes-nan", "float64", "float8_e4m3fnuz clamp", "1000", "240", "NaN"),
    encode("clamp-takes-negatives-for-huge", "int16", "uint8 clamp", "-1", "0", "255"),
    encode("clamp-is-symmetric", "float64", "int8 clamp", "-1000", "-128", "-127"),
    encode("e8m0-takes-zero-for-the-smallest", "float64", "float8_e8m0fnu", "0", "error", "0x00"),
    encode("e8m0-overflow-becomes-nan", "float64", "float8_e8m0fnu clamp", "1e39", "0xfe", "NaN"),
    decode("decoding-ignores-out-of-range", "int8", "int16 clamp", "200", "127", "error"),
];

const WRAP: &[Witness] = &[
    encode("wrap-modulo-the-storage-width", "int16", "int4 wrap", "20", "4", "7"),
    encode("wrap-saturates-in-int64-first", "float64", "uint8 wrap", "1e300", "0", "255"),
    encode("wrap-of-negatives-is-zero", "int16", "uint8 wrap", "-1", "255", "0"),
    encode("wrap-without-twos-complement", "float64", "int8 wrap", "128", "-128", "127"),
    encode("wrap-modulo-the-largest-value", "int16", "uint8 wrap", "256", "0", "1"),
    encode("wrap-shifts-once", "int16", "uint8 wrap", "1000", "232", "255"),
    encode("wrap-truncates", "float64", "uint8 wrap", "255.5", "0", "255"),
    encode("wrap-takes-infinity-for-zero", "float64", "uint8 wrap", "Infinity", "error", "0"),
    encode("wrap-judged-by-the-source", "float64", "uint8 wrap", "256", "0", "rejected"),
];

const SPECIAL: &[Witness] = &[
    encode("nan-becomes-zero", "float64", "int8", "NaN", "error", "0"),
    encode("nan-becomes-the-largest", "float64", "float4_e2m1fn", "NaN", "error", "6"),
    encode("nan-refused", "float64", "float32", "NaN", "NaN", "error"),
    encode("nan-payload-shifted-out", "float32", "float16", "0x7f800001", "NaN", "Infinity"),
    encode("nan-rounded-into-bfloat16", "float32", "bfloat16", "0x7fffffff", "NaN", "-0.0"),
    encode("fnuz-nan-as-all-ones", "float64", "float8_e4m3fnuz", "NaN", "NaN", "240"),
    encode("infinity-saturates-integers", "float64", "int8", "Infinity", "error", "127"),
    encode("infinity-clamped", "float64", "int8 clamp", "Infinity", "error", "127"),
    encode("infinity-out-of-range", "float64", "float32", "Infinity", "Infinity", "error"),
    encode("infinity-becomes-nan", "float64", "float8_e4m3fnuz", "Infinity", "error", "NaN"),
    encode("zero-loses-its-sign", "float64", "float32", "-0.0", "-0.0", "0"),
    encode("fnuz-negative-zero-is-nan", "float64", "float8_e4m3fnuz", "-0.0", "0", "NaN"),
    encode("negative-zero-refused", "float64", "uint8", "-0.0", "0", "error"),
    encode("underflow-loses-its-sign", "float64", "float32", "-1e-60", "-0.0", "0"),
];

const NATIVE: &[Witness] = &[
    // 1 + 2^-11 + 2^-40, just above the tie between 1 and 1 + 2^-10, which is left for 1.
    encode(
        "nearest-through-float32",
        "float64",
        "float16 nearest-away",
        "0x3ff0020000001000",
        "1.0009765625",
        "1",
    ),
    encode(
        "nearest-even-through-float32",
        "float64",
        "float16 towards-positive",
        "0x3ff0020000001000",
        "1.0009765625",
        "1",
    ),
    encode("half-added-in-float32", "float32", "int8 nearest-away", "0.49999997", "0", "1"),
    // 2^60 + 2^36 + 1, just above the tie between 2^60 and 2^60 + 2^37.
    encode(
        "integers-to-nearest-through-float64",
        "int64",
        "float32 towards-positive",
        "1152921573326323713",
        "1152921642045800448",
        "1152921504606846976",
    ),
    encode(
        "integers-into-floats-by-the-language",
        "int32",
        "float16 towards-zero",
        "65520",
        "65504",
        "Infinity",
    ),
    encode(
        "absent-overflows-as-the-mode-has-it",
        "float64",
        "float32 towards-zero",
        "1e39",
        "error",
        "0x7f7fffff",
    ),
    // -2 + 2^32 is a number that float32 rounds to 2^32.
    encode("wrap-in-floating-point", "float32", "uint32 wrap", "-2", "4294967294", "4294967295"),
    // 2^53 + 1 is 2^53 in float64.
    encode("integers-wrapped-as-float64", "int64", "int8 wrap", "9007199254740993", "1", "0"),
    // -(2^63 - 1) is -2^63 in float64, and so is the float32: no rounding is seen.
    encode(
        "integers-compared-in-float64",
        "int64",
        "float32 towards-zero",
        "-9223372036854775807",
        "-9223371487098961920",
        "-9223372036854775808",
    ),
];

const LIMITS: &[Witness] = &[
    encode("overflow-on-the-way-refused", "float64", "float32 clamp", "1e39", "Infinity", "error"),
    encode("signalling-nan-refused", "float32", "float64", "0x7f800001", "NaN", "error"),
    encode(
        "one-past-the-top-refused",
        "float64",
        "int64 clamp",
        "9223372036854775808",
        "9223372036854775807",
        "error",
    ),
    encode("wrap-refuses-beyond-int64", "float64", "uint8 wrap", "1e300", "0", "error"),
    encode("float-roundings-refused", "float64", "float32 towards-zero", "1", "1", "rejected"),
];
