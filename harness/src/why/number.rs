//! Exact numbers in a reader's terms.

use codec_reference::{DataType, Decimal, Dyadic, Exact};
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;

/// A decimal fraction is written out up to this many characters.
const SHORT: usize = 14;

/// A decimal fraction that is needed in full has up to this many places.
const PLACES: usize = 48;

/// A whole number, or a part of a fraction, is written out up to this many digits.
const DIGITS: usize = 20;

/// The number as a fraction.
pub(super) fn of_dyadic(number: &Dyadic) -> BigRational {
    let significand = signed(number.is_negative(), number.significand().clone());
    significand * power_of_two(number.exponent())
}

/// The number as a fraction.
pub(super) fn of_decimal(number: &Decimal) -> BigRational {
    let (numerator, denominator) = number.fraction();
    signed(number.is_negative(), numerator) / signed(false, denominator)
}

fn signed(negative: bool, magnitude: BigUint) -> BigRational {
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    BigRational::from_integer(BigInt::from_biguint(sign, magnitude))
}

/// 2^exponent.
pub(super) fn power_of_two(exponent: i64) -> BigRational {
    let power = BigInt::from(1_u8) << exponent.unsigned_abs();
    let power = BigRational::from_integer(power);
    if exponent < 0 { power.recip() } else { power }
}

/// `300`, `1.5`, or `3*2^-20` where the decimal is long.
pub(super) fn short(number: &Dyadic) -> String {
    let decimal = number.to_string();
    let bound = if number.exponent() < 0 { SHORT } else { DIGITS };
    if decimal.len() <= bound { decimal } else { power_form(number) }
}

/// `300`, `3*2^-1 = 1.5`, `3*2^-20`.
pub(super) fn full(number: &Dyadic) -> String {
    let (power, short) = (power_form(number), short(number));
    let alone = number.exponent() >= 0 || power == short;
    if alone { short } else { format!("{power} = {short}") }
}

/// The number as a type has it, which may have no -0.
pub(super) fn of_type(data_type: DataType, number: &Dyadic) -> String {
    let unsigned = number.is_zero() && !data_type.has_negative_zero();
    if unsigned { "0".to_owned() } else { short(number) }
}

/// `-3*2^-1`, with an odd significand.
fn power_form(number: &Dyadic) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    let exponent = number.exponent();
    match number.significand().to_string().as_str() {
        digits if exponent == 0 => format!("{sign}{digits}"),
        "1" => format!("{sign}2^{exponent}"),
        digits => format!("{sign}{digits}*2^{exponent}"),
    }
}

/// `3/8`, `5`, or `3/2^40`; `None` where it would be long.
pub(super) fn fraction(number: &BigRational) -> Option<String> {
    let (top, bottom) = (number.numer().to_string(), number.denom());
    let digits = bottom.to_string();
    let zeros = bottom.trailing_zeros().unwrap_or(0);
    let is_power = *bottom == BigInt::from(1_u8) << zeros;
    let tail = number.numer().trailing_zeros().unwrap_or(0);
    match () {
        () if *bottom == BigInt::from(1_u8) && top.len() > DIGITS => {
            let odd = (number.numer() >> tail).to_string();
            let product = if odd == "1" { String::new() } else { format!("{odd}*") };
            (odd.len() <= DIGITS).then(|| format!("{product}2^{tail}"))
        }
        () if top.len() > DIGITS => None,
        () if *bottom == BigInt::from(1_u8) => Some(top),
        () if digits.len() <= 7 => Some(format!("{top}/{digits}")),
        () if is_power => Some(format!("{top}/2^{zeros}")),
        () if digits.len() <= DIGITS => Some(format!("{top}/{digits}")),
        () => None,
    }
}

/// The decimal digits, all of them, where they are few; `None` where they are many or never end.
pub(super) fn decimal(number: &BigRational) -> Option<String> {
    let mut scaled = number.clone();
    let ten = BigInt::from(10_u8);
    let places = (0..=PLACES).find(|_| {
        let whole = scaled.is_integer();
        if !whole {
            scaled *= &ten;
        }
        whole
    })?;
    let digits = format!("{:0>width$}", scaled.to_integer(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    (digits.len() <= PLACES).then(|| format!("{whole}.{fraction}"))
}

/// `about 1.23e-30`, of a positive number.
pub(super) fn about(number: &BigRational) -> String {
    let ten = BigRational::from_integer(BigInt::from(10_u8));
    let one = BigRational::from_integer(BigInt::from(1_u8));
    let mut order =
        number.numer().to_string().len() as i32 - number.denom().to_string().len() as i32;
    if *number < ten.pow(order) {
        order -= 1;
    }
    let digits = (number / ten.pow(order - 2) + one / BigInt::from(2_u8)).to_integer().to_string();
    format!("about {}.{}e{order}", &digits[..1], &digits[1..3])
}
