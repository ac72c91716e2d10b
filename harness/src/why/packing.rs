//! Words and codes: which bits of which word make which codes.

use codec_reference::{Packing, Spelling, Tensor, Word};

use super::page::{Page, quoted};
use super::row::Row;
use crate::protocol::{Integer, PackingRequest, hex};

/// What a request names, or why it names nothing.
struct Operator {
    packing: Packing,
    word: Word,
    input: Tensor,
    axis: i64,
}

/// How codes are read out of words.
pub(super) fn unpack(page: &mut Page, request: &PackingRequest) {
    let word = Word::from_name(&request.data_type).expect("vectors name a word type");
    input(page, request, word.name());
    let result = operator(request, word.bytes()).and_then(|operator| {
        let count = request.count.as_ref().and_then(Integer::to);
        let count = count.ok_or("count is out of the range of INT64")?;
        let codes = operator.packing.unpack(&operator.input, word, operator.axis, count);
        codes.map(|codes| (operator, codes)).map_err(|error| error.to_string())
    });
    match result {
        Ok((operator, codes)) => {
            let words = &operator.input;
            rows(page, &operator, words, &codes);
            let row = operator.row(words, &codes);
            row.groups(page, Row::unpacked);
            row.padding(page, "never looked at");
            page.say("output", format!("codes, shape {:?}", codes.shape()));
        }
        Err(error) => rejected(page, &error),
    }
}

/// How codes are put into words.
pub(super) fn pack(page: &mut Page, request: &PackingRequest) {
    input(page, request, "codes");
    let result = operator(request, 1).and_then(|operator| {
        let words = operator.packing.pack(&operator.input, operator.word, operator.axis);
        words.map(|words| (operator, words)).map_err(|error| error.to_string())
    });
    match result {
        Ok((operator, words)) => {
            let codes = &operator.input;
            rows(page, &operator, &words, codes);
            let row = operator.row(&words, codes);
            row.groups(page, Row::packed);
            row.padding(page, "0");
            let name = operator.word.name();
            page.say("output", format!("{name} words, shape {:?}", words.shape()));
        }
        Err(error) => rejected(page, &error),
    }
}

fn input(page: &mut Page, request: &PackingRequest, what: &str) {
    let extents: Vec<String> = request.shape.iter().map(ToString::to_string).collect();
    let data = hex::encode(request.arrays.first().map_or(&[][..], Vec::as_slice));
    let data = if data.is_empty() { "no elements".to_owned() } else { quoted(&data) };
    page.say("input", format!("{what}, shape [{}]: {data}", extents.join(", ")));
    let attributes = serde_json::to_string(&request.attributes).expect("attributes are JSON");
    let count = request.count.as_ref().map_or_else(String::new, |count| format!(", count {count}"));
    page.say("attributes", format!("{attributes}{count}"));
}

fn rejected(page: &mut Page, error: &str) {
    page.say("rejected", error);
    page.rules_named_in(error);
}

fn operator(request: &PackingRequest, bytes: usize) -> Result<Operator, String> {
    let word = Word::from_name(&request.data_type).expect("vectors name a word type");
    let numbers = request.attributes.to_int64();
    let ([bits, radix, group_size], axis) =
        numbers.ok_or("an attribute is out of the range of INT64 (UP-SPELL-1)")?;
    let packing = Packing::from_attributes(bits, radix, group_size);
    let packing = packing.map_err(|error| error.to_string())?;
    let shape = request.shape.iter().map(Integer::to).collect::<Option<_>>();
    let shape = shape.ok_or("an extent does not fit in 64 bits")?;
    let data = request.arrays.first().map_or(&[][..], Vec::as_slice);
    let element =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    let elements = data.chunks(bytes).map(element).collect();
    let input = Tensor::new(shape, elements).map_err(|error| error.to_string())?;
    Ok(Operator { packing, word, input, axis })
}

/// The packing, and the extents along the axis.
fn rows(page: &mut Page, operator: &Operator, words: &Tensor, codes: &Tensor) {
    let Operator { packing, word, axis, .. } = operator;
    let (width, power) = (packing.index_bits(), packing.power());
    match packing.spelling() {
        Spelling::Bits(bits) => page.say("packing", format!("codes of {bits} bits, below {power}")),
        Spelling::Grouped { radix, group_size } => page.say(
            "packing",
            format!(
                "R = {radix}, G = {group_size}: R^G = {power} <= 2^{width}, so {group_size} codes \
                 share an index of W = {width} bits"
            ),
        ),
    }
    let dimension = operator.input.dimension(*axis).expect("the operation succeeded");
    let (count, found) = (codes.shape()[dimension], words.shape()[dimension]);
    let (groups, size) = (count.div_ceil(packing.group_size()), word.bits());
    let (held, rules) = match packing.spelling() {
        Spelling::Bits(bits) => {
            (format!("{count} codes of {bits} bits"), ["UP-WORDS-1", "UP-BITS-1"])
        }
        Spelling::Grouped { .. } => {
            let held = format!("{count} codes in {groups} groups of {width} bits");
            (held, ["UP-WORDS-2", "UP-GROUP-3"])
        }
    };
    let filled = format!("along dimension {dimension}: {held} fill {found} words of {size} bits");
    page.say("rows", filled);
    page.rules("", rules);
}

impl Operator {
    /// The first row along the axis.
    fn row(&self, words: &Tensor, codes: &Tensor) -> Row {
        let dimension = self.input.dimension(self.axis).expect("the operation succeeded");
        let first = |tensor: &Tensor| {
            // Without elements an extent may be huge.
            if tensor.elements().is_empty() {
                return Vec::new();
            }
            let stride: u64 = tensor.shape()[dimension + 1..].iter().product();
            let elements = tensor.elements().iter().step_by(stride as usize);
            elements.take(tensor.shape()[dimension] as usize).copied().collect()
        };
        Row { packing: self.packing, word: self.word, words: first(words), codes: first(codes) }
    }
}
