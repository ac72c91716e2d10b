//! `reshape` by `codec-fast`.

use codec_fast::{OutputDim, ReshapeError, output_shape};
use codec_reference::{OutputDim as ParsedDim, Readings, Reshape};
use num_bigint::BigUint;

use crate::protocol::{Answer, CodecText, Integer, Refusal, ReshapeRequest, Shaped};
use crate::shape;

pub(super) fn answer(request: &ReshapeRequest) -> Answer {
    if shape::extents(&request.shape).is_none() {
        return Answer::Fault(shape::NEGATIVE.to_owned());
    }
    let parsed = match &request.codec {
        CodecText::Configuration(text) => Reshape::parse(text, Readings::OURS),
        CodecText::Codec(text) => Reshape::parse_codec(text, Readings::OURS),
    };
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            return Answer::Refused(Refusal::configuration(error.reason(), &error));
        }
    };
    Answer::Shaped { results: vec![resolve(&parsed, request)] }
}

fn resolve(parsed: &Reshape, request: &ReshapeRequest) -> Result<Shaped, Refusal> {
    let too_large = || Refusal::configuration("shape", &ReshapeError::TooLarge);
    let input = request.shape.iter().map(Integer::to);
    let input: Vec<u64> = input.collect::<Option<_>>().ok_or_else(too_large)?;
    let dims = parsed.shape().iter().map(output_dim);
    let dims: Vec<OutputDim> = dims.collect::<Option<_>>().ok_or_else(too_large)?;
    let output = output_shape(&input, &dims);
    let output = output.map_err(|error| Refusal::configuration("shape", &error))?;
    let shape = output.into_iter().map(Integer::from).collect();
    // The elements stay where they are.
    Ok(Shaped { shape, data: request.data.as_ref().map(|data| data.bytes.clone()) })
}

fn output_dim(dim: &ParsedDim) -> Option<OutputDim> {
    let number = |number: &BigUint| u64::try_from(number).ok();
    Some(match dim {
        ParsedDim::Size(size) => OutputDim::Size(number(size)?),
        ParsedDim::InputDims(dims) => {
            OutputDim::InputDims(dims.iter().map(number).collect::<Option<_>>()?)
        }
        ParsedDim::Auto => OutputDim::Auto,
    })
}
