//! Words and numbers that chance would not find.

use std::collections::BTreeSet;
use std::fmt::Write;

use codec_reference::{DataType, Direction, OutOfRange, RoundingMode};
use codec_vectors::{Bits, embedded};

use super::RESHAPE_ZARRS;

/// The text of a dictionary of libFuzzer: a quoted entry a line; empty for a name that no target
/// has.
pub fn dictionary(target: &str) -> String {
    let entries: BTreeSet<Vec<u8>> = match target {
        "cast" | "cast_laws" => patterns(),
        "reshape" | RESHAPE_ZARRS => numbers(),
        "configuration" => words(names().chain(MEMBERS).chain(RESHAPE).chain(NUMBERS)),
        "fill_value" => words(NUMBERS),
        "protocol" => words(PROTOCOL.into_iter().chain(names())),
        "vectors_file" => words(FILES.into_iter().chain(names())),
        _ => BTreeSet::new(),
    };
    entries.iter().map(|entry| format!("{}\n", quoted(entry))).collect()
}

/// Every pattern of the hand-written cases, in the form of a layout.
fn patterns() -> BTreeSet<Vec<u8>> {
    let cases = embedded::cases();
    let inputs = cases.iter().flat_map(|case| case.encode.iter().chain(&case.decode));
    let bytes = |Bits { bits, bytes }: Bits| bits.to_le_bytes()[..usize::from(bytes)].to_vec();
    inputs.map(|(input, _)| bytes(*input)).filter(|bytes| bytes.len() > 1).collect()
}

/// Numbers of more than a byte, as a layout has them, around the powers of two that matter.
fn numbers() -> BTreeSet<Vec<u8>> {
    let around = [16, 31, 32, 53, 63].map(|power| 1_u64 << power).into_iter().chain([0]);
    let numbers = around.flat_map(|number| [number.wrapping_sub(1), number, number + 1]);
    let large = numbers.filter(|number| *number >= u8::MAX.into());
    large.map(|number| [&[u8::MAX][..], &number.to_le_bytes()].concat()).collect()
}

fn names() -> impl Iterator<Item = &'static str> {
    let types = DataType::ALL.map(DataType::name).into_iter();
    let modes = RoundingMode::ALL.map(RoundingMode::name);
    let rules = OutOfRange::ALL.map(OutOfRange::name);
    types.chain(modes).chain(rules).chain(Direction::ALL.map(Direction::name))
}

const MEMBERS: [&str; 9] = [
    "\"data_type\":",
    "\"rounding\":",
    "\"out_of_range\":",
    "\"scalar_map\":",
    "\"encode\":[",
    "\"decode\":[",
    "\"name\":",
    "\"configuration\":",
    "null",
];

const RESHAPE: [&str; 4] = ["{\"shape\":[", "-1", "[]", "[0,1]"];

const NUMBERS: [&str; 14] = [
    "\"NaN\"",
    "\"Infinity\"",
    "\"-Infinity\"",
    "\"0x",
    "0.5",
    "-0.0",
    "1e-45",
    "65520",
    "4e-39",
    "3.4028236e38",
    "1e400",
    "e-",
    "00000000000000000000",
    "9007199254740993",
];

const PROTOCOL: [&str; 12] = [
    "\"id\":",
    "\"results\":[",
    "{\"ok\":\"",
    "{\"error\":{\"stage\":\"data\"}}",
    "\"shape\":[",
    "\"unsupported\":\"\"",
    "\"fault\":\"\"",
    "\"fill_value\":\"",
    "\"capabilities\":{",
    "null",
    "\"max_elements\":1",
    "\"op\":\"",
];

const FILES: [&str; 12] = [
    "\"outcomes\":[",
    "\"runs\":[",
    "\"inputs\":[",
    "\"holds\":[",
    "{\"is\":",
    "\"or\":{",
    "\"data:nan\"",
    "\"nan\"",
    "\"0x",
    "\"attributes\":{",
    "\"encode\":[[",
    "9007199254740993",
];

fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeSet<Vec<u8>> {
    words.into_iter().map(|word| word.as_bytes().to_vec()).collect()
}

fn quoted(entry: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in entry {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(*byte)]),
            0x20..0x7f => text.push(char::from(*byte)),
            // Writing into a text does not fail.
            _ => _ = write!(text, "\\x{byte:02x}"),
        }
    }
    text.push('"');
    text
}
