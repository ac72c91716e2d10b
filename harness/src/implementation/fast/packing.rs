//! Unpack and Pack by `codec-fast`.

use codec_fast::{Packing, PackingError, WordType};
use codec_vectors::{Attributes, Integer};

use crate::implementation::results::{Expected, results};
use crate::protocol::{Answer, PackingRequest, Refusal, Shaped, Stage};

pub(super) fn unpack(request: &PackingRequest) -> Answer {
    let count = request.count.and_then(|count| i64::try_from(count.0).ok());
    let Some(count) = count else { return Answer::Fault("count is not an INT64".to_owned()) };
    let expected = |_: &Packing, word: WordType, shape: &[u64], axis| {
        Expected::unpacked(shape, axis, word.size(), count)
    };
    each(request, expected, |packing, word, shape, axis, array| {
        packing.unpack(word, shape, axis, count, array)
    })
}

pub(super) fn pack(request: &PackingRequest) -> Answer {
    let expected = |packing: &Packing, word: WordType, shape: &[u64], axis| {
        Expected::packed(shape, axis, word.size(), |codes| packing.words(codes, word))
    };
    each(request, expected, Packing::pack)
}

type Converted = Result<(Vec<u64>, Vec<u8>), PackingError>;

/// The answer for each array of a request.
fn each(
    request: &PackingRequest,
    expected: impl Fn(&Packing, WordType, &[u64], i64) -> Expected,
    convert: impl Fn(&Packing, WordType, &[u64], i64, &[u8]) -> Converted,
) -> Answer {
    let word = match request.data_type.as_str() {
        "uint8" => WordType::Uint8,
        "uint32" => WordType::Uint32,
        other => return Answer::Unsupported(format!("words of data type {other:?}")),
    };
    let extents = request.shape.iter().map(|extent| u64::try_from(extent.0));
    let Ok(shape) = extents.collect::<Result<Vec<_>, _>>() else {
        return Answer::Fault("an extent beyond 64 bits".to_owned());
    };
    let (packing, axis) = match packing(&request.attributes) {
        Ok(known) => known,
        Err(error) => return Answer::Refused(refused(&error)),
    };
    let shaped = |(shape, data): (Vec<u64>, Vec<u8>)| Shaped {
        shape: shape.into_iter().map(|extent| Integer(extent.into())).collect(),
        data: Some(data),
    };
    let results = results(&request.arrays, expected(&packing, word, &shape, axis), |array| {
        let converted = convert(&packing, word, &shape, axis, array);
        converted.map(shaped).map_err(|error| refused(&error))
    });
    results.map_or_else(|answer| answer, |results| Answer::Shaped { results })
}

/// The packing and the axis that attributes name.
fn packing(attributes: &Attributes) -> Result<(Packing, i64), PackingError> {
    let narrow = |value: Option<Integer>| value.map(|value| i64::try_from(value.0)).transpose();
    let Attributes { bits, radix, group_size, axis } = *attributes;
    let beyond = |_| PackingError::Attributes;
    let packing = match [bits, radix, group_size].map(narrow) {
        [Ok(Some(bits)), Ok(None), Ok(None)] => Packing::bits(bits)?,
        [Ok(None), Ok(Some(radix)), Ok(Some(group_size))] => Packing::grouped(radix, group_size)?,
        _ => return Err(PackingError::Attributes),
    };
    Ok((packing, narrow(axis).map_err(beyond)?.unwrap_or(-1)))
}

fn refused(error: &PackingError) -> Refusal {
    let (stage, reason) = match error {
        PackingError::Attributes | PackingError::Axis => (Stage::Configuration, "attributes"),
        PackingError::Count => (Stage::Data, "count"),
        PackingError::WordCount { .. } => (Stage::Data, "word_count"),
        PackingError::GroupIndex { .. } => (Stage::Data, "group_index"),
        PackingError::Code { .. } => (Stage::Data, "code"),
        PackingError::Shape => (Stage::Data, "shape"),
    };
    Refusal::new(stage, reason, error)
}
