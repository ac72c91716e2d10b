//! Arrays of words and codes in a reader's terms: where they differ first.

use codec_reference::{Packing, Word};
use codec_vectors::{Integer, Reason};

use super::Shown;
use crate::protocol::hex;
use crate::protocol::{PackingRequest, Shaped};
use crate::runner::Got;
use crate::suite::Question;

/// At most this many elements are shown, and bytes of an input.
const SHOWN: usize = 8;
const SHOWN_BYTES: usize = 24;

/// The input of Unpack or Pack.
pub(super) fn input(request: &PackingRequest) -> Shown {
    let data = request.arrays.first().map_or(&[][..], Vec::as_slice);
    let shown = hex::encode(&data[..data.len().min(SHOWN_BYTES)]);
    let more = if data.len() > SHOWN_BYTES { "…" } else { "" };
    let text = format!("{} {}", element_type(request), extents(&request.shape));
    Shown { text, meaning: format!("0x{shown}{more}").replace("0x…", "…") }
}

/// The attributes and the count, as JSON.
pub(super) fn attributes(request: &PackingRequest) -> String {
    let attributes = serde_json::to_string(&request.attributes).expect("attributes are JSON");
    let count = request.count.as_ref().map_or_else(String::new, |count| format!(", count {count}"));
    format!("{attributes}{count}")
}

/// The expected elements around the first difference.
pub(super) fn expected(question: &Question, expected: &Result<Shaped, Reason>, got: &Got) -> Shown {
    match (expected, got) {
        (Err(reason), _) => {
            Shown { text: reason.name().to_owned(), meaning: "must be rejected".to_owned() }
        }
        (Ok(array), Got::Shaped(other)) => {
            at(question, array, first_difference(question, array, other))
        }
        (Ok(array), _) => at(question, array, 0),
    }
}

/// The answer, from the first difference on.
pub(super) fn got(question: &Question, expected: &Result<Shaped, Reason>, got: &Shaped) -> Shown {
    let place = expected.as_ref().map_or(0, |array| first_difference(question, array, got));
    at(question, got, place)
}

fn first_difference(question: &Question, left: &Shaped, right: &Shaped) -> usize {
    let (left, right) = (elements(question, left), elements(question, right));
    let same = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
    if same == left.len().min(right.len()) { 0 } else { same }
}

/// The elements from a place on, and where in the array they are.
fn at(question: &Question, array: &Shaped, place: usize) -> Shown {
    let elements = elements(question, array);
    let shown: Vec<String> = elements.iter().skip(place).take(SHOWN).map(u64::to_string).collect();
    let more = if elements.len() > place + SHOWN { " …" } else { "" };
    let text = match shown.is_empty() {
        true => "no elements".to_owned(),
        false => format!("{}{more}", shown.join(" ")),
    };
    let shape = extents(&array.shape);
    let index = index(&array.shape, place).filter(|_| !elements.is_empty());
    let from = index.as_ref().map_or_else(String::new, |index| format!(" from {index:?}"));
    let bits = index.and_then(|index| source_bits(question, &index)).unwrap_or_default();
    Shown { text, meaning: format!("shape {shape}{from}{bits}") }
}

/// Of Unpack: the bits of its row that a code comes from.
fn source_bits(question: &Question, index: &[usize]) -> Option<String> {
    let Question::Unpack(request) = question else { return None };
    let ([bits, radix, group_size], axis) = request.attributes.to_int64()?;
    let packing = Packing::from_attributes(bits, radix, group_size).ok()?;
    let axis = if axis < 0 { axis + index.len() as i64 } else { axis };
    let code = *index.get(usize::try_from(axis).ok()?)? as u64;
    let first = code / packing.group_size() * packing.index_bits();
    let last = first + packing.index_bits() - 1;
    let group = if packing.group_size() > 1 { "its group is " } else { "" };
    Some(format!("; {group}bits {first} to {last} of its row"))
}

fn elements(question: &Question, array: &Shaped) -> Vec<u64> {
    let size = match question {
        Question::Pack(request) => Word::from_name(&request.data_type).map_or(1, Word::bytes),
        _ => 1,
    };
    let element =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    array.data.as_deref().unwrap_or_default().chunks(size).map(element).collect()
}

/// Where in an array an element is; `None` where no array in memory has that shape.
fn index(shape: &[Integer], place: usize) -> Option<Vec<usize>> {
    let mut rest = place;
    let mut index = Vec::new();
    for extent in shape.iter().rev() {
        let extent = extent.to()?;
        index.push(rest.checked_rem(extent)?);
        rest /= extent;
    }
    index.reverse();
    Some(index)
}

fn element_type(request: &PackingRequest) -> &str {
    if request.count.is_some() { &request.data_type } else { "codes" }
}

/// A shape.
pub(super) fn extents(extents: &[Integer]) -> String {
    let extents: Vec<String> = extents.iter().map(Integer::to_string).collect();
    format!("[{}]", extents.join(", "))
}
