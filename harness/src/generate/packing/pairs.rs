//! Every valid pair of radix and group size: groups at every phase of a word, extreme indices,
//! trimmed last groups and dirty padding.

use codec_reference::{Packing, Tensor, Word};
use codec_vectors::{Batch, PackingItem};

use super::row::{Padding, words};
use super::{batch, item, packing_name};
use crate::generate::group::Levels;
use crate::random::Random;

/// Rows of 8-bit words are this much longer than the phases need, for more indices.
const ROUNDS: u64 = 2;

/// Which powers of the radix are among the indices of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Indices {
    /// Some of them, as far as the phases of a word have room.
    Chosen,
    /// All.
    All,
}

pub(super) fn batches(kind: Indices, levels: &Levels) -> Vec<Batch<PackingItem>> {
    let mut batches = Vec::new();
    for word in Word::ALL {
        let name = word.name();
        let rules = [
            "UP-GROUP-3",
            "UP-GROUP-1",
            "UP-GROUP-2",
            "UP-GROUP-4",
            "UP-GROUP-6",
            "UP-GROUP-7",
            "UP-WORDS-2",
            "UP-PAD-1",
            "UP-PAD-3",
        ];
        let why = format!("group indices of every valid radix and group size in {name} words");
        let items = pairs().map(|packing| {
            let padding = if word == Word::Uint8 { Padding::Ones } else { Padding::Zeros };
            one_row(packing, word, padding, kind)
        });
        let family = match kind {
            Indices::Chosen => "pairs",
            Indices::All => "all-powers",
        };
        let batch = batch(format!("unpack/{family}/{name}"), &rules, why, levels);
        batches.push(Batch { items: items.collect(), ..batch });
    }
    batches
}

/// The 2510 valid pairs.
fn pairs() -> impl Iterator<Item = Packing> {
    let all = (2..=256).flat_map(|radix| (1..=62).map(move |size| Packing::grouped(radix, size)));
    all.filter_map(Result::ok)
}

fn one_row(packing: Packing, word: Word, padding: Padding, kind: Indices) -> PackingItem {
    let name = packing_name(packing);
    let mut random = Random::named(&format!("{name} {}", word.name()));
    let mut groups = phases(packing, word) * if word == Word::Uint8 { ROUNDS } else { 1 };
    let mut indices = extremes(packing, kind);
    if kind == Indices::All {
        groups = groups.max(indices.len() as u64);
    }
    indices.truncate(groups as usize);
    indices.resize_with(groups as usize, || random.below(packing.power()));
    let trimmed = random.below(packing.group_size());
    if let (Padding::Zeros, Some(last)) = (padding, indices.last_mut()) {
        // Only the digits that are used, so that the words are canonical.
        *last %= packing.radix().pow((packing.group_size() - trimmed) as u32);
    }
    let words = words(packing, word, &indices, padding);
    let words = Tensor::new(vec![words.len() as u64], words).expect("a row has its words");
    let count = groups * packing.group_size() - trimmed;
    item(name, packing, word, None, count, &words)
}

/// Groups until one begins at bit 0 of a word again.
fn phases(packing: Packing, word: Word) -> u64 {
    word.bits() >> packing.index_bits().trailing_zeros().min(word.bits().trailing_zeros())
}

/// The largest index, and the powers of the radix with their neighbours, 0 and 1 among them.
fn extremes(packing: Packing, kind: Indices) -> Vec<u64> {
    let (largest, size) = (packing.power() - 1, packing.group_size());
    let mut powers = match kind {
        Indices::Chosen => vec![size - 1, 1, size / 2, size / 3, 2 * size / 3, 2],
        Indices::All => (1..size).collect(),
    };
    powers.retain(|power| (1..size).contains(power));
    let mut indices = vec![largest, 0, 1];
    for power in powers {
        let power = packing.radix().pow(power as u32);
        indices.extend([power - 1, power, power + 1]);
    }
    let mut seen = std::collections::BTreeSet::new();
    indices.retain(|index| *index <= largest && seen.insert(*index));
    indices
}
