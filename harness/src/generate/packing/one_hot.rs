//! For every bit of a row of codes, a row in which only that bit is set.

use codec_reference::{Tensor, Word};
use codec_vectors::{Batch, PackingItem};

use super::row::{Padding, words_of_bits};
use super::{batch, bits as packing_of, item, packing_name};
use crate::generate::group::Levels;

/// The counts that are committed; those up to 64 are generated on demand.
pub(super) const COMMITTED: [u64; 20] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 31, 32, 33];

pub(super) fn batches(counts: &[u64], levels: &Levels) -> Vec<Batch<PackingItem>> {
    let packings = Word::ALL.into_iter().flat_map(|word| (1..=8).map(move |bits| (word, bits)));
    packings.map(|(word, bits)| one_packing(word, bits, counts, levels)).collect()
}

fn one_packing(word: Word, bits: u32, counts: &[u64], levels: &Levels) -> Batch<PackingItem> {
    let packing = packing_of(bits.into());
    let straddles = !word.bits().is_multiple_of(bits.into());
    let rules: &[&str] = match straddles {
        true => &["UP-BITS-1", "UP-BITS-2", "UP-WORDS-1", "UP-ROW-1"],
        false => &["UP-BITS-1", "UP-WORDS-1", "UP-ROW-1"],
    };
    let id = format!("unpack/one-hot/{}-{}", packing_name(packing), word.name());
    let why =
        format!("one bit of a row of {bits}-bit codes in {} is lost or misplaced", word.name());
    let items = counts.iter().map(|count| {
        let words = rows(word, *count * u64::from(bits));
        item(format!("count-{count}"), packing, word, None, *count, &words)
    });
    Batch { items: items.collect(), ..batch(id, rules, why, levels) }
}

/// As many rows as bits, each with another one of them set.
fn rows(word: Word, bits: u64) -> Tensor {
    let row = |hot: u64| {
        let row: Vec<u64> = (0..bits).map(|bit| u64::from(bit == hot)).collect();
        words_of_bits(word, &row, Padding::Zeros)
    };
    let words: Vec<u64> = (0..bits).flat_map(row).collect();
    Tensor::new(vec![bits, bits.div_ceil(word.bits())], words)
        .expect("all rows have the same words")
}
