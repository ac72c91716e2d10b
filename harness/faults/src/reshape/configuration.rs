//! Readers of `shape` that accept what is none of the three kinds of elements.

use codec_reference::{Json, OutputDim, Readings, Reshape};
use num_bigint::{BigInt, BigUint};

use super::{Codec, Edit, Output, Reader, Resolved, elements, resolved};
use crate::Fault;
use crate::json::{configuration, edited, member};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "reshape-codec-name-unchecked",
        rule: "RS-CONF-1",
        cause: "accepts a codec object of another name as reshape",
        // A registry of codecs that is right anyway.
        behaviour: &Codec(|codec, input| {
            let reshape = Reshape::from_json(configuration(codec)?, Readings::OURS);
            Some(reshape.and_then(|reshape| reshape.output_shape(input)))
        }),
    },
    Fault {
        name: "reshape-without-shape-is-identity",
        rule: "RS-CONF-2",
        cause: "keeps the shape of the input where the configuration has none",
        // A parameter with a default.
        behaviour: &Reader(|configuration, input| match configuration {
            Json::Object(members) if members.is_empty() => Some(Ok(input.to_vec())),
            _ => None,
        }),
    },
    Fault {
        name: "bare-size-accepted",
        rule: "RS-CONF-2",
        cause: "accepts a number for shape, as a list of one",
        // `numpy.reshape(a, 6)`.
        behaviour: &Reader(|configuration, input| {
            let listed = edited(configuration.clone(), |configuration| {
                if let Some(size @ Json::Number(_)) = member(configuration, "shape") {
                    *size = Json::Array(vec![size.clone()]);
                }
            });
            let reshape = Reshape::from_json(&listed, Readings::OURS);
            Some(reshape.and_then(|reshape| reshape.output_shape(input)))
        }),
    },
    Fault {
        name: "shape-strings-accepted",
        rule: "RS-ELEM-1",
        cause: "takes strings in shape for the numbers that they spell",
        behaviour: &Edit(|elements, _| each_number(elements, unquoted)),
    },
    Fault {
        name: "shape-fractions-truncated",
        rule: "RS-ELEM-1",
        cause: "truncates fractions in shape",
        behaviour: &Edit(|elements, _| each_number(elements, truncated)),
    },
    Fault {
        name: "shape-booleans-accepted",
        rule: "RS-ELEM-1",
        cause: "takes true and false in shape for 1 and 0",
        behaviour: &Edit(|elements, _| each_number(elements, counted)),
    },
    Fault {
        name: "zero-size-accepted",
        rule: "RS-SIZE-2",
        cause: "accepts a size of 0",
        // Sizes of 0 as sizes, beside which all else is checked.
        behaviour: &Reader(zeros_accepted),
    },
    Fault {
        name: "zero-size-copies-the-input",
        rule: "RS-SIZE-2",
        cause: "takes a size of 0 for the input's extent at the same position, as ONNX does",
        behaviour: &Edit(|elements, input| copy_zeros(elements, input)),
    },
    Fault {
        name: "negative-sizes-taken-for-auto",
        rule: "RS-SIZE-2",
        cause: "takes every negative size for -1",
        behaviour: &Edit(|elements, _| {
            each_size(elements, |size| (size < BigInt::ZERO).then(|| BigInt::from(-1)));
        }),
    },
    Fault {
        name: "sizes-cut-to-32-bits",
        rule: "RS-BIG-1",
        cause: "cuts sizes to their lowest 32 bits",
        behaviour: &Edit(|elements, _| {
            each_size(elements, |size| (size > BigInt::ZERO).then(|| size % (1_i64 << 32)));
        }),
    },
    Fault {
        name: "sizes-through-float64",
        rule: "RS-BIG-1",
        cause: "reads sizes as float64",
        behaviour: &Edit(|elements, _| each_size(elements, through_float64)),
    },
    Fault {
        name: "largest-size-taken-for-auto",
        rule: "RS-BIG-1",
        cause: "takes a size of 2^64 - 1 for -1",
        behaviour: &Edit(|elements, _| {
            each_size(elements, |size| (size == u64::MAX.into()).then(|| BigInt::from(-1)));
        }),
    },
    Fault {
        name: "second-auto-accepted",
        rule: "RS-AUTO-2",
        cause: "resolves the last -1, and leaves the others at 1",
        behaviour: &Edit(|elements, _| last_auto_counts(elements)),
    },
    Fault {
        name: "empty-shape-keeps-the-input",
        rule: "RS-EMPTY-1",
        cause: "keeps the shape of the input where shape is empty",
        // `if not shape: return array`.
        behaviour: &Output(|reshape, input| reshape.shape().is_empty().then(|| Ok(input.to_vec()))),
    },
];

