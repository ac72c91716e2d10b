//! `reshape` in steps, for the faults that take one of them in another way.

pub(crate) mod configuration;
pub(crate) mod dimensions;
pub(crate) mod products;

use codec_reference::{Json, OutputDim, Readings, Reshape, ReshapeError};
use num_bigint::BigUint;

use crate::Behaviour;
use crate::json::{edited_text, member};

/// The way from a configuration to an output shape; the steps are those of the text unless a fault
/// replaces one.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    /// The elements of `shape`, and what can be checked of them without an input.
    read: fn(&str) -> Result<Vec<OutputDim>, ReshapeError>,
    /// How many elements extents make.
    product: fn(&[BigUint]) -> BigUint,
    /// The size that -1 stands for.
    auto: fn(&Left) -> Option<BigUint>,
    /// Whether an output of so many elements holds an input of so many.
    holds: fn(&[OutputDim], output: &BigUint, input: &BigUint) -> bool,
    /// Whether a list of input dimensions stands where it may.
    aligned: fn(&Self, &Named) -> bool,
}

/// Every step as the text has it.
pub(crate) const EXACT: Steps = Steps {
    read: |text| Reshape::parse(text, Readings::OURS).map(|reshape| reshape.shape().to_vec()),
    product: |extents| extents.iter().product(),
    auto: |left| quotient(&left.elements, &left.others),
    holds: |_, output, input| output == input,
    aligned: |steps, named| steps.prefix(named) && steps.suffix(named),
};

/// What -1 is resolved from.
struct Left {
    /// The number of elements of the input.
    elements: BigUint,
    /// The product of the other sizes.
    others: BigUint,
    /// The product of those of them that are written as numbers.
    literals: BigUint,
}

/// A list of input dimensions that is not empty, in a resolved output.
#[derive(Clone, Copy)]
struct Named<'a> {
    shape: &'a [OutputDim],
    output: &'a [BigUint],
    input: &'a [BigUint],
    /// Where the list stands.
    position: usize,
    first: usize,
    last: usize,
}

impl Behaviour for Steps {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        self.resolve(&(self.read)(text)?, input)
    }

    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        self.resolve(reshape.shape(), input)
    }
}

impl Steps {
    fn resolve(
        &self,
        shape: &[OutputDim],
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        let output = self.sizes(shape, input)?;
        let (holding, held) = ((self.product)(&output), (self.product)(input));
        if !(self.holds)(shape, &holding, &held) {
            return Err(ReshapeError::Product { output: holding, input: held });
        }
        for (position, dim) in shape.iter().enumerate() {
            let OutputDim::InputDims(dims) = dim else { continue };
            let dims = indices(position, dims, input)?;
            let (Some(&first), Some(&last)) = (dims.first(), dims.last()) else { continue };
            let named = Named { shape, output: &output, input, position, first, last };
            if !(self.aligned)(self, &named) {
                return Err(misaligned(position));
            }
        }
        Ok(output)
    }

    /// The size of each output dimension.
    fn sizes(&self, shape: &[OutputDim], input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        let size = |(position, dim): (usize, &OutputDim)| {
            Ok(match dim {
                OutputDim::Size(size) => Some(size.clone()),
                OutputDim::InputDims(dims) => {
                    let dims = indices(position, dims, input)?.into_iter();
                    Some((self.product)(&dims.map(|dim| input[dim].clone()).collect::<Vec<_>>()))
                }
                OutputDim::Auto => None,
            })
        };
        let sizes: Vec<_> =
            shape.iter().enumerate().map(size).collect::<Result<_, ReshapeError>>()?;
        let others: Vec<_> = sizes.iter().flatten().cloned().collect();
        let literal = |dim: &OutputDim| match dim {
            OutputDim::Size(size) => Some(size.clone()),
            _ => None,
        };
        let literals: Vec<_> = shape.iter().filter_map(literal).collect();
        let left = Left {
            elements: (self.product)(input),
            others: (self.product)(&others),
            literals: (self.product)(&literals),
        };
        let resolve = |(position, size): (usize, Option<BigUint>)| {
            let indivisible = || ReshapeError::Indivisible {
                position,
                others: left.others.clone(),
                input: left.elements.clone(),
            };
            size.or_else(|| (self.auto)(&left)).ok_or_else(indivisible)
        };
        sizes.into_iter().enumerate().map(resolve).collect()
    }

    /// RS-ALIGN-1.
    fn prefix(&self, named: &Named) -> bool {
        let input = &named.input[..named.first];
        (self.product)(&named.output[..named.position]) == (self.product)(input)
    }

    /// RS-ALIGN-2.
    fn suffix(&self, named: &Named) -> bool {
        let input = &named.input[named.last + 1..];
        (self.product)(&named.output[named.position + 1..]) == (self.product)(input)
    }
}

/// The quotient, where there is one without a rest.
fn quotient(dividend: &BigUint, divisor: &BigUint) -> Option<BigUint> {
    let divides = *divisor != BigUint::ZERO && dividend % divisor == BigUint::ZERO;
    divides.then(|| dividend / divisor)
}

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

/// The refusal of a list of input dimensions.
fn misaligned(position: usize) -> ReshapeError {
    ReshapeError::Prefix { position, output: BigUint::ZERO, input: BigUint::ZERO }
}

fn has_auto(shape: &[OutputDim]) -> bool {
    shape.contains(&OutputDim::Auto)
}

/// The text of a configuration with its list `shape` changed; where it has none, as it is.
fn edited(text: &str, edit: impl FnOnce(&mut Vec<Json>)) -> Result<String, ReshapeError> {
    Ok(edited_text(text, |configuration| {
        if let Some(Json::Array(elements)) = member(configuration, "shape") {
            edit(elements);
        }
    })?)
}
