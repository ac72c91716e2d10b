//! Requests as JSON Lines.

use serde::{Deserialize, Serialize};

use crate::line::{json, packed};
use crate::{
    Attributes, CastRequest, CodecText, Direction, Elements, Integer, LineError, PROTOCOL,
    PackingRequest, Request, ReshapeRequest, hex,
};

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
    shape: Option<Vec<Integer>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attributes: Option<Attributes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    count: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arrays: Option<Vec<String>>,
}

/// A request as a line, without its end; `id` is absent from a hello.
pub fn request_line(id: u64, request: &Request) -> String {
    let line = match request {
        Request::Hello => {
            let hello = RequestLine { protocol: Some(PROTOCOL), ..RequestLine::default() };
            return json(&RequestLine { op: "hello".to_owned(), ..hello });
        }
        Request::CastValue(cast) => cast_line(cast),
        Request::FillValue { data_type, json } => RequestLine {
            data_type: Some(data_type.clone()),
            json: Some(json.clone()),
            ..RequestLine::default()
        },
        Request::Reshape(reshape) => reshape_line(reshape),
        Request::Unpack(packing) | Request::Pack(packing) => packing_line(packing),
        Request::Other(_) => RequestLine::default(),
    };
    json(&RequestLine { id: Some(id), op: request.operation().to_owned(), ..line })
}

fn cast_line(cast: &CastRequest) -> RequestLine {
    let (configuration, codec) = texts(&cast.codec);
    RequestLine {
        direction: Some(cast.direction.name().to_owned()),
        data_type: Some(cast.data_type.clone()),
        fill_value: Some(cast.fill_value.clone()),
        configuration,
        codec,
        arrays: Some(cast.arrays.iter().map(|array| hex::encode(array)).collect()),
        ..RequestLine::default()
    }
}

fn reshape_line(reshape: &ReshapeRequest) -> RequestLine {
    let (configuration, codec) = texts(&reshape.codec);
    let data = reshape.data.as_ref();
    RequestLine {
        shape: Some(reshape.shape.clone()),
        configuration,
        codec,
        data_type: data.map(|data| data.data_type.clone()),
        arrays: data.map(|data| vec![hex::encode(&data.bytes)]),
        ..RequestLine::default()
    }
}

fn packing_line(packing: &PackingRequest) -> RequestLine {
    RequestLine {
        data_type: Some(packing.data_type.clone()),
        shape: Some(packing.shape.clone()),
        attributes: Some(packing.attributes.clone()),
        count: packing.count.clone(),
        arrays: Some(packing.arrays.iter().map(|array| hex::encode(array)).collect()),
        ..RequestLine::default()
    }
}

/// The members `configuration` and `codec`, of which one is given.
fn texts(codec: &CodecText) -> (Option<String>, Option<String>) {
    match codec {
        CodecText::Configuration(text) => (Some(text.clone()), None),
        CodecText::Codec(text) => (None, Some(text.clone())),
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
    let request = match line.op.as_str() {
        "cast_value" => Request::CastValue(cast_value(line)?),
        "fill_value" => Request::FillValue {
            data_type: required(line.data_type, "data_type")?,
            json: required(line.json, "json")?,
        },
        "reshape" => Request::Reshape(reshape(line)?),
        "unpack" => {
            required(line.count.as_ref(), "count")?;
            Request::Unpack(packing(line)?)
        }
        "pack" => Request::Pack(packing(line)?),
        other => Request::Other(other.to_owned()),
    };
    Ok((id, request))
}

fn cast_value(line: RequestLine) -> Result<CastRequest, LineError> {
    Ok(CastRequest {
        direction: direction(&required(line.direction, "direction")?)?,
        data_type: required(line.data_type, "data_type")?,
        fill_value: required(line.fill_value, "fill_value")?,
        codec: codec(line.configuration, line.codec)?,
        arrays: arrays(required(line.arrays, "arrays")?)?,
    })
}

fn reshape(line: RequestLine) -> Result<ReshapeRequest, LineError> {
    let data = match (line.data_type, arrays(line.arrays.unwrap_or_default())?.as_slice()) {
        (_, []) => None,
        (Some(data_type), [array]) => Some(Elements { data_type, bytes: array.clone() }),
        (None, [_]) => return Err(LineError("arrays without data_type".to_owned())),
        _ => return Err(LineError("reshape takes one array at most".to_owned())),
    };
    let shape = required(line.shape, "shape")?;
    Ok(ReshapeRequest { codec: codec(line.configuration, line.codec)?, shape, data })
}

fn packing(line: RequestLine) -> Result<PackingRequest, LineError> {
    Ok(PackingRequest {
        data_type: required(line.data_type, "data_type")?,
        shape: required(line.shape, "shape")?,
        attributes: required(line.attributes, "attributes")?,
        count: line.count,
        arrays: arrays(required(line.arrays, "arrays")?)?,
    })
}

fn codec(configuration: Option<String>, codec: Option<String>) -> Result<CodecText, LineError> {
    match (configuration, codec) {
        (Some(text), None) => Ok(CodecText::Configuration(text)),
        (None, Some(text)) => Ok(CodecText::Codec(text)),
        _ => Err(LineError("needs configuration or codec, one of them".to_owned())),
    }
}

fn direction(name: &str) -> Result<Direction, LineError> {
    Direction::from_name(name).ok_or_else(|| LineError(format!("direction {name:?}")))
}

fn arrays(texts: Vec<String>) -> Result<Vec<Vec<u8>>, LineError> {
    // One by one, so that a text goes as its bytes come.
    texts.into_iter().map(|text| packed(&text)).collect()
}

fn required<T>(value: Option<T>, name: &str) -> Result<T, LineError> {
    value.ok_or_else(|| LineError(format!("no member {name:?}")))
}
