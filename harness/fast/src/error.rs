use std::error::Error;
use std::fmt;

/// The element at which the conversion of an array failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastError {
    /// The position of the first element that has no result, counted in elements from 0.
    pub index: usize,
    /// Why that element has no result.
    pub reason: Reason,
}

impl fmt::Display for CastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "element {}: {}", self.index, self.reason)
    }
}

impl Error for CastError {}

/// Why a scalar cannot be cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A NaN that no map entry matches, and the target type has no NaN.
    Nan,
    /// An infinity that no map entry matches, and the target type has no infinity.
    Infinite,
    /// The rounded value is outside the finite range of the target type, and no rule applies.
    OutOfRange,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nan => "NaN, and the target type has no NaN",
            Self::Infinite => "infinite, and the target type has no infinity",
            Self::OutOfRange => "outside the range of the target type",
        })
    }
}

impl Error for Reason {}
