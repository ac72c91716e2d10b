//! Shapes, and configurations of `reshape` that may or may not resolve against them.

use arbitrary::{Arbitrary, Unstructured};

use super::{byte, number, push_number};

/// An input shape and the elements of a configuration's `shape`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReshapeInput {
    /// The extents of the input, at most [`ReshapeInput::MAX_RANK`].
    pub input: Vec<u64>,
    /// What is said of each output dimension, of as many at most.
    pub shape: Vec<Dim>,
}

/// An element of a configuration's `shape`, valid or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dim {
    /// -1.
    Auto,
    /// A size, 0 too.
    Size(u64),
    /// Input dimensions, at most [`ReshapeInput::MAX_RANK`].
    InputDims(Vec<u64>),
}

impl ReshapeInput {
    /// Longer shapes and lists are not decoded.
    pub const MAX_RANK: usize = 12;

    /// The JSON text of the configuration.
    pub fn configuration(&self) -> String {
        let element = |dim: &Dim| match dim {
            Dim::Auto => "-1".to_owned(),
            Dim::Size(size) => size.to_string(),
            Dim::InputDims(dims) => {
                let dims: Vec<String> = dims.iter().map(u64::to_string).collect();
                format!("[{}]", dims.join(","))
            }
        };
        let elements: Vec<String> = self.shape.iter().map(element).collect();
        format!(r#"{{"shape":[{}]}}"#, elements.join(","))
    }

    /// The bytes that decode to the input.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        push_numbers(&mut bytes, &self.input);
        bytes.push(self.shape.len() as u8);
        for dim in &self.shape {
            match dim {
                Dim::Auto => bytes.push(0),
                Dim::Size(size) => {
                    bytes.push(1);
                    push_number(&mut bytes, *size);
                }
                Dim::InputDims(dims) => {
                    bytes.push(2);
                    push_numbers(&mut bytes, dims);
                }
            }
        }
        bytes
    }
}

impl<'a> Arbitrary<'a> for ReshapeInput {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let input = numbers(bytes)?;
        let shape = (0..length(bytes)?).map(|_| dim(bytes)).collect::<arbitrary::Result<_>>()?;
        Ok(Self { input, shape })
    }
}

fn dim(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Dim> {
    Ok(match byte(bytes)? % 3 {
        0 => Dim::Auto,
        1 => Dim::Size(number(bytes)?),
        _ => Dim::InputDims(numbers(bytes)?),
    })
}

fn length(bytes: &mut Unstructured<'_>) -> arbitrary::Result<usize> {
    Ok(usize::from(byte(bytes)?) % (ReshapeInput::MAX_RANK + 1))
}

fn numbers(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u64>> {
    (0..length(bytes)?).map(|_| number(bytes)).collect()
}

fn push_numbers(bytes: &mut Vec<u8>, numbers: &[u64]) {
    bytes.push(numbers.len() as u8);
    numbers.iter().for_each(|number| push_number(bytes, *number));
}
