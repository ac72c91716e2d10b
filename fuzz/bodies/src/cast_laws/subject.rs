//! Asking an implementation single results.

use std::borrow::Cow;
use std::cmp::Ordering;

use codec_reference::{DataType, OutOfRange, RoundingMode, Value};

use crate::Finding;
use crate::cast::{Codec, Convert};
use crate::layout::Function;

/// An implementation, and the function that the laws are about.
pub(super) struct Subject<'a> {
    pub(super) codec: &'a dyn Codec,
    pub(super) function: &'a Function,
}

/// Why a law is not known to hold.
pub(super) enum Stop {
    /// It says nothing of this function or this element.
    Silent,
    /// It does not hold, and what shows it.
    Broken(String),
}

/// A result, or a rejection and its reason.
pub(super) type CastResult = Result<u64, String>;

impl Subject<'_> {
    pub(super) fn result(&self, bits: u64) -> Result<CastResult, Stop> {
        self.result_by(self.function, bits)
    }

    pub(super) fn result_by(&self, function: &Function, bits: u64) -> Result<CastResult, Stop> {
        let convert = self.codec.open(function).ok_or(Stop::Silent)?;
        match convert(&[bits]) {
            Ok(results) => match results.as_slice() {
                [result] => Ok(Ok(*result)),
                _ => Err(Stop::Broken(format!("{} results for one element", results.len()))),
            },
            Err(reason) => Ok(Err(reason.into_owned())),
        }
    }

    pub(super) fn array(&self, elements: &[u64]) -> Result<Option<Vec<u64>>, Stop> {
        Ok(self.codec.open(self.function).ok_or(Stop::Silent)?(elements).ok())
    }

    /// The result by the function with another mode.
    pub(super) fn rounded(&self, rounding: RoundingMode, bits: u64) -> Result<CastResult, Stop> {
        self.result_by(&Function { rounding, ..self.function.clone() }, bits)
    }

    /// The result by the function with another range rule.
    pub(super) fn ranged(&self, rule: Option<OutOfRange>, bits: u64) -> Result<CastResult, Stop> {
        if rule == Some(OutOfRange::Wrap) && !self.function.stored.is_integer() {
            return Err(Stop::Silent);
        }
        self.result_by(&Function { out_of_range: rule, ..self.function.clone() }, bits)
    }

    /// The result by the function between other types, without a range rule.
    pub(super) fn between(
        &self,
        source: DataType,
        target: DataType,
        bits: u64,
    ) -> Result<CastResult, Stop> {
        let (array, stored) = match self.function.direction {
            codec_reference::Direction::Encode => (source, target),
            codec_reference::Direction::Decode => (target, source),
        };
        let function = Function { array, stored, out_of_range: None, ..self.function.clone() };
        self.result_by(&function, bits)
    }

    /// Two results are the same, or both are NaNs, or both rejected.
    pub(super) fn same(&self, one: &CastResult, other: &CastResult) -> Result<(), Stop> {
        let target = self.function.target();
        match (one, other) {
            (Ok(one), Ok(other))
                if one == other || target.is_nan(*one) && target.is_nan(*other) =>
            {
                Ok(())
            }
            (Err(_), Err(_)) => Ok(()),
            _ => Err(Stop::Broken(format!("{one:x?} is not {other:x?}"))),
        }
    }

    pub(super) fn expect(&self, found: CastResult, expected: CastResult) -> Result<(), Stop> {
        match found == expected {
            true => Ok(()),
            false => Err(Stop::Broken(format!("{found:x?} is not {expected:x?}"))),
        }
    }

    pub(super) fn judge(
        &self,
        law: &str,
        elements: &[u64],
        held: Result<(), Stop>,
    ) -> Result<(), Finding> {
        let Err(Stop::Broken(how)) = held else { return Ok(()) };
        let Function { array, direction, .. } = self.function;
        let source = self.function.source();
        let element =
            |bits: &u64| format!("{} {}", source.hex_pattern(*bits), source.fill_value_json(*bits));
        let elements: Vec<String> = elements.iter().map(element).collect();
        let facts = [
            ("array", array.to_string()),
            ("JSON", self.function.configuration()),
            ("direction", direction.to_string()),
            ("elements", elements.join(", ")),
            ("but", how),
        ];
        Err(Finding::of(&format!("{}: {law}", self.codec.name()), &facts))
    }
}

pub(super) fn is_zero(data_type: DataType, bits: u64) -> bool {
    matches!(data_type.decode(bits), Value::Finite(number) if number.is_zero())
}

/// How two values lie on the line from -Infinity to Infinity; `None` for a NaN.
pub(super) fn order(one: &Value, other: &Value) -> Option<Ordering> {
    let side = |value: &Value| match value {
        Value::Nan => None,
        Value::Finite(_) => Some(0),
        Value::Infinity { negative } => Some(if *negative { -1 } else { 1 }),
    };
    match (one, other) {
        (Value::Finite(one), Value::Finite(other)) => Some(one.compare(other)),
        _ => Some(side(one)?.cmp(&side(other)?)),
    }
}

/// The reference as an implementation among others.
#[derive(Clone, Copy, Debug)]
pub struct Reference;

impl Codec for Reference {
    fn name(&self) -> &str {
        "codec-reference"
    }

    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        let cast = function.cast();
        Some(Box::new(move |array| {
            cast.array(array).map_err(|error| Cow::Borrowed(error.reason()))
        }))
    }
}
