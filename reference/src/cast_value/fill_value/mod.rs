//! Fill values: JSON -> bits.

mod error;
mod write;

use super::alternatives::even_code;
use super::procedure::round_into;
use super::trace::Side;
use crate::data_type::{DataType, Value};
use crate::json::Json;
use crate::number::{Decimal, Dyadic, Exact, Loss, RoundingMode};
use crate::reading::{Alternative, Readings};

pub use error::FillValueError;

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
        let text = |text| Text { text, data_type: self, readings };
        match json {
            Json::Number(number) if self.is_integer() => text(number).integer(),
            Json::Number(number) => text(number).decimal(),
            Json::String(string) if !self.is_integer() => text(string).string(),
            other => Err(FillValueError::Kind { data_type: self, found: other.kind() }),
        }
    }
}

/// A number or a string that is read as a scalar of a type.
struct Text<'a> {
    text: &'a str,
    data_type: DataType,
    readings: Readings,
}

impl Text<'_> {
    /// FV-INT-1, FV-INT-2, FV-INT-3, FV-ZERO-1.
    fn integer(&self) -> Result<u64, FillValueError> {
        let number = Decimal::parse(self.text);
        let (units, loss) = number.cut(0);
        let spelled_out = !self.text.contains(['.', 'e', 'E']);
        let integral = loss == Loss::Exact && self.has(Alternative::IntegralNumberAccepted);
        if !spelled_out && !integral {
            let (text, data_type) = (self.text.to_owned(), self.data_type);
            return Err(FillValueError::NotInteger { text, data_type });
        }
        let number = Dyadic::new(number.is_negative(), units, 0);
        self.data_type.encode(&number).ok_or_else(|| self.out_of_range("FV-INT-3"))
    }

    /// FV-FLOAT-1, FV-FLOAT-2: rounded once, from the digits.
    fn decimal(&self) -> Result<u64, FillValueError> {
        let number = Decimal::parse(self.text);
        if self.text == "-0" && self.has(Alternative::IntegerZeroPositive) {
            return self.nearest(&Dyadic::zero(false));
        }
        if self.data_type != DataType::Float64 && self.has(Alternative::DecimalThroughFloat64) {
            return self.through_float64(&number);
        }
        self.nearest(&number)
    }

    /// FV-FLOAT-2/through-float64.
    fn through_float64(&self, number: &Decimal) -> Result<u64, FillValueError> {
        let double = Self { data_type: DataType::Float64, ..*self }.nearest(number)?;
        match DataType::Float64.decode(double) {
            Value::Finite(double) => self.nearest(&double),
            _ => self.overflow(if number.is_negative() { Side::Below } else { Side::Above }),
        }
    }

    /// The steps of a cast: rounding to the nearest value, then the range.
    fn nearest(&self, number: &impl Exact) -> Result<u64, FillValueError> {
        let target = self.data_type;
        let range = target.finite_range();
        let range_first = self.has(Alternative::E8m0RangeBeforeRounding) && !target.has_zero();
        if range_first && number.log2() < range.0.log2() {
            return self.below_e8m0();
        }
        let mode = RoundingMode::NearestEven;
        let by_code = self.has(Alternative::E8m0TieToEvenCode);
        let by_code = by_code.then(|| even_code(target, number, mode)).flatten();
        let rounded = by_code.unwrap_or_else(|| round_into(target, number, mode).0);
        match Side::of(&rounded, &range) {
            Side::Inside => Ok(target.encode(&rounded).expect("on the grid and in the range")),
            Side::Below if !target.has_zero() => self.below_e8m0(),
            side => self.overflow(side),
        }
    }

    /// FV-FLOAT-3.
    fn overflow(&self, side: Side) -> Result<u64, FillValueError> {
        let (min, max) = self.data_type.finite_range();
        let bits = if self.has(Alternative::OverflowLargestFinite) {
            self.data_type.encode(if side == Side::Below { &min } else { &max })
        } else {
            let infinity = self.data_type.infinity(side == Side::Below);
            infinity.filter(|_| !self.has(Alternative::OverflowRefused))
        };
        bits.ok_or_else(|| self.out_of_range("FV-FLOAT-3"))
    }

    /// FV-FLOAT-4.
    fn below_e8m0(&self) -> Result<u64, FillValueError> {
        let smallest = self.has(Alternative::E8m0TinySmallest).then_some(0);
        smallest.ok_or_else(|| self.out_of_range("FV-FLOAT-4"))
    }

    /// FV-INF-1, FV-INF-2, FV-NAN-1, FV-STR-1.
    fn string(&self) -> Result<u64, FillValueError> {
        let plus = self.has(Alternative::PlusInfinityAccepted);
        let bits = match self.text {
            "NaN" => self.data_type.nan(),
            "Infinity" => self.data_type.infinity(false),
            "-Infinity" => self.data_type.infinity(true),
            "+Infinity" if plus => self.data_type.infinity(false),
            text if text.starts_with("0x") || text.starts_with("0X") => return self.hex(),
            _ => None,
        };
        let (text, data_type) = (self.text, self.data_type);
        bits.ok_or_else(|| FillValueError::NoSuchValue { text: text.to_owned(), data_type })
    }

    /// FV-HEX-1, FV-HEX-2, FV-HEX-3.
    fn hex(&self) -> Result<u64, FillValueError> {
        let (text, data_type) = (self.text.to_owned(), self.data_type);
        let (prefix, digits) = self.text.split_at(2);
        let exact = prefix == "0x" && digits.len() == 2 * data_type.bytes();
        let spelled = exact || self.has(Alternative::HexSpellingAccepted);
        let hex = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !spelled || !hex {
            let digits = 2 * data_type.bytes();
            return Err(FillValueError::HexSpelling { text, digits, data_type });
        }
        let upper_ignored = data_type.bits() < 8 && self.has(Alternative::HexUpperBitsIgnored);
        match u64::from_str_radix(digits, 16) {
            Ok(bits) if bits <= data_type.mask() => Ok(bits),
            Ok(bits) if upper_ignored => Ok(bits & data_type.mask()),
            _ => Err(FillValueError::HexTooWide { text, data_type }),
        }
    }

    fn out_of_range(&self, rule: &'static str) -> FillValueError {
        let (text, data_type) = (self.text.to_owned(), self.data_type);
        FillValueError::OutOfRange { text, data_type, rule }
    }

    fn has(&self, alternative: Alternative) -> bool {
        self.readings.has(alternative)
    }
}
