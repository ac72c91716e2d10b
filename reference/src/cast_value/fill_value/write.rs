//! Bits -> JSON.

use crate::data_type::{DataType, Value};
use crate::number::{Decimal, Dyadic, scientific};
use crate::reading::Readings;

impl DataType {
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
            Value::Infinity { negative: false } => "\"Infinity\"".to_owned(),
            Value::Infinity { negative: true } => "\"-Infinity\"".to_owned(),
            Value::Finite(number) if self.is_integer() => number.to_string(),
            Value::Finite(number) if number.is_zero() => {
                if number.is_negative() { "-0.0" } else { "0.0" }.to_owned()
            }
            Value::Finite(number) => self.shortest(bits, &number),
        }
    }

    /// `0x` and two digits a byte, as the vectors and the fill values write bits (FV-HEX-1).
    pub fn hex_pattern(self, bits: u64) -> String {
        format!("0x{bits:0width$x}", width = 2 * self.bytes())
    }

    /// The fewest digits that are read back as these bits; all of them where 17 are exact.
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
