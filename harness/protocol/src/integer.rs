//! Integers of which JSON readers differ in the largest they can hold.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// An extent, a count or an attribute: a JSON number up to 2^53 - 1 in size, beyond that its
/// decimal digits as a string. Either form is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Integer(pub i128);

/// The largest integer that every JSON reader holds exactly.
const MAX_NUMBER: i128 = (1 << 53) - 1;

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(number) if (-MAX_NUMBER..=MAX_NUMBER).contains(&self.0) => {
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

macro_rules! convert {
    ($($other:ty),*) => {$(
        impl TryFrom<Integer> for $other {
            type Error = std::num::TryFromIntError;

            fn try_from(integer: Integer) -> Result<Self, Self::Error> {
                Self::try_from(integer.0)
            }
        }
    )*};
}

convert!(u64, i64, usize);

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

struct IntegerVisitor;

impl Visitor<'_> for IntegerVisitor {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, or its decimal digits in a string")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Integer, E> {
        Ok(Integer(number.into()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Integer, E> {
        Ok(Integer(number.into()))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Integer, E> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
        let number = text.parse().ok().filter(|_| plain);
        number.map(Integer).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}
