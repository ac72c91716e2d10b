//! The step that compares a rounded number with the range, and what brings it back.

use codec_reference::{Cast, DataType, Dyadic, Number, OutOfRange, Side};
use num_bigint::BigInt;

use super::number::{of_type, short};
use super::page::Page;

/// Compares the rounded number with the ends of the target's range.
pub(super) fn explain(page: &mut Page, cast: &Cast, number: &Number) {
    let target = cast.target();
    page.say("range", comparison(target, &number.rounded, number.side));
    if number.side == Side::Inside {
        return;
    }
    match cast.out_of_range() {
        None => page.say("", "out_of_range is absent: nothing brings the value back"),
        Some(OutOfRange::Clamp) => page.say("", clamped(target, number.side)),
        Some(OutOfRange::Wrap) if target.is_integer() => {
            page.say("", wrapped(target, &number.rounded));
        }
        Some(OutOfRange::Wrap) => {
            page.say(
                "",
                format!("wrap has no meaning for {target}: nothing brings the value back"),
            );
        }
    }
}

/// Where a number lies, seen from the ends of a type's range.
pub(super) fn comparison(target: DataType, rounded: &Dyadic, side: Side) -> String {
    let (min, max) = target.finite_range();
    let (low, number, high) = (short(&min), of_type(target, rounded), short(&max));
    match side {
        Side::Inside => format!("{low} <= {number} <= {high}: in the range of {target}"),
        Side::Below => format!("{number} < {low}, the smallest value of {target}"),
        Side::Above => format!("{number} > {high}, the largest value of {target}"),
    }
}

fn clamped(target: DataType, side: Side) -> String {
    let (min, max) = target.finite_range();
    match (target.infinity(false), side) {
        (Some(_), Side::Below) => format!("clamp gives -Infinity, which {target} has"),
        (Some(_), _) => format!("clamp gives +Infinity, which {target} has"),
        (None, Side::Below) => format!("clamp gives the smallest value: {}", short(&min)),
        (None, _) => format!("clamp gives the largest value: {}", short(&max)),
    }
}

/// The arithmetic of wrap: the remainder modulo 2^N, and what those bits mean.
fn wrapped(target: DataType, rounded: &Dyadic) -> String {
    let bits = target.bits();
    let modulus = BigInt::from(1_u8) << bits;
    let number = rounded.to_integer().expect("rounded to a whole number");
    let rest = ((&number % &modulus) + &modulus) % &modulus;
    let quotient = (&number - &rest) / &modulus;
    let shown = short(rounded);
    let mut words = format!("wrap keeps the value modulo 2^{bits}: ");
    match quotient.to_string() {
        digits if digits.len() <= 20 => {
            words.push_str(&format!("{shown} = {digits} * 2^{bits} + {rest}"));
        }
        _ => words.push_str(&format!("{shown} leaves {rest}")),
    }
    if target.is_signed() && rest >= BigInt::from(1_u8) << (bits - 1) {
        let value = &rest - &modulus;
        words.push_str(&format!("; from 2^{} up that is {rest} - 2^{bits} = {value}", bits - 1));
    }
    words
}
