//! The target `fill_value`: arbitrary JSON text as a fill value, judged by the standard library and
//! by law.
//!
//! The choice of the input is the data type.

mod decimal;

use codec_reference::{DataType, Json, Readings};

use crate::Finding;
use crate::layout::{TextInput, decode};

/// Reads a fill value; `None` where it is rejected.
pub type Read<'a> = &'a dyn Fn(&str, DataType) -> Option<u64>;

/// The reference.
///
/// # Errors
/// A text that it does not read as it should.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    let input: TextInput = decode(data);
    check(&reference, &input.text, data_type(input.choice))
}

/// Holds one reader to what a text must be for a type.
///
/// # Errors
/// It reads the text otherwise.
pub fn check(read: Read<'_>, text: &str, data_type: DataType) -> Result<(), Finding> {
    let found = read(text, data_type);
    let broken = match Json::parse(text) {
        Ok(Json::Number(number)) => number_law(&number, data_type, found),
        Ok(Json::String(name)) => exactly(named(&name, data_type), found),
        // FV-KIND-1, FV-KIND-2: nothing else is a fill value.
        Ok(_) | Err(_) => exactly(None, found),
    };
    let broken = broken.and_then(|()| match found {
        Some(bits) => exactly(Some(bits), read(&data_type.fill_value_json(bits), data_type)),
        None => Ok(()),
    });
    broken.map_err(|how| {
        let got = found.map_or_else(
            || "rejected".to_owned(),
            |bits| format!("{} {}", data_type.hex_pattern(bits), data_type.fill_value_json(bits)),
        );
        let facts = [
            ("data_type", data_type.to_string()),
            ("JSON", text.to_owned()),
            ("got", got),
            ("but", how),
        ];
        Finding::of("wrong fill value", &facts)
    })
}

/// The reference's reader.
pub fn reference(text: &str, data_type: DataType) -> Option<u64> {
    data_type.parse_fill_value(text, Readings::OURS).ok()
}

/// The data type that the choice of an input names.
pub(crate) fn data_type(choice: u8) -> DataType {
    DataType::ALL[usize::from(choice) % DataType::ALL.len()]
}

fn number_law(text: &str, data_type: DataType, found: Option<u64>) -> Result<(), String> {
    match data_type {
        _ if data_type.is_integer() => exactly(integer(text, data_type), found),
        // FV-FLOAT-1, FV-FLOAT-3: the standard library rounds correctly, and overflows to infinity.
        DataType::Float64 => exactly(text.parse::<f64>().ok().map(f64::to_bits), found),
        DataType::Float32 => {
            exactly(text.parse::<f32>().ok().map(|value| value.to_bits().into()), found)
        }
        _ => decimal::nearest(text, data_type, found),
    }
}

/// FV-INT-1, FV-INT-2, FV-INT-3.
fn integer(text: &str, data_type: DataType) -> Option<u64> {
    let value: i128 = text.parse().ok()?;
    let (bits, signed) = (data_type.bits(), data_type.is_signed());
    let range = match signed {
        true => -(1_i128 << (bits - 1))..1 << (bits - 1),
        false => 0..1 << bits,
    };
    range.contains(&value).then_some(value as u64 & data_type.mask())
}

/// FV-INF-1, FV-NAN-1, FV-HEX-1, FV-HEX-2, FV-HEX-3.
fn named(name: &str, data_type: DataType) -> Option<u64> {
    match name {
        _ if data_type.is_integer() => None,
        "NaN" => data_type.nan(),
        "Infinity" => data_type.infinity(false),
        "-Infinity" => data_type.infinity(true),
        _ => {
            let digits = name.strip_prefix("0x")?;
            let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let spelled = plain && digits.len() == 2 * data_type.bytes();
            let bits = u64::from_str_radix(digits, 16).ok()?;
            (spelled && bits <= data_type.mask()).then_some(bits)
        }
    }
}

fn exactly(expected: Option<u64>, found: Option<u64>) -> Result<(), String> {
    let words = || match expected {
        Some(bits) => format!("it is {bits:#x}, and so is what is written from it"),
        None => "it is not a fill value of the type".to_owned(),
    };
    if expected == found { Ok(()) } else { Err(words()) }
}
