//! What goes wrong between two types, in a line.

use codec_reference::{DataType, Dyadic, FloatFormat, Format};

/// The traps of a pair: what a source has that the target does not.
pub(super) fn of((source, target): (DataType, DataType)) -> String {
    let numbers = [
        rounded(source, target),
        small(source, target),
        beyond(source, target),
        zero(source, target),
    ];
    let mut traps: Vec<String> = numbers.into_iter().flatten().collect();
    if traps.is_empty() {
        traps.push("every number stays".to_owned());
    }
    traps.extend(specials(source, target));
    format!("{source} to {target}: {}", traps.join("; "))
}

fn rounded(source: DataType, target: DataType) -> Option<String> {
    match (source.format(), target.format()) {
        (Format::Float(_), Format::Int(_)) => Some("fractions are rounded".to_owned()),
        (Format::Float(from), Format::Float(to)) if from.fraction_bits > to.fraction_bits => {
            let (from, to) = (from.fraction_bits, to.fraction_bits);
            Some(format!("fractions of {from} bits are rounded to {to}"))
        }
        (Format::Int(from), Format::Float(to)) => {
            let (bits, kept) = (from.bits - u32::from(from.signed), to.fraction_bits + 1);
            let ending = if kept == 1 { "" } else { "s" };
            (bits > kept).then(|| format!("integers of more than {kept} bit{ending} are rounded"))
        }
        _ => None,
    }
}

fn small(source: DataType, target: DataType) -> Option<String> {
    let (from, to) = (float(source)?, float(target)?);
    let smaller = from.min_quantum() < to.min_quantum();
    (smaller && to.has_zero()).then(|| {
        format!("numbers below 2^{} are subnormal", to.min_quantum() + i64::from(to.fraction_bits))
    })
}

fn beyond(source: DataType, target: DataType) -> Option<String> {
    let (from, to) = (source.finite_range(), target.finite_range());
    let above = from.1.compare(&to.1).is_gt().then(|| format!("above {}", to.1));
    let below = from.0.compare(&to.0).is_lt().then(|| format!("below {}", to.0));
    let sides: Vec<String> = [below, above].into_iter().flatten().collect();
    let handled = match target.infinity(false) {
        Some(_) => "an infinity or an error",
        None if target.is_integer() => "clamped, wrapped or an error",
        None => "clamped or an error",
    };
    (!sides.is_empty()).then(|| format!("what is {} is {handled}", sides.join(" or ")))
}

fn zero(source: DataType, target: DataType) -> Option<String> {
    let has = |data_type: DataType, negative| data_type.encode(&Dyadic::zero(negative)).is_some();
    if has(source, false) && !target.has_zero() {
        return Some("zero is below the range".to_owned());
    }
    let lost = source.has_negative_zero() && !target.has_negative_zero();
    lost.then(|| "-0 becomes 0".to_owned())
}

fn specials(source: DataType, target: DataType) -> Option<String> {
    let infinite = |data_type: DataType| data_type.infinity(false).is_some();
    source.nan()?;
    let said = match (target.nan().is_some(), infinite(source), infinite(target)) {
        (true, true, true) => "NaN and infinities stay",
        (false, true, true) => "infinities stay, and NaN has no value",
        (true, true, false) => "NaN stays, and infinities have no value",
        (false, true, false) => "NaN and infinities have no value",
        (true, false, _) => "NaN stays",
        (false, false, _) => "NaN has no value",
    };
    Some(said.to_owned())
}

fn float(data_type: DataType) -> Option<FloatFormat> {
    match data_type.format() {
        Format::Float(float) => Some(*float),
        Format::Int(_) => None,
    }
}
