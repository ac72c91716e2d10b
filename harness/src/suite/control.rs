//! Controls: the same request without what is ambiguous. A rejection says how a rule is read only
//! where its controls are answered.

use codec_reference::{Alternative, DataType, Direction, Dyadic, Json, Readings};

use super::{CastCodec, Question, Spelled};
use crate::packed;
use crate::protocol::{CastRequest, CodecText, Integer, Request, ReshapeRequest};

/// Members of a JSON object.
type Members = Vec<(String, Json)>;

/// A fill value that survives every cast.
const ONE: &str = "1";

/// The controls of a question in which something is ambiguous under these rules; none where that is
/// in the data.
pub(crate) fn controls(question: &Question, rules: &[&str]) -> Vec<Request> {
    match question {
        Question::Cast { codec: CastCodec::Spelled(codec), fill_value, .. } => {
            casts(codec, fill_value, rules)
        }
        Question::FillValue { data_type, .. } => {
            vec![Request::FillValue { data_type: data_type.clone(), json: ONE.to_owned() }]
        }
        Question::Reshape(request) => vec![reshaped(request, rules)],
        _ => Vec::new(),
    }
}

/// To cast 1. Where two entries of a map have the same key, either may be what is rejected: each is
/// asked alone.
fn casts(codec: &Spelled, fill_value: &str, rules: &[&str]) -> Vec<Request> {
    let (array, Some(stored)) = (DataType::from_name(&codec.array_type), codec.stored_type) else {
        return Vec::new();
    };
    let Some(array) = array else { return Vec::new() };
    let is_ambiguous = |json: &str, data_type| is_ambiguous(json, data_type, rules);
    let of_codec = |rule: &&str| rule.starts_with("CV-CONF-") || rule.starts_with("CV-MAP-");
    let fill_value = if rules.iter().all(of_codec) { fill_value } else { ONE };
    let plain = edited(&codec.text, |members| {
        edit_members(members, rules);
        for (list, key, output) in [("encode", array, stored), ("decode", stored, array)] {
            let is_plain = |entry: &Json| match entry {
                Json::Array(pair) if pair.len() == 2 => {
                    !is_ambiguous(&pair[0].to_string(), key)
                        && !is_ambiguous(&pair[1].to_string(), output)
                }
                _ => true,
            };
            entries(members, list).into_iter().for_each(|entries| entries.retain(is_plain));
        }
    });
    let alone = |index: usize| {
        edited(plain.as_ref()?, |members| {
            for list in ["encode", "decode"] {
                let keep = |entries: &mut Vec<Json>| *entries = vec![entries.swap_remove(index)];
                let long_enough = entries(members, list).filter(|entries| entries.len() > index);
                long_enough.into_iter().for_each(keep);
            }
        })
    };
    let texts: Vec<CodecText> = match rules.contains(&"CV-MAP-2") {
        true => (0..longest(plain.as_ref())).filter_map(alone).collect(),
        false => plain.into_iter().collect(),
    };
    let source = if codec.direction == Direction::Encode { array } else { stored };
    let one = source.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one");
    let request = |text| {
        Request::CastValue(CastRequest {
            direction: crate::direction::asked(codec.direction),
            data_type: codec.array_type.clone(),
            fill_value: fill_value.to_owned(),
            codec: text,
            arrays: vec![packed::pack(source, &[one])],
        })
    };
    texts.into_iter().map(request).collect()
}

/// Takes out, or spells in the one undisputed way, what the rules are about.
fn edit_members(members: &mut Members, rules: &[&str]) {
    if rules.contains(&"CV-CONF-6") {
        let is_given = |(_, value): &(String, Json)| *value != Json::Null;
        members.retain(is_given);
        if let Some(Json::Object(map)) = member(members, "scalar_map") {
            map.retain(is_given);
        }
    }
    if rules.contains(&"CV-CONF-7")
        && let Some(value) = member(members, "data_type")
        && let Some(name) = value.member("name").cloned()
    {
        *value = name;
    }
    if rules.contains(&"CV-MAP-12")
        && let Some(Json::Object(map)) = member(members, "scalar_map")
    {
        map.retain(|(name, _)| ["encode", "decode"].contains(&name.as_str()));
    }
}

/// Whether the readings of one of the rules differ over the JSON text of a scalar.
fn is_ambiguous(json: &str, data_type: DataType, rules: &[&str]) -> bool {
    let read = |readings| data_type.parse_fill_value(json, readings).ok();
    let ours = read(Readings::OURS);
    let mut others = Alternative::ALL.into_iter().filter(|other| rules.contains(&other.rule()));
    others.any(|other| read(Readings::OURS.with(other)) != ours)
}

fn reshaped(request: &ReshapeRequest, rules: &[&str]) -> Request {
    let mut request = request.clone();
    let plain = edited(&request.codec, |members| {
        if rules.contains(&"RS-CONF-3") {
            members.retain(|(name, _)| name == "shape");
        }
        let Some(Json::Array(shape)) = member(members, "shape") else { return };
        if rules.contains(&"RS-EMPTY-1") && shape.is_empty() {
            shape.push(number(ONE));
        }
        shape.iter_mut().for_each(|item| edit_size(item, rules));
    });
    request.codec = plain.unwrap_or(request.codec);
    if rules.contains(&"RS-ZERO-1") {
        // So many that they can be divided by all literal sizes.
        let many = literal_sizes(&request.codec);
        let zeros = request.shape.iter_mut().filter(|extent| extent.to() == Some(0));
        zeros.for_each(|extent| *extent = Integer::from(many));
        request.data = None;
    }
    Request::Reshape(request)
}

