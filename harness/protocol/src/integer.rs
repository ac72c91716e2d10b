//! Integers of any size, of which JSON readers differ in the largest they can hold.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// An extent, a count or an attribute, of any size: a JSON number up to 2^53 - 1, beyond that its
/// decimal digits as a string. Either form is read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Integer(Form);

/// Each integer has one form, so that equal integers are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    Small(i64),
    /// The decimal text of one beyond 64 bits, without leading zeros.
    Large(Box<str>),
}

/// A text that is not an integer in decimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseIntegerError;

/// The largest integer that every JSON reader holds exactly.
const MAX_NUMBER: u64 = (1 << 53) - 1;

impl Integer {
    /// The same number in another type; `None` where that does not hold it.
    ///
    /// ```
    /// # use codec_protocol::Integer;
    /// let extent = Integer::from(300);
    /// assert_eq!((extent.to::<u16>(), extent.to::<u8>()), (Some(300), None));
    /// ```
    pub fn to<T: TryFrom<i64> + FromStr>(&self) -> Option<T> {
        match &self.0 {
            Form::Small(number) => T::try_from(*number).ok(),
            Form::Large(text) => text.parse().ok(),
        }
    }

    /// The number of its decimal digits.
    pub fn digits(&self) -> usize {
        match &self.0 {
            Form::Small(number) => number.unsigned_abs().max(1).ilog10() as usize + 1,
            Form::Large(text) => text.trim_start_matches('-').len(),
        }
    }
}

macro_rules! from {
    ($($primitive:ty),*) => {$(
        impl From<$primitive> for Integer {
            fn from(number: $primitive) -> Self {
                let large = |_| Form::Large(number.to_string().into());
                Self(i64::try_from(number).map_or_else(large, Form::Small))
            }
        }
    )*};
}

from!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

impl FromStr for Integer {
    type Err = ParseIntegerError;

    fn from_str(text: &str) -> Result<Self, ParseIntegerError> {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(ParseIntegerError);
        }
        let large = |_| Form::Large(format!("{sign}{}", digits.trim_start_matches('0')).into());
        Ok(Self(text.parse().map_or_else(large, Form::Small)))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(number) => number.fmt(f),
            Form::Large(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for ParseIntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an integer in decimal digits")
    }
}

impl std::error::Error for ParseIntegerError {}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Form::Small(number) if number.unsigned_abs() <= MAX_NUMBER => {
                serializer.serialize_i64(number)
            }
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IntegerVisitor)
    }
}

struct IntegerVisitor;

impl Visitor<'_> for IntegerVisitor {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, or its decimal digits in a string")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Integer, E> {
        Ok(number.into())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Integer, E> {
        Ok(number.into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Integer, E> {
        text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}
