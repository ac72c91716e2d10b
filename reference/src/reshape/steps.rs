//! The steps of [`Reshape::output_shape`](super::Reshape::output_shape), each on its own.

use num_bigint::BigUint;

use super::{OutputDim, ReshapeError};

/// Dimensions of the output that must hold as many elements as some of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint<'a> {
    /// Which dimensions.
    pub part: Part,
    /// Their sizes in the output.
    pub output: &'a [BigUint],
    /// Their extents in the input.
    pub input: &'a [BigUint],
}

/// A part of `shape`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All dimensions (RS-PROD-1).
    All,
    /// Those before the list of input dimensions at a position (RS-ALIGN-1).
    Before {
        /// The position of the list in `shape`.
        position: usize,
    },
    /// Those after the list of input dimensions at a position (RS-ALIGN-2).
    After {
        /// The position of the list in `shape`.
        position: usize,
    },
}

impl Constraint<'_> {
    /// Compares the numbers of elements.
    ///
    /// # Errors
    /// They differ.
    pub fn check(&self) -> Result<(), ReshapeError> {
        let (output, input) = (product(self.output), product(self.input));
        if output == input {
            return Ok(());
        }
        Err(match self.part {
            Part::All => ReshapeError::Product { output, input },
            Part::Before { position } => ReshapeError::Prefix { position, output, input },
            Part::After { position } => ReshapeError::Suffix { position, output, input },
        })
    }
}

/// The size of each output dimension, `None` for -1 (RS-SIZE-1, RS-DIMS-1).
///
/// # Errors
/// An input dimension that the input does not have (RS-DIMS-2).
pub fn sizes(shape: &[OutputDim], input: &[BigUint]) -> Result<Vec<Option<BigUint>>, ReshapeError> {
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
    shape.iter().enumerate().map(size).collect()
}

/// -1 as the size that satisfies the invariant (RS-AUTO-1), before any other constraint
/// (RS-AUTO-4).
///
/// # Errors
/// No size does, or every size (RS-AUTO-3).
pub fn resolve_auto(
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

/// What must hold of a resolved output, in the order in which it is checked: the number of elements
/// (RS-PROD-1), then what is before and after each list of input dimensions (RS-ALIGN-1,
/// RS-ALIGN-2). That also decides where some may be left out (RS-ALIGN-3).
///
/// # Errors
/// An input dimension that the input does not have (RS-DIMS-2).
pub fn constraints<'a>(
    shape: &[OutputDim],
    output: &'a [BigUint],
    input: &'a [BigUint],
) -> Result<Vec<Constraint<'a>>, ReshapeError> {
    let mut constraints = vec![Constraint { part: Part::All, output, input }];
    for (position, dim) in shape.iter().enumerate() {
        let OutputDim::InputDims(dims) = dim else { continue };
        let dims = indices(position, dims, input)?;
        if let (Some(first), Some(last)) = (dims.first(), dims.last()) {
            constraints.push(Constraint {
                part: Part::Before { position },
                output: &output[..position],
                input: &input[..*first],
            });
            constraints.push(Constraint {
                part: Part::After { position },
                output: &output[position + 1..],
                input: &input[last + 1..],
            });
        }
    }
    Ok(constraints)
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
pub(super) fn product(extents: &[BigUint]) -> BigUint {
    if extents.len() < 8 {
        return extents.iter().product();
    }
    let (left, right) = extents.split_at(extents.len() / 2);
    product(left) * product(right)
}
