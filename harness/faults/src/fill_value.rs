//! Readers of fill values.

use codec_reference::DataType::{self, Float64};
use codec_reference::{Cast, FillValueError, Json, OutOfRange, Readings, RoundingMode, Value};

use crate::Fault;
use crate::support::convert;
use crate::wrappers::FillValue;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "fill-integers-through-float64",
        rule: "FV-INT-1",
        cause: "reads integers as float64, which keeps 53 bits",
        // A JSON parser whose numbers are doubles.
        behaviour: &FillValue(|text, data_type| {
            let bits = right(text, data_type).ok().filter(|_| data_type.is_integer())?;
            let double = convert(data_type, Float64, bits)?;
            convert(Float64, data_type, double).map(Ok)
        }),
    },
    Fault {
        name: "fill-fractions-truncated",
        rule: "FV-INT-3",
        cause: "drops the fraction of a fill value of an integer type",
        // `int(value)`.
        behaviour: &FillValue(|text, data_type| match right(text, data_type) {
            Err(FillValueError::NotInteger { text, .. }) => {
                truncated(&text, data_type, None).map(Ok)
            }
            _ => None,
        }),
    },
    Fault {
        name: "fill-integers-wrapped",
        rule: "FV-INT-3",
        cause: "takes integers out of range modulo 2^N",
        // A narrowing cast.
        behaviour: &FillValue(|text, data_type| {
            right(text, data_type).err().filter(|_| data_type.is_integer())?;
            let value: i128 = text.trim().parse().ok()?;
            Some(Ok(value as u64 & data_type.mask()))
        }),
    },
    Fault {
        name: "fill-booleans-accepted",
        rule: "FV-KIND-1",
        cause: "reads true and false as 1 and 0",
        // A language in which booleans are integers.
        behaviour: &FillValue(|text, data_type| match Json::parse(text) {
            Ok(Json::Bool(value)) => Some(right(if value { "1" } else { "0" }, data_type)),
            _ => None,
        }),
    },
    Fault {
        name: "fill-numbers-in-strings-accepted",
        rule: "FV-KIND-1",
        cause: "reads a string of digits as an integer",
        // A constructor of numbers that takes strings.
        behaviour: &FillValue(|text, data_type| {
            let inner = string(text).filter(|_| data_type.is_integer())?;
            right(&inner, data_type).ok().map(Ok)
        }),
    },
    Fault {
        name: "fill-decimals-truncated",
        rule: "FV-FLOAT-1",
        cause: "truncates decimals where it should round to nearest",
        // A float64 cut off.
        behaviour: &FillValue(|text, data_type| match Json::parse(text) {
            Ok(Json::Number(number)) if !data_type.is_integer() => {
                truncated(&number, data_type, Some(OutOfRange::Clamp)).map(Ok)
            }
            _ => None,
        }),
    },
    Fault {
        name: "fill-negative-zero-lost",
        rule: "FV-ZERO-1",
        cause: "reads -0.0 as +0",
        // A number that passes through a type without -0.
        behaviour: &FillValue(|text, data_type| {
            let value = data_type.decode(right(text, data_type).ok()?);
            matches!(value, Value::Finite(number) if number.is_zero()).then_some(Ok(0))
        }),
    },
    Fault {
        name: "fill-infinity-strings-refused",
        rule: "FV-INF-1",
        cause: "rejects the strings \"Infinity\" and \"-Infinity\"",
        // A reader of numbers only.
        behaviour: &FillValue(|text, data_type| {
            let text = string(text).filter(|text| text.ends_with("Infinity"))?;
            Some(Err(FillValueError::NoSuchValue { text, data_type }))
        }),
    },
    Fault {
        name: "fill-infinity-is-the-largest",
        rule: "FV-INF-1",
        cause: "reads \"Infinity\" as the largest value of a type without infinities",
        // A conversion of the double that saturates.
        behaviour: &FillValue(|text, data_type| {
            let infinity = string(text).as_deref() == Some("Infinity") && !data_type.is_integer();
            right(text, data_type).err().filter(|_| infinity)?;
            data_type.encode(&data_type.finite_range().1).map(Ok)
        }),
    },
    Fault {
        name: "fill-nan-with-a-sign",
        rule: "FV-NAN-1",
        cause: "reads \"NaN\" as the NaN of x86 processors, whose sign bit is set",
        // The NaN that a processor makes of 0/0.
        behaviour: &FillValue(|text, data_type| {
            let named = string(text).as_deref() == Some("NaN");
            data_type.infinity(false).filter(|_| named)?;
            Some(Ok(right(text, data_type).ok()? | 1 << (data_type.bits() - 1)))
        }),
    },
    Fault {
        name: "fill-other-spellings-accepted",
        rule: "FV-STR-1",
        cause: "reads \"inf\", \"nan\" and the like, as the float() of Python does",
        // The language's own parser of floats.
        behaviour: &FillValue(|text, data_type| {
            let text = match string(text)?.to_ascii_lowercase().as_str() {
                "nan" => r#""NaN""#,
                "inf" | "infinity" => r#""Infinity""#,
                "-inf" | "-infinity" => r#""-Infinity""#,
                _ => return None,
            };
            Some(right(text, data_type))
        }),
    },
    Fault {
        name: "fill-hex-refused",
        rule: "FV-HEX-1",
        cause: "rejects hex strings",
        // A reader that knows numbers and three strings.
        behaviour: &FillValue(|text, data_type| {
            let text = string(text).filter(|text| text.starts_with("0x"))?;
            Some(Err(FillValueError::NoSuchValue { text, data_type }))
        }),
    },
    Fault {
        name: "fill-hex-little-endian",
        rule: "FV-HEX-1",
        cause: "reads hex strings as bytes in little-endian order",
        // Hex digits unpacked into a buffer.
        behaviour: &FillValue(|text, data_type| {
            string(text).filter(|text| text.starts_with("0x"))?;
            let bits = right(text, data_type).ok()?;
            Some(Ok(bits.swap_bytes() >> (64 - 8 * data_type.bytes())))
        }),
    },
    Fault {
        name: "fill-hex-capitals-refused",
        rule: "FV-HEX-1",
        cause: "rejects capital hex digits",
        // A pattern that lists `0-9a-f`.
        behaviour: &FillValue(|text, data_type| {
            let hex = |text: &String| text.starts_with("0x") && text.contains(char::is_uppercase);
            let text = string(text).filter(hex)?;
            Some(Err(FillValueError::NoSuchValue { text, data_type }))
        }),
    },
];

/// What the reference reads.
fn right(text: &str, data_type: DataType) -> Result<u64, FillValueError> {
    data_type.parse_fill_value(text, Readings::OURS)
}

/// The string that a text is.
fn string(text: &str) -> Option<String> {
    match Json::parse(text) {
        Ok(Json::String(text)) => Some(text),
        _ => None,
    }
}

/// A number by way of float64, truncated into a type.
fn truncated(number: &str, target: DataType, out_of_range: Option<OutOfRange>) -> Option<u64> {
    let value: f64 = number.parse().expect("a JSON number");
    let cast = Cast::new(Float64, target, RoundingMode::TowardsZero, out_of_range);
    cast.scalar(value.to_bits()).ok()
}
