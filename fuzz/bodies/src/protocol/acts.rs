//! What an adapter does instead of giving the reference's answer.

use std::time::Duration;

use codec_conformance::implementation::{Failure, everything};
use codec_conformance::protocol::{
    Answer, MAX_MESSAGE, Refusal, Request, Shaped, Stage, answer_line, parse_answer,
};

use crate::layout::{Act, Rule};

/// What would act where it is printed, and end the text where it is.
pub(super) const NASTY: &str =
    "\n::error file=x::y\u{1b}[31m\u{7}\r\0\u{9b}1m\u{202e}##vso[task.complete]\u{fffe}</script>|`";

/// Any id.
const ID: u64 = 7;

/// Places of a line, and what is there instead.
const EDITS: [(&str, &str); 14] = [
    ("\"stage\":\"data\"", "\"stage\":\"banana\""),
    ("\"stage\":\"data\"", "\"stage\":\"\""),
    ("\"stage\":\"data\"", "\"stage\":\"configuration\""),
    ("\"stage\":", "\"cause\":"),
    ("\"fill_value\":\"", "\"fill_value\":null,\"was\":\""),
    ("\"id\":", "\"id\":1"),
    ("\"id\":7", "\"id\":\"7\""),
    ("\"id\":", "\"no\":"),
    ("{\"ok\":", "{\"took\":1.5e-3,\"ok\":"),
    ("\"ok\":", "\"error\":"),
    ("\"ok\":\"", "\"ok\":\"0"),
    ("\"results\":[", "\"results\":[],\"results\":["),
    ("\"shape\":[", "\"shape\":[1,"),
    ("}]", ""),
];

/// Does what the rule says, where it knows what would be honest, and what its last answer was.
pub(super) fn act(
    rule: &Rule,
    request: &Request,
    honest: Answer,
    last: Option<Answer>,
) -> Result<Answer, Failure> {
    if let Some(failure) = failure(rule.act) {
        return Err(failure);
    }
    Ok(match rule.act {
        Act::Fault => Answer::Fault("TypeError: not callable".to_owned()),
        Act::Decline => Answer::Unsupported(format!("too tired {}", rule.bits)),
        Act::RefuseAtOpen => Answer::Refused(refusal(rule, "no")),
        Act::Hello => everything("another").into(),
        Act::Previous => last.unwrap_or(honest),
        Act::OtherForm => other_form(honest),
        Act::Edited => return edited(rule, request, &honest),
        _ => changed(rule, honest),
    })
}

fn failure(act: Act) -> Option<Failure> {
    let time = Duration::from_secs(1);
    Some(match act {
        Act::Crash => {
            let (how, log) = (" (signal: 11)".to_owned(), "; its log ends: no".to_owned());
            Failure::Crash { how, log }
        }
        Act::Start => Failure::Start("no such program".to_owned()),
        Act::Timeout => Failure::Timeout(time),
        Act::StartTimeout => Failure::StartTimeout(time),
        Act::Malformed => Failure::Malformed("another hello than the first process's".to_owned()),
        Act::Interrupted => Failure::Interrupted,
        _ => return None,
    })
}

fn refusal(rule: &Rule, message: &str) -> Refusal {
    let stage = if rule.bits.is_multiple_of(2) { Stage::Data } else { Stage::Configuration };
    Refusal { stage, reason: "other".to_owned(), message: message.to_owned() }
}

fn other_form(answer: Answer) -> Answer {
    match answer {
        Answer::Results { results, .. } => {
            let shaped = |data| Shaped { shape: vec![1.into()], data: Some(data) };
            Answer::Shaped { results: results.into_iter().map(|one| one.map(shaped)).collect() }
        }
        Answer::Shaped { results } => {
            let data = |shaped: Shaped| shaped.data.unwrap_or_default();
            let results = results.into_iter().map(|one| one.map(data)).collect();
            Answer::Results { results, fill_value: None }
        }
        other => other,
    }
}

/// The line of the answer with something else in it, read again.
fn edited(rule: &Rule, request: &Request, answer: &Answer) -> Result<Answer, Failure> {
    let (from, to) = EDITS[usize::from(rule.bits) % EDITS.len()];
    let line = answer_line(Some(ID), answer);
    let line = match rule.place {
        0 => line.replace(from, to),
        times => line.replacen(from, to, times.into()),
    };
    parse_answer(&line, request, ID).map_err(|error| Failure::Malformed(error.to_string()))
}

