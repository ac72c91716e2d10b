//! Lists of input dimensions: what they may name, in which order, and where.

use std::iter::repeat_n;

use codec_reference::reshape::{Constraint, Part, constraints};
use codec_reference::{Json, OutputDim, Readings, Reshape, ReshapeError};
use num_bigint::{BigInt, BigUint};

use super::configuration::{integer, number};
use super::{
    Constraints, Edit, Output, Reader, Resolved, constrained, elements, is_product, misaligned,
    resolved,
};
use crate::Fault;
use crate::json::list;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "input-dims-count-from-one",
        rule: "RS-DIMS-1",
        cause: "counts input dimensions from 1",
        behaviour: &Edit(|elements, _| each_dim(elements, |dim| dim - 1)),
    },
    Fault {
        name: "negative-input-dims-count-from-the-end",
        rule: "RS-DIMS-2",
        cause: "counts negative input dimensions from the end",
        behaviour: &Edit(|elements, input| {
            each_dim(elements, |dim| if dim < BigInt::ZERO { dim + input.len() } else { dim });
        }),
    },
    Fault {
        name: "input-dims-cut-to-32-bits",
        rule: "RS-BIG-1",
        cause: "cuts input dimensions to their lowest 32 bits",
        behaviour: &Edit(|elements, _| {
            each_dim(elements, |dim| if dim < BigInt::ZERO { dim } else { dim % (1_i64 << 32) });
        }),
    },
    Fault {
        name: "input-dims-past-the-rank-are-ones",
        rule: "RS-DIMS-2",
        cause: "takes the extent of an input dimension past the rank for 1",
        // `shape.get(dim).unwrap_or(1)`.
        behaviour: &Output(|reshape, input| {
            let last = flattened(reshape.shape()).filter_map(|dim| u8::try_from(dim).ok()).max()?;
            let ones = (usize::from(last) + 1).saturating_sub(input.len());
            let longer = input.iter().cloned().chain(repeat_n(1_u8.into(), ones));
            Some(reshape.output_shape(&longer.collect::<Vec<_>>()))
        }),
    },
    Fault {
        name: "empty-input-dims-are-zero",
        rule: "RS-DIMS-3",
        cause: "takes an empty list of input dimensions for a size of 0",
        // A product that begins with 0.
        behaviour: &Output(|reshape, input| {
            let mut shape = reshape.shape().to_vec();
            let empty = OutputDim::InputDims(Vec::new());
            for dim in shape.iter_mut().filter(|dim| **dim == empty) {
                *dim = OutputDim::Size(BigUint::ZERO);
            }
            Some(resolved(&shape, input))
        }),
    },
    Fault {
        name: "empty-input-dims-dropped",
        rule: "RS-DIMS-3",
        cause: "gives an empty list of input dimensions no output dimension",
        // `itertools.chain` over the lists.
        behaviour: &Edit(|elements, _| {
            elements.retain(|element| *element != Json::Array(Vec::new()));
        }),
    },
    Fault {
        name: "input-dims-order-unchecked",
        rule: "RS-ORDER-1",
        cause: "accepts input dimensions in every order",
        behaviour: &Reader(|configuration, input| {
            Some(resolved(&in_any_order(configuration)?, input))
        }),
    },
    Fault {
        name: "input-dims-order-and-alignment-unchecked",
        rule: "RS-ORDER-1",
        cause: "takes lists of input dimensions for sizes, and checks neither order nor place",
        behaviour: &Reader(|configuration, input| {
            let shape = in_any_order(configuration)?;
            Some(constrained(&shape, input, |constraints, _| constraints.retain(is_product)))
        }),
    },
    Fault {
        name: "repeated-input-dims-accepted",
        rule: "RS-ORDER-1",
        cause: "accepts that an input dimension is named twice in a row",
        behaviour: &Reader(|configuration, input| {
            let shape = in_any_order(configuration)?;
            flattened(&shape).is_sorted().then(|| resolved(&shape, input))
        }),
    },
    Fault {
        name: "literals-counted-as-input-dims",
        rule: "RS-ORDER-1",
        cause: "counts every size and -1 as an input dimension when it checks their order",
        // A position in the input that moves on with every element of `shape`.
        behaviour: &Output(literals_counted),
    },
    Fault {
        name: "unnamed-input-dims-refused",
        rule: "RS-ALIGN-3",
        cause: "asks that beside a list of input dimensions all others are named too",
        // The flattened list taken for a permutation.
        behaviour: &Output(|reshape, input| {
            let named = flattened(reshape.shape()).count();
            (named != 0 && named != input.len()).then(|| Err(misaligned(0)))
        }),
    },
    Fault {
        name: "alignment-unchecked",
        rule: "RS-ALIGN-1",
        cause: "does not check what is before and after a list of input dimensions",
        behaviour: &Constraints(|constraints, _, _| constraints.retain(is_product)),
    },
    Fault {
        name: "prefix-unchecked",
        rule: "RS-ALIGN-1",
        cause: "does not check what is before a list of input dimensions",
        behaviour: &Constraints(|constraints, _, _| {
            constraints.retain(|constraint| !matches!(constraint.part, Part::Before { .. }));
        }),
    },
    Fault {
        name: "prefix-as-printed",
        rule: "RS-ALIGN-1",
        cause: "compares what is before a list with the extent of its first dimension",
        // RS-ALIGN-1 without the colon that is missing in the text.
        behaviour: &Constraints(|constraints, _, input| {
            for constraint in constraints {
                if let Part::Before { .. } = constraint.part {
                    let first = constraint.input.len();
                    constraint.input = &input[first..=first];
                }
            }
        }),
    },
    Fault {
        name: "suffix-unchecked",
        rule: "RS-ALIGN-2",
        cause: "does not check what is after a list of input dimensions",
        behaviour: &Constraints(|constraints, _, _| {
            constraints.retain(|constraint| !matches!(constraint.part, Part::After { .. }));
        }),
    },
    Fault {
        name: "alignment-before-auto",
        rule: "RS-AUTO-4",
        cause: "checks what is before and after a list of input dimensions with -1 as 1",
        // -1 is the last to be resolved.
        behaviour: &Output(alignment_before_auto),
    },
    Fault {
        name: "alignment-unchecked-beside-auto",
        rule: "RS-AUTO-4",
        cause: "does not check what is before and after a list of input dimensions",
        behaviour: &Constraints(|constraints, shape, _| {
            let auto = shape.contains(&OutputDim::Auto);
            constraints.retain(|constraint| !auto || is_product(constraint));
        }),
    },
];

