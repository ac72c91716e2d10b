//! Mistakes at one point of `reshape`, as closures: what differs there from the reference.

pub(crate) mod configuration;
pub(crate) mod dimensions;
pub(crate) mod products;

use codec_reference::reshape::{Constraint, Part, constraints, resolve_auto, sizes};
use codec_reference::{Json, OutputDim, Readings, Reshape, ReshapeError, Tensor};
use num_bigint::BigUint;

use crate::json::{edited, list, member};
use crate::{Behaviour, Faultless};

/// A shape, or why there is none.
type Resolved = Result<Vec<BigUint>, ReshapeError>;

/// Another output for some configurations that are JSON, `None` for all others.
pub(crate) struct Reader(pub(crate) fn(&Json, &[BigUint]) -> Option<Resolved>);

impl Behaviour for Reader {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Resolved {
        let result = Json::parse(text).ok().and_then(|json| (self.0)(&json, input));
        result.unwrap_or_else(|| Faultless.reshape(text, input))
    }
}

/// A change to the elements of `shape` before they are read, for an input of that shape.
pub(crate) struct Edit(pub(crate) fn(&mut Vec<Json>, &[BigUint]));

impl Behaviour for Edit {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Resolved {
        let Ok(json) = Json::parse(text) else { return Faultless.reshape(text, input) };
        let json = edited(json, |configuration| {
            if let Some(elements) = member(configuration, "shape").and_then(list) {
                (self.0)(elements, input);
            }
        });
        Reshape::from_json(&json, Readings::OURS)?.output_shape(input)
    }
}

/// Another output for some codec objects that are JSON, `None` for all others.
pub(crate) struct Codec(pub(crate) fn(&Json, &[BigUint]) -> Option<Resolved>);

impl Behaviour for Codec {
    fn reshape_codec(&self, text: &str, input: &[BigUint]) -> Resolved {
        let result = Json::parse(text).ok().and_then(|json| (self.0)(&json, input));
        result.unwrap_or_else(|| Faultless.reshape_codec(text, input))
    }
}

/// Another output for some valid configurations, `None` for all others.
pub(crate) struct Output(pub(crate) fn(&Reshape, &[BigUint]) -> Option<Resolved>);

impl Behaviour for Output {
    fn output_shape(&self, reshape: &Reshape, input: &[BigUint]) -> Resolved {
        (self.0)(reshape, input).unwrap_or_else(|| reshape.output_shape(input))
    }
}

/// A change to what must hold of an output once all sizes are known.
pub(crate) struct Constraints(
    pub(crate) for<'a> fn(&mut Vec<Constraint<'a>>, &[OutputDim], &'a [BigUint]),
);

impl Behaviour for Constraints {
    fn output_shape(&self, reshape: &Reshape, input: &[BigUint]) -> Resolved {
        let shape = reshape.shape();
        constrained(shape, input, |constraints, input| (self.0)(constraints, shape, input))
    }
}

/// What the exact product of some extents comes out as.
pub(crate) struct Products(pub(crate) fn(BigUint) -> BigUint);

impl Behaviour for Products {
    fn output_shape(&self, reshape: &Reshape, input: &[BigUint]) -> Resolved {
        let product = |extents: &[BigUint]| (self.0)(extents.iter().product());
        let mut sizes = sizes(reshape.shape(), input)?;
        for (size, dim) in sizes.iter_mut().zip(reshape.shape()) {
            if let OutputDim::InputDims(_) = dim {
                *size = size.take().map(self.0);
            }
        }
        let others: Vec<_> = sizes.iter().flatten().cloned().collect();
        let size = |size: Option<BigUint>| match size {
            Some(size) => Ok(size),
            None => auto(product(&others), product(input)),
        };
        let output: Vec<_> = sizes.into_iter().map(size).collect::<Result<_, _>>()?;
        for Constraint { part, output, input } in constraints(reshape.shape(), &output, input)? {
            Constraint { part, output: &[product(output)], input: &[product(input)] }.check()?;
        }
        Ok(output)
    }
}

/// Other elements of the output, by the input and the output's shape.
pub(crate) struct Elements(pub(crate) fn(&Tensor, &[u64]) -> Vec<u64>);

impl Behaviour for Elements {
    fn reshape_elements(&self, input: &Tensor, output: &[u64]) -> Vec<u64> {
        (self.0)(input, output)
    }
}

/// The output of a shape, which need not be valid, under constraints that are changed first.
fn constrained(
    shape: &[OutputDim],
    input: &[BigUint],
    change: impl for<'a> FnOnce(&mut Vec<Constraint<'a>>, &'a [BigUint]),
) -> Resolved {
    let output = resolve_auto(&sizes(shape, input)?, input)?;
    let mut constraints = constraints(shape, &output, input)?;
    change(&mut constraints, input);
    constraints.iter().try_for_each(Constraint::check)?;
    Ok(output)
}

/// The output of a shape, which need not be valid.
fn resolved(shape: &[OutputDim], input: &[BigUint]) -> Resolved {
    constrained(shape, input, |_, _| ())
}

/// The size that -1 means beside others of that product.
fn auto(others: BigUint, elements: BigUint) -> Result<BigUint, ReshapeError> {
    Ok(resolve_auto(&[Some(others), None], &[elements])?.swap_remove(1))
}

/// Whether a constraint is the one on the number of elements.
fn is_product(constraint: &Constraint) -> bool {
    constraint.part == Part::All
}

/// The rejection of a list of input dimensions.
fn misaligned(position: usize) -> ReshapeError {
    ReshapeError::Prefix { position, output: BigUint::ZERO, input: BigUint::ZERO }
}

/// The list `shape` of a configuration.
fn elements(configuration: &Json) -> Option<&[Json]> {
    match configuration.member("shape")? {
        Json::Array(elements) => Some(elements),
        _ => None,
    }
}
