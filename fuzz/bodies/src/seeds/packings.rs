//! Seeds of `unpack` and `pack_unpack`.

use codec_reference::Word;
use codec_vectors::{Integer, Kind, PackingItem, Tensor, embedded};

use super::Seed;
use crate::layout::{PackInput, PackingInput, Spelling, UnpackInput, decode};

pub(super) fn unpacks() -> Vec<Seed> {
    let unpack = |item: &PackingItem| {
        let words = item.words.as_ref()?;
        let size = Word::from_name(&item.data_type)?.bytes();
        let input =
            UnpackInput { words: input(item, words, size)?, count: item.count.as_ref()?.to()? };
        let bytes = input.encode();
        (decode::<UnpackInput>(&bytes) == input).then_some(bytes)
    };
    seeds(unpack)
}

pub(super) fn packs() -> Vec<Seed> {
    let pack = |item: &PackingItem| {
        let input = PackInput { codes: input(item, item.codes.as_ref()?, 1)? };
        let bytes = input.encode();
        (decode::<PackInput>(&bytes) == input).then_some(bytes)
    };
    seeds(pack)
}

/// One for each item that the layout can say, which leaves out huge extents and odd attributes.
fn seeds(bytes: impl Fn(&PackingItem) -> Option<Vec<u8>>) -> Vec<Seed> {
    let batches = [Kind::Cases, Kind::Batches].into_iter().flat_map(embedded::packing);
    let seeds = batches.flat_map(|batch| {
        let seed = |item: &PackingItem| {
            Some(Seed::new(&format!("{}/{}", batch.id, item.name), bytes(item)?))
        };
        batch.items.iter().filter_map(seed).collect::<Vec<_>>()
    });
    seeds.collect()
}

fn input(item: &PackingItem, tensor: &Tensor, size: usize) -> Option<PackingInput> {
    let (layout, axis) = item.attributes.to_int64()?;
    let spelling = match layout {
        [Some(bits), None, None] => Spelling::Bits(bits),
        [None, Some(radix), Some(group_size)] => Spelling::Grouped(radix, group_size),
        _ => return None,
    };
    let shape = tensor.shape.iter().map(Integer::to);
    let element =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
    Some(PackingInput {
        word: Word::from_name(&item.data_type)?,
        spelling,
        axis,
        shape: shape.collect::<Option<_>>()?,
        elements: tensor.data.0.chunks(size).map(element).collect(),
    })
}
