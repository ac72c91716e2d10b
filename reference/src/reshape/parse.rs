//! The configuration from its JSON text.

use num_bigint::{BigInt, BigUint, Sign};

use super::{OutputDim, Reshape, ReshapeError};
use crate::json::Json;
use crate::members::{kind, members, not_permitted, only, required, string};
use crate::reading::{Alternative, Readings};

/// Longer integers are refused: no shape has a product with so many digits.
const MAX_DIGITS: usize = 1000;

impl Reshape {
    /// Parses a configuration's JSON text (RS-CONF-2, RS-CONF-3, RS-CONF-4).
    ///
    /// # Errors
    /// Every invalid configuration, with the place in the text and the rule.
    pub fn parse(text: &str, readings: Readings) -> Result<Self, ReshapeError> {
        Self::from_json(&json(text)?, readings)
    }

    /// Parses the JSON text of a whole codec object (RS-CONF-1).
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and an object that is not a `reshape` codec.
    pub fn parse_codec(text: &str, readings: Readings) -> Result<Self, ReshapeError> {
        let json = json(text)?;
        let codec = members(&json, "codec", "RS-CONF-1")?;
        let name = string(required(codec, "name", "codec", "RS-CONF-1")?, "name", "RS-CONF-1")?;
        if name != "reshape" {
            return Err(not_permitted("name", name, "RS-CONF-1").into());
        }
        Self::from_json(required(codec, "configuration", "codec", "RS-CONF-1")?, readings)
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
            other => return Err(kind("shape", "an array", other, "RS-CONF-2").into()),
        };
        let shape = elements.iter().enumerate();
        let shape: Vec<OutputDim> =
            shape.map(|(i, element)| output_dim(i, element, readings)).collect::<Result<_, _>>()?;
        check_single_auto(&shape)?;
        check_order(&shape)?;
        Ok(Self { shape, readings })
    }
}

fn json(text: &str) -> Result<Json, ReshapeError> {
    Json::parse(text).map_err(|error| ReshapeError::Configuration(error.into()))
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

fn input_dim(i: usize, element: &Json, readings: Readings) -> Result<BigUint, ReshapeError> {
    let dim = integer(i, element, "a list of integers", readings)?;
    BigUint::try_from(dim)
        .map_err(|error| ReshapeError::NegativeDim { position: i, dim: error.into_original() })
}

/// A number written without fraction and exponent (RS-ELEM-1), or any with an integral value
/// where the reading has it so (RS-ELEM-2).
fn integer(
    position: usize,
    element: &Json,
    expected: &'static str,
    readings: Readings,
) -> Result<BigInt, ReshapeError> {
    let refused =
        |rule| ReshapeError::from(kind(format!("shape[{position}]"), expected, element, rule));
    let Json::Number(text) = element else { return Err(refused("RS-ELEM-1")) };
    let digits = text.len();
    if digits > MAX_DIGITS {
        return Err(ReshapeError::TooLong { position, digits });
    }
    if let Ok(integer) = text.parse() {
        return Ok(integer);
    }
    match integral(text) {
        None => Err(refused("RS-ELEM-1")),
        Some(value) if readings.has(Alternative::IntegralSizeAccepted) => Ok(value),
        Some(_) => Err(refused("RS-ELEM-2")),
    }
}

/// The integer that a number with a fraction or an exponent is equal to, if it is equal to one of
/// at most [`MAX_DIGITS`] digits.
fn integral(text: &str) -> Option<BigInt> {
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.trim_start_matches('-').bytes().all(|digit| digit == b'0') {
        return Some(BigInt::ZERO);
    }
    let power = power.parse::<i64>().ok()?.checked_sub(fraction.len() as i64)?;
    let shift = usize::try_from(power.unsigned_abs()).ok().filter(|shift| *shift <= MAX_DIGITS)?;
    if power >= 0 {
        let written = format!("{digits}{}", "0".repeat(shift));
        let short = written.trim_start_matches(['-', '0']).len() <= MAX_DIGITS;
        return written.parse().ok().filter(|_| short);
    }
    let divisor = BigInt::from(10).pow(shift as u32);
    let number: BigInt = digits.parse().ok()?;
    (&number % &divisor == BigInt::ZERO).then(|| number / divisor)
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