fn literals_counted(reshape: &Reshape, _: &[BigUint]) -> Option<Resolved> {
    let mut next = BigUint::ZERO;
    for (position, element) in reshape.shape().iter().enumerate() {
        let OutputDim::InputDims(dims) = element else {
            next += 1_u32;
            continue;
        };
        for dim in dims {
            if *dim < next {
                return Some(Err(misaligned(position)));
            }
            next = dim + 1_u32;
        }
    }
    None
}

fn alignment_before_auto(reshape: &Reshape, input: &[BigUint]) -> Option<Resolved> {
    let shape = reshape.shape();
    let output = constrained(shape, input, |constraints, _| constraints.retain(is_product)).ok()?;
    let size = |(dim, size): (&OutputDim, &BigUint)| match dim {
        OutputDim::Auto => BigUint::from(1_u32),
        _ => size.clone(),
    };
    let ones: Vec<_> = shape.iter().zip(&output).map(size).collect();
    let constraints = constraints(shape, &ones, input).ok()?;
    let mut alignment = constraints.iter().filter(|constraint| !is_product(constraint));
    Some(alignment.try_for_each(Constraint::check).map(|()| output))
}

/// The elements of a `shape` whose lists of input dimensions may be in any order.
fn in_any_order(configuration: &Json) -> Option<Vec<OutputDim>> {
    match Reshape::from_json(configuration, Readings::OURS) {
        Ok(reshape) => Some(reshape.shape().to_vec()),
        // Everything else was found valid, so that one dimension at a time can be read again.
        Err(ReshapeError::Order { .. }) => elements(configuration)?.iter().map(alone).collect(),
        Err(_) => None,
    }
}

/// An element without regard to all others, and a dimension of a list likewise.
fn alone(element: &Json) -> Option<OutputDim> {
    let Json::Array(dims) = element else { return only(element) };
    let dims = dims.iter().map(|dim| only(&Json::Array(vec![dim.clone()])));
    let dims: Vec<OutputDim> = dims.collect::<Option<_>>()?;
    Some(OutputDim::InputDims(flattened(&dims).cloned().collect()))
}

/// The only element of a `shape`.
fn only(element: &Json) -> Option<OutputDim> {
    let shape = ("shape".to_owned(), Json::Array(vec![element.clone()]));
    let reshape = Reshape::from_json(&Json::Object(vec![shape]), Readings::OURS).ok()?;
    reshape.shape().first().cloned()
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

/// Changes the numbers in lists of input dimensions.
fn each_dim(elements: &mut [Json], change: impl Fn(BigInt) -> BigInt) {
    for dim in elements.iter_mut().filter_map(list).flatten() {
        if let Some(integer) = integer(dim) {
            *dim = number(change(integer));
        }
    }
}
