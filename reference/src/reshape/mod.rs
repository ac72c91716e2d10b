//! The `reshape` codec: an output shape as a function of the input shape.

mod error;
mod parse;
mod steps;

use num_bigint::BigUint;

use crate::reading::{Alternative, Readings};

pub use error::ReshapeError;
use steps::product;
pub use steps::{Constraint, Part, constraints, resolve_auto, sizes};

/// A valid configuration (RS-CONF, RS-ELEM, RS-SIZE-2, RS-AUTO-2, RS-ORDER-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reshape {
    shape: Vec<OutputDim>,
    readings: Readings,
}

/// What an element of `shape` says of that output dimension (RS-ELEM-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutputDim {
    /// A positive size (RS-SIZE-1).
    Size(BigUint),
    /// The product of these extents of the input (RS-DIMS-1).
    InputDims(Vec<BigUint>),
    /// -1: what is left over (RS-AUTO-1).
    Auto,
}

impl Reshape {
    /// The elements of `shape`, in order (RS-RANK-1).
    pub fn shape(&self) -> &[OutputDim] {
        &self.shape
    }

    /// The shape of B for an input A of that shape, extents of any size (RS-BIG-1). The elements
    /// are those of A, in C order (RS-DATA-1), so that a view of A will do (RS-DATA-2).
    ///
    /// # Errors
    /// The configuration cannot be resolved against this shape: the rule, and the position.
    pub fn output_shape(&self, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        self.refuse_by_reading(input)?;
        let output = resolve_auto(&sizes(&self.shape, input)?, input)?;
        for constraint in constraints(&self.shape, &output, input)? {
            constraint.check()?;
        }
        self.refuse_large(input, &output)?;
        Ok(output)
    }

    /// The tolerated ways to reject a shape whatever the formulas say (RS-EMPTY-1, RS-DIMS-3,
    /// RS-ZERO-1).
    fn refuse_by_reading(&self, input: &[BigUint]) -> Result<(), ReshapeError> {
        let empty = |dim: &OutputDim| *dim == OutputDim::InputDims(Vec::new());
        let refused = [
            (Alternative::EmptyShapeRefused, self.shape.is_empty()),
            (Alternative::EmptyInputDimsRefused, self.shape.iter().any(empty)),
            (Alternative::ZeroExtentRefused, input.contains(&BigUint::ZERO)),
        ];
        let refusal = refused.iter().find(|(way, met)| *met && self.readings.has(*way));
        refusal.map_or(Ok(()), |(way, _)| Err(ReshapeError::Reading { alternative: *way }))
    }

    /// The tolerated way to reject large sizes and products (RS-BIG-2).
    fn refuse_large(&self, input: &[BigUint], output: &[BigUint]) -> Result<(), ReshapeError> {
        let bound = BigUint::from(1_u32) << 31;
        let large =
            product(input) >= bound || input.iter().chain(output).any(|size| *size >= bound);
        let alternative = Alternative::LargeShapeRefused;
        match large && self.readings.has(alternative) {
            true => Err(ReshapeError::Reading { alternative }),
            false => Ok(()),
        }
    }

    /// The rules that act on an input of that shape, the decisive one last.
    pub fn rules(&self, input: &[BigUint]) -> Vec<&'static str> {
        let has = |kind: fn(&OutputDim) -> bool| self.shape.iter().any(kind);
        let lists = |empty| {
            let is_one = |dim: &OutputDim| matches!(dim, OutputDim::InputDims(dims) if dims.is_empty() == empty);
            self.shape.iter().any(is_one)
        };
        // What a success rests on most comes last.
        let acting = [
            ("RS-RANK-1", true),
            ("RS-PROD-1", true),
            ("RS-EMPTY-1", self.shape.is_empty()),
            ("RS-ALIGN-1", lists(false)),
            ("RS-ALIGN-2", lists(false)),
            ("RS-SIZE-1", has(|dim| matches!(dim, OutputDim::Size(_)))),
            ("RS-DIMS-1", lists(false)),
            ("RS-DIMS-3", lists(true)),
            ("RS-AUTO-1", has(|dim| *dim == OutputDim::Auto)),
        ];
        let mut rules: Vec<_> =
            acting.into_iter().filter(|(_, acts)| *acts).map(|(rule, _)| rule).collect();
        if let Err(error) = self.output_shape(input) {
            rules.retain(|rule| *rule != error.rule());
            rules.push(error.rule());
        }
        rules
    }
}
