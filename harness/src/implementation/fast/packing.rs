//! Unpack and Pack by `codec-fast`.

use codec_fast::{Packing, PackingError, WordType};

use crate::implementation::onnx::{self, Numbers};
use crate::implementation::results::{Expected, results};
use crate::protocol::{Answer, Integer, PackingRequest, Refusal, Shaped, Stage};

pub(super) fn unpack(request: &PackingRequest) -> Answer {
    let count = match onnx::count(request) {
        Ok(count) => count,
        Err(refusal) => return Answer::Refused(refusal),
    };
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
    let Numbers { shape, layout, axis } = match onnx::numbers(request) {
        Ok(numbers) => numbers,
        Err(refusal) => return Answer::Refused(refusal),
    };
    let packing = match packing(layout) {
        Ok(packing) => packing,
        Err(error) => return Answer::Refused(refused(&error)),
    };
    let shaped = |(shape, data): (Vec<u64>, Vec<u8>)| Shaped {
        shape: shape.into_iter().map(Integer::from).collect(),
        data: Some(data),
    };
    let results = results(&request.arrays, expected(&packing, word, &shape, axis), |array| {
        let converted = convert(&packing, word, &shape, axis, array);
        converted.map(shaped).map_err(|error| refused(&error))
    });
    results.map_or_else(|answer| answer, |results| Answer::Shaped { results })
}

/// The packing that `bits`, `radix` and `group_size` name.
fn packing(layout: [Option<i64>; 3]) -> Result<Packing, PackingError> {
    match layout {
        [Some(bits), None, None] => Packing::bits(bits),
        [None, Some(radix), Some(group_size)] => Packing::grouped(radix, group_size),
        _ => Err(PackingError::Attributes),
    }
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
