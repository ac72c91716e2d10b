//! A small codec: casts between four integer types, all data little-endian.

use std::fmt;

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntType {
    /// Its name.
    pub name: &'static str,
    bytes: usize,
    min: i32,
    max: i32,
}

/// The types that are known.
pub const TYPES: [IntType; 4] = [
    IntType { name: "int8", bytes: 1, min: -128, max: 127 },
    IntType { name: "uint8", bytes: 1, min: 0, max: 255 },
    IntType { name: "int16", bytes: 2, min: -32768, max: 32767 },
    IntType { name: "uint16", bytes: 2, min: 0, max: 65535 },
];

/// The treatment of a number that the target does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutOfRange {
    /// It is an error.
    Refuse,
    /// It becomes the nearest one that the target holds.
    Clamp,
}

/// Why an array is not cast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastError {
    /// A number that the target does not hold.
    OutOfRange(i32),
    /// The array ends within an element.
    Length,
}

impl fmt::Display for CastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(value) => write!(f, "{value} is out of range"),
            Self::Length => f.write_str("the array ends within an element"),
        }
    }
}

impl IntType {
    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        TYPES.into_iter().find(|known| known.name == name)
    }

    fn read(self, element: &[u8]) -> i32 {
        let bits = element.iter().rev().fold(0, |bits, byte| bits << 8 | i32::from(*byte));
        if bits > self.max { bits - (1 << (8 * self.bytes)) } else { bits }
    }
}

/// Casts an array.
///
/// # Errors
/// A number out of range where these are rejected, or half an element.
pub fn cast(
    elements: &[u8],
    source: IntType,
    target: IntType,
    out_of_range: OutOfRange,
) -> Result<Vec<u8>, CastError> {
    if !elements.len().is_multiple_of(source.bytes) {
        return Err(CastError::Length);
    }
    let mut output = Vec::with_capacity(elements.len() / source.bytes * target.bytes);
    for element in elements.chunks_exact(source.bytes) {
        let value = source.read(element);
        let nearest = value.clamp(target.min, target.max);
        if nearest != value && out_of_range == OutOfRange::Refuse {
            return Err(CastError::OutOfRange(value));
        }
        output.extend(&nearest.to_le_bytes()[..target.bytes]);
    }
    Ok(output)
}
