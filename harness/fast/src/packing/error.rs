use std::error::Error;
use std::fmt;

/// Why codes cannot be packed or unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackingError {
    /// `bits` is not in 1 to 8, `radix` not in 2 to 256, `group_size` not positive, or
    /// `radix^group_size` greater than 2^63 - 1.
    Attributes,
    /// The axis is not in -rank to rank - 1; no axis is if the rank is 0.
    Axis,
    /// The count is negative.
    Count,
    /// The words along the axis are not as many as the count takes.
    WordCount {
        /// The words that the count takes.
        expected: u128,
        /// The extent of the axis.
        found: u64,
    },
    /// A group index is not below `radix^group_size`.
    GroupIndex {
        /// The row, counted from 0 in C order of the other dimensions.
        row: usize,
        /// The group in the row, counted from 0.
        group: usize,
    },
    /// A code is not below the radix.
    Code {
        /// The position of the first such code in the array in C order, counted from 0.
        index: usize,
    },
    /// The length of the data is not that of an array of this shape, or a shape is too large.
    Shape,
}

impl fmt::Display for PackingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attributes => f.write_str("no such packing: an attribute is out of range"),
            Self::Axis => f.write_str("the array does not have such an axis"),
            Self::Count => f.write_str("the count is negative"),
            Self::WordCount { expected, found } => {
                write!(f, "{found} words along the axis, where the count takes {expected}")
            }
            Self::GroupIndex { row, group } => {
                write!(f, "row {row}, group {group}: the index is too great")
            }
            Self::Code { index } => write!(f, "code {index}: not below the radix"),
            Self::Shape => f.write_str("the data is not an array of this shape"),
        }
    }
}

impl Error for PackingError {}
