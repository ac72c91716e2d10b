//! Readers of fill values.

use codec_reference::DataType::{self, Float64};
use codec_reference::{Cast, FillValueError, Json, OutOfRange, Readings, RoundingMode, Value};

use crate::support::convert;
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "fill-integers-through-float64",
        rule: "FV-INT-1",
        cause: "reads integers as float64, which keeps 53 bits",
        behaviour: &IntegersThroughFloat64,
    },
    Fault {
        name: "fill-fractions-truncated",
        rule: "FV-INT-3",
        cause: "drops the fraction of a fill value of an integer type",
        behaviour: &FractionsTruncated,
    },
    Fault {
        name: "fill-integers-wrapped",
        rule: "FV-INT-3",
        cause: "takes integers out of range modulo 2^N",
        behaviour: &IntegersWrapped,
    },
    Fault {
        name: "fill-booleans-accepted",
        rule: "FV-KIND-1",
        cause: "reads true and false as 1 and 0",
        behaviour: &BooleansAccepted,
    },
    Fault {
        name: "fill-numbers-in-strings-accepted",
        rule: "FV-KIND-1",
        cause: "reads a string of digits as an integer",
        behaviour: &NumbersInStrings,
    },
    Fault {
        name: "fill-decimals-truncated",
        rule: "FV-FLOAT-1",
        cause: "truncates decimals where it should round to nearest",
        behaviour: &DecimalsTruncated,
    },
    Fault {
        name: "fill-negative-zero-lost",
        rule: "FV-ZERO-1",
        cause: "reads -0.0 as +0",
        behaviour: &NegativeZeroLost,
    },
    Fault {
        name: "fill-infinity-strings-refused",
        rule: "FV-INF-1",
        cause: "refuses the strings \"Infinity\" and \"-Infinity\"",
        behaviour: &InfinityRefused,
    },
    Fault {
        name: "fill-infinity-is-the-largest",
        rule: "FV-INF-1",
        cause: "reads \"Infinity\" as the largest value of a type without infinities",
        behaviour: &InfinityIsLargest,
    },
    Fault {
        name: "fill-nan-with-a-sign",
        rule: "FV-NAN-1",
        cause: "reads \"NaN\" as the NaN of x86 processors, whose sign bit is set",
        behaviour: &NanWithSign,
    },
    Fault {
        name: "fill-other-spellings-accepted",
        rule: "FV-STR-1",
        cause: "reads \"inf\", \"nan\" and the like, as the float() of Python does",
        behaviour: &OtherSpellings,
    },
    Fault {
        name: "fill-hex-refused",
        rule: "FV-HEX-1",
        cause: "refuses hex strings",
        behaviour: &HexRefused,
    },
    Fault {
        name: "fill-hex-little-endian",
        rule: "FV-HEX-1",
        cause: "reads hex strings as bytes in little-endian order",
        behaviour: &HexLittleEndian,
    },
    Fault {
        name: "fill-hex-capitals-refused",
        rule: "FV-HEX-1",
        cause: "refuses capital hex digits",
        behaviour: &HexCapitalsRefused,
    },
];

/// What the other cases do.
fn reference(text: &str, data_type: DataType) -> Result<u64, FillValueError> {
    data_type.parse_fill_value(text, Readings::OURS)
}

/// The string that a text is.
fn string(text: &str) -> Option<String> {
    match Json::parse(text) {
        Ok(Json::String(text)) => Some(text),
        _ => None,
    }
}

fn no_such_value(text: String, data_type: DataType) -> FillValueError {
    FillValueError::NoSuchValue { text, data_type }
}

/// A JSON parser whose numbers are doubles.
struct IntegersThroughFloat64;

impl Behaviour for IntegersThroughFloat64 {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let bits = reference(text, data_type)?;
        let double = convert(data_type, Float64, bits).filter(|_| data_type.is_integer());
        let back = double.and_then(|double| convert(Float64, data_type, double));
        Ok(back.unwrap_or(bits))
    }
}

/// `int(value)`.
struct FractionsTruncated;

impl Behaviour for FractionsTruncated {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        reference(text, data_type).or_else(|error| {
            let FillValueError::NotInteger { text, .. } = &error else { return Err(error) };
            let value: f64 = text.parse().expect("a JSON number");
            let cast = Cast::new(Float64, data_type, RoundingMode::TowardsZero, None);
            cast.scalar(value.to_bits()).map_err(|_| error)
        })
    }
}

