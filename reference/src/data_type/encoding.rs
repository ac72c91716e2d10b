//! Bit patterns <-> exact values.

use super::DataType;
use super::format::{FloatFormat, Format, IntFormat, Specials};
use crate::number::Dyadic;

/// The meaning of a bit pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Not a number; payload and sign are not part of the value (CV-NAN-2).
    Nan,
    /// An infinity, of either sign.
    Infinity {
        /// Whether it is -Infinity.
        negative: bool,
    },
    /// A number, exact; -0 is one.
    Finite(Dyadic),
}

/// What a pattern of a float type is when it is not a number.
enum Special {
    Infinity,
    Nan,
}

impl DataType {
    /// The exact value of the low [`bits`](Self::bits) bits of `bits`; total, upper bits ignored.
    pub fn decode(self, bits: u64) -> Value {
        match self.format() {
            Format::Int(int) => Value::Finite(int.decode(bits & self.mask())),
            Format::Float(float) => float.decode(bits & self.mask()),
        }
    }

    /// The bit pattern of a number that the type represents exactly; `None` for any other number.
    ///
    /// A zero of a type without -0 loses its sign (CV-ZERO-2).
    pub fn encode(self, number: &Dyadic) -> Option<u64> {
        match self.format() {
            Format::Int(int) => int.encode(number),
            Format::Float(float) => float.encode(number),
        }
    }

    /// The bit pattern of an infinity, where the type has one.
    pub fn infinity(self, negative: bool) -> Option<u64> {
        match self.format() {
            Format::Float(float) if float.has_infinities() => {
                Some(float.pack(negative, float.max_field(), 0))
            }
            _ => None,
        }
    }

    /// The canonical NaN pattern, where the type has a NaN (FV-NAN-1).
    pub fn nan(self) -> Option<u64> {
        match self.format() {
            Format::Float(float) => float.canonical_nan(),
            Format::Int(_) => None,
        }
    }

    /// Whether the pattern is a signalling NaN: an IEEE NaN whose first fraction bit is 0.
    pub fn is_signalling_nan(self, bits: u64) -> bool {
        let quiet = self.infinity(false).zip(self.nan()).map(|(infinity, nan)| nan & !infinity);
        self.is_nan(bits) && quiet.is_some_and(|quiet| bits & quiet == 0)
    }

    /// Whether the pattern is a NaN of the type.
    pub fn is_nan(self, bits: u64) -> bool {
        self.decode(bits) == Value::Nan
    }
}

impl IntFormat {
    fn decode(self, bits: u64) -> Dyadic {
        let negative = self.signed && bits >> (self.bits - 1) == 1;
        let magnitude = if negative { bits.wrapping_neg() & self.mask() } else { bits };
        Dyadic::new(negative, magnitude, 0)
    }

    fn encode(self, number: &Dyadic) -> Option<u64> {
        if number.log2() >= Some(64) {
            return None;
        }
        let magnitude = u64::try_from(number.in_units_of(0)?).ok()?;
        let negative = number.is_negative();
        let bits = if negative { magnitude.wrapping_neg() & self.mask() } else { magnitude };
        // Out of range shows as another value when read back.
        let same = bits <= self.mask() && self.decode(bits).compare(number).is_eq();
        same.then_some(bits)
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

impl FloatFormat {
    fn decode(self, bits: u64) -> Value {
        let (negative, field, fraction) = self.fields(bits);
        match self.special(bits) {
            Some(Special::Infinity) => Value::Infinity { negative },
            Some(Special::Nan) => Value::Nan,
            None => Value::Finite(self.decode_finite(negative, field, fraction)),
        }
    }

    /// What takes the pattern, where it is not a number (CV-NAN, CV-INF).
    fn special(self, bits: u64) -> Option<Special> {
        let (_, field, fraction) = self.fields(bits);
        let top = field == self.max_field();
        match self.specials {
            Specials::Ieee if top && fraction == 0 => Some(Special::Infinity),
            Specials::Ieee if top => Some(Special::Nan),
            Specials::Fnuz | Specials::Fnu if Some(bits) == self.canonical_nan() => {
                Some(Special::Nan)
            }
            _ => None,
        }
    }

    /// Subnormals where the exponent field is 0, else with the implied leading bit.
    fn decode_finite(self, negative: bool, field: u64, fraction: u64) -> Dyadic {
        let fraction_bits = i64::from(self.fraction_bits);
        if field == 0 && self.has_zero() {
            Dyadic::new(negative, fraction, self.min_quantum())
        } else {
            let significand = 1_u64 << self.fraction_bits | fraction;
            Dyadic::new(negative, significand, field.cast_signed() - self.bias - fraction_bits)
        }
    }

    fn encode(self, number: &Dyadic) -> Option<u64> {
        let Some(log2) = number.log2() else {
            let negative = number.is_negative() && self.has_negative_zero();
            return self.has_zero().then(|| self.pack(negative, 0, 0));
        };
        let quantum = (log2 - i64::from(self.fraction_bits)).max(self.min_quantum());
        let significand = u64::try_from(number.in_units_of(quantum)?).ok()?;
        let hidden = 1 << self.fraction_bits;
        let field = if significand < hidden { 0 } else { log2 + self.bias };
        let field = u64::try_from(field).ok().filter(|field| *field <= self.max_field())?;
        let negative = number.is_negative();
        let bits =
            (self.signed || !negative).then(|| self.pack(negative, field, significand % hidden))?;
        // Where the pattern is taken by an infinity or a NaN, the number is beyond the range.
        self.special(bits).is_none().then_some(bits)
    }

    /// Sign, exponent field and fraction field of a pattern.
    pub fn fields(self, bits: u64) -> (bool, u64, u64) {
        let negative = self.signed && bits >> (self.bits() - 1) == 1;
        let field = bits >> self.fraction_bits & self.max_field();
        (negative, field, bits & ((1 << self.fraction_bits) - 1))
    }

    fn pack(self, negative: bool, field: u64, fraction: u64) -> u64 {
        u64::from(negative) << (self.bits() - 1) | field << self.fraction_bits | fraction
    }
}
