//! Encoding and decoding.

use std::fmt;

/// Which way the codec runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From the array's data type to the configuration's.
    Encode,
    /// From the configuration's data type to the array's (CV-ORDER-4).
    Decode,
}

impl Direction {
    /// Both directions.
    pub const ALL: [Self; 2] = [Self::Encode, Self::Decode];

    /// `"encode"` or `"decode"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::Decode => "decode",
        }
    }

    /// The direction of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
