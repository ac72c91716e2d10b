use thiserror::Error;

use super::TensorError;

/// Why attributes name no packing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AttributesError {
    /// Not exactly one of the spellings.
    #[error("needs either bits, or radix and group_size (UP-SPELL-1)")]
    Spelling,
    /// A number of bits that no code has.
    #[error("bits {bits} is not in [1, 8] (UP-BITS-3)")]
    Bits {
        /// The attribute's value.
        bits: i64,
    },
    /// A radix out of range.
    #[error("radix {radix} is not in [2, 256] (UP-GROUP-6)")]
    Radix {
        /// The attribute's value.
        radix: i64,
    },
    /// A group of no codes.
    #[error("group_size {group_size} is not positive (UP-GROUP-6)")]
    GroupSize {
        /// The attribute's value.
        group_size: i64,
    },
    /// A group index that a signed 64-bit integer does not hold.
    #[error("{radix}^{group_size} is beyond 2^63 - 1 (UP-GROUP-6)")]
    Power {
        /// R, how many values a code has.
        radix: i64,
        /// G, how many codes a group has.
        group_size: i64,
    },
}

/// Why an input cannot be unpacked (UP-VALID-1).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnpackError {
    /// No array with such an axis.
    #[error(transparent)]
    Tensor(#[from] TensorError),
    /// A negative count.
    #[error("count {count} is negative (UP-COUNT-3)")]
    Count {
        /// The input's value.
        count: i64,
    },
    /// Another number of words than the codes of a row fill.
    #[error("a row has {found} words, its codes fill {expected} (UP-WORDS-1, UP-WORDS-2)")]
    WordCount {
        /// How many the codes fill.
        expected: u128,
        /// How many there are.
        found: u64,
    },
    /// An index that no group of digits has.
    #[error("group {group} of row {row} has index {index}, not below {power} (UP-GROUP-5)")]
    GroupIndex {
        /// The row's position among the rows along the axis, in C order.
        row: usize,
        /// The group's position in its row.
        group: u64,
        /// The number that the bits of the group make.
        index: u64,
        /// R^G: one more than the largest index of a group.
        power: u64,
    },
}

/// Why codes cannot be packed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PackError {
    /// No array with such an axis.
    #[error(transparent)]
    Tensor(#[from] TensorError),
    /// A code that is not a digit of the radix.
    #[error("element {index} is the code {code}, not below {radix} (UP-PACK-3)")]
    Code {
        /// Its position in C order.
        index: usize,
        /// The element, which should be below `radix`.
        code: u64,
        /// R, how many values a code has.
        radix: u64,
    },
    /// More words than an extent can hold.
    #[error("a row would need {words} words, more than a u64 extent can hold")]
    WordCount {
        /// How many words the codes of a row fill.
        words: u128,
    },
}

impl TensorError {
    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Elements { .. } | Self::Rank => "shape",
            Self::Axis { .. } => "attributes",
        }
    }
}

impl UnpackError {
    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Tensor(error) => error.reason(),
            Self::Count { .. } => "count",
            Self::WordCount { .. } => "word_count",
            Self::GroupIndex { .. } => "group_index",
        }
    }
}

impl PackError {
    /// The reason word of the adapter protocol.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Tensor(error) => error.reason(),
            Self::Code { .. } => "code",
            Self::WordCount { .. } => "word_count",
        }
    }
}
