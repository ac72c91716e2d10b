//! Batches of Unpack and Pack: words by construction, codes by the reference.

mod axes;
mod one_hot;
mod pairs;
mod row;

use std::io::{self, Write};

use codec_reference::{Packing, Spelling, Tensor, Word};
use codec_vectors::{Attributes, Batch, Hex, Integer, PackingItem, Tensor as StoredTensor};

use super::group::Levels;
use super::text;

/// The files, by name: their batches.
pub(super) fn files(levels: &Levels) -> Vec<(&'static str, Vec<Batch<PackingItem>>)> {
    vec![
        ("one_hot", one_hot::batches(&one_hot::COMMITTED, levels)),
        ("pairs", pairs::batches(pairs::Indices::Chosen, levels)),
        ("axes", axes::batches(levels)),
    ]
}

/// Every pair with every power of its radix among the indices, as a vector file.
pub(super) fn write_pairs(levels: &Levels, out: &mut dyn Write) -> io::Result<u64> {
    write(&pairs::batches(pairs::Indices::All, levels), out)
}

/// One-hot rows for every count up to 64, as a vector file.
pub(super) fn write_one_hot(levels: &Levels, out: &mut dyn Write) -> io::Result<u64> {
    let counts: Vec<u64> = (0..=64).collect();
    write(&one_hot::batches(&counts, levels), out)
}

fn write(batches: &[Batch<PackingItem>], out: &mut dyn Write) -> io::Result<u64> {
    out.write_all(text::packing_file(batches).as_bytes())?;
    Ok(batches.iter().flat_map(|batch| &batch.items).map(PackingItem::count).sum())
}

/// A batch of items that test the same.
fn batch(id: String, rules: &[&str], why: String, levels: &Levels) -> Batch<PackingItem> {
    Batch {
        id,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        level: levels[rules[0]],
        why,
        source: None,
        needs: Vec::new(),
        items: Vec::new(),
    }
}

/// Words, and what the reference makes of them in both directions.
fn item(
    name: String,
    packing: Packing,
    word: Word,
    axis: Option<i64>,
    count: u64,
    words: &Tensor,
) -> PackingItem {
    let along = axis.unwrap_or(-1);
    let codes = packing.unpack(words, word, along, count as i64).expect("valid by construction");
    let packed = packing.pack(&codes, word, along).expect("the codes are digits");
    let packed = (packed != *words).then(|| Hex(bytes(&packed, word.bytes())));
    PackingItem {
        name,
        data_type: word.name().to_owned(),
        attributes: attributes(packing, axis),
        count: Some(count.into()),
        words: Some(stored(words, word.bytes())),
        codes: Some(stored(&codes, 1)),
        packed,
        error: None,
    }
}

fn attributes(packing: Packing, axis: Option<i64>) -> Attributes {
    let integer = |value: u32| Some(value.into());
    let axis = axis.map(Integer::from);
    match packing.spelling() {
        Spelling::Bits(bits) => Attributes { bits: integer(bits), axis, ..Attributes::default() },
        Spelling::Grouped { radix, group_size } => {
            let (radix, group_size) = (integer(radix), integer(group_size));
            Attributes { bits: None, radix, group_size, axis }
        }
    }
}

fn stored(tensor: &Tensor, bytes_each: usize) -> StoredTensor {
    let shape = tensor.shape().iter().map(|extent| (*extent).into()).collect();
    StoredTensor { shape, data: Hex(bytes(tensor, bytes_each)) }
}

fn bytes(tensor: &Tensor, bytes_each: usize) -> Vec<u8> {
    let elements = tensor.elements().iter();
    elements.flat_map(|element| element.to_le_bytes().into_iter().take(bytes_each)).collect()
}

/// The packing of codes of that many bits.
fn bits(bits: i64) -> Packing {
    Packing::bits(bits).expect("1 to 8 bits")
}

/// The packing of groups of that many digits.
fn grouped(radix: i64, group_size: i64) -> Packing {
    Packing::grouped(radix, group_size).expect("a power below 2^63")
}

/// What a packing is called in a name.
fn packing_name(packing: Packing) -> String {
    match packing.spelling() {
        Spelling::Bits(bits) => format!("bits{bits}"),
        Spelling::Grouped { radix, group_size } => format!("r{radix}-g{group_size}"),
    }
}
