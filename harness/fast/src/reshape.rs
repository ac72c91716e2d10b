use std::error::Error;
use std::fmt;

/// What an element of the configuration's `shape` says about an output dimension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutputDim {
    /// The size itself, which must not be 0.
    Size(u64),
    /// The input dimensions whose sizes are to be multiplied; without any, the size is 1.
    InputDims(Vec<u64>),
    /// -1: the size with which the output has as many elements as the input.
    Auto,
}

/// Why there is no output shape.
///
/// Positions are those of output dimensions, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReshapeError {
    /// A size of 0 is given.
    ZeroSize {
        /// The output dimension whose size is 0.
        position: usize,
    },
    /// -1 is given more than once.
    SecondAuto {
        /// The second output dimension that names it.
        position: usize,
    },
    /// The input does not have a dimension.
    NoSuchDimension {
        /// The output dimension that names it.
        position: usize,
        /// The input dimension, counted from 0.
        input_dim: u64,
    },
    /// An input dimension does not come after all those that are named before it.
    NotIncreasing {
        /// The output dimension that names it.
        position: usize,
        /// The input dimension, counted from 0.
        input_dim: u64,
    },
    /// With -1, every size would do, as another size is 0.
    Undetermined {
        /// The output dimension of the size -1.
        position: usize,
    },
    /// With -1, no size would do.
    Indivisible {
        /// The elements of the input.
        input_elements: u128,
        /// The product of the other sizes, which does not divide it.
        given: u128,
    },
    /// The output has another number of elements than the input.
    ElementCount {
        /// The elements of the input.
        input_elements: u128,
        /// The elements of the output.
        output_elements: u128,
    },
    /// The input dimensions do not lie in the input where the output dimension lies in the output:
    /// other numbers of elements precede or follow.
    NotAligned {
        /// The output dimension that names them.
        position: usize,
    },
    /// A size is not below 2^64, or a product of sizes not below 2^128.
    TooLarge,
}

/// The output shape of the Zarr v3 `reshape` codec for this input shape.
///
/// Extents may be 0, and both shapes may be empty: the shape of a single element.
///
/// # Errors
///
/// If the configuration is invalid, or does not fit the input shape; and
/// [`ReshapeError::TooLarge`] if that takes larger numbers than it computes with.
pub fn output_shape(input: &[u64], shape: &[OutputDim]) -> Result<Vec<u64>, ReshapeError> {
    check_elements(input.len(), shape)?;
    let sizes: Vec<Option<u64>> =
        shape.iter().map(|dim| given_size(input, dim)).collect::<Result<_, _>>()?;
    let output = match sizes.iter().position(Option::is_none) {
        Some(auto) => with_auto_size(input, &sizes, auto)?,
        None => sizes.into_iter().flatten().collect(),
    };
    let (input_elements, output_elements) = (product(input)?, product(&output)?);
    if input_elements != output_elements {
        return Err(ReshapeError::ElementCount { input_elements, output_elements });
    }
    check_alignment(input, shape, &output)?;
    Ok(output)
}

/// The rules that do not depend on the input's sizes.
fn check_elements(rank: usize, shape: &[OutputDim]) -> Result<(), ReshapeError> {
    let mut has_auto = false;
    let mut next_input_dim = 0;
    for (position, dim) in shape.iter().enumerate() {
        match dim {
            OutputDim::Size(0) => return Err(ReshapeError::ZeroSize { position }),
            OutputDim::Size(_) => {}
            OutputDim::Auto if has_auto => return Err(ReshapeError::SecondAuto { position }),
            OutputDim::Auto => has_auto = true,
            OutputDim::InputDims(input_dims) => {
                for &input_dim in input_dims {
                    if input_dim >= rank as u64 {
                        return Err(ReshapeError::NoSuchDimension { position, input_dim });
                    }
                    if input_dim < next_input_dim {
                        return Err(ReshapeError::NotIncreasing { position, input_dim });
                    }
                    next_input_dim = input_dim + 1;
                }
            }
        }
    }
    Ok(())
}

/// The size of an output dimension, unless it is -1.
fn given_size(input: &[u64], dim: &OutputDim) -> Result<Option<u64>, ReshapeError> {
    match dim {
        &OutputDim::Size(size) => Ok(Some(size)),
        OutputDim::InputDims(input_dims) => {
            let sizes: Vec<u64> = input_dims.iter().map(|&dim| input[dim as usize]).collect();
            product(&sizes).and_then(to_size).map(Some)
        }
        OutputDim::Auto => Ok(None),
    }
}

/// The output shape where the size at `position` is the only one that is not given.
fn with_auto_size(
    input: &[u64],
    sizes: &[Option<u64>],
    position: usize,
) -> Result<Vec<u64>, ReshapeError> {
    let given: Vec<u64> = sizes.iter().copied().flatten().collect();
    let (input_elements, given) = (product(input)?, product(&given)?);
    if given == 0 {
        return Err(ReshapeError::Undetermined { position });
    }
    if !input_elements.is_multiple_of(given) {
        return Err(ReshapeError::Indivisible { input_elements, given });
    }
    let auto_size = to_size(input_elements / given)?;
    Ok(sizes.iter().map(|size| size.unwrap_or(auto_size)).collect())
}

/// Where the size comes from input dimensions, as many elements must precede and follow them in the
/// input as precede and follow the dimension in the output.
fn check_alignment(input: &[u64], shape: &[OutputDim], output: &[u64]) -> Result<(), ReshapeError> {
    for (position, dim) in shape.iter().enumerate() {
        let OutputDim::InputDims(input_dims) = dim else { continue };
        let (Some(&first), Some(&last)) = (input_dims.first(), input_dims.last()) else { continue };
        let before = (product(&input[..first as usize])?, product(&output[..position])?);
        let after = (product(&input[last as usize + 1..])?, product(&output[position + 1..])?);
        if before.0 != before.1 || after.0 != after.1 {
            return Err(ReshapeError::NotAligned { position });
        }
    }
    Ok(())
}

fn product(sizes: &[u64]) -> Result<u128, ReshapeError> {
    if sizes.contains(&0) {
        return Ok(0);
    }
    let product = sizes.iter().try_fold(1_u128, |product, &size| product.checked_mul(size.into()));
    product.ok_or(ReshapeError::TooLarge)
}

fn to_size(product: u128) -> Result<u64, ReshapeError> {
    product.try_into().map_err(|_| ReshapeError::TooLarge)
}

impl fmt::Display for ReshapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ZeroSize { position } => write!(f, "shape[{position}]: the size 0"),
            Self::SecondAuto { position } => write!(f, "shape[{position}]: a second -1"),
            Self::NoSuchDimension { position, input_dim } => {
                write!(f, "shape[{position}]: the input has no dimension {input_dim}")
            }
            Self::NotIncreasing { position, input_dim } => {
                write!(f, "shape[{position}]: input dimension {input_dim} is not in order")
            }
            Self::Undetermined { position } => {
                write!(f, "shape[{position}]: another size is 0, so -1 may be any size")
            }
            Self::Indivisible { input_elements, given } => {
                write!(f, "{input_elements} elements cannot be divided by {given} for -1")
            }
            Self::ElementCount { input_elements, output_elements } => {
                write!(f, "{input_elements} elements cannot become {output_elements}")
            }
            Self::NotAligned { position } => {
                write!(f, "shape[{position}]: the input dimensions lie elsewhere in the input")
            }
            Self::TooLarge => f.write_str("the sizes are too large"),
        }
    }
}

impl Error for ReshapeError {}
