//! The target `reshape`: output shapes by candidates against the reference.

use codec_fast::{OutputDim, ReshapeError, output_shape};
use codec_reference::{Readings, Reshape};
use num_bigint::BigUint;

use crate::Finding;
use crate::layout::{Dim, ReshapeInput, decode};

/// An implementation of `reshape`: the output shape, or why there is none.
pub type Resolve<'a> = &'a dyn Fn(&ReshapeInput) -> Result<Vec<BigUint>, Refusal>;

/// Why there is no output shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The configuration is invalid, or does not fit the input.
    Invalid(String),
    /// The implementation does not compute with numbers as large.
    TooLarge,
}

/// The reference and `codec-fast`: the same shapes, the same rejections.
///
/// # Errors
/// The first difference.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    compare("codec-fast", &fast, &decode(data))
}

/// Compares one implementation with the reference. A number of elements of 2^128 or more, or an
/// extent of 2^64 or more, may be rejected as too large (RS-BIG-2).
///
/// # Errors
/// A difference.
pub fn compare(name: &str, resolve: Resolve<'_>, input: &ReshapeInput) -> Result<(), Finding> {
    let expected = expected(input);
    let found = resolve(input);
    let agree = match (&expected, &found) {
        (Ok(expected), Ok(found)) => expected == found,
        (Ok(expected), Err(Refusal::TooLarge)) => is_large(input, expected),
        (Err(_), found) => found.is_err(),
        _ => false,
    };
    if agree {
        return Ok(());
    }
    let words = |result: Result<Vec<BigUint>, String>| match result {
        Ok(shape) => list(&shape),
        Err(why) => format!("rejected: {why}"),
    };
    let facts = [
        ("JSON", input.configuration()),
        ("input", list(&input.input)),
        ("expected", words(expected)),
        ("got", words(found.map_err(|refusal| format!("{refusal:?}")))),
    ];
    Err(Finding::of(&format!("{name} and the reference reshape differently"), &facts))
}

/// What the reference answers, its configuration read from the JSON text.
fn expected(input: &ReshapeInput) -> Result<Vec<BigUint>, String> {
    let reshape = Reshape::parse(&input.configuration(), Readings::OURS);
    let reshape = reshape.map_err(|error| error.to_string())?;
    let extents: Vec<BigUint> = input.input.iter().copied().map(BigUint::from).collect();
    reshape.output_shape(&extents).map_err(|error| error.to_string())
}

fn is_large(input: &ReshapeInput, output: &[BigUint]) -> bool {
    // A product that is 0 in the end may be great on the way.
    let extents = input.input.iter().copied().map(BigUint::from).chain(output.iter().cloned());
    let product: BigUint = extents.filter(|extent| *extent != BigUint::ZERO).product();
    product.bits() > 128 || output.iter().any(|extent| extent.bits() > 64)
}

/// `codec-fast`'s answer.
///
/// # Errors
/// It rejects.
pub fn fast(input: &ReshapeInput) -> Result<Vec<BigUint>, Refusal> {
    let dim = |dim: &Dim| match dim {
        Dim::Auto => OutputDim::Auto,
        Dim::Size(size) => OutputDim::Size(*size),
        Dim::InputDims(dims) => OutputDim::InputDims(dims.clone()),
    };
    let shape: Vec<OutputDim> = input.shape.iter().map(dim).collect();
    match output_shape(&input.input, &shape) {
        Ok(shape) => Ok(shape.into_iter().map(BigUint::from).collect()),
        Err(ReshapeError::TooLarge) => Err(Refusal::TooLarge),
        Err(error) => Err(Refusal::Invalid(error.to_string())),
    }
}

fn list(extents: &[impl ToString]) -> String {
    let extents: Vec<String> = extents.iter().map(ToString::to_string).collect();
    format!("[{}]", extents.join(","))
}
