//! `reshape` by a behaviour.

use codec_faults::Behaviour;
use codec_reference::{DataType, ReshapeError, Tensor};
use num_bigint::BigUint;

use crate::protocol::{Answer, CodecText, Elements, Integer, Refusal, ReshapeRequest, Shaped};
use crate::{packed, shape};

pub(super) fn answer(behaviour: &dyn Behaviour, request: &ReshapeRequest) -> Answer {
    let Some(input) = shape::extents(&request.shape) else {
        return Answer::Fault(shape::NEGATIVE.to_owned());
    };
    let output = match &request.codec {
        CodecText::Configuration(text) => behaviour.reshape(text, &input),
        CodecText::Codec(text) => behaviour.reshape_codec(text, &input),
    };
    let data = request.data.as_ref();
    let result = output.map_err(|error| refused(&error)).and_then(|output| {
        let data = data.map(|data| elements(behaviour, request, data, &output)).transpose()?;
        Ok(Shaped { shape: shape::integers(&output), data })
    });
    Answer::Shaped { results: vec![result] }
}

/// The packed elements of the output.
fn elements(
    behaviour: &dyn Behaviour,
    request: &ReshapeRequest,
    data: &Elements,
    output: &[BigUint],
) -> Result<Vec<u8>, Refusal> {
    let unusable = |what: &dyn ToString| Refusal::data("shape", what);
    let data_type = DataType::from_name(&data.data_type);
    let data_type = data_type.ok_or_else(|| unusable(&"an unknown data type"))?;
    let elements = packed::unpack(data_type, &data.bytes);
    let elements = elements.ok_or_else(|| unusable(&"the array ends within an element"))?;
    let beyond = || unusable(&"an extent does not fit in 64 bits");
    let shape = request.shape.iter().map(Integer::to).collect::<Option<_>>().ok_or_else(beyond)?;
    let input = Tensor::new(shape, elements).map_err(|error| unusable(&error))?;
    let output = output.iter().map(|extent| u64::try_from(extent).ok());
    let output: Vec<u64> = output.collect::<Option<_>>().ok_or_else(beyond)?;
    Ok(packed::pack(data_type, &behaviour.reshape_elements(&input, &output)))
}

fn refused(error: &ReshapeError) -> Refusal {
    Refusal::configuration(error.reason(), error)
}
