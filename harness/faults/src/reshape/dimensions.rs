//! Lists of input dimensions: what they may name, in which order, and what they are held against.

use std::iter::repeat_n;

use codec_reference::{Json, OutputDim, Readings, Reshape, ReshapeError};
use num_bigint::{BigInt, BigUint};

use super::configuration::{integer, number};
use super::{EXACT, Named, Steps, edited, has_auto, misaligned};
use crate::json::print;
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "input-dims-count-from-one",
        rule: "RS-DIMS-1",
        cause: "counts input dimensions from 1",
        behaviour: &Numbered(|dim, _| dim - 1),
    },
    Fault {
        name: "negative-input-dims-count-from-the-end",
        rule: "RS-DIMS-2",
        cause: "counts negative input dimensions from the end",
        behaviour: &Numbered(|dim, rank| if dim < BigInt::ZERO { dim + rank } else { dim }),
    },
    Fault {
        name: "input-dims-cut-to-32-bits",
        rule: "RS-BIG-1",
        cause: "cuts input dimensions to their lowest 32 bits",
        behaviour: &Numbered(|dim, _| if dim < BigInt::ZERO { dim } else { dim % (1_i64 << 32) }),
    },
    Fault {
        name: "input-dims-past-the-rank-are-ones",
        rule: "RS-DIMS-2",
        cause: "takes the extent of an input dimension past the rank for 1",
        behaviour: &PastRankIsOne,
    },
    Fault {
        name: "empty-input-dims-are-zero",
        rule: "RS-DIMS-3",
        cause: "takes an empty list of input dimensions for a size of 0",
        behaviour: &Steps { read: empty_as_zero, ..EXACT },
    },
    Fault {
        name: "empty-input-dims-dropped",
        rule: "RS-DIMS-3",
        cause: "gives an empty list of input dimensions no output dimension",
        behaviour: &EmptyDropped,
    },
    Fault {
        name: "input-dims-order-unchecked",
        rule: "RS-ORDER-1",
        cause: "accepts input dimensions in every order",
        behaviour: &Steps { read: |text| unordered(text, |_| true), ..EXACT },
    },
    Fault {
        name: "input-dims-order-and-alignment-unchecked",
        rule: "RS-ORDER-1",
        cause: "takes lists of input dimensions for sizes, and checks neither order nor place",
        behaviour: &Steps { read: |text| unordered(text, |_| true), aligned: |_, _| true, ..EXACT },
    },
    Fault {
        name: "repeated-input-dims-accepted",
        rule: "RS-ORDER-1",
        cause: "accepts that an input dimension is named twice in a row",
        behaviour: &Steps { read: |text| unordered(text, <[_]>::is_sorted), ..EXACT },
    },
    Fault {
        name: "literals-counted-as-input-dims",
        rule: "RS-ORDER-1",
        cause: "counts every size and -1 as an input dimension when it checks their order",
        behaviour: &LiteralsCounted,
    },
    Fault {
        name: "unnamed-input-dims-refused",
        rule: "RS-ALIGN-3",
        cause: "asks that beside a list of input dimensions all others are named too",
        behaviour: &AllNamed,
    },
    Fault {
        name: "alignment-unchecked",
        rule: "RS-ALIGN-1",
        cause: "does not check what stands before and behind a list of input dimensions",
        behaviour: &Steps { aligned: |_, _| true, ..EXACT },
    },
    Fault {
        name: "prefix-unchecked",
        rule: "RS-ALIGN-1",
        cause: "does not check what stands before a list of input dimensions",
        behaviour: &Steps { aligned: Steps::suffix, ..EXACT },
    },
    Fault {
        name: "prefix-as-printed",
        rule: "RS-ALIGN-1",
        cause: "compares what stands before a list with the extent of its first dimension",
        behaviour: &Steps { aligned: as_printed, ..EXACT },
    },
    Fault {
        name: "suffix-unchecked",
        rule: "RS-ALIGN-2",
        cause: "does not check what stands behind a list of input dimensions",
        behaviour: &Steps { aligned: Steps::prefix, ..EXACT },
    },
    Fault {
        name: "alignment-before-auto",
        rule: "RS-AUTO-4",
        cause: "checks what stands around a list of input dimensions with -1 as 1",
        behaviour: &Steps { aligned: auto_as_one, ..EXACT },
    },
    Fault {
        name: "alignment-unchecked-beside-auto",
        rule: "RS-AUTO-4",
        cause: "does not check what stands around a list of input dimensions if -1 is among it",
        behaviour: &Steps {
            aligned: |steps, named| has_auto(named.shape) || (EXACT.aligned)(steps, named),
            ..EXACT
        },
    },
];

/// Input dimensions by another number, which may depend on the rank.
struct Numbered(fn(BigInt, rank: usize) -> BigInt);

