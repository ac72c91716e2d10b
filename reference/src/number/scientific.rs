//! Exact numbers as decimal texts.

use num_bigint::BigUint;

use super::dyadic::Dyadic;
use super::literal::length;

/// The number rounded to that many significant digits, trailing zeros left out: `0.1`, `65504`,
/// `1.4e-45`. It is valid JSON.
pub(crate) fn scientific(number: &Dyadic, digits: usize) -> String {
    // 2^-k is 5^k / 10^k, so every dyadic number is a whole number of some 10^-places.
    let places = u32::try_from(-number.exponent()).unwrap_or(0);
    let whole = match u64::try_from(number.exponent()) {
        Ok(up) => number.significand() << up,
        Err(_) => number.significand() * BigUint::from(5_u8).pow(places),
    };
    let surplus = whole.to_string().len().saturating_sub(digits);
    let unit = BigUint::from(10_u8).pow(u32::try_from(surplus).expect("a few hundred digits"));
    let rounded = ((whole * 2_u8 / &unit + 1_u8) / 2_u8).to_string();
    let kept = rounded.trim_end_matches('0');
    let power = length(rounded.len() + surplus) - 1 - i64::from(places);
    let sign = if number.is_negative() { "-" } else { "" };
    format!("{sign}{}", place_point(if kept.is_empty() { "0" } else { kept }, power))
}

/// Digits `d1 d2 d3 …` as the number `d1.d2d3… * 10^power`.
fn place_point(digits: &str, power: i64) -> String {
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    match (power, usize::try_from(power + 1)) {
        (-5..0, _) => format!("0.{}{digits}", zeros(-power - 1)),
        (0..17, Ok(whole)) if whole < digits.len() => {
            let (whole, fraction) = digits.split_at(whole);
            format!("{whole}.{fraction}")
        }
        (0..17, _) => digits.to_owned() + &zeros(power + 1 - length(digits.len())),
        _ if digits.len() == 1 => format!("{digits}e{power}"),
        _ => format!("{}.{}e{power}", &digits[..1], &digits[1..]),
    }
}
