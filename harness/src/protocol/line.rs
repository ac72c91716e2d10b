//! The adapter protocol's JSON Lines.

use codec_reference::Direction;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Answer, CastRequest, CodecText, Hello, MAX_MESSAGE, PROTOCOL, Refusal, Request};
use crate::hex;

/// Why a line is not a message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct LineError(pub String);

#[derive(Serialize, Deserialize, Default)]
struct RequestLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    op: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    protocol: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fill_value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    configuration: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    codec: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    json: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arrays: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize, Default)]
struct AnswerLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

#[derive(Serialize, Deserialize)]
struct ResultLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ok: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
}

/// A request as a line, without its end; `id` is absent from a hello.
pub fn request_line(id: u64, request: &Request) -> String {
    let line = match request {
        Request::Hello => RequestLine {
            op: "hello".to_owned(),
            protocol: Some(PROTOCOL),
            ..RequestLine::default()
        },
        Request::CastValue(cast) => RequestLine { id: Some(id), ..cast_line(cast) },
        Request::Other(op) => {
            RequestLine { id: Some(id), op: op.clone(), ..RequestLine::default() }
        }
        Request::FillValue { data_type, json } => RequestLine {
            id: Some(id),
            op: "fill_value".to_owned(),
            data_type: Some(data_type.clone()),
            json: Some(json.clone()),
            ..RequestLine::default()
        },
    };
    json(&line)
}

fn cast_line(cast: &CastRequest) -> RequestLine {
    let (configuration, codec) = match &cast.codec {
        CodecText::Configuration(text) => (Some(text.clone()), None),
        CodecText::Codec(text) => (None, Some(text.clone())),
    };
    RequestLine {
        op: "cast_value".to_owned(),
        direction: Some(cast.direction.name().to_owned()),
        data_type: Some(cast.data_type.clone()),
        fill_value: Some(cast.fill_value.clone()),
        configuration,
        codec,
        arrays: Some(cast.arrays.iter().map(|array| hex::encode(array)).collect()),
        ..RequestLine::default()
    }
}

/// Reads a request; the id is 0 for a hello.
///
/// # Errors
/// A line that is not a request; the id where it could be read.
pub fn parse_request(line: &str) -> Result<(u64, Request), (Option<u64>, LineError)> {
    let line: RequestLine = serde_json::from_str(line).map_err(|error| (None, error.into()))?;
    let id = line.id;
    request(line).map_err(|error| (id, error))
}

fn request(line: RequestLine) -> Result<(u64, Request), LineError> {
    if line.op == "hello" {
        let protocol = required(line.protocol, "protocol")?;
        let spoken = protocol == PROTOCOL;
        let refusal = || LineError(format!("protocol {protocol} is not {PROTOCOL}"));
        return spoken.then_some((0, Request::Hello)).ok_or_else(refusal);
    }
    let id = required(line.id, "id")?;
    let data_type = || required(line.data_type, "data_type");
    let request = match line.op.as_str() {
        "fill_value" => {
            Request::FillValue { data_type: data_type()?, json: required(line.json, "json")? }
        }
        "cast_value" => Request::CastValue(CastRequest {
            direction: direction(&required(line.direction, "direction")?)?,
            data_type: data_type()?,
            fill_value: required(line.fill_value, "fill_value")?,
            codec: match (line.configuration, line.codec) {
                (Some(text), None) => CodecText::Configuration(text),
                (None, Some(text)) => CodecText::Codec(text),
                _ => return Err(LineError("needs configuration or codec, one of them".to_owned())),
            },
            arrays: arrays(required(line.arrays, "arrays")?)?,
        }),
        other => Request::Other(other.to_owned()),
    };
    Ok((id, request))
}

fn direction(name: &str) -> Result<Direction, LineError> {
    Direction::from_name(name).ok_or_else(|| LineError(format!("direction {name:?}")))
}

fn arrays(texts: Vec<String>) -> Result<Vec<Vec<u8>>, LineError> {
    texts.iter().map(|text| packed(text)).collect()
}

fn packed(text: &str) -> Result<Vec<u8>, LineError> {
    hex::decode(text).ok_or_else(|| LineError("packed data is not pairs of hex digits".to_owned()))
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
        Answer::Refused(refusal) => {
            AnswerLine { error: Some(cut(refusal)), ..AnswerLine::default() }
        }
        Answer::Unsupported(why) => {
            AnswerLine { unsupported: Some(why.clone()), ..AnswerLine::default() }
        }
        Answer::Fault(what) => AnswerLine { fault: Some(what.clone()), ..AnswerLine::default() },
    };
    json(&AnswerLine { id, ..line })
}

fn result_line(result: &super::ArrayResult) -> ResultLine {
    match result {
        Ok(bytes) => ResultLine { ok: Some(hex::encode(bytes)), error: None },
        Err(refusal) => ResultLine { ok: None, error: Some(cut(refusal)) },
    }
}

fn cut(refusal: &Refusal) -> Refusal {
    let message = refusal.message.chars().take(MAX_MESSAGE).collect();
    Refusal { message, ..refusal.clone() }
}

/// Reads the answer to a hello, or the answer to the request of that id.
///
/// # Errors
/// A line that is no answer, or one to another request.
pub fn parse_answer(line: &str, request: &Request, id: u64) -> Result<Answer, LineError> {
    if *request == Request::Hello {
        let hello: Hello = serde_json::from_str(line)?;
        let spoken = hello.protocol == PROTOCOL;
        let refusal = || LineError(format!("protocol {} is not {PROTOCOL}", hello.protocol));
        return if spoken { Ok(Answer::Hello(Box::new(hello))) } else { Err(refusal()) };
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
            let results = results.into_iter().map(result).collect::<Result<_, _>>()?;
            let fill_value = fill_value.map(|text| packed(&text)).transpose()?;
            Ok(Answer::Results { results, fill_value })
        }
        _ => Err(LineError("needs one of results, error, unsupported, fault".to_owned())),
    }
}

fn result(line: ResultLine) -> Result<super::ArrayResult, LineError> {
    match line {
        ResultLine { ok: Some(text), error: None } => Ok(Ok(packed(&text)?)),
        ResultLine { ok: None, error: Some(refusal) } => Ok(Err(refusal)),
        _ => Err(LineError("a result needs one of ok, error".to_owned())),
    }
}

fn required<T>(value: Option<T>, name: &str) -> Result<T, LineError> {
    value.ok_or_else(|| LineError(format!("no member {name:?}")))
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("messages have string keys and no other failure")
}

impl From<serde_json::Error> for LineError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}
