//! Unpack and Pack by a behaviour.

use codec_faults::{AnyPacking, Behaviour};
use codec_reference::{Packing, Tensor, TensorError, Word};

use crate::implementation::onnx::{self, Numbers};
use crate::implementation::results::{Expected, results};
use crate::protocol::{Answer, PackingRequest, Refusal, Shaped, ShapedResult, Stage};

/// What a request says besides its arrays.
struct Question {
    packing: AnyPacking,
    /// What the text has the attributes name: the packing of a fault may make no sense.
    right: Option<Packing>,
    word: Word,
    axis: i64,
    shape: Vec<u64>,
}

pub(super) fn unpack(behaviour: &dyn Behaviour, request: &PackingRequest) -> Answer {
    let count = match onnx::count(request) {
        Ok(count) => count,
        Err(refusal) => return Answer::Refused(refusal),
    };
    let expected = |Question { shape, axis, word, .. }: &Question| {
        Expected::unpacked(shape, *axis, word.bytes(), count)
    };
    each(behaviour, request, expected, |Question { packing, word, axis, shape, .. }, array| {
        let words = tensor(shape, array, word.bytes())?;
        let codes = behaviour.unpack(*packing, &words, *word, *axis, count);
        codes.map(|codes| shaped(&codes, 1)).map_err(|error| refused(error.reason(), &error))
    })
}

pub(super) fn pack(behaviour: &dyn Behaviour, request: &PackingRequest) -> Answer {
    let expected = |Question { shape, axis, word, right, .. }: &Question| {
        let words = |codes| right.map_or(0, |packing| packing.words(codes, *word));
        Expected::packed(shape, *axis, word.bytes(), words)
    };
    each(behaviour, request, expected, |Question { packing, word, axis, shape, .. }, array| {
        let codes = tensor(shape, array, 1)?;
        let words = behaviour.pack(*packing, &codes, *word, *axis);
        words
            .map(|words| shaped(&words, word.bytes()))
            .map_err(|error| refused(error.reason(), &error))
    })
}

/// The answer for each array of a request.
fn each(
    behaviour: &dyn Behaviour,
    request: &PackingRequest,
    expected: impl Fn(&Question) -> Expected,
    convert: impl Fn(&Question, &[u8]) -> ShapedResult,
) -> Answer {
    let results = question(behaviour, request).and_then(|question| {
        results(&request.arrays, expected(&question), |array| convert(&question, array))
    });
    results.map_or_else(|answer| answer, |results| Answer::Shaped { results })
}

fn question(behaviour: &dyn Behaviour, request: &PackingRequest) -> Result<Question, Answer> {
    let unknown = || Answer::Unsupported(format!("words of data type {:?}", request.data_type));
    let word = Word::from_name(&request.data_type).ok_or_else(unknown)?;
    let Numbers { shape, layout, axis } = onnx::numbers(request).map_err(Answer::Refused)?;
    let [bits, radix, group_size] = layout;
    let right = Packing::from_attributes(bits, radix, group_size).ok();
    let packing = behaviour.packing(bits, radix, group_size);
    let refuse = |error| Answer::Refused(Refusal::configuration("attributes", &error));
    Ok(Question { packing: packing.map_err(refuse)?, right, word, axis, shape })
}

fn tensor(shape: &[u64], array: &[u8], bytes: usize) -> Result<Tensor, Refusal> {
    let whole = array.len().is_multiple_of(bytes);
    let element =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    let elements = array.chunks(bytes).map(element).collect();
    let tensor = Tensor::new(shape.to_vec(), elements);
    let tensor = tensor.map_err(|error: TensorError| refused(error.reason(), &error))?;
    whole.then_some(tensor).ok_or_else(|| refused("shape", &"the array ends within an element"))
}

fn shaped(tensor: &Tensor, bytes: usize) -> Shaped {
    let shape = tensor.shape().iter().map(|extent| (*extent).into()).collect();
    let elements = tensor.elements().iter();
    let data = elements.flat_map(|element| element.to_le_bytes().into_iter().take(bytes));
    Shaped { shape, data: Some(data.collect()) }
}

fn refused(reason: &str, message: &dyn ToString) -> Refusal {
    let stage = if reason == "attributes" { Stage::Configuration } else { Stage::Data };
    Refusal::new(stage, reason, message)
}
