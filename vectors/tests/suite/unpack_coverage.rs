//! Generated batches of Unpack hold every pair of radix and group size, and every bit of a row.

use std::collections::{BTreeMap, BTreeSet};

use codec_vectors::{Batch, Integer, PackingItem};

use crate::batches::batches;
use crate::none;
use crate::unpack::{layout, word_bits};

/// The batches with these words in their ids, all of one data type.
fn generated(name: &str, data_type: &str) -> Vec<Batch<PackingItem>> {
    let of_type = |item: &PackingItem| item.data_type == data_type;
    let start = format!("unpack/{name}/");
    let chosen = batches().filter(|batch: &Batch<PackingItem>| batch.id.starts_with(&start));
    let mut chosen: Vec<_> = chosen.collect();
    chosen.iter_mut().for_each(|batch| batch.items.retain(of_type));
    chosen.retain(|batch| !batch.items.is_empty());
    chosen
}

/// Radix and group size of an item.
fn pair(item: &PackingItem) -> Option<(u128, u128)> {
    let layout = layout(&item.attributes)?;
    Some((layout.radix, layout.group_size))
}

/// The valid pairs that no item has.
fn missing_pairs(items: &[PackingItem]) -> Vec<String> {
    let grouped = items.iter().filter(|item| item.attributes.radix.is_some());
    let standing: BTreeSet<_> = grouped.filter_map(pair).collect();
    let pairs = valid_pairs().into_iter().filter(|pair| !standing.contains(pair));
    pairs.map(|(radix, size)| format!("radix {radix}, group size {size}")).collect()
}

/// Every pair within the bounds of the text.
fn valid_pairs() -> Vec<(u128, u128)> {
    let sizes = |radix: u128| {
        let powers = std::iter::successors(Some(radix), move |power| Some(power * radix));
        let count = powers.take_while(|power| *power < 1 << 63).count();
        (1..=count as u128).map(move |size| (radix, size))
    };
    (2..=256).flat_map(sizes).collect()
}

#[test]
fn every_pair_of_radix_and_group_size_stands_there() {
    assert_eq!(valid_pairs().len(), 2510);
    for data_type in ["uint8", "uint32"] {
        let batches = generated("pairs", data_type);
        let mut items: Vec<_> = batches.into_iter().flat_map(|batch| batch.items).collect();
        none(&missing_pairs(&items));
        items.remove(1000);
        assert_eq!(missing_pairs(&items).len(), 1, "a missing pair is seen");
    }
}

/// The first row that has another bit set than the one of its own number, or the number of rows.
fn wrong_row(item: &PackingItem) -> Option<usize> {
    let (words, count) = (item.words.as_ref()?, item.count.as_ref()?.to::<usize>()?);
    let bits = count * item.attributes.bits.as_ref()?.to::<usize>()?;
    let bytes = words.data.0.len().checked_div(bits).unwrap_or(0);
    let hot = |row: usize| {
        let set = |at: &usize| words.data.0[row * bytes + at / 8] >> (at % 8) & 1 == 1;
        (0..8 * bytes).filter(set).eq([row])
    };
    let whole = words.shape.first() == Some(&Integer::from(bits));
    let wrong = (0..bits).find(|row| !hot(*row));
    wrong.or_else(|| (!whole).then_some(bits))
}

#[test]
fn every_bit_of_a_row_is_the_only_one_that_is_set() {
    let mut counts: BTreeMap<(u128, u64), Vec<u64>> = BTreeMap::new();
    let mut faults = Vec::new();
    for item in
        ["uint8", "uint32"].iter().flat_map(|of| generated("one-hot", of)).flat_map(|b| b.items)
    {
        let Some(bits) = item.attributes.bits.as_ref().and_then(Integer::to) else { continue };
        let wrong = wrong_row(&item).map(|row| format!("{} of {bits} bits: row {row}", item.name));
        faults.extend(wrong);
        let count = item.count.as_ref().and_then(Integer::to).expect("a count");
        counts.entry((word_bits(&item), bits)).or_default().push(count);
    }
    none(&faults);
    let packings = [8, 32].into_iter().flat_map(|word| (1..=8).map(move |bits| (word, bits)));
    assert!(packings.eq(counts.keys().copied()), "every width in every word");
    let all: BTreeSet<_> = counts.into_values().collect();
    let [counts] = &all.into_iter().collect::<Vec<_>>()[..] else { panic!("counts differ") };
    assert!((0..=16).chain(31..=33).all(|count| counts.contains(&count)), "{counts:?}");
}

#[test]
fn a_missing_row_and_a_second_bit_are_seen() {
    let batch = generated("one-hot", "uint32").remove(2);
    let item = batch.items.iter().find(|item| item.count == Some(11.into())).expect("count 11");
    assert_eq!((&item.attributes.bits, wrong_row(item)), (&Some(3.into()), None));
    let mut changed = item.clone();
    changed.words.as_mut().expect("words").data.0[8] |= 0x80;
    assert_eq!(wrong_row(&changed), Some(1));
    let mut shorter = item.clone();
    let words = shorter.words.as_mut().expect("words");
    words.data.0.truncate(32 * 8);
    words.shape[0] = 32.into();
    assert!(wrong_row(&shorter).is_some());
}
