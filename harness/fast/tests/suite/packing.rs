//! Packed codes.

use codec_fast::{Packing, PackingError, WordType};

use crate::random;

mod definition;
mod errors;
mod extremes;
mod laws;
mod spec_text;

const WORD_TYPES: [WordType; 2] = [WordType::Uint8, WordType::Uint32];

/// Pairs of a radix and a group size, of every kind.
const PAIRS: [(u64, u64); 20] = [
    (2, 1),
    (4, 1),
    (8, 1),
    (32, 1),
    (128, 1),
    (256, 1),
    (3, 1),
    (200, 1),
    (2, 62),
    (4, 3),
    (8, 5),
    (256, 7),
    (3, 2),
    (3, 5),
    (3, 39),
    (5, 27),
    (10, 6),
    (38, 12),
    (100, 3),
    (255, 7),
];

fn grouped(radix: u64, group_size: u64) -> Packing {
    Packing::grouped(radix as i64, group_size as i64).expect("valid")
}

/// Unpacks a single row.
fn unpack_row(
    packing: &Packing,
    word: WordType,
    count: usize,
    bytes: &[u8],
) -> Result<Vec<u8>, PackingError> {
    let words = (bytes.len() / word.size()) as u64;
    let (shape, codes) = packing.unpack(word, &[words], 0, count as i64, bytes)?;
    assert_eq!(shape, [count as u64]);
    Ok(codes)
}

/// Packs a single row.
fn pack_row(packing: &Packing, word: WordType, codes: &[u8]) -> Vec<u8> {
    let (shape, bytes) = packing.pack(word, &[codes.len() as u64], 0, codes).expect("valid");
    assert_eq!(shape, [(bytes.len() / word.size()) as u64]);
    bytes
}

fn random_codes(radix: u64, count: usize) -> Vec<u8> {
    random().map(|bits| (bits % radix) as u8).take(count).collect()
}

fn to_bytes(words: &[u64], word: WordType) -> Vec<u8> {
    words
        .iter()
        .flat_map(|word_bits| word_bits.to_le_bytes().into_iter().take(word.size()))
        .collect()
}
