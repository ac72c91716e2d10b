//! Fill values: JSON <-> bits.

use thiserror::Error;

use crate::data_type::DataType;
use crate::decimal::{Decimal, scientific};
use crate::dyadic::Dyadic;
use crate::encoding::Value;
use crate::json::{Json, JsonError};
use crate::reading::{Alternative, Readings};
use crate::round::{Exact, RoundingMode, round};

/// Why a JSON value is not a fill value of a type.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FillValueError {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] JsonError),
    /// A kind of JSON value that the type never takes (FV-KIND-1, FV-KIND-2).
    #[error("{found} is not a fill value of {data_type} (FV-KIND-1)")]
    Kind {
        /// The type.
        data_type: DataType,
        /// What stands there.
        found: &'static str,
    },
    /// A number with a fraction or an exponent part, for an integer type (FV-INT-1, FV-INT-2).
    #[error(
        "{text} has a fraction or an exponent part: not a fill value of {data_type} (FV-INT-2)"
    )]
    NotInteger {
        /// The number as written.
        text: String,
        /// The integer type.
        data_type: DataType,
    },
    /// A number outside the type's range (FV-INT-3, FV-FLOAT-3, FV-FLOAT-4).
    #[error("{text} is outside the range of {data_type} ({rule})")]
    OutOfRange {
        /// The number as written.
        text: String,
        /// The type.
        data_type: DataType,
        /// The rule that refuses it.
        rule: &'static str,
    },
    /// A string that names nothing the type has (FV-STR-1, FV-INF-1, FV-INF-2, FV-NAN-1).
    #[error("{text:?} names no value of {data_type} (FV-STR-1)")]
    NoSuchValue {
        /// The string.
        text: String,
        /// The type.
        data_type: DataType,
    },
    /// A hex string with the wrong number of digits, or no digits (FV-HEX-2).
    #[error("{text:?} is not \"0x\" and {digits} hex digits, as {data_type} takes (FV-HEX-2)")]
    HexSpelling {
        /// The string.
        text: String,
        /// How many digits the type's patterns have.
        digits: usize,
        /// The type.
        data_type: DataType,
    },
    /// A hex string whose value needs more bits than the type has (FV-HEX-3).
    #[error("{text:?} does not fit the {} bits of {data_type} (FV-HEX-3)", data_type.bits())]
    HexTooWide {
        /// The string.
        text: String,
        /// The type.
        data_type: DataType,
    },
}

impl DataType {
    /// The bits that a fill value names (all FV rules), from its JSON text.
    ///
    /// # Errors
    /// A text that is not JSON, or not a fill value of the type.
    pub fn parse_fill_value(self, text: &str, readings: Readings) -> Result<u64, FillValueError> {
        match Json::parse(text)? {
            Json::Null if self.has_zero() && readings.has(Alternative::NullFillAbsent) => Ok(0),
            json => self.fill_value(&json, readings),
        }
    }

    /// The bits that a fill value names (all FV rules).
    ///
    /// # Errors
    /// A value that is not a fill value of the type.
    pub fn fill_value(self, json: &Json, readings: Readings) -> Result<u64, FillValueError> {
        match json {
            Json::Number(text) if self.is_integer() => self.integer(text, readings),
            Json::Number(text) => self.decimal(text, readings),
            Json::String(text) if !self.is_integer() => self.string(text, readings),
            other => Err(FillValueError::Kind { data_type: self, found: other.kind() }),
        }
    }

    /// FV-INT-1, FV-INT-2, FV-INT-3, FV-ZERO-1.
    fn integer(self, text: &str, readings: Readings) -> Result<u64, FillValueError> {
        let number = Decimal::parse(text);
        let spelled_out = !text.contains(['.', 'e', 'E']);
        let integral = readings.has(Alternative::IntegralNumberAccepted) && number.is_integral();
        if !spelled_out && !integral {
            return Err(FillValueError::NotInteger { text: text.to_owned(), data_type: self });
        }
        let (number, _) = round(&number, 0, RoundingMode::TowardsZero, Default::default());
        self.encode(&number).ok_or_else(|| self.out_of_range(text, "FV-INT-3"))
    }

    /// FV-FLOAT-1, FV-FLOAT-2: rounded once, from the digits.
    fn decimal(self, text: &str, readings: Readings) -> Result<u64, FillValueError> {
        let number = Decimal::parse(text);
        if text == "-0" && readings.has(Alternative::IntegerZeroPositive) {
            return self.nearest(&Dyadic::zero(false), text, readings);
        }
        if self != Self::Float64 && readings.has(Alternative::DecimalThroughFloat64) {
            let double = Self::Float64.nearest(&number, text, readings)?;
            return match Self::Float64.decode(double) {
                Value::Finite(double) => self.nearest(&double, text, readings),
                _ => self.overflow(number.is_negative(), text, readings),
            };
        }
        self.nearest(&number, text, readings)
    }

