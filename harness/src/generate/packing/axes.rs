//! Ranks 1 to 4, every axis by both of its names, and padding of every length.

use codec_reference::{Packing, Tensor, Word};
use codec_vectors::{Batch, PackingItem};

use super::row::{Padding, words};
use super::{batch, bits, grouped, item, packing_name};
use crate::generate::group::Levels;
use crate::random::Random;

/// The extents besides the axis, in order.
const EXTENTS: [u64; 3] = [2, 3, 2];

/// Codes of a row where axes are distinguished, and where padding is.
const COUNT: u64 = 7;
const COUNTS: [u64; 6] = [1, 2, 3, 5, 9, 22];

pub(super) fn batches(levels: &Levels) -> Vec<Batch<PackingItem>> {
    Word::ALL.into_iter().flat_map(|word| [axes(word, levels), padding(word, levels)]).collect()
}

fn packings() -> Vec<Packing> {
    let pairs = [(2, 9), (3, 5), (3, 7), (4, 3), (5, 2), (10, 9), (256, 2), (38, 12)];
    (1..=8).map(bits).chain(pairs.map(|(radix, size)| grouped(radix, size))).collect()
}

fn axes(word: Word, levels: &Levels) -> Batch<PackingItem> {
    let rules = ["UP-ROW-1", "UP-AXIS-1", "UP-AXIS-2", "UP-RANK-1", "UP-COUNT-1"];
    let name = word.name();
    let why = format!("{name} words are taken along another axis, or rows run into each other");
    let mut items = Vec::new();
    for packing in [bits(3), bits(8), grouped(3, 5), grouped(38, 12)] {
        for rank in 1..=4_i64 {
            for axis in -rank..rank {
                let dimension = axis.rem_euclid(rank) as usize;
                let name = format!("{}-rank-{rank}-axis-{axis}", packing_name(packing))
                    .replace("--", "-minus-");
                let words = array(packing, word, rank as usize, dimension, &name);
                items.push(item(name, packing, word, Some(axis), COUNT, &words));
            }
        }
    }
    Batch { items, ..batch(format!("unpack/axes/{name}"), &rules, why, levels) }
}

/// An array of random codes with clean padding.
fn array(packing: Packing, word: Word, rank: usize, dimension: usize, seed: &str) -> Tensor {
    let mut random = Random::named(seed);
    let mut shape = EXTENTS[..rank - 1].to_vec();
    shape.insert(dimension, COUNT);
    let codes = (0..shape.iter().product()).map(|_| random.below(packing.radix()));
    let codes = Tensor::new(shape, codes.collect()).expect("as many codes as the shape has");
    packing.pack(&codes, word, dimension as i64).expect("the codes are digits")
}

fn padding(word: Word, levels: &Levels) -> Batch<PackingItem> {
    let rules = ["UP-PAD-1", "UP-PAD-2", "UP-PAD-3", "UP-COUNT-1", "UP-GROUP-4"];
    let name = word.name();
    let why = format!("padding of {name} words is not ignored, or not written as zeros");
    let mut items = Vec::new();
    for packing in packings() {
        for count in COUNTS {
            let name = format!("{}-count-{count}", packing_name(packing));
            let mut random = Random::named(&name);
            let groups = count.div_ceil(packing.group_size());
            let indices: Vec<u64> = (0..groups).map(|_| random.below(packing.power())).collect();
            let words = words(packing, word, &indices, Padding::Ones);
            let words = Tensor::new(vec![words.len() as u64], words).expect("a row has its words");
            items.push(item(name, packing, word, None, count, &words));
        }
    }
    Batch { items, ..batch(format!("unpack/padding/{name}"), &rules, why, levels) }
}
