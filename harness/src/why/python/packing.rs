//! Unpack and Pack as programs.

use codec_reference::{Packing, Word};

use super::lines::Lines;
use crate::protocol::{Attributes, PackingRequest, hex};

/// From `words`: the codes by their position in C order. Each row is read as one number, its first
/// word lowest.
const CODES: &str = "\
codes = {}
for o, i in (divmod(r, inner) for r in range(outer * inner)):
    row = sum(words[(o * n + j) * inner + i] << size * j for j in range(n))
    for k in range(count):
        index = (row >> W * (k // G)) % 2**W
        codes[(o * count + k) * inner + i] = index // R ** (k % G) % R
data = bytes(codes[place] for place in sorted(codes)).hex()
result = [*shape[:axis], count, *shape[axis + 1 :]], data";

/// From `codes`: the words by their position in C order. Each row is made as one number, its first
/// code lowest.
const WORDS: &str = "\
count = -(-(-(-n // G) * W) // size)  # words that whole groups fill
words = {}
for o, i in (divmod(r, inner) for r in range(outer * inner)):
    row = [codes[(o * n + k) * inner + i] for k in range(n)]
    row = sum(code * R ** (k % G) << W * (k // G) for k, code in enumerate(row))
    for j in range(count):
        words[(o * count + j) * inner + i] = (row >> size * j) % 2**size
data = b\"\".join(words[place].to_bytes(size // 8, \"little\") for place in sorted(words)).hex()
result = [*shape[:axis], count, *shape[axis + 1 :]], data
result = result if max(codes, default=0) < R else \"data:code\"";

/// `result`: shape and data of the codes.
pub(super) fn unpack(lines: &mut Lines, request: &PackingRequest) {
    if !input(lines, request) {
        return;
    }
    let count = request.count.as_ref().map_or_else(String::new, ToString::to_string);
    lines.push(format!("count, data = {count}, bytes.fromhex(\"{}\")", data(request)));
    lines.push("chunks = [data[i : i + size // 8] for i in range(0, len(data), size // 8)]");
    lines.push("words = [int.from_bytes(chunk, \"little\") for chunk in chunks]");
    lines.push(CODES);
}

/// `result`: shape and data of the words.
pub(super) fn pack(lines: &mut Lines, request: &PackingRequest) {
    if !input(lines, request) {
        return;
    }
    lines.push(format!("codes = bytes.fromhex(\"{}\")", data(request)));
    lines.push(WORDS);
}

fn data(request: &PackingRequest) -> String {
    hex::encode(request.arrays.first().map_or(&[][..], Vec::as_slice))
}

/// What both need; or, where the attributes are invalid, the whole program.
fn input(lines: &mut Lines, request: &PackingRequest) -> bool {
    let Attributes { bits, radix, group_size, axis } = &request.attributes;
    let number = |given: &Option<crate::protocol::Integer>| {
        given.as_ref().map_or_else(|| "None".to_owned(), ToString::to_string)
    };
    let extents: Vec<String> = request.shape.iter().map(ToString::to_string).collect();
    let axis = axis.as_ref().map_or_else(|| "-1".to_owned(), ToString::to_string);
    let valid = request.attributes.to_int64().and_then(|([bits, radix, group_size], axis)| {
        let rank = request.shape.len() as i64;
        Packing::from_attributes(bits, radix, group_size)
            .ok()
            .filter(|_| (-rank..rank).contains(&axis))
    });
    let shape = format!("shape, axis = [{}], {axis}", extents.join(", "));
    let Some(packing) = valid else {
        lines.push(shape);
        lines.push(format!(
            "bits, radix, group_size = {}, {}, {}",
            number(bits),
            number(radix),
            number(group_size)
        ));
        lines.push(INVALID);
        return false;
    };
    let size = Word::from_name(&request.data_type).map_or(0, Word::bits);
    lines.push("from math import prod");
    lines.push(shape);
    lines.push(format!(
        "R, G, size = {}, {}, {size}  # radix, group size, bits of a word",
        packing.radix(),
        packing.group_size()
    ));
    lines.noted("W = (R**G - 1).bit_length()", "bits of a group's index");
    lines.push("axis = axis % len(shape)");
    lines.push("outer, n, inner = prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])");
    true
}

/// Which attributes are valid.
const INVALID: &str = "\
alone = bits is not None and radix is group_size is None and 1 <= bits <= 8
grouped = bits is None and None not in (radix, group_size)
grouped = grouped and 2 <= radix <= 256 and 1 <= group_size < 63 and radix**group_size < 2**63
valid = (alone or grouped) and -len(shape) <= axis < len(shape)
result = \"valid\" if valid else \"configuration:attributes\"";
