//! What an input must become.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{SeqAccessDeserializer, StrDeserializer};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A bit pattern, written `"0x"` and two hex digits a byte of its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits {
    /// The pattern, in the low bits.
    pub bits: u64,
    /// Bytes an element of its type takes: 1, 2, 4 or 8.
    pub bytes: u8,
}

/// The one result that an alternative, or the project's own reading, gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expected {
    /// Exactly these bits.
    Bits(Bits),
    /// `"nan"`: any NaN pattern of the output type.
    Nan,
    /// `"STAGE:REASON"`: a rejection.
    Error(Reason),
}

/// Stage and reason of a rejection; the stage is scored, the reason is only reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// `data:nan`: a NaN that cannot be cast.
    Nan,
    /// `data:infinite`: an infinity that cannot be cast.
    Infinite,
    /// `data:out_of_range`: a number beyond the range.
    OutOfRange,
    /// `configuration:configuration`: the configuration itself is invalid.
    Configuration,
    /// `configuration:fill_value`: the fill value is invalid or does not survive.
    FillValue,
    /// `configuration:shape`: the configuration cannot be resolved against the input's shape.
    Shape,
    /// `configuration:attributes`: no valid operator has these attributes.
    Attributes,
    /// `data:code`: a code that is not a digit of the radix.
    Code,
}

/// An expected result with the tolerated alternatives, each by its name `RULE/alternative`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome<E = Expected> {
    /// What the project's own reading gives.
    pub is: E,
    /// What else is accepted, and under which name it is reported.
    pub or: BTreeMap<String, E>,
}

impl Bits {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x")?;
        let lower_hex = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
        let well_formed = matches!(digits.len(), 2 | 4 | 8 | 16) && digits.bytes().all(lower_hex);
        let bits = u64::from_str_radix(digits, 16).ok().filter(|_| well_formed)?;
        Some(Self { bits, bytes: (digits.len() / 2) as u8 })
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:0width$x}", self.bits, width = 2 * usize::from(self.bytes))
    }
}

impl Reason {
    const ALL: [Self; 8] = [
        Self::Nan,
        Self::Infinite,
        Self::OutOfRange,
        Self::Configuration,
        Self::FillValue,
        Self::Shape,
        Self::Attributes,
        Self::Code,
    ];

    /// Reads `STAGE:REASON`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == text)
    }

    /// `STAGE:REASON`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nan => "data:nan",
            Self::Infinite => "data:infinite",
            Self::OutOfRange => "data:out_of_range",
            Self::Configuration => "configuration:configuration",
            Self::FillValue => "configuration:fill_value",
            Self::Shape => "configuration:shape",
            Self::Attributes => "configuration:attributes",
            Self::Code => "data:code",
        }
    }

    /// The stage and the reason, apart.
    pub fn parts(self) -> (&'static str, &'static str) {
        self.name().split_once(':').expect("every name has both parts")
    }
}

impl Expected {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "nan" {
            return Some(Self::Nan);
        }
        Reason::parse(text).map(Self::Error).or_else(|| Bits::parse(text).map(Self::Bits))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(bits) => bits.fmt(f),
            Self::Nan => f.write_str("nan"),
            Self::Error(reason) => f.write_str(reason.name()),
        }
    }
}

impl<E> From<E> for Outcome<E> {
    fn from(is: E) -> Self {
        Self { is, or: BTreeMap::new() }
    }
}

impl<E> Outcome<E> {
    /// Every accepted result, the project's own first.
    pub fn accepted(&self) -> impl Iterator<Item = &E> {
        std::iter::once(&self.is).chain(self.or.values())
    }
}

impl Outcome {
    /// Whether every accepted result is a success.
    pub fn must_succeed(&self) -> bool {
        !self.accepted().any(|expected| matches!(expected, Expected::Error(_)))
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Str(&text), &"a known \"stage:reason\"")
        })
    }
}

impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Str(&text), &"0x and 2, 4, 8 or 16 hex digits")
        })
    }
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ExpectedVisitor)
    }
}

impl<E: Serialize> Serialize for Outcome<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.or.is_empty() {
            return self.is.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("is", &self.is)?;
        map.serialize_entry("or", &self.or)?;
        map.end()
    }
}

impl<'de, E: Deserialize<'de>> Deserialize<'de> for Outcome<E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OutcomeVisitor(PhantomData))
    }
}

struct ExpectedVisitor;

impl Visitor<'_> for ExpectedVisitor {
    type Value = Expected;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bits in hex, \"nan\", or \"stage:reason\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Expected, E> {
        Expected::parse(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

struct OutcomeVisitor<E>(PhantomData<E>);

impl<'de, E: Deserialize<'de>> Visitor<'de> for OutcomeVisitor<E> {
    type Value = Outcome<E>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result, or an object of \"is\" and \"or\"")
    }

    fn visit_str<F: de::Error>(self, text: &str) -> Result<Self::Value, F> {
        E::deserialize(StrDeserializer::new(text)).map(Outcome::from)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        E::deserialize(SeqAccessDeserializer::new(seq)).map(Outcome::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut is, mut or) = (None, None);
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "is" => is = Some(map.next_value()?),
                "or" => or = Some(map.next_value()?),
                other => return Err(de::Error::unknown_field(other, &["is", "or"])),
            }
        }
        Ok(Outcome {
            is: is.ok_or_else(|| de::Error::missing_field("is"))?,
            or: or.ok_or_else(|| de::Error::missing_field("or"))?,
        })
    }
}
