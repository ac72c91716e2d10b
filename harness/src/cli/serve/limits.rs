//! What `serve` does not try, since it would take too long or too much memory.
//!
//! A client may send anything, and the reference is made to be read, not to be quick. Each limit
//! is checked against the request before any work, and is far beyond what the vectors ask.

use crate::protocol::{CastRequest, CodecText, Integer, PackingRequest, Request, ReshapeRequest};
use crate::shape::too_long;

/// Values of a JSON text: the tree of this many takes some hundred MiB.
const MAX_VALUES: usize = 2_000_000;

/// Extents, squared, times the products that are made of them, digit by digit: a shape of many
/// large extents takes quadratic time, and so does the message that spells out its elements.
const MAX_PRODUCT_STEPS: u128 = 1 << 28;

/// An extent of more digits than 64 bits can have counts as several.
const DIGITS_OF_A_STEP: usize = 20;

/// Entries of a map, squared, times elements: a fault may compare each entry with all others for
/// each element.
const MAX_FAULT_STEPS: u128 = 1 << 27;

/// Elements of a packed or unpacked array: a fault may keep each row on its own, and may take codes
/// that no words hold.
const MAX_FAULT_ELEMENTS: u128 = 1 << 22;

/// Why a request is too much for any implementation.
pub(super) fn excess(request: &Request) -> Option<String> {
    if texts(request).into_iter().any(|text| values(text) > MAX_VALUES) {
        return Some("a JSON text of more than 2000000 values".to_owned());
    }
    if let Some(what) = shape(request).and_then(too_long) {
        return Some(what);
    }
    let many = product_steps(request) > MAX_PRODUCT_STEPS;
    let what = "too many extents, or too many arrays or lists of dimensions for them";
    many.then(|| what.to_owned())
}

/// Why a request is too much for a seeded fault, though not for what is right.
pub(super) fn excess_for_fault(request: &Request) -> Option<&'static str> {
    match request {
        Request::CastValue(cast) if map_steps(cast) > MAX_FAULT_STEPS => {
            Some("too many entries and elements for a fault")
        }
        Request::Unpack(packing) | Request::Pack(packing)
            if elements(packing) > MAX_FAULT_ELEMENTS =>
        {
            Some("too many elements for a fault")
        }
        _ => None,
    }
}

/// The JSON texts inside a request.
fn texts(request: &Request) -> Vec<&str> {
    match request {
        Request::CastValue(cast) => vec![text(&cast.codec), &cast.fill_value],
        Request::FillValue { json, .. } => vec![json],
        Request::Reshape(reshape) => vec![text(&reshape.codec)],
        _ => Vec::new(),
    }
}

fn text(codec: &CodecText) -> &str {
    match codec {
        CodecText::Configuration(text) | CodecText::Codec(text) => text,
    }
}

fn shape(request: &Request) -> Option<&[Integer]> {
    match request {
        Request::Reshape(reshape) => Some(&reshape.shape),
        Request::Unpack(packing) | Request::Pack(packing) => Some(&packing.shape),
        _ => None,
    }
}

/// How often one of these bytes occurs in a text.
fn bytes_of(text: &str, bytes: &[u8]) -> usize {
    text.bytes().filter(|byte| bytes.contains(byte)).count()
}

/// At least as many as there are values: one of these comes before each but the first.
fn values(text: &str) -> usize {
    1 + bytes_of(text, b"[{,:")
}

/// `reshape` makes products for each list of input dimensions; its configuration may have an
/// extent in each byte. Unpack and Pack make one for each array.
fn product_steps(request: &Request) -> u128 {
    let (extents, products) = match request {
        Request::Reshape(ReshapeRequest { shape, codec, .. }) => {
            (steps(shape) + text(codec).len(), bytes_of(text(codec), b"["))
        }
        Request::Unpack(packing) | Request::Pack(packing) => {
            (steps(&packing.shape), packing.arrays.len())
        }
        _ => return 0,
    };
    (extents as u128).pow(2) * products.max(1) as u128
}

fn steps(shape: &[Integer]) -> usize {
    shape.iter().map(|extent| extent.digits().div_ceil(DIGITS_OF_A_STEP)).sum()
}

/// Elements and arrays count for one where there are none: a map is read even so.
fn map_steps(cast: &CastRequest) -> u128 {
    let bytes = cast.arrays.iter().map(|array| array.len() as u128).sum::<u128>();
    let entries = 1 + bytes_of(text(&cast.codec), b"[") as u128;
    entries.pow(2) * (1 + bytes)
}

/// Elements of an input array or of its output, whichever has more; an extent of 0 counts for
/// one, since a fault may not look at it. Where a number is out of range, no fault is asked.
fn elements(packing: &PackingRequest) -> u128 {
    let size = |extent: &Integer| extent.to::<u64>().map_or(1, u128::from).max(1);
    let input = packing.shape.iter().map(size).fold(1, u128::saturating_mul);
    let Some((_, axis)) = packing.attributes.to_int64() else { return 0 };
    let from_start = if axis < 0 { axis + packing.shape.len() as i64 } else { axis };
    let position = usize::try_from(from_start).ok();
    let row = position.and_then(|position| packing.shape.get(position)).map_or(1, size);
    let count = packing.count.as_ref().map_or(1, size);
    input.max((input / row).saturating_mul(count))
}
