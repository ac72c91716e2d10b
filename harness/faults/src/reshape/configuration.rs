//! Readers of `shape` that accept what is none of the three kinds of elements.

use codec_reference::{Json, OutputDim, Readings, Reshape, ReshapeError};
use num_bigint::{BigInt, BigUint};

use super::{EXACT, Steps, edited};
use crate::json::{edited_text, member};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "reshape-codec-name-unchecked",
        rule: "RS-CONF-1",
        cause: "accepts a codec object of another name as reshape",
        behaviour: &NameUnchecked,
    },
    Fault {
        name: "reshape-without-shape-is-identity",
        rule: "RS-CONF-2",
        cause: "keeps the shape of the input where the configuration has none",
        behaviour: &ShapeOptional,
    },
    Fault {
        name: "bare-size-accepted",
        rule: "RS-CONF-2",
        cause: "accepts a number for shape, as a list of one",
        behaviour: &BareSize,
    },
    Fault {
        name: "shape-strings-accepted",
        rule: "RS-ELEM-1",
        cause: "takes strings in shape for the numbers that they spell",
        behaviour: &Reader(|elements, _| each_number(elements, unquoted)),
    },
    Fault {
        name: "shape-fractions-truncated",
        rule: "RS-ELEM-1",
        cause: "truncates fractions in shape",
        behaviour: &Reader(|elements, _| each_number(elements, truncated)),
    },
    Fault {
        name: "shape-booleans-accepted",
        rule: "RS-ELEM-1",
        cause: "takes true and false in shape for 1 and 0",
        behaviour: &Reader(|elements, _| each_number(elements, counted)),
    },
    Fault {
        name: "zero-size-accepted",
        rule: "RS-SIZE-2",
        cause: "accepts a size of 0",
        behaviour: &Steps { read: zeros_accepted, ..EXACT },
    },
    Fault {
        name: "zero-size-copies-the-input",
        rule: "RS-SIZE-2",
        cause: "takes a size of 0 for the input's extent at the same position, as ONNX does",
        behaviour: &Reader(copy_zeros),
    },
    Fault {
        name: "negative-sizes-taken-for-auto",
        rule: "RS-SIZE-2",
        cause: "takes every negative size for -1",
        behaviour: &Reader(|elements, _| {
            each_size(elements, |size| (size < BigInt::ZERO).then(|| BigInt::from(-1)));
        }),
    },
    Fault {
        name: "sizes-cut-to-32-bits",
        rule: "RS-BIG-1",
        cause: "cuts sizes to their lowest 32 bits",
        behaviour: &Reader(|elements, _| {
            each_size(elements, |size| (size > BigInt::ZERO).then(|| size % (1_i64 << 32)));
        }),
    },
    Fault {
        name: "sizes-through-float64",
        rule: "RS-BIG-1",
        cause: "reads sizes as float64",
        behaviour: &Reader(|elements, _| each_size(elements, through_float64)),
    },
    Fault {
        name: "largest-size-taken-for-auto",
        rule: "RS-BIG-1",
        cause: "takes a size of 2^64 - 1 for -1",
        behaviour: &Reader(|elements, _| {
            each_size(elements, |size| (size == u64::MAX.into()).then(|| BigInt::from(-1)));
        }),
    },
    Fault {
        name: "second-auto-accepted",
        rule: "RS-AUTO-2",
        cause: "resolves the last -1, and leaves the others at 1",
        behaviour: &Reader(last_auto_counts),
    },
    Fault {
        name: "empty-shape-keeps-the-input",
        rule: "RS-EMPTY-1",
        cause: "keeps the shape of the input where shape is empty",
        behaviour: &EmptyIsAbsent,
    },
];

/// The elements of `shape` changed before they are read, for an input of that shape.
struct Reader(fn(&mut [Json], &[BigUint]));

impl Behaviour for Reader {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        let text = edited(text, |elements| (self.0)(elements, input))?;
        Reshape::parse(&text, Readings::OURS)?.output_shape(input)
    }
}

/// A registry of codecs that is right anyway.
struct NameUnchecked;

impl Behaviour for NameUnchecked {
    fn reshape_codec(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        let named = edited_text(text, |codec| {
            if let Some(name @ Json::String(_)) = member(codec, "name") {
                *name = Json::String("reshape".to_owned());
            }
        })?;
        Reshape::parse_codec(&named, Readings::OURS)?.output_shape(input)
    }
}

/// A parameter with a default.
struct ShapeOptional;

impl Behaviour for ShapeOptional {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        match Json::parse(text) {
            Ok(Json::Object(members)) if members.is_empty() => Ok(input.to_vec()),
            _ => Reshape::parse(text, Readings::OURS)?.output_shape(input),
        }
    }
}

/// `numpy.reshape(a, 6)`.
struct BareSize;

impl Behaviour for BareSize {
    fn reshape(&self, text: &str, input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
        let listed = edited_text(text, |configuration| {
            if let Some(shape) = member(configuration, "shape")
                && matches!(shape, Json::Number(_))
            {
                *shape = Json::Array(vec![shape.clone()]);
            }
        })?;
        Reshape::parse(&listed, Readings::OURS)?.output_shape(input)
    }
}

/// `if not shape: return array`.
struct EmptyIsAbsent;

impl Behaviour for EmptyIsAbsent {
    fn output_shape(
        &self,
        reshape: &Reshape,
        input: &[BigUint],
    ) -> Result<Vec<BigUint>, ReshapeError> {
        if reshape.shape().is_empty() { Ok(input.to_vec()) } else { reshape.output_shape(input) }
    }
}

/// Sizes of 0 as sizes, beside which all else is checked.
fn zeros_accepted(text: &str) -> Result<Vec<OutputDim>, ReshapeError> {
    let mut zeros = Vec::new();
    let text = edited(text, |elements| {
        for (position, element) in elements.iter_mut().enumerate() {
            if integer(element) == Some(BigInt::ZERO) {
                zeros.push(position);
                *element = number(1);
            }
        }
    })?;
    let mut shape = (EXACT.read)(&text)?;
    for position in zeros {
        shape[position] = OutputDim::Size(BigUint::ZERO);
    }
    Ok(shape)
}

fn copy_zeros(elements: &mut [Json], input: &[BigUint]) {
    for (element, extent) in elements.iter_mut().zip(input) {
        if integer(element) == Some(BigInt::ZERO) {
            *element = number(extent);
        }
    }
}

fn last_auto_counts(elements: &mut [Json], _: &[BigUint]) {
    let is_auto = |element: &Json| integer(element) == Some(BigInt::from(-1));
    let last = elements.iter().rposition(is_auto).unwrap_or_default();
    for element in elements[..last].iter_mut().filter(|element| is_auto(element)) {
        *element = number(1);
    }
}

/// Changes what stands for a number, as an element or in a list of input dimensions.
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