impl Behaviour for Numbered {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        let text = edited(text, |elements| {
            for dim in elements.iter_mut().filter_map(list).flatten() {
                if let Some(integer) = integer(dim) {
                    *dim = number((self.0)(integer, input.len()));
                }
            }
        })?;
        Reshape::parse(&text, Readings::OURS)?.output_shape(input)
    }
}

/// `shape.get(dim).unwrap_or(1)`.
struct PastRankIsOne;

impl Behaviour for PastRankIsOne {
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        let past = flattened(reshape.shape()).filter_map(|dim| u8::try_from(dim).ok()).max();
        let ones = past.map_or(0, |dim| (usize::from(dim) + 1).saturating_sub(input.len()));
        let longer: Vec<_> = input.iter().cloned().chain(repeat_n(1_u8.into(), ones)).collect();
        reshape.output_shape(&longer)
    }
}

/// `itertools.chain` over the lists.
struct EmptyDropped;

impl Behaviour for EmptyDropped {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        let text = edited(text, |elements| {
            elements.retain_mut(|element| !list(element).is_some_and(|dims| dims.is_empty()));
        })?;
        Reshape::parse(&text, Readings::OURS)?.output_shape(input)
    }
}

/// A position in the input that moves on with every element of `shape`.
struct LiteralsCounted;

impl Behaviour for LiteralsCounted {
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        let mut next = BigUint::ZERO;
        for (position, element) in reshape.shape().iter().enumerate() {
            let OutputDim::InputDims(dims) = element else {
                next += 1_u32;
                continue;
            };
            for dim in dims {
                if *dim < next {
                    return Err(misaligned(position));
                }
                next = dim + 1_u32;
            }
        }
        reshape.output_shape(input)
    }
}

/// The flattened list taken for a permutation.
struct AllNamed;

impl Behaviour for AllNamed {
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        let named = flattened(reshape.shape()).count();
        match named == 0 || named == input.len() {
            true => reshape.output_shape(input),
            false => Err(misaligned(0)),
        }
    }
}

/// RS-ALIGN-1 without the colon that is missing in the text.
fn as_printed(steps: &Steps, named: &Named) -> bool {
    let before = (steps.product)(&named.output[..named.position]);
    before == named.input[named.first] && steps.suffix(named)
}

/// -1 is the last to be resolved.
fn auto_as_one(steps: &Steps, named: &Named) -> bool {
    let sizes = named.shape.iter().zip(named.output);
    let size = |(dim, size): (&OutputDim, &BigUint)| match dim {
        OutputDim::Auto => BigUint::from(1_u32),
        _ => size.clone(),
    };
    let output: Vec<_> = sizes.map(size).collect();
    (EXACT.aligned)(steps, &Named { output: &output, ..*named })
}

/// A product that begins with 0.
fn empty_as_zero(text: &str) -> Result<Vec<OutputDim>, ReshapeError> {
    let mut shape = (EXACT.read)(text)?;
    for dim in shape.iter_mut().filter(|dim| **dim == OutputDim::InputDims(Vec::new())) {
        *dim = OutputDim::Size(BigUint::ZERO);
    }
    Ok(shape)
}

/// The elements of `shape` under another condition for the flattened list of input dimensions.
fn unordered(text: &str, may: fn(&[BigUint]) -> bool) -> Result<Vec<OutputDim>, ReshapeError> {
    let order = match (EXACT.read)(text) {
        Err(order @ ReshapeError::Order { .. }) => order,
        read => return read,
    };
    // Everything else was found valid, so that one dimension at a time can be read again.
    let mut shape = Vec::new();
    edited(text, |elements| {
        shape = elements.iter().map(alone).collect::<Result<_, _>>().unwrap_or_default();
    })?;
    let dims: Vec<_> = flattened(&shape).cloned().collect();
    if may(&dims) { Ok(shape) } else { Err(order) }
}

/// An element without regard to all others, and a dimension of a list likewise.
fn alone(element: &Json) -> Result<OutputDim, ReshapeError> {
    let read = |element: &Json| (EXACT.read)(&format!(r#"{{"shape":[{}]}}"#, print(element)));
    let Json::Array(dims) = element else { return Ok(read(element)?.remove(0)) };
    let dims = dims.iter().map(|dim| read(&Json::Array(vec![dim.clone()])));
    let dims: Vec<OutputDim> = dims.collect::<Result<Vec<_>, _>>()?.concat();
    Ok(OutputDim::InputDims(flattened(&dims).cloned().collect()))
}

fn flattened(shape: &[OutputDim]) -> impl Iterator<Item = &BigUint> {
    shape.iter().flat_map(input_dims)
}

fn input_dims(dim: &OutputDim) -> &[BigUint] {
    match dim {
        OutputDim::InputDims(dims) => dims,
        _ => &[],
    }
}

fn list(element: &mut Json) -> Option<&mut Vec<Json>> {
    match element {
        Json::Array(dims) => Some(dims),
        _ => None,
    }
}
