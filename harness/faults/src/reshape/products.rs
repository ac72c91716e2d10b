//! Numbers of elements, -1, the rank of the output, and its elements.

use codec_reference::{OutputDim, Reshape, ReshapeError, Tensor};
use num_bigint::BigUint;

use super::{
    Constraints, Elements, Output, Products, Resolved, auto, constrained, is_product, resolved,
};
use crate::Fault;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "products-wrap-at-32-bits",
        rule: "RS-BIG-1",
        cause: "multiplies extents in 32 bits, and lets the product wrap",
        behaviour: &Products(|product| product % (1_u64 << 32)),
    },
    Fault {
        name: "products-wrap-at-64-bits",
        rule: "RS-BIG-1",
        cause: "multiplies extents in 64 bits, and lets the product wrap",
        behaviour: &Products(|product| product % (1_u128 << 64)),
    },
    Fault {
        name: "products-saturate",
        rule: "RS-BIG-1",
        cause: "takes every product of 2^64 and more for 2^64 - 1",
        behaviour: &Products(|product| product.min(u64::MAX.into())),
    },
    Fault {
        name: "products-in-float64",
        rule: "RS-BIG-1",
        cause: "multiplies extents in float64",
        behaviour: &Products(in_float64),
    },
    Fault {
        name: "zero-extents-counted-as-one",
        rule: "RS-ZERO-1",
        cause: "counts an extent of 0 as 1",
        behaviour: &Output(|reshape, input| {
            let one = BigUint::from(1_u32);
            let ones: Vec<_> = input.iter().map(|extent| extent.max(&one).clone()).collect();
            Some(reshape.output_shape(&ones))
        }),
    },
    Fault {
        name: "no-dimensions-without-elements",
        rule: "RS-PROD-1",
        cause: "takes an input without dimensions for one without elements",
        // A product that begins with 0 where there is nothing to begin with.
        behaviour: &Output(|reshape, input| {
            let (output, elements) = (BigUint::from(1_u32), BigUint::ZERO);
            let empty = input.is_empty() && !reshape.shape().is_empty();
            empty.then_some(Err(ReshapeError::Product { output, input: elements }))
        }),
    },
    Fault {
        name: "number-of-elements-unchecked",
        rule: "RS-PROD-1",
        cause: "does not compare the numbers of elements",
        behaviour: &Constraints(|constraints, _, _| {
            constraints.retain(|constraint| !is_product(constraint));
        }),
    },
    Fault {
        name: "smaller-outputs-accepted",
        rule: "RS-PROD-1",
        cause: "accepts an output with fewer elements than the input",
        behaviour: &Constraints(|constraints, _, _| {
            let product = |extents: &[BigUint]| extents.iter().product::<BigUint>();
            constraints.retain(|constraint| {
                !is_product(constraint) || product(constraint.output) > product(constraint.input)
            });
        }),
    },
    Fault {
        name: "auto-from-literal-sizes-only",
        rule: "RS-AUTO-1",
        cause: "divides by the sizes written as numbers only when it resolves -1",
        behaviour: &Output(auto_from_literals),
    },
    Fault {
        name: "auto-rounded-down",
        rule: "RS-AUTO-3",
        cause: "rounds the quotient for -1 down, and does not check it",
        behaviour: &Output(auto_rounded_down),
    },
    Fault {
        name: "ones-squeezed",
        rule: "RS-RANK-1",
        cause: "drops output dimensions of size 1",
        // `numpy.squeeze`.
        behaviour: &Output(|reshape, input| {
            let mut output = reshape.output_shape(input).ok()?;
            output.retain(|size| *size != BigUint::from(1_u32));
            Some(Ok(output))
        }),
    },
    Fault {
        name: "elements-in-fortran-order",
        rule: "RS-DATA-1",
        cause: "takes and puts elements in Fortran order",
        // The arrays of Fortran, MATLAB, R and Julia.
        behaviour: &Elements(|input, output| {
            let taken = in_fortran_order(input);
            fortran_positions(output).into_iter().map(|position| taken[position]).collect()
        }),
    },
    Fault {
        name: "elements-transposed",
        rule: "RS-DATA-1",
        cause: "takes elements in Fortran order and puts them in C order",
        // Memory that is taken as it lies.
        behaviour: &Elements(|input, _| in_fortran_order(input)),
    },
];

fn in_float64(product: BigUint) -> BigUint {
    let float = product.to_string().parse::<f64>().unwrap_or(f64::INFINITY).min(f64::MAX);
    format!("{float:.0}").parse().expect("the digits of an integer")
}

fn auto_from_literals(reshape: &Reshape, input: &[BigUint]) -> Option<Resolved> {
    let mut shape = reshape.shape().to_vec();
    let literals = shape.iter().filter_map(|dim| match dim {
        OutputDim::Size(size) => Some(size),
        _ => None,
    });
    let size = auto(literals.product(), input.iter().product());
    let position = shape.iter().position(|dim| *dim == OutputDim::Auto)?;
    Some(size.and_then(|size| {
        shape[position] = OutputDim::Size(size);
        resolved(&shape, input)
    }))
}

fn auto_rounded_down(reshape: &Reshape, input: &[BigUint]) -> Option<Resolved> {
    let Err(ReshapeError::Indivisible { position, others, input: elements }) =
        reshape.output_shape(input)
    else {
        return None;
    };
    let mut shape = reshape.shape().to_vec();
    shape[position] = OutputDim::Size(elements / others);
    Some(constrained(&shape, input, |constraints, _| {
        constraints.retain(|constraint| !is_product(constraint));
    }))
}

fn in_fortran_order(input: &Tensor) -> Vec<u64> {
    let mut elements = vec![0; input.elements().len()];
    for (position, element) in fortran_positions(input.shape()).into_iter().zip(input.elements()) {
        elements[position] = *element;
    }
    elements
}

/// For each element in C order, its position in Fortran order.
fn fortran_positions(shape: &[u64]) -> Vec<usize> {
    let mut positions = vec![0];
    let mut stride = 1;
    for extent in shape {
        let extent = *extent as usize;
        let next = |position: usize| (0..extent).map(move |index| position + index * stride);
        positions = positions.into_iter().flat_map(next).collect();
        stride *= extent;
    }
    positions
}