/// An empty list of dimensions is of size 1; `2.0` is 2.
fn edit_size(item: &mut Json, rules: &[&str]) {
    match item {
        Json::Array(dimensions) if dimensions.is_empty() && rules.contains(&"RS-DIMS-3") => {
            *item = number(ONE);
        }
        Json::Array(dimensions) => dimensions.iter_mut().for_each(|item| edit_size(item, rules)),
        Json::Number(text) if rules.contains(&"RS-ELEM-2") => {
            if let Ok(value) = text.parse::<f64>() {
                *text = format!("{value:.0}");
            }
        }
        _ => {}
    }
}

/// The product of the sizes that the configuration gives as numbers.
fn literal_sizes(text: &CodecText) -> u64 {
    let mut product: u64 = 1;
    edited(text, |members| {
        let Some(Json::Array(shape)) = member(members, "shape") else { return };
        let sizes = shape.iter().filter_map(|size| match size {
            Json::Number(text) => text.parse::<u64>().ok(),
            _ => None,
        });
        product = sizes.fold(1, u64::saturating_mul);
    });
    product
}

fn number(text: &str) -> Json {
    Json::Number(text.to_owned())
}

/// The text with the members of its configuration changed.
fn edited(text: &CodecText, edit: impl FnOnce(&mut Members)) -> Option<CodecText> {
    let (CodecText::Configuration(json) | CodecText::Codec(json)) = text;
    let mut json = Json::parse(json).ok()?;
    match (text, &mut json) {
        (CodecText::Configuration(_), Json::Object(members)) => edit(members),
        (CodecText::Codec(_), Json::Object(codec)) => match member(codec, "configuration")? {
            Json::Object(members) => edit(members),
            _ => return None,
        },
        _ => return None,
    }
    Some(match text {
        CodecText::Configuration(_) => CodecText::Configuration(json.to_string()),
        CodecText::Codec(_) => CodecText::Codec(json.to_string()),
    })
}

fn member<'a>(members: &'a mut Members, name: &str) -> Option<&'a mut Json> {
    members.iter_mut().find(|(member, _)| member == name).map(|(_, value)| value)
}

/// The entries of one list of the map.
fn entries<'a>(members: &'a mut Members, list: &str) -> Option<&'a mut Vec<Json>> {
    let Json::Object(map) = member(members, "scalar_map")? else { return None };
    match member(map, list)? {
        Json::Array(entries) => Some(entries),
        _ => None,
    }
}

/// How many entries the longest list of the map has.
fn longest(text: Option<&CodecText>) -> usize {
    let mut longest = 0;
    let measure = |members: &mut Members| {
        let lists =
            ["encode", "decode"].map(|list| entries(members, list).map_or(0, |list| list.len()));
        longest = lists.into_iter().max().unwrap_or(0);
    };
    text.and_then(|text| edited(text, measure));
    longest
}

#[cfg(test)]
mod tests {
    use codec_faults::Tolerated;

    use super::*;
    use crate::implementation::InProcess;
    use crate::protocol::{Answer, answer};
    use crate::suite::{Expectation, units};

    /// Whether a rejection is among the accepted answers, which the configuration brings about.
    fn may_be_rejected(expectation: Expectation<'_>) -> bool {
        !expectation.must_succeed() && !expectation.must_fail()
    }

    #[test]
    fn every_control_is_answered_under_every_reading() {
        let (mut asked, mut without, mut rejected) = (0, Vec::new(), Vec::new());
        for unit in units() {
            for check in unit.checks() {
                let names = check.expectation.alternatives();
                if names.is_empty() || !may_be_rejected(check.expectation) {
                    continue;
                }
                if matches!(&unit.question, Question::Cast { codec: CastCodec::Function(_), .. }) {
                    continue;
                }
                let rules: Vec<&str> =
                    names.iter().filter_map(|name| Some(name.split_once('/')?.0)).collect();
                let requests = controls(&unit.question, &rules);
                if requests.is_empty() {
                    without.push(unit.id.clone());
                }
                for request in requests {
                    asked += 1;
                    let bound = Alternative::from_name("RS-BIG-2/refused");
                    let others = Alternative::ALL.into_iter().filter(|other| Some(*other) != bound);
                    let readings = others.map(|other| Readings::OURS.with(other));
                    for readings in std::iter::once(Readings::OURS).chain(readings) {
                        let codec = Tolerated(readings);
                        let answer = answer(&mut InProcess::new("reading", &codec), &request);
                        let accepts = match &answer {
                            Answer::Results { results, .. } => results.iter().all(Result::is_ok),
                            Answer::Shaped { results } => results.iter().all(Result::is_ok),
                            _ => false,
                        };
                        if !accepts {
                            rejected.push(format!("{}: {request:?} {answer:?}", unit.id));
                            break;
                        }
                    }
                }
            }
        }
        assert!(asked > 500, "{asked} controls");
        assert!(without.is_empty(), "{}", without.join("\n"));
        assert!(rejected.is_empty(), "{}", rejected.join("\n"));
    }
}
