//! Rounding, range and encoding as Python lines.

use codec_reference::{DataType, Format, IntFormat, OutOfRange, RoundingMode};

use super::layout;
use super::lines::Lines;

/// From `value`: `n`, the chosen neighbour in units of the target's grid; of a float type also `e`,
/// the exponent of the value's binade. Every value is below `2^top`, and above `2^-top` or 0.
pub(super) fn round(lines: &mut Lines, target: DataType, mode: RoundingMode, top: i64) {
    match target.format() {
        Format::Int(_) => lines.noted("unit = F(1)", &format!("{target} has the whole numbers")),
        Format::Float(float) => {
            // Subnormal numbers have the exponent of the first normal ones.
            let start = if float.has_zero() { 1 - float.bias } else { -top };
            let holds = "abs(value) < F(2) ** (e + 1)";
            let binade = format!("e = next(e for e in range({start}, {top}) if {holds})");
            lines.noted(binade, &format!("the binade in {target}"));
            lines.push(match float.fraction_bits {
                0 => "unit = F(2) ** e".to_owned(),
                width => format!("unit = F(2) ** (e - {width})"),
            });
        }
    }
    lines.noted("below, above = value // unit, -(-value // unit)", "the two neighbours, in units");
    lines.noted(format!("n = {}", choice(mode)), mode.name());
}

fn choice(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => {
            "min((below, above), key=lambda n: (abs(value / unit - n), n % 2))"
        }
        RoundingMode::NearestAway => {
            "min((below, above), key=lambda n: (abs(value / unit - n), -abs(n)))"
        }
        RoundingMode::TowardsZero => "min((below, above), key=abs)",
        RoundingMode::TowardsPositive => "above",
        RoundingMode::TowardsNegative => "below",
    }
}

/// From `n`: the low bits of an integer in the range, or brought back into it.
pub(super) fn integer_code(
    lines: &mut Lines,
    int: IntFormat,
    rule: Option<OutOfRange>,
    refusal: &str,
) {
    let (low, high) = layout::limits(int);
    let modulus = format!("2**{}", int.bits);
    match rule {
        None => {
            lines.push(format!("result = n % {modulus} if {low} <= n <= {high} else {refusal}"));
        }
        Some(OutOfRange::Clamp) => {
            lines.noted(format!("result = min(max(n, {low}), {high}) % {modulus}"), "clamp");
        }
        Some(OutOfRange::Wrap) => lines.noted(format!("result = n % {modulus}"), "wrap"),
    }
}

/// From `n`, `e` and `sign`: the bits of a float in the range. What is beyond it goes to an infinity
/// or to the end of the range where `clamps`, and is rejected where not.
pub(super) fn float_code(lines: &mut Lines, target: DataType, clamps: bool, refusal: &str) {
    let Format::Float(float) = target.format() else { unreachable!("a float type") };
    let field = format!("e + {} - 1", float.bias);
    let field = match float.fraction_bits {
        0 => field,
        width => format!("({field} << {width})"),
    };
    let note = "the leading bit of n adds 1 to the exponent field";
    lines.noted(format!("code = {field} + abs(n)"), note);
    if !float.has_zero() {
        let top = float.max_field() - 1;
        lines.push(match clamps {
            true => format!("result = min(max(code, 0), {top}) if n > 0 else 0"),
            false => format!("result = code if n > 0 and 0 <= code <= {top} else {refusal}"),
        });
        return;
    }
    let top = float.bits() - 1;
    let infinity = layout::infinity(target, "0");
    let largest = match &infinity {
        Some(_) => format!("({} << {}) - 1", float.max_field(), float.fraction_bits),
        None => format!("{:#x}", (1_u64 << top) - 1),
    };
    lines.noted(format!("largest = {largest}"), "the code of the largest finite value");
    let beyond = if infinity.is_some() { "largest + 1" } else { "largest" };
    // A type without -0 has another use for its pattern.
    let sign = if float.has_negative_zero() { "sign" } else { "(sign and code > 0)" };
    lines.push(match clamps {
        true => format!("result = {sign} << {top} | (code if code <= largest else {beyond})"),
        false => format!("result = {sign} << {top} | code if code <= largest else {refusal}"),
    });
}
