//! The configuration from its JSON text.

use num_bigint::{BigInt, BigUint, Sign};

use super::{OutputDim, Reshape, ReshapeError};
use crate::json::{Json, configuration_of, members, only, required, wrong_kind};
use crate::number::Literal;
use crate::reading::{Alternative, Readings};

/// Longer integers are rejected: no shape has a product of this many digits.
const MAX_DIGITS: usize = 1000;

impl Reshape {
    /// Parses a configuration's JSON text (RS-CONF-2, RS-CONF-3, RS-CONF-4).
    ///
    /// # Errors
    /// Every invalid configuration, with the place in the text and the rule.
    pub fn parse(text: &str, readings: Readings) -> Result<Self, ReshapeError> {
        Self::from_json(&Json::parse(text)?, readings)
    }

    /// Parses the JSON text of a whole codec object (RS-CONF-1).
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and an object that is not a `reshape` codec.
    pub fn parse_codec(text: &str, readings: Readings) -> Result<Self, ReshapeError> {
        Self::from_json(configuration_of(&Json::parse(text)?, "reshape", "RS-CONF-1")?, readings)
    }

    /// Reads a configuration that is parsed as JSON already.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn from_json(json: &Json, readings: Readings) -> Result<Self, ReshapeError> {
        let configuration = members(json, "configuration", "RS-CONF-1")?;
        if !readings.has(Alternative::UnknownReshapeMemberIgnored) {
            only(configuration, &["shape"], "configuration", "RS-CONF-3")?;
        }
        let elements = match required(configuration, "shape", "configuration", "RS-CONF-2")? {
            Json::Array(elements) => elements,
            other => return Err(wrong_kind("shape", "an array", other, "RS-CONF-2").into()),
        };
        let shape = elements.iter().enumerate();
        let shape: Vec<OutputDim> =
            shape.map(|(i, element)| output_dim(i, element, readings)).collect::<Result<_, _>>()?;
        check_single_auto(&shape)?;
        check_order(&shape)?;
        Ok(Self { shape, readings })
    }
}

/// RS-ELEM-1.
fn output_dim(i: usize, element: &Json, readings: Readings) -> Result<OutputDim, ReshapeError> {
    if let Json::Array(dims) = element {
        let dims = dims.iter().map(|dim| input_dim(i, dim, readings));
        return Ok(OutputDim::InputDims(dims.collect::<Result<_, _>>()?));
    }
    let size = integer(i, element, "a positive integer, a list of integers, or -1", readings)?;
    match (size.sign(), size.magnitude()) {
        (Sign::Plus, size) => Ok(OutputDim::Size(size.clone())),
        _ if size == BigInt::from(-1) => Ok(OutputDim::Auto),
        _ => Err(ReshapeError::Size { position: i, size }),
    }
}

/// An element of a list of input dimensions (RS-DIMS-1); whether the input has it shows later.
fn input_dim(i: usize, element: &Json, readings: Readings) -> Result<BigUint, ReshapeError> {
    let dim = integer(i, element, "a list of integers", readings)?;
    BigUint::try_from(dim)
        .map_err(|error| ReshapeError::NegativeDim { position: i, dim: error.into_original() })
}

/// A number written without fraction and exponent (RS-ELEM-1), or any with an integral value
/// under the reading (RS-ELEM-2).
fn integer(
    position: usize,
    element: &Json,
    expected: &'static str,
    readings: Readings,
) -> Result<BigInt, ReshapeError> {
    let rejected = |rule| {
        ReshapeError::from(wrong_kind(format!("shape[{position}]"), expected, element, rule))
    };
    let Json::Number(text) = element else { return Err(rejected("RS-ELEM-1")) };
    let digits = text.len();
    if digits > MAX_DIGITS {
        return Err(ReshapeError::TooLong { position, digits });
    }
    if let Ok(integer) = text.parse() {
        return Ok(integer);
    }
    match integral(text) {
        None => Err(rejected("RS-ELEM-1")),
        Some(value) if readings.has(Alternative::IntegralSizeAccepted) => Ok(value),
        Some(_) => Err(rejected("RS-ELEM-2")),
    }
}

/// The integer that a number with a fraction or an exponent is equal to, if it is equal to one of
/// at most [`MAX_DIGITS`] digits.
fn integral(text: &str) -> Option<BigInt> {
    let Literal { negative, digits, exponent } = Literal::split(text);
    if digits.is_empty() {
        return Some(BigInt::ZERO);
    }
    let shift = usize::try_from(exponent.unsigned_abs()).ok();
    let shift = shift.filter(|shift| *shift <= MAX_DIGITS)?;
    let magnitude: BigUint = if exponent >= 0 {
        let written = format!("{digits}{}", "0".repeat(shift));
        written.parse().ok().filter(|_| written.len() <= MAX_DIGITS)?
    } else {
        let (whole, fraction) = digits.split_at(digits.len().saturating_sub(shift));
        let integral = fraction.bytes().all(|digit| digit == b'0') && !whole.is_empty();
        whole.parse().ok().filter(|_| integral)?
    };
    Some(BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude))
}

/// RS-AUTO-2.
fn check_single_auto(shape: &[OutputDim]) -> Result<(), ReshapeError> {
    let autos = shape.iter().enumerate().filter(|(_, dim)| **dim == OutputDim::Auto);
    let second = autos.map(|(position, _)| position).nth(1);
    second.map_or(Ok(()), |position| Err(ReshapeError::SecondAuto { position }))
}

/// RS-ORDER-1.
fn check_order(shape: &[OutputDim]) -> Result<(), ReshapeError> {
    let mut previous: Option<&BigUint> = None;
    for (position, element) in shape.iter().enumerate() {
        let OutputDim::InputDims(dims) = element else { continue };
        for dim in dims {
            if let Some(previous) = previous.filter(|previous| *previous >= dim) {
                let (dim, previous) = (dim.clone(), previous.clone());
                return Err(ReshapeError::Order { position, dim, previous });
            }
            previous = Some(dim);
        }
    }
    Ok(())
}
