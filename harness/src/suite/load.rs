//! Units from the records of the vector files.

use std::sync::Arc;

use codec_reference::{DataType, Direction, Dyadic, OutOfRange, RoundingMode};
use codec_vectors::{Bits, Case, Expected, Group, Holds, Kind, Outcome, Reason};

use super::{CastCodec, Checks, Question, Spelled, Unit};
use crate::function::{Function, range_from_name, range_name};
use crate::protocol::CodecText;

pub(super) fn group_units(kind: Kind, group: &Arc<Group>) -> Vec<Unit> {
    let rules: Arc<[String]> = group.rules.clone().into();
    let types = DataType::from_name(&group.source).zip(DataType::from_name(&group.target));
    let (source, target) = types.expect("generated groups name known types");
    let mut units = Vec::new();
    for (index, record) in group.functions.iter().enumerate() {
        for (rounding, out_of_range, direction) in record.holds.iter().flat_map(modes) {
            let range = range_name(out_of_range);
            let map = Vec::new();
            let function = Function { source, target, rounding, out_of_range, direction, map };
            let checks =
                Checks::Function { group: Arc::clone(group), function: index, kind, source };
            units.push(Unit {
                id: format!("{}/{}/{range}/{direction}", group.id, rounding.name()),
                rules: Arc::clone(&rules),
                why: group.why.clone(),
                question: Question::Cast {
                    fill_value: "1".to_owned(),
                    fill_value_cast: Some(one(function.stored_type())),
                    codec: CastCodec::Function(function),
                },
                needs: Vec::new(),
                kind,
                record: None,
                checks,
            });
        }
    }
    units
}

/// The modes and directions of a product.
fn modes(holds: &Holds) -> Vec<(RoundingMode, Option<OutOfRange>, Direction)> {
    let known = |name: &String| RoundingMode::from_name(name);
    let mut modes = Vec::new();
    for rounding in holds.rounding.iter().filter_map(known) {
        for range in holds.out_of_range.iter().filter_map(|name| range_from_name(name)) {
            let ways = holds.directions.iter().filter_map(|name| Direction::from_name(name));
            modes.extend(ways.map(|direction| (rounding, range, direction)));
        }
    }
    modes
}

/// What the fill value 1 becomes, whatever the modes: every type holds it exactly.
fn one(stored: DataType) -> Outcome {
    let bits = stored.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one");
    Outcome::from(Expected::Bits(Bits { bits, bytes: stored.bytes() as u8 }))
}

pub(crate) fn case_units(case: &Case) -> Vec<Unit> {
    let unit = |suffix: &str, question, checks| Unit {
        id: format!("{}{suffix}", case.id),
        rules: case.rules.clone().into(),
        why: case.why.clone(),
        question,
        needs: case.needs.clone(),
        kind: Kind::Cases,
        record: None,
        checks: Checks::Listed(checks),
    };
    if let Some(reads) = &case.reads {
        let (data_type, json) = (case.data_type.clone(), case.fill_value.clone());
        let nothing = Bits { bits: 0, bytes: 1 };
        let question = Question::FillValue { data_type, json };
        return vec![unit("/read", question, vec![(nothing, reads.clone())])];
    }
    let ways = [(Direction::Encode, &case.encode), (Direction::Decode, &case.decode)];
    let asked = ways.into_iter().filter(|(_, checks)| !checks.is_empty());
    let units = asked.map(|(direction, checks)| {
        let question = case_question(case, direction, checks);
        unit(&format!("/{direction}"), question, checks.clone())
    });
    units.collect()
}

fn case_question(case: &Case, direction: Direction, checks: &[(Bits, Outcome)]) -> Question {
    let text = match (&case.configuration, &case.codec) {
        (Some(text), _) => CodecText::Configuration(text.clone()),
        (None, codec) => CodecText::Codec(codec.clone().unwrap_or_default()),
    };
    // Without a map, 1 becomes 1.
    let spelling = text.to_string();
    let is_plain =
        case.fill_value == "1" && !spelling.contains("scalar_map") && !spelling.contains('\\');
    let refused = Expected::Error(Reason::Configuration);
    let is_valid = checks.iter().any(|(_, outcome)| outcome.is != refused);
    let spelled = Spelled::new(text, direction, case.data_type.clone(), is_valid);
    let plain = || spelled.stored_type.filter(|_| is_plain).map(one);
    Question::Cast {
        fill_value: case.fill_value.clone(),
        fill_value_cast: case.fill_value_cast.clone().or_else(plain),
        codec: CastCodec::Spelled(spelled),
    }
}
