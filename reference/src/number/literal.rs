//! Numbers as JSON writes them.

/// The parts of a JSON number: `(-1)^negative * digits * 10^exponent`.
pub(crate) struct Literal {
    pub(crate) negative: bool,
    /// Without leading zeros; empty for zero.
    pub(crate) digits: String,
    /// The power of ten of the last digit.
    pub(crate) exponent: i64,
}

/// A power of ten beyond it is as good as this one.
const MAX_POWER: i64 = 1_000_000_000_000;

impl Literal {
    /// Splits a text that follows JSON's grammar of numbers.
    pub(crate) fn split(text: &str) -> Self {
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, text),
        };
        let (mantissa, power) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let bound = if power.starts_with('-') { -MAX_POWER } else { MAX_POWER };
        let power = power.parse::<i64>().unwrap_or(bound).clamp(-MAX_POWER, MAX_POWER);
        Self {
            negative,
            digits: format!("{whole}{fraction}").trim_start_matches('0').to_owned(),
            exponent: power - length(fraction.len()),
        }
    }
}

/// A number of digits among exponents.
pub(super) fn length(digits: usize) -> i64 {
    i64::try_from(digits).expect("texts are shorter than 2^63")
}
