//! The `reshape` codec: an output shape as a function of the input shape.

mod error;
mod parse;

use num_bigint::BigUint;

use crate::reading::{Alternative, Readings};

pub use error::ReshapeError;

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
        let sizes = self.sizes(input)?;
        let output = resolve_auto(&sizes, input)?;
        if product(&output) != product(input) {
            let (output, input) = (product(&output), product(input));
            return Err(ReshapeError::Product { output, input });
        }
        for (i, dim) in self.shape.iter().enumerate() {
            if let OutputDim::InputDims(dims) = dim {
                check_alignment(i, &indices(i, dims, input)?, &output, input)?;
            }
        }
        self.refuse_large(input, &output)?;
        Ok(output)
    }

    /// The size of each output dimension, `None` for -1.
    fn sizes(&self, input: &[BigUint]) -> Result<Vec<Option<BigUint>>, ReshapeError> {
        let size = |(i, dim): (usize, &OutputDim)| {
            Ok(match dim {
                OutputDim::Size(size) => Some(size.clone()),
                OutputDim::InputDims(dims) => {
                    let extents = indices(i, dims, input)?.into_iter().map(|dim| &input[dim]);
                    Some(extents.product())
                }
                OutputDim::Auto => None,
            })
        };
        self.shape.iter().enumerate().map(size).collect()
    }

    /// The tolerated ways to refuse a shape whatever the formulas say (RS-EMPTY-1, RS-DIMS-3,
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

    /// The tolerated way to refuse large sizes and products (RS-BIG-2).
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

/// -1 as the size that satisfies the invariant (RS-AUTO-1), before any other constraint
/// (RS-AUTO-4).
fn resolve_auto(
    sizes: &[Option<BigUint>],
    input: &[BigUint],
) -> Result<Vec<BigUint>, ReshapeError> {
    let others = product(&sizes.iter().flatten().cloned().collect::<Vec<_>>());
    let resolve = |(position, size): (usize, &Option<BigUint>)| match size {
        Some(size) => Ok(size.clone()),
        None if others == BigUint::ZERO => Err(ReshapeError::Undetermined { position }),
        None if &product(input) % &others == BigUint::ZERO => Ok(product(input) / &others),
        None => {
            let (others, input) = (others.clone(), product(input));
            Err(ReshapeError::Indivisible { position, others, input })
        }
    };
    sizes.iter().enumerate().map(resolve).collect()
}

/// RS-ALIGN-1 and RS-ALIGN-2: what stands before and behind the dimensions must match, which also
/// decides where some may be left out (RS-ALIGN-3).
fn check_alignment(
    i: usize,
    dims: &[usize],
    output: &[BigUint],
    input: &[BigUint],
) -> Result<(), ReshapeError> {
    let (Some(first), Some(last)) = (dims.first(), dims.last()) else { return Ok(()) };
    let before = (product(&output[..i]), product(&input[..*first]));
    let behind = (product(&output[i + 1..]), product(&input[last + 1..]));
    if before.0 != before.1 {
        return Err(ReshapeError::Prefix { position: i, output: before.0, input: before.1 });
    }
    if behind.0 != behind.1 {
        return Err(ReshapeError::Suffix { position: i, output: behind.0, input: behind.1 });
    }
    Ok(())
}

/// Input dimensions as indices into the input's shape (RS-DIMS-2).
fn indices(
    position: usize,
    dims: &[BigUint],
    input: &[BigUint],
) -> Result<Vec<usize>, ReshapeError> {
    let index = |dim: &BigUint| {
        let index = usize::try_from(dim).ok().filter(|index| *index < input.len());
        let past = || ReshapeError::InputDim { position, dim: dim.clone(), rank: input.len() };
        index.ok_or_else(past)
    };
    dims.iter().map(index).collect()
}

/// The number of elements; 1 for no dimensions. By halves, since a long list one by one takes
/// quadratic time.
fn product(extents: &[BigUint]) -> BigUint {
    if extents.len() < 8 {
        return extents.iter().product();
    }
    let (left, right) = extents.split_at(extents.len() / 2);
    product(left) * product(right)
}