fn zeros_accepted(configuration: &Json, input: &[BigUint]) -> Option<Resolved> {
    let is_zero = |element: &Json| integer(element) == Some(BigInt::ZERO);
    let zeros: Vec<bool> = elements(configuration)?.iter().map(is_zero).collect();
    let ones = edited(configuration.clone(), |configuration| {
        if let Some(Json::Array(elements)) = member(configuration, "shape") {
            let zeros = elements.iter_mut().filter(|element| is_zero(element));
            zeros.for_each(|element| *element = number(1));
        }
    });
    let mut shape = Reshape::from_json(&ones, Readings::OURS).ok()?.shape().to_vec();
    for (dim, _) in shape.iter_mut().zip(zeros).filter(|(_, is_zero)| *is_zero) {
        *dim = OutputDim::Size(BigUint::ZERO);
    }
    Some(resolved(&shape, input))
}

fn copy_zeros(elements: &mut [Json], input: &[BigUint]) {
    for (element, extent) in elements.iter_mut().zip(input) {
        if integer(element) == Some(BigInt::ZERO) {
            *element = number(extent);
        }
    }
}

fn last_auto_counts(elements: &mut [Json]) {
    let is_auto = |element: &Json| integer(element) == Some(BigInt::from(-1));
    let last = elements.iter().rposition(is_auto).unwrap_or_default();
    for element in elements[..last].iter_mut().filter(|element| is_auto(element)) {
        *element = number(1);
    }
}

/// Changes what is taken for a number, as an element or in a list of input dimensions.
fn each_number(elements: &mut [Json], change: fn(&Json) -> Option<Json>) {
    for element in elements {
        if let Json::Array(dims) = element {
            each_number(dims, change);
        } else if let Some(changed) = change(element) {
            *element = changed;
        }
    }
}

/// Changes sizes.
fn each_size(elements: &mut [Json], change: fn(BigInt) -> Option<BigInt>) {
    for element in elements {
        if let Some(size) = integer(element).and_then(change) {
            *element = number(size);
        }
    }
}

fn unquoted(element: &Json) -> Option<Json> {
    match element {
        Json::String(text) => text.parse::<BigInt>().ok().map(number),
        _ => None,
    }
}

fn truncated(element: &Json) -> Option<Json> {
    match element {
        Json::Number(text) if integer(element).is_none() => {
            text.parse::<f64>().ok().map(|value| number(value as i64))
        }
        _ => None,
    }
}

fn counted(element: &Json) -> Option<Json> {
    match element {
        Json::Bool(value) => Some(number(u8::from(*value))),
        _ => None,
    }
}

fn through_float64(size: BigInt) -> Option<BigInt> {
    let rounded: f64 = size.to_string().parse().ok()?;
    format!("{rounded:.0}").parse().ok()
}

/// The value of a number written as an integer.
pub(super) fn integer(element: &Json) -> Option<BigInt> {
    match element {
        Json::Number(text) => text.parse().ok(),
        _ => None,
    }
}

pub(super) fn number(value: impl ToString) -> Json {
    Json::Number(value.to_string())
}