/// A narrowing cast.
struct IntegersWrapped;

impl Behaviour for IntegersWrapped {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        reference(text, data_type).or_else(|error| match text.trim().parse::<i128>() {
            Ok(value) if data_type.is_integer() => Ok(value as u64 & data_type.mask()),
            _ => Err(error),
        })
    }
}

/// A language in which booleans are integers.
struct BooleansAccepted;

impl Behaviour for BooleansAccepted {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        match Json::parse(text) {
            Ok(Json::Bool(value)) => reference(if value { "1" } else { "0" }, data_type),
            _ => reference(text, data_type),
        }
    }
}

/// A constructor of numbers that takes strings.
struct NumbersInStrings;

impl Behaviour for NumbersInStrings {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        match string(text).filter(|_| data_type.is_integer()) {
            Some(inner) => reference(&inner, data_type).or_else(|_| reference(text, data_type)),
            None => reference(text, data_type),
        }
    }
}

/// A float64 cut off.
struct DecimalsTruncated;

impl Behaviour for DecimalsTruncated {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let Ok(Json::Number(number)) = Json::parse(text) else { return reference(text, data_type) };
        if data_type.is_integer() {
            return reference(text, data_type);
        }
        let value: f64 = number.parse().expect("a JSON number");
        let clamp = Some(OutOfRange::Clamp);
        let cast = Cast::new(Float64, data_type, RoundingMode::TowardsZero, clamp);
        cast.scalar(value.to_bits()).or_else(|_| reference(text, data_type))
    }
}

/// A number that passes through a type without -0.
struct NegativeZeroLost;

impl Behaviour for NegativeZeroLost {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let bits = reference(text, data_type)?;
        let zero = matches!(data_type.decode(bits), Value::Finite(number) if number.is_zero());
        Ok(if zero { 0 } else { bits })
    }
}

/// A reader of numbers only.
struct InfinityRefused;

impl Behaviour for InfinityRefused {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        match string(text) {
            Some(text) if text.ends_with("Infinity") => Err(no_such_value(text, data_type)),
            _ => reference(text, data_type),
        }
    }
}

/// A conversion of the double that saturates.
struct InfinityIsLargest;

impl Behaviour for InfinityIsLargest {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let infinity = string(text).as_deref() == Some("Infinity") && !data_type.is_integer();
        reference(text, data_type).or_else(|error| {
            let (_, max) = data_type.finite_range();
            data_type.encode(&max).filter(|_| infinity).ok_or(error)
        })
    }
}

/// The NaN that a processor makes of 0/0.
struct NanWithSign;

impl Behaviour for NanWithSign {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let bits = reference(text, data_type)?;
        let ieee = data_type.infinity(false).is_some();
        let named = string(text).as_deref() == Some("NaN");
        Ok(if ieee && named { bits | 1 << (data_type.bits() - 1) } else { bits })
    }
}

/// The language's own parser of floats.
struct OtherSpellings;

impl Behaviour for OtherSpellings {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let spelling = string(text).map(|text| text.to_ascii_lowercase()).unwrap_or_default();
        let text = match spelling.as_str() {
            "nan" => r#""NaN""#,
            "inf" | "infinity" => r#""Infinity""#,
            "-inf" | "-infinity" => r#""-Infinity""#,
            _ => text,
        };
        reference(text, data_type)
    }
}

/// A reader that knows numbers and three strings.
struct HexRefused;

impl Behaviour for HexRefused {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        match string(text) {
            Some(text) if text.starts_with("0x") => Err(no_such_value(text, data_type)),
            _ => reference(text, data_type),
        }
    }
}

/// Hex digits unpacked into a buffer.
struct HexLittleEndian;

impl Behaviour for HexLittleEndian {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        let bits = reference(text, data_type)?;
        let hex = string(text).is_some_and(|text| text.starts_with("0x"));
        Ok(if hex { bits.swap_bytes() >> (64 - 8 * data_type.bytes()) } else { bits })
    }
}

/// A pattern that lists `0-9a-f`.
struct HexCapitalsRefused;

impl Behaviour for HexCapitalsRefused {
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        match string(text) {
            Some(text) if text.starts_with("0x") && text.contains(|c: char| c.is_uppercase()) => {
                Err(no_such_value(text, data_type))
            }
            _ => reference(text, data_type),
        }
    }
}
