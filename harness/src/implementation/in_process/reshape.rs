//! `reshape` by a behaviour.

use codec_faults::Behaviour;
use codec_reference::{DataType, ReshapeError, Tensor};
use num_bigint::BigUint;

use crate::packed;
use crate::protocol::{Answer, CodecText, Elements, Integer, Refusal, ReshapeRequest, Shaped};

pub(super) fn answer(behaviour: &dyn Behaviour, request: &ReshapeRequest) -> Answer {
    let extents = request.shape.iter().map(|extent| u128::try_from(extent.0).map(BigUint::from));
    let Ok(input) = extents.collect::<Result<Vec<_>, _>>() else {
        return Answer::Fault("a negative extent in shape".to_owned());
    };
    let output = match &request.codec {
        CodecText::Configuration(text) => behaviour.reshape(text, &input),
        CodecText::Codec(text) => behaviour.reshape_codec(text, &input),
    };
    let data = request.data.as_ref();
    let result = output.map_err(|error| refused(&error)).and_then(|output| {
        let data = data.map(|data| elements(behaviour, request, data, &output)).transpose()?;
        Ok(Shaped { shape: output.iter().map(integer).collect(), data })
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
    let extent = |extent: &Integer| u64::try_from(extent.0);
    let shape = request.shape.iter().map(extent).collect::<Result<_, _>>();
    let shape = shape.map_err(|error| unusable(&error))?;
    let input = Tensor::new(shape, elements).map_err(|error| unusable(&error))?;
    let output = output.iter().map(u64::try_from).collect::<Result<Vec<_>, _>>();
    let output = output.map_err(|error| unusable(&error))?;
    Ok(packed::pack(data_type, &behaviour.reshape_elements(&input, &output)))
}

fn refused(error: &ReshapeError) -> Refusal {
    Refusal::configuration(error.reason(), error)
}

/// An extent; one beyond 128 bits holds no array that could be asked for.
fn integer(extent: &BigUint) -> Integer {
    Integer(i128::try_from(extent).unwrap_or(i128::MAX))
}
