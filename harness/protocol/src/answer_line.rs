//! Answers as JSON Lines.

use serde::{Deserialize, Serialize};

use crate::bounded::bounded;
use crate::line::{json, packed};
use crate::{
    Answer, ArrayResult, Hello, Integer, LineError, MAX_MESSAGE, PROTOCOL, Refusal, Request,
    Shaped, ShapedResult, hex,
};

/// More results than any request has arrays: the rest of an answer is not kept.
const MAX_RESULTS: usize = 1 << 17;

/// More extents than any shape has that is asked: the rest of an answered one is not kept.
const MAX_RANK: usize = 1 << 10;

#[derive(Serialize, Deserialize, Default)]
struct AnswerLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "bounded::<_, _, MAX_RESULTS>"
    )]
    results: Option<Vec<ResultLine>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fill_value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unsupported: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
struct ResultLine {
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "bounded::<_, _, MAX_RANK>"
    )]
    shape: Option<Vec<Integer>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ok: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
}

/// An answer as a line, without its end.
pub fn answer_line(id: Option<u64>, answer: &Answer) -> String {
    let line = match answer {
        Answer::Hello(hello) => return json(hello),
        Answer::Results { results, fill_value } => AnswerLine {
            results: Some(results.iter().map(result_line).collect()),
            fill_value: fill_value.as_deref().map(hex::encode),
            ..AnswerLine::default()
        },
        Answer::Shaped { results } => AnswerLine {
            results: Some(results.iter().map(shaped_line).collect()),
            ..AnswerLine::default()
        },
        Answer::Refused(refusal) => {
            AnswerLine { error: Some(short(refusal)), ..AnswerLine::default() }
        }
        Answer::Unsupported(why) => {
            AnswerLine { unsupported: Some(cut(why)), ..AnswerLine::default() }
        }
        Answer::Fault(what) => AnswerLine { fault: Some(cut(what)), ..AnswerLine::default() },
    };
    json(&AnswerLine { id, ..line })
}

fn result_line(result: &ArrayResult) -> ResultLine {
    match result {
        Ok(bytes) => ResultLine { ok: Some(hex::encode(bytes)), ..ResultLine::default() },
        Err(refusal) => ResultLine { error: Some(short(refusal)), ..ResultLine::default() },
    }
}

fn shaped_line(result: &ShapedResult) -> ResultLine {
    match result {
        Ok(Shaped { shape, data }) => ResultLine {
            shape: Some(shape.clone()),
            ok: data.as_deref().map(hex::encode),
            error: None,
        },
        Err(refusal) => ResultLine { error: Some(short(refusal)), ..ResultLine::default() },
    }
}

fn short(refusal: &Refusal) -> Refusal {
    let Refusal { stage, reason, message } = refusal;
    Refusal { stage: *stage, reason: reason.clone(), message: cut(message) }
}

fn cut(message: &str) -> String {
    message.chars().take(MAX_MESSAGE).collect()
}

/// Reads the answer to a hello, or the answer to the request of that id.
///
/// # Errors
/// A line that is not an answer, or one to another request.
pub fn parse_answer(line: &str, request: &Request, id: u64) -> Result<Answer, LineError> {
    if *request == Request::Hello {
        let hello: Hello = serde_json::from_str(line)?;
        return match (hello.protocol, hello.capabilities.max_elements) {
            (PROTOCOL, Some(0)) => Err(LineError("max_elements is 0".to_owned())),
            (PROTOCOL, _) => Ok(Answer::Hello(Box::new(hello))),
            (other, _) => Err(LineError(format!("protocol {other} is not {PROTOCOL}"))),
        };
    }
    let line: AnswerLine = serde_json::from_str(line)?;
    if line.fault.is_none() && line.id != Some(id) {
        let found = line.id.map_or_else(|| "no id".to_owned(), |found| format!("id {found}"));
        return Err(LineError(format!("{found} in the answer to request {id}")));
    }
    match line {
        AnswerLine { fault: Some(what), .. } => Ok(Answer::Fault(what)),
        AnswerLine { unsupported: Some(why), results: None, error: None, .. } => {
            Ok(Answer::Unsupported(why))
        }
        AnswerLine { error: Some(refusal), results: None, unsupported: None, .. } => {
            Ok(Answer::Refused(refusal))
        }
        AnswerLine {
            results: Some(results), error: None, unsupported: None, fill_value, ..
        } => {
            if request.is_shaped() {
                let results = results.into_iter().map(shaped).collect::<Result<_, _>>()?;
                return Ok(Answer::Shaped { results });
            }
            let results = results.into_iter().map(result).collect::<Result<_, _>>()?;
            let fill_value = fill_value.map(|text| packed(&text)).transpose()?;
            Ok(Answer::Results { results, fill_value })
        }
        _ => Err(LineError("needs one of results, error, unsupported, fault".to_owned())),
    }
}

/// The id of the request that a line answers, if it can be read.
pub fn answered_id(line: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct WithId {
        id: u64,
    }
    serde_json::from_str::<WithId>(line).ok().map(|line| line.id)
}

fn result(line: ResultLine) -> Result<ArrayResult, LineError> {
    match line {
        ResultLine { ok: Some(text), error: None, .. } => Ok(Ok(packed(&text)?)),
        ResultLine { ok: None, error: Some(refusal), .. } => Ok(Err(refusal)),
        _ => Err(LineError("a result needs one of ok, error".to_owned())),
    }
}

fn shaped(line: ResultLine) -> Result<ShapedResult, LineError> {
    match line {
        ResultLine { shape: Some(shape), ok, error: None } => {
            let data = ok.map(|text| packed(&text)).transpose()?;
            Ok(Ok(Shaped { shape, data }))
        }
        ResultLine { shape: None, ok: None, error: Some(refusal) } => Ok(Err(refusal)),
        _ => Err(LineError("a result needs one of shape, error".to_owned())),
    }
}
