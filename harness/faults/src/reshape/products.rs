//! Numbers of elements, -1, the rank of the output, and its elements.

use codec_reference::{Reshape, ReshapeError, Tensor};
use num_bigint::BigUint;

use super::{EXACT, Left, Steps, has_auto, quotient};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "products-wrap-at-32-bits",
        rule: "RS-BIG-1",
        cause: "multiplies extents in 32 bits, and lets the product wrap",
        behaviour: &Steps { product: in_32_bits, ..EXACT },
    },
    Fault {
        name: "products-wrap-at-64-bits",
        rule: "RS-BIG-1",
        cause: "multiplies extents in 64 bits, and lets the product wrap",
        behaviour: &Steps { product: in_64_bits, ..EXACT },
    },
    Fault {
        name: "products-saturate",
        rule: "RS-BIG-1",
        cause: "takes every product of 2^64 and more for 2^64 - 1",
        behaviour: &Steps { product: saturated, ..EXACT },
    },
    Fault {
        name: "products-in-float64",
        rule: "RS-BIG-1",
        cause: "multiplies extents in float64",
        behaviour: &Steps { product: in_float64, ..EXACT },
    },
    Fault {
        name: "zero-extents-counted-as-one",
        rule: "RS-ZERO-1",
        cause: "counts an extent of 0 as 1",
        behaviour: &Steps { product: without_zeros, ..EXACT },
    },
    Fault {
        name: "no-dimensions-without-elements",
        rule: "RS-PROD-1",
        cause: "takes an input without dimensions for one without elements",
        behaviour: &NoDimensionsNoElements,
    },
    Fault {
        name: "number-of-elements-unchecked",
        rule: "RS-PROD-1",
        cause: "does not compare the numbers of elements",
        behaviour: &Steps { holds: |_, _, _| true, ..EXACT },
    },
    Fault {
        name: "smaller-outputs-accepted",
        rule: "RS-PROD-1",
        cause: "accepts an output with fewer elements than the input",
        behaviour: &Steps { holds: |_, output, input| output <= input, ..EXACT },
    },
    Fault {
        name: "auto-from-literal-sizes-only",
        rule: "RS-AUTO-1",
        cause: "divides by the sizes written as numbers only when it resolves -1",
        behaviour: &Steps { auto: |left| quotient(&left.elements, &left.literals), ..EXACT },
    },
    Fault {
        name: "auto-rounded-down",
        rule: "RS-AUTO-3",
        cause: "rounds the quotient for -1 down, and does not check it",
        behaviour: &Steps {
            auto: rounded_down,
            holds: |shape, output, input| has_auto(shape) || output == input,
            ..EXACT
        },
    },
    Fault {
        name: "ones-squeezed",
        rule: "RS-RANK-1",
        cause: "drops output dimensions of size 1",
        behaviour: &Squeezed,
    },
    Fault {
        name: "elements-in-fortran-order",
        rule: "RS-DATA-1",
        cause: "takes and puts elements in Fortran order",
        behaviour: &FortranOrder,
    },
    Fault {
        name: "elements-transposed",
        rule: "RS-DATA-1",
        cause: "takes elements in Fortran order and puts them in C order",
        behaviour: &Transposed,
    },
];

fn in_32_bits(extents: &[BigUint]) -> BigUint {
    extents.iter().fold(1_u32, |product, extent| product.wrapping_mul(low(extent) as u32)).into()
}

fn in_64_bits(extents: &[BigUint]) -> BigUint {
    extents.iter().fold(1_u64, |product, extent| product.wrapping_mul(low(extent))).into()
}

fn saturated(extents: &[BigUint]) -> BigUint {
    let clamped = |extent: &BigUint| u64::try_from(extent).unwrap_or(u64::MAX);
    extents.iter().fold(1_u64, |product, extent| product.saturating_mul(clamped(extent))).into()
}

fn in_float64(extents: &[BigUint]) -> BigUint {
    let float = |extent: &BigUint| extent.to_string().parse::<f64>().unwrap_or(f64::INFINITY);
    let product = extents.iter().map(float).product::<f64>().min(f64::MAX);
    format!("{product:.0}").parse().expect("the digits of an integer")
}

fn without_zeros(extents: &[BigUint]) -> BigUint {
    extents.iter().filter(|extent| **extent != BigUint::ZERO).product()
}

fn rounded_down(left: &Left) -> Option<BigUint> {
    (left.others != BigUint::ZERO).then(|| &left.elements / &left.others)
}

/// A product that begins with 0 where there is nothing to begin with.
struct NoDimensionsNoElements;

impl Behaviour for NoDimensionsNoElements {
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        if input.is_empty() && !reshape.shape().is_empty() {
            return Err(ReshapeError::Product { output: 1_u32.into(), input: BigUint::ZERO });
        }
        reshape.output_shape(input)
    }
}

/// `numpy.squeeze`.
struct Squeezed;

impl Behaviour for Squeezed {
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        let mut output = reshape.output_shape(input)?;
        output.retain(|size| *size != BigUint::from(1_u32));
        Ok(output)
    }
}

/// The arrays of Fortran, MATLAB, R and Julia.
struct FortranOrder;

impl Behaviour for FortranOrder {
    fn reshape_elements(&self, input: &Tensor, output: &[u64]) -> Vec<u64> {
        let taken = in_fortran_order(input);
        fortran_positions(output).into_iter().map(|position| taken[position]).collect()
    }
}

/// Memory that is taken as it lies.
struct Transposed;

impl Behaviour for Transposed {
    fn reshape_elements(&self, input: &Tensor, _: &[u64]) -> Vec<u64> {
        in_fortran_order(input)
    }
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

fn low(extent: &BigUint) -> u64 {
    extent.iter_u64_digits().next().unwrap_or_default()
}
