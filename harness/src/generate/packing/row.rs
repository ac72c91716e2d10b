//! A row of words, made from group indices.

use codec_reference::{Packing, Word};

/// What the bits hold that no group has.
#[derive(Clone, Copy)]
pub(super) enum Padding {
    Zeros,
    Ones,
}

/// The words of a row whose groups have these indices.
pub(super) fn words(packing: Packing, word: Word, indices: &[u64], padding: Padding) -> Vec<u64> {
    let width = packing.index_bits();
    let bits = indices.iter().flat_map(|index| (0..width).map(move |k| index >> k & 1));
    words_of_bits(word, &bits.collect::<Vec<_>>(), padding)
}

/// The words of a row that begins with these bits.
pub(super) fn words_of_bits(word: Word, bits: &[u64], padding: Padding) -> Vec<u64> {
    let rest = match padding {
        Padding::Zeros => 0,
        Padding::Ones => 1,
    };
    let value = |chunk: &[u64]| {
        (0..word.bits()).map(|k| chunk.get(k as usize).copied().unwrap_or(rest) << k).sum()
    };
    bits.chunks(word.bits() as usize).map(value).collect()
}
