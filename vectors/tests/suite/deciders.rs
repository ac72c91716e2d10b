//! Which rule can decide a cell, from the values of its input and its result.

use codec_vectors::{Expected, Outcome, Reason};

use crate::files::DataType;
use crate::values::{Number, Value};

/// What one function says of an input.
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a> {
    pub(crate) bits: u64,
    pub(crate) outcome: &'a Outcome,
    /// The rule of its rounding mode.
    pub(crate) rounding: &'a str,
    /// `none`, `clamp` or `wrap`.
    pub(crate) range: &'a str,
    /// Whether rounding alone makes it a value of the target, where a function shows it: the one
    /// without a range rule.
    pub(crate) fits: Option<bool>,
}

/// Which rules could decide the cell, if it is not one of them.
pub(crate) fn wrong(
    cell: &Cell,
    rule: &str,
    (source, target): (&DataType, &DataType),
) -> Option<String> {
    let rules = possible(cell, source, target);
    (!rules.contains(&rule)).then(|| format!("the rule is one of {rules:?}"))
}

/// The rules that can decide a cell; most often it is one.
fn possible<'a>(cell: &Cell<'a>, source: &DataType, target: &DataType) -> Vec<&'a str> {
    let alternatives = cell.outcome.or.keys();
    let rules: Vec<&str> = alternatives.filter_map(|name| name.split('/').next()).collect();
    if !rules.is_empty() {
        return rules;
    }
    match source.value(cell.bits) {
        Value::Nan => vec![match target.nan {
            Some(_) if target.has_infinities() => "CV-NAN-1",
            Some(_) => "CV-NAN-4",
            None => "CV-NAN-3",
        }],
        Value::Infinity => vec![match target.nan {
            Some(_) if target.has_infinities() => "CV-INF-1",
            Some(_) => "CV-INF-3",
            None => "CV-INF-2",
        }],
        Value::Number(number) => of_number(cell, &number, target),
    }
}

fn of_number<'a>(cell: &Cell<'a>, input: &Number, target: &DataType) -> Vec<&'a str> {
    let result = match cell.outcome.is {
        Expected::Bits(bits) => target.value(bits.bits),
        Expected::Nan => return vec![],
        Expected::Error(Reason::OutOfRange) if cell.range == "none" => return vec!["CV-RANGE-2"],
        Expected::Error(Reason::OutOfRange) if cell.range == "wrap" => return vec!["CV-WRAP-5"],
        Expected::Error(_) => return vec![],
    };
    let Value::Number(result) = result else { return vec!["CV-RANGE-4"] };
    if input.is_zero() && input.negative && target.has_zero() {
        return vec![if target.has_negative_zero() { "CV-ZERO-1" } else { "CV-ZERO-2" }];
    }
    if result == *input {
        return vec!["CV-EXACT-1"];
    }
    let (smallest, largest) = target.range();
    let (below, above) = (input.compare(&smallest).is_lt(), input.compare(&largest).is_gt());
    if below || above {
        brought_back(cell, below, target)
    } else {
        rounded(cell, input, &result, target)
    }
}

/// A number in the range that becomes another one.
fn rounded<'a>(
    cell: &Cell<'a>,
    input: &Number,
    result: &Number,
    target: &DataType,
) -> Vec<&'a str> {
    if input.negative && result.is_zero() {
        return vec!["CV-ZERO-3"];
    }
    let tie = !target.has_zero() && cell.rounding == "CV-ROUND-1" && input.is_tie();
    vec![if tie { "CV-ROUND-9" } else { cell.rounding }]
}

/// A number beyond the range that becomes one within: by rounding, or by the range rule.
fn brought_back(cell: &Cell, below: bool, target: &DataType) -> Vec<&'static str> {
    let rule = match cell.range {
        "clamp" if target.has_infinities() => "CV-RANGE-4",
        "clamp" if target.has_zero() => "CV-RANGE-3",
        "clamp" if below => "CV-RANGE-5",
        "clamp" => "CV-RANGE-6",
        "wrap" if !target.integer => "CV-WRAP-5",
        "wrap" if target.bits < 8 => "CV-WRAP-3",
        "wrap" if target.signed => "CV-WRAP-2",
        "wrap" => "CV-WRAP-1",
        _ => "CV-RANGE-1",
    };
    match cell.fits {
        Some(true) => vec!["CV-RANGE-1"],
        Some(false) => vec![rule],
        None => vec!["CV-RANGE-1", rule],
    }
}
