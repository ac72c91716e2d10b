//! Units from the records of the vector files.

use std::sync::Arc;

use codec_reference::{DataType, Direction, Dyadic, Json};
use codec_vectors::{Bits, Case, Expected, Function, Group, Kind, Outcome};

use super::{Checks, Question, Unit};
use crate::protocol::CodecText;

pub(super) fn group_units(kind: Kind, group: &Arc<Group>) -> Vec<Unit> {
    let rules: Arc<[String]> = group.rules.clone().into();
    let types = DataType::from_name(&group.source).zip(DataType::from_name(&group.target));
    let (source, target) = types.expect("generated groups name known types");
    let mut units = Vec::new();
    for (function, record) in group.functions.iter().enumerate() {
        for (rounding, range, direction) in modes(record) {
            let checks = Checks::Function { group: Arc::clone(group), function, kind, source };
            let (array, stored) = match direction {
                Direction::Encode => (source, target),
                Direction::Decode => (target, source),
            };
            units.push(Unit {
                id: format!("{}/{rounding}/{range}/{direction}", group.id),
                rules: Arc::clone(&rules),
                why: group.why.clone(),
                question: Question::Cast {
                    direction,
                    array: array.name().to_owned(),
                    stored: Some(stored),
                    codec: CodecText::Configuration(configuration(stored, rounding, range)),
                    fill_value: "1".to_owned(),
                    fill_value_cast: Some(one(stored)),
                },
                needs: Vec::new(),
                kind,
                checks,
            });
        }
    }
    units
}

fn modes(function: &Function) -> Vec<(&str, &str, Direction)> {
    let mut modes = Vec::new();
    for holds in &function.holds {
        for rounding in &holds.rounding {
            for range in &holds.out_of_range {
                let known = holds.directions.iter().filter_map(|name| Direction::from_name(name));
                modes.extend(known.map(|way| (rounding.as_str(), range.as_str(), way)));
            }
        }
    }
    modes
}

/// What the fill value 1 becomes, whatever the modes: every type holds it exactly.
fn one(stored: DataType) -> Outcome {
    let bits = stored.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one");
    Outcome::from(Expected::Bits(Bits { bits, bytes: stored.bytes() as u8 }))
}

fn configuration(stored: DataType, rounding: &str, range: &str) -> String {
    let range = match range {
        "none" => String::new(),
        range => format!(r#","out_of_range":"{range}""#),
    };
    format!(r#"{{"data_type":"{stored}","rounding":"{rounding}"{range}}}"#)
}

pub(crate) fn case_units(case: &Case) -> Vec<Unit> {
    let unit = |suffix: &str, question, checks| Unit {
        id: format!("{}{suffix}", case.id),
        rules: case.rules.clone().into(),
        why: case.why.clone(),
        question,
        needs: case.needs.clone(),
        kind: Kind::Cases,
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
        let question = case_question(case, direction);
        unit(&format!("/{direction}"), question, checks.clone())
    });
    units.collect()
}

fn case_question(case: &Case, direction: Direction) -> Question {
    let codec = match (&case.configuration, &case.codec) {
        (Some(text), _) => CodecText::Configuration(text.clone()),
        (None, codec) => CodecText::Codec(codec.clone().unwrap_or_default()),
    };
    let stored = stored_type(&codec);
    // Without a map, 1 becomes 1.
    let text = codec.to_string();
    let is_plain = case.fill_value == "1" && !text.contains("scalar_map") && !text.contains('\\');
    let plain = || stored.filter(|_| is_plain).map(one);
    Question::Cast {
        direction,
        array: case.data_type.clone(),
        stored,
        codec,
        fill_value: case.fill_value.clone(),
        fill_value_cast: case.fill_value_cast.clone().or_else(plain),
    }
}

/// The data type that a configuration names, as far as it can be told from an invalid one.
fn stored_type(codec: &CodecText) -> Option<DataType> {
    let member = |json: &Json, name: &str| match json {
        Json::Object(members) => {
            members.iter().find(|(member, _)| member == name).map(|(_, value)| value.clone())
        }
        _ => None,
    };
    let configuration = match codec {
        CodecText::Configuration(text) => Json::parse(text).ok()?,
        CodecText::Codec(text) => member(&Json::parse(text).ok()?, "configuration")?,
    };
    match member(&configuration, "data_type")? {
        Json::String(name) => DataType::from_name(&name),
        object => match member(&object, "name")? {
            Json::String(name) => DataType::from_name(&name),
            _ => None,
        },
    }
}
