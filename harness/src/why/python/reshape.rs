//! A reshape as a program.

use codec_reference::{MemberError, Readings, Reshape, ReshapeError};

use super::lines::{Lines, literal};
use super::metadata::{self, RESHAPE};
use crate::protocol::{CodecText, ReshapeRequest};
use crate::shape::extents;

/// Of a valid configuration: from its `shape` and the input's extents `a`.
const RESOLVED: &str = "\
b = [prod(a[d] for d in s) if type(s) is list else s for s in shape]
others = prod(size for size in b if size != -1)
b = [prod(a) // others if size == -1 and others else size for size in b]  # -1: what is left over
parts = [(b, a)]  # must hold as many elements; so must what is before and after a list
for i, s in enumerate(shape):
    parts += [(b[:i], a[: s[0]]), (b[i + 1 :], a[s[-1] + 1 :])] if type(s) is list and s else []
holds = all(prod(output) == prod(input) for output, input in parts)
result = b if holds and -1 not in b else \"rejected\"";

/// Whether the elements of `shape` are what they may be.
const ELEMENTS: &str = "\
sizes = [s for s in shape if type(s) is not list]
dims = [d for s in shape if type(s) is list for d in s]
valid = all(type(s) is int and (s > 0 or s == -1) for s in sizes) and sizes.count(-1) < 2
valid = valid and all(type(d) is int and 0 <= d < len(a) for d in dims)
valid = valid and dims == sorted(set(dims))  # increasing, so that none is there twice
result = \"valid\" if valid else \"rejected\"";

/// `result`: the shape of the output, or a rejection.
pub(super) fn compute(lines: &mut Lines, request: &ReshapeRequest) {
    let (text, is_codec) = (request.codec.text(), matches!(request.codec, CodecText::Codec(_)));
    let parsed = match is_codec {
        false => Reshape::parse(text, Readings::OURS),
        true => Reshape::parse_codec(text, Readings::OURS),
    };
    lines.push("import json");
    match parsed {
        Err(ReshapeError::Json(_)) => {
            metadata::is_json(lines, text);
            rejected(lines, "not is_json");
        }
        Err(ReshapeError::Member(error)) if !is_about_an_element(&error) => {
            lines.push(format!("codec = json.loads({})", literal(text)));
            rejected(lines, &metadata::wrong(&error, is_codec, &RESHAPE));
        }
        parsed => {
            let input = extents(&request.shape).expect("vectors have no negative extents");
            let output = parsed.and_then(|reshape| reshape.output_shape(&input));
            shape(lines, request, (text, is_codec), output.err().as_ref());
        }
    }
}

fn rejected(lines: &mut Lines, wrong: &str) {
    lines.push(format!("result = \"rejected\" if {wrong} else \"accepted\""));
}

/// From a configuration that has a `shape`: whether its elements are valid, or what they lead to.
fn shape(
    lines: &mut Lines,
    request: &ReshapeRequest,
    (text, is_codec): (&str, bool),
    error: Option<&ReshapeError>,
) {
    let member = if is_codec { "[\"configuration\"][\"shape\"]" } else { "[\"shape\"]" };
    let is_element = matches!(
        error,
        Some(
            ReshapeError::Member(_)
                | ReshapeError::TooLong { .. }
                | ReshapeError::Size { .. }
                | ReshapeError::SecondAuto { .. }
                | ReshapeError::Order { .. }
                | ReshapeError::NegativeDim { .. }
                | ReshapeError::InputDim { .. }
        )
    );
    if !is_element {
        lines.push("from math import prod");
    }
    let list: Vec<String> = request.shape.iter().map(ToString::to_string).collect();
    lines.noted(format!("a = [{}]", list.join(", ")), "the input's shape");
    lines.push(format!("shape = json.loads({}){member}", literal(text)));
    lines.push(if is_element { ELEMENTS } else { RESOLVED });
}

fn is_about_an_element(error: &MemberError) -> bool {
    matches!(error, MemberError::Kind { path, .. } if path.starts_with("shape["))
}