    fn nearest(
        self,
        number: &impl Exact,
        text: &str,
        readings: Readings,
    ) -> Result<u64, FillValueError> {
        let smallest = self.finite_range().0;
        let range_first = readings.has(Alternative::E8m0RangeBeforeRounding);
        if range_first && !self.has_zero() && number.log2() < smallest.log2() {
            return self.below_e8m0(text, readings);
        }
        let quantum = self.quantum(number.log2());
        let parity = self.tie_parity(quantum, readings);
        let (rounded, _) = round(number, quantum, RoundingMode::NearestEven, parity);
        match self.encode(&rounded) {
            Some(bits) => Ok(bits),
            None if rounded.compare(&smallest).is_lt() && !self.has_zero() => {
                self.below_e8m0(text, readings)
            }
            None => self.overflow(rounded.negative, text, readings),
        }
    }

    /// FV-FLOAT-3.
    fn overflow(
        self,
        negative: bool,
        text: &str,
        readings: Readings,
    ) -> Result<u64, FillValueError> {
        let (min, max) = self.finite_range();
        let refused = readings.has(Alternative::OverflowRefused);
        let bits = if readings.has(Alternative::OverflowLargestFinite) {
            self.encode(if negative { &min } else { &max })
        } else {
            self.infinity(negative).filter(|_| !refused)
        };
        bits.ok_or_else(|| self.out_of_range(text, "FV-FLOAT-3"))
    }

    /// FV-FLOAT-4.
    fn below_e8m0(self, text: &str, readings: Readings) -> Result<u64, FillValueError> {
        let smallest = readings.has(Alternative::E8m0TinySmallest).then_some(0);
        smallest.ok_or_else(|| self.out_of_range(text, "FV-FLOAT-4"))
    }

    /// FV-INF-1, FV-INF-2, FV-NAN-1, FV-STR-1.
    fn string(self, text: &str, readings: Readings) -> Result<u64, FillValueError> {
        let bits = match text {
            "NaN" => self.nan(),
            "Infinity" => self.infinity(false),
            "-Infinity" => self.infinity(true),
            "+Infinity" if readings.has(Alternative::PlusInfinityAccepted) => self.infinity(false),
            _ if text.starts_with("0x") || text.starts_with("0X") => {
                return self.hex(text, readings);
            }
            _ => None,
        };
        bits.ok_or_else(|| FillValueError::NoSuchValue { text: text.to_owned(), data_type: self })
    }

    /// FV-HEX-1, FV-HEX-2, FV-HEX-3.
    fn hex(self, text: &str, readings: Readings) -> Result<u64, FillValueError> {
        let digits = &text[2..];
        let lenient = readings.has(Alternative::HexSpellingAccepted);
        let spelled = digits.len() == 2 * self.bytes() && text.starts_with("0x") || lenient;
        let hex = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !spelled || !hex {
            let (text, digits) = (text.to_owned(), 2 * self.bytes());
            return Err(FillValueError::HexSpelling { text, digits, data_type: self });
        }
        match u64::from_str_radix(digits, 16) {
            Ok(bits) if bits <= self.mask() => Ok(bits),
            Ok(bits) if self.bits() < 8 && readings.has(Alternative::HexUpperBitsIgnored) => {
                Ok(bits & self.mask())
            }
            _ => Err(FillValueError::HexTooWide { text: text.to_owned(), data_type: self }),
        }
    }

    fn out_of_range(self, text: &str, rule: &'static str) -> FillValueError {
        FillValueError::OutOfRange { text: text.to_owned(), data_type: self, rule }
    }

    /// The JSON text of a fill value: the inverse of [`parse_fill_value`](Self::parse_fill_value).
    ///
    /// A float is written exactly where 17 significant digits suffice, else with the fewest that
    /// are read back as the same bits; a NaN other than the canonical one as a hex string
    /// (FV-HEX-1).
    pub fn fill_value_json(self, bits: u64) -> String {
        let bits = bits & self.mask();
        match self.decode(bits) {
            Value::Nan if self.nan() == Some(bits) => "\"NaN\"".to_owned(),
            Value::Nan => format!("\"{}\"", self.hex_pattern(bits)),
            Value::Infinite { negative: false } => "\"Infinity\"".to_owned(),
            Value::Infinite { negative: true } => "\"-Infinity\"".to_owned(),
            Value::Finite(number) if self.is_integer() => number.to_string(),
            Value::Finite(number) if number.is_zero() => {
                if number.negative { "-0.0" } else { "0.0" }.to_owned()
            }
            Value::Finite(number) => self.shortest(bits, &number),
        }
    }

    /// `0x` and two digits a byte, as the vectors and the fill values write bits (FV-HEX-1).
    pub fn hex_pattern(self, bits: u64) -> String {
        format!("0x{bits:0width$x}", width = 2 * self.bytes())
    }

    fn shortest(self, bits: u64, number: &Dyadic) -> String {
        let all = scientific(number, 17);
        if Decimal::parse(&all).equals(number) {
            return all;
        }
        (1..=17)
            .map(|digits| scientific(number, digits))
            .find(|text| self.parse_fill_value(text, Readings::OURS) == Ok(bits))
            .expect("17 digits tell all values of 64 bits apart")
    }
}
