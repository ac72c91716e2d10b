use num_bigint::{BigInt, BigUint};
use thiserror::Error;

use crate::json::{JsonError, MemberError};
use crate::reading::Alternative;

/// Why `reshape` is rejected; `position` is that of an element of `shape`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReshapeError {
    /// The text is not JSON, or repeats a member (RS-CONF-4).
    #[error("not JSON: {0}")]
    Json(#[from] JsonError),
    /// The configuration does not have the form that the text describes (RS-CONF, RS-ELEM).
    #[error(transparent)]
    Member(#[from] MemberError),
    /// An integer that is too long to be read.
    #[error("shape[{position}] has an integer of {digits} digits (RS-BIG-2)")]
    TooLong {
        /// The element of `shape`.
        position: usize,
        /// How many digits the integer has.
        digits: usize,
    },
    /// A size that is neither positive nor -1.
    #[error("shape[{position}] is {size}, neither positive nor -1 (RS-SIZE-2)")]
    Size {
        /// The element of `shape`.
        position: usize,
        /// The size as written.
        size: BigInt,
    },
    /// A second -1.
    #[error("shape[{position}] is -1, as an earlier element is (RS-AUTO-2)")]
    SecondAuto {
        /// The element of `shape` that is the second -1.
        position: usize,
    },
    /// An input dimension that is not above the one before it.
    #[error("shape[{position}] has input dimension {dim} after {previous} (RS-ORDER-1)")]
    Order {
        /// The element of `shape`.
        position: usize,
        /// The input dimension out of order.
        dim: BigUint,
        /// The one before it.
        previous: BigUint,
    },
    /// A negative input dimension.
    #[error("shape[{position}] has the negative input dimension {dim} (RS-DIMS-2)")]
    NegativeDim {
        /// The element of `shape`.
        position: usize,
        /// The input dimension as written.
        dim: BigInt,
    },
    /// An input dimension that the input does not have.
    #[error("shape[{position}] has input dimension {dim}, but the rank is {rank} (RS-DIMS-2)")]
    InputDim {
        /// The element of `shape`.
        position: usize,
        /// The input dimension as written.
        dim: BigUint,
        /// The input's rank.
        rank: usize,
    },
    /// -1 has no size that satisfies the invariant.
    #[error("shape[{position}]: {input} elements are not a multiple of {others} (RS-AUTO-3)")]
    Indivisible {
        /// Where -1 is.
        position: usize,
        /// The product of the other sizes.
        others: BigUint,
        /// How many elements the input has.
        input: BigUint,
    },
    /// -1 may have any size, since another one is 0.
    #[error("shape[{position}]: any size satisfies the invariant beside a size of 0 (RS-ZERO-1)")]
    Undetermined {
        /// Where -1 is.
        position: usize,
    },
    /// Input and output hold different numbers of elements.
    #[error("the output has {output} elements, the input {input} (RS-PROD-1)")]
    Product {
        /// Elements of the output.
        output: BigUint,
        /// Elements of the input.
        input: BigUint,
    },
    /// What is before input dimensions does not match.
    #[error(
        "before shape[{position}] the output holds {output} elements, the input {input} \
         before its first input dimension (RS-ALIGN-1)"
    )]
    Prefix {
        /// Where the input dimensions are.
        position: usize,
        /// The product of the output's extents before.
        output: BigUint,
        /// The product of the input's extents before.
        input: BigUint,
    },
    /// What is after input dimensions does not match.
    #[error(
        "after shape[{position}] the output holds {output} elements, the input {input} \
         after its last input dimension (RS-ALIGN-2)"
    )]
    Suffix {
        /// Where the input dimensions are.
        position: usize,
        /// The product of the output's extents after.
        output: BigUint,
        /// The product of the input's extents after.
        input: BigUint,
    },
    /// Rejected under a tolerated reading.
    #[error("rejected under the tolerated reading {}", alternative.name())]
    Reading {
        /// The reading in force that rejects it.
        alternative: Alternative,
    },
}

impl ReshapeError {
    /// The rule it breaks.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Json(_) => "RS-CONF-4",
            Self::Member(error) => error.rule(),
            Self::TooLong { .. } => "RS-BIG-2",
            Self::Size { .. } => "RS-SIZE-2",
            Self::SecondAuto { .. } => "RS-AUTO-2",
            Self::Order { .. } => "RS-ORDER-1",
            Self::NegativeDim { .. } | Self::InputDim { .. } => "RS-DIMS-2",
            Self::Indivisible { .. } => "RS-AUTO-3",
            Self::Undetermined { .. } => "RS-ZERO-1",
            Self::Product { .. } => "RS-PROD-1",
            Self::Prefix { .. } => "RS-ALIGN-1",
            Self::Suffix { .. } => "RS-ALIGN-2",
            Self::Reading { alternative } => alternative.rule(),
        }
    }

    /// The reason word of the adapter protocol: `configuration` where no input could be
    /// reshaped, `shape` where this one cannot.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Json(_)
            | Self::Member(_)
            | Self::TooLong { .. }
            | Self::Size { .. }
            | Self::SecondAuto { .. }
            | Self::Order { .. }
            | Self::NegativeDim { .. } => "configuration",
            Self::Reading {
                alternative: Alternative::EmptyShapeRefused | Alternative::EmptyInputDimsRefused,
            } => "configuration",
            _ => "shape",
        }
    }
}
