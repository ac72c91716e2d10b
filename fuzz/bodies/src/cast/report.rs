//! A difference in words, and as a hand-written case of the vectors.

use std::borrow::Cow;

use codec_reference::{CastError, CastValue, DataType, Direction, Readings};
use codec_vectors::{Bits, Case, Expected as Accepted, Level, Outcome, Reason, embedded};

use super::Expected;
use crate::Finding;

impl Expected<'_> {
    /// The finding that the element at that index of an array went wrong.
    pub(super) fn difference(
        &self,
        name: &str,
        array: &[u64],
        index: usize,
        found: &Result<Vec<u64>, Cow<'static, str>>,
    ) -> Finding {
        let function = &self.input.function;
        let (source, target) = (function.source(), function.target());
        let Some(bits) = array.get(index).copied() else {
            let facts = [("JSON", function.configuration()), ("got", format!("{found:x?}"))];
            return Finding::of(&format!("{name}: an array of no elements"), &facts);
        };
        let got = match found {
            Ok(results) => results.get(index).map_or_else(
                || format!("{} elements", results.len()),
                |result| described(target, *result),
            ),
            Err(reason) => format!("rejected: {reason}"),
        };
        let expected = match self.cast.scalar(bits) {
            Ok(result) => described(target, result),
            Err(error) => format!("rejected: {error}"),
        };
        let patterns: Vec<String> = array.iter().map(|bits| source.hex_pattern(*bits)).collect();
        let facts = [
            ("array", function.array.to_string()),
            ("JSON", function.configuration()),
            ("direction", function.direction.to_string()),
            ("input", described(source, bits)),
            ("expected", expected),
            ("got", got),
            ("elements", format!("index {index} of [{}]", patterns.join(","))),
            ("case", self.case(bits)),
        ];
        Finding::of(
            &format!("{name} and the reference cast {source} to {target} differently"),
            &facts,
        )
    }

    /// The line of a file of hand-written cases.
    fn case(&self, bits: u64) -> String {
        let function = &self.input.function;
        let rules: Vec<String> =
            self.cast.rules(bits).iter().rev().map(|&rule| rule.into()).collect();
        let known = embedded::rules();
        let decisive = known.iter().find(|rule| rules.first() == Some(&rule.id));
        let element = Bits { bits, bytes: function.source().bytes() as u8 };
        let checks = vec![(element, self.outcome(bits))];
        let (encode, decode) = match function.direction {
            Direction::Encode => (checks, Vec::new()),
            Direction::Decode => (Vec::new(), checks),
        };
        let case = Case {
            id: "cast/regression/NAME".to_owned(),
            level: decisive.map_or(Level::Derived, |rule| rule.level),
            rules,
            why: "WHY".to_owned(),
            source: None,
            needs: (!function.map.is_empty())
                .then(|| "scalar_map".to_owned())
                .into_iter()
                .collect(),
            data_type: function.array.to_string(),
            configuration: Some(function.configuration()),
            codec: None,
            fill_value: self.fill_value(),
            fill_value_cast: None,
            encode,
            decode,
            reads: None,
        };
        serde_json::to_string(&case).expect("a record of the vectors")
    }

    fn outcome(&self, bits: u64) -> Outcome {
        let cast = &self.cast;
        let target = cast.target();
        let mapped = cast.scalar_map().get(cast.source(), bits, Readings::OURS).is_some();
        Outcome::from(match cast.scalar(bits) {
            Ok(result) if target.is_nan(result) && !mapped => Accepted::Nan,
            Ok(result) => Accepted::Bits(Bits { bits: result, bytes: target.bytes() as u8 }),
            Err(CastError::Nan { .. }) => Accepted::Error(Reason::Nan),
            Err(CastError::Infinite { .. }) => Accepted::Error(Reason::Infinite),
            Err(CastError::OutOfRange { .. }) => Accepted::Error(Reason::OutOfRange),
        })
    }

    /// A fill value that survives the configuration, where a plain one does.
    fn fill_value(&self) -> String {
        let function = &self.input.function;
        let codec = CastValue::parse(&function.configuration(), function.array, Readings::OURS);
        let survives = |text: &&str| {
            let bits = function.array.parse_fill_value(text, Readings::OURS);
            let codec = codec.as_ref().ok().zip(bits.ok());
            codec.is_some_and(|(codec, bits)| codec.cast_fill_value(bits).is_ok())
        };
        ["1", "0", "2", "-1"].into_iter().find(survives).unwrap_or("1").to_owned()
    }
}

fn described(data_type: DataType, bits: u64) -> String {
    format!("{}  {}", data_type.hex_pattern(bits), data_type.fill_value_json(bits))
}