fn changed(rule: &Rule, answer: Answer) -> Answer {
    match answer {
        Answer::Results { mut results, fill_value } => {
            recounted(rule, &mut results);
            refused(rule, &mut results, Vec::new());
            let data: Vec<&mut Vec<u8>> = results.iter_mut().flatten().collect();
            with_other_bytes(rule, data);
            let fill_value = fill_value.and_then(|value| other_fill_value(rule, value));
            Answer::Results { results, fill_value }
        }
        Answer::Shaped { mut results } => {
            recounted(rule, &mut results);
            refused(rule, &mut results, Shaped { shape: Vec::new(), data: Some(Vec::new()) });
            with_other_shape(rule, &mut results);
            let shaped = results.iter_mut().flatten();
            with_other_bytes(rule, shaped.filter_map(|shaped| shaped.data.as_mut()).collect());
            Answer::Shaped { results }
        }
        Answer::Refused(mut refusal) => {
            reworded(rule, &mut refusal);
            Answer::Refused(refusal)
        }
        other => other,
    }
}

fn recounted<T: Clone>(rule: &Rule, results: &mut Vec<T>) {
    match rule.act {
        Act::NoResults => results.clear(),
        Act::OneMore => results.extend(results.last().cloned()),
        Act::OneFewer => drop(results.pop()),
        Act::Shuffled => results.reverse(),
        _ => {}
    }
}

fn refused<T: Clone>(rule: &Rule, results: &mut [Result<T, Refusal>], accepted: T) {
    match (rule.act, results.len()) {
        (_, 0) => {}
        (Act::RefuseOne, count) => {
            results[usize::from(rule.place) % count] = Err(refusal(rule, "no"));
        }
        (Act::RefuseAll, _) => {
            results.iter_mut().for_each(|result| *result = Err(refusal(rule, "no")));
        }
        (Act::Accept, _) => {
            let refused = results.iter_mut().filter(|result| result.is_err());
            refused.for_each(|result| *result = Ok(accepted.clone()));
        }
        _ => {}
    }
    results
        .iter_mut()
        .filter_map(|result| result.as_mut().err())
        .for_each(|one| reworded(rule, one));
}

fn reworded(rule: &Rule, refusal: &mut Refusal) {
    let words = match rule.act {
        Act::LongMessage => "no ".repeat(2 * MAX_MESSAGE),
        Act::NastyMessage => NASTY.to_owned(),
        _ => return,
    };
    (refusal.reason, refusal.message) = (words.clone(), words);
}

fn with_other_bytes(rule: &Rule, mut arrays: Vec<&mut Vec<u8>>) {
    let count = arrays.len().max(1);
    let (array, byte) = (usize::from(rule.place) % count, usize::from(rule.place) / count);
    match rule.act {
        Act::UpperBits => {
            arrays.iter_mut().flat_map(|array| array.iter_mut()).for_each(|byte| *byte |= 0xf0);
        }
        Act::Wrong => {
            let bytes = arrays.get_mut(array).map(|array| array.as_mut_slice()).unwrap_or_default();
            let byte = byte % bytes.len().max(1);
            bytes.iter_mut().skip(byte).take(1).for_each(|byte| *byte ^= rule.bits);
        }
        Act::ShortData => arrays
            .iter_mut()
            .skip(array)
            .take(1)
            .for_each(|array| array.truncate(array.len().saturating_sub(1))),
        Act::LongData => {
            arrays.iter_mut().skip(array).take(1).for_each(|array| array.push(rule.bits));
        }
        _ => {}
    }
}

fn with_other_shape(rule: &Rule, results: &mut [Result<Shaped, Refusal>]) {
    let shaped = results.iter_mut().flatten();
    match rule.act {
        Act::NoData => shaped.for_each(|shaped| shaped.data = None),
        Act::WrongShape => shaped.for_each(|shaped| shaped.shape.push(1.into())),
        _ => {}
    }
}

fn other_fill_value(rule: &Rule, mut value: Vec<u8>) -> Option<Vec<u8>> {
    match rule.act {
        Act::WrongFillValue => value.iter_mut().take(1).for_each(|byte| *byte ^= rule.bits),
        Act::DoubledFillValue => value = value.repeat(2),
        Act::EmptyFillValue => value.clear(),
        Act::NoFillValue => return None,
        _ => {}
    }
    Some(value)
}
