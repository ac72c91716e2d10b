//! Laws of Unpack and Pack that hold for every packing, whatever the words.

#[path = "common/packings.rs"]
mod packings;
#[path = "common/tensors.rs"]
mod tensors;

use codec_reference::{Packing, Tensor, UnpackError, Word};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use packings::{bits, grouped};
use tensors::{row, tensor};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn packed_codes_come_back((packing, shape, codes) in codes(), word in word(), axis: Index) {
        let (axis, codes) = (axis.index(shape.len()), tensor(&shape, &codes));
        let words = packing.pack(&codes, word, axis as i64).expect("valid codes");
        prop_assert!(words.elements().iter().all(|element| element >> word.bits() == 0));
        let found = packing.unpack(&words, word, axis as i64, shape[axis] as i64);
        prop_assert_eq!(found, Ok(codes));
    }

    #[test]
    fn unpacked_words_are_packed_without_padding((packing, words, word, count) in rows()) {
        let codes = packing.unpack(&row(&words), word, 0, count).expect("valid words");
        prop_assert_eq!(codes.shape(), [count as u64]);
        let packed = packing.pack(&codes, word, 0).expect("codes below the radix");
        prop_assert_eq!(packing.unpack(&packed, word, 0, count), Ok(codes));
        // Whole groups are kept to the bit, the last one has no digits beyond the count, and
        // after it there are zeros.
        let (size, width) = (packing.group_size(), packing.index_bits() as usize);
        let (groups, digits) = (count as u64 / size, (count as u64 % size) as u32);
        let (given, found) = (stream(&words, word), stream(packed.elements(), word));
        let (kept, rest) = found.split_at(groups as usize * width);
        prop_assert_eq!(found.len(), given.len());
        prop_assert_eq!(kept, &given[..kept.len()]);
        let (last, padding) = rest.split_at(if digits > 0 { width } else { 0 });
        let index: u64 = last.iter().zip(0..).map(|(bit, k)| bit << k).sum();
        prop_assert!(index < packing.radix().pow(digits));
        prop_assert!(padding.iter().all(|bit| *bit == 0));
    }

    #[test]
    fn wide_words_are_their_little_endian_bytes(
        packing in packing(), codes in prop::collection::vec(any::<u8>(), 0..80), garbage: u32,
    ) {
        let codes: Vec<u64> = codes.iter().map(|code| u64::from(*code) % packing.radix()).collect();
        let count = codes.len() as i64;
        let wide = packing.pack(&row(&codes), Word::Uint32, 0).expect("valid");
        let mut wide = wide.elements().to_vec();
        flip_padding(packing, &mut wide, Word::Uint32, count, garbage.into());
        let mut bytes: Vec<u64> = wide.iter()
            .flat_map(|word| u32::try_from(*word).expect("32 bits").to_le_bytes())
            .map(u64::from)
            .collect();
        bytes.truncate(packing.words(codes.len() as u64, Word::Uint8) as usize);
        let from_wide = packing.unpack(&row(&wide), Word::Uint32, 0, count);
        prop_assert_eq!(&from_wide, &Ok(row(&codes)));
        prop_assert_eq!(packing.unpack(&row(&bytes), Word::Uint8, 0, count), from_wide);
    }

    #[test]
    fn bits_are_groups_of_one_code(
        b in 1..=8_i64, seed in prop::collection::vec(any::<u32>(), 0..20), word in word(),
        spare in 0..32_i64,
    ) {
        let words = masked(&seed, word);
        let most = words.len() as i64 * word.bits() as i64 / b;
        let count = (most - spare % (word.bits() as i64 / b)).max(0);
        let (plain, grouped) = (bits(b), grouped(1 << b, 1));
        let found = plain.unpack(&row(&words), word, 0, count);
        prop_assert_eq!(&found, &grouped.unpack(&row(&words), word, 0, count));
        let codes = found.expect("as many words as the codes fill");
        prop_assert_eq!(plain.pack(&codes, word, 0), grouped.pack(&codes, word, 0));
    }

    /// (2^b, G) is the same bit stream, but whole groups are stored.
    #[test]
    fn groups_of_bits_are_the_stream_of_bits(
        (b, size) in (1..=8_i64).prop_flat_map(|b| (Just(b), 1..=62 / b)),
        seed in prop::collection::vec(any::<u32>(), 48), word in word(), count in 0..40_i64,
    ) {
        let words = masked(&seed, word);
        let [from_plain, from_grouped] = [bits(b), grouped(1 << b, size)].map(|packing| {
            let words = row(&words[..packing.words(count as u64, word) as usize]);
            packing.unpack(&words, word, 0, count).expect("valid words")
        });
        prop_assert_eq!(from_plain, from_grouped);
    }

    #[test]
    fn rows_are_independent((packing, shape, codes) in codes(), word in word()) {
        let count = *shape.last().expect("a dimension");
        let together = packing.pack(&tensor(&shape, &codes), word, -1).expect("valid");
        let mut apart = Vec::new();
        for codes in codes.chunks(count.max(1) as usize) {
            let words = packing.pack(&row(codes), word, 0).expect("valid");
            prop_assert_eq!(packing.unpack(&words, word, 0, count as i64), Ok(row(codes)));
            apart.extend_from_slice(words.elements());
        }
        prop_assert_eq!(together.elements(), apart);
    }

    #[test]
    fn the_axis_moves_with_the_dimensions(
        (packing, shape, codes) in codes(), word in word(),
        order in Just(vec![0, 1, 2]).prop_shuffle(), axis: Index,
    ) {
        let order: Vec<usize> = order.into_iter().filter(|dim| *dim < shape.len()).collect();
        let (axis, codes) = (axis.index(shape.len()), tensor(&shape, &codes));
        let moved = order.iter().position(|dim| *dim == axis).expect("a dimension");
        let words = packing.pack(&codes, word, axis as i64).expect("valid");
        let transposed = transpose(&words, &order);
        let count = shape[axis] as i64;
        let found = packing.unpack(&transposed, word, moved as i64, count);
        prop_assert_eq!(found, Ok(transpose(&codes, &order)));
        let negative = moved as i64 - shape.len() as i64;
        let packed = packing.pack(&transpose(&codes, &order), word, negative);
        prop_assert_eq!(packed, Ok(transposed));
    }

    #[test]
    fn padding_changes_nothing((packing, words, word, count) in rows(), flips: u64) {
        let mut other = words.clone();
        flip_padding(packing, &mut other, word, count, flips);
        let found = packing.unpack(&row(&other), word, 0, count);
        prop_assert_eq!(found, packing.unpack(&row(&words), word, 0, count));
    }

    #[test]
    fn fewer_codes_are_the_first_of_more((packing, words, word, count) in rows()) {
        let all = packing.unpack(&row(&words), word, 0, count).expect("valid words");
        for fewer in 0..count {
            let expected = packing.words(fewer as u64, word);
            let found = packing.unpack(&row(&words), word, 0, fewer);
            match expected == words.len() as u128 {
                true => prop_assert_eq!(found, Ok(row(&all.elements()[..fewer as usize]))),
                false => {
                    let found_words = words.len() as u64;
                    let error = UnpackError::WordCount { expected, found: found_words };
                    prop_assert_eq!(found, Err(error));
                    // The words that fewer codes fill hold the same ones.
                    let found = packing.unpack(&row(&words[..expected as usize]), word, 0, fewer);
                    prop_assert_eq!(found, Ok(row(&all.elements()[..fewer as usize])));
                }
            }
        }
    }

    /// As many groups as a word has bits end at the end of a word.
    #[test]
    fn rows_can_be_put_one_after_the_other(
        packing in packing(), word in word(), seed in prop::collection::vec(any::<u8>(), 50),
        after in 0..50_usize,
    ) {
        let before = (packing.group_size() * word.bits()) as usize;
        let codes: Vec<u64> = seed.iter().cycle().zip(0..)
            .map(|(code, i)| (u64::from(*code) + i / 50) % packing.radix())
            .take(before + after)
            .collect();
        let [first, second, whole] = [&codes[..before], &codes[before..], &codes[..]]
            .map(|codes| packing.pack(&row(codes), word, 0).expect("valid").elements().to_vec());
        prop_assert_eq!(first.len() as u64, packing.index_bits());
        prop_assert_eq!(&whole, &[first, second].concat());
        prop_assert_eq!(packing.unpack(&row(&whole), word, 0, codes.len() as i64), Ok(row(&codes)));
    }
}

fn word() -> impl Strategy<Value = Word> {
    select(Word::ALL.to_vec())
}

fn packing() -> impl Strategy<Value = Packing> {
    let pair = (2..=256_i64).prop_flat_map(|radix| {
        let largest = (1..).take_while(|size| {
            (radix as u128).checked_pow(*size).is_some_and(|power| power <= i64::MAX as u128)
        });
        (Just(radix), 1..=largest.last().expect("1 is a size"))
    });
    prop_oneof![
        (1..=8_i64).prop_map(bits),
        pair.prop_map(|(radix, size)| grouped(radix, size.into())),
        Just(grouped(3, 5)),
    ]
}

/// Words from the low bits of others.
fn masked(seed: &[u32], word: Word) -> Vec<u64> {
    seed.iter().map(|element| u64::from(*element) & (u64::MAX >> (64 - word.bits()))).collect()
}

/// A packing, a shape of one to three dimensions, and codes that fill it.
fn codes() -> impl Strategy<Value = (Packing, Vec<u64>, Vec<u64>)> {
    (packing(), prop::collection::vec(0..12_u64, 1..4)).prop_flat_map(|(packing, shape)| {
        let size = shape.iter().product::<u64>() as usize;
        (Just(packing), Just(shape), prop::collection::vec(0..packing.radix(), size))
    })
}

/// A packing, the words of a row whatever the unused digits and the padding, and its count.
fn rows() -> impl Strategy<Value = (Packing, Vec<u64>, Word, i64)> {
    let seeds = (packing(), word(), 0..6_u64, any::<Index>(), any::<u64>());
    seeds.prop_flat_map(|(packing, word, groups, unused, padding)| {
        let stored = groups * packing.group_size();
        let codes = prop::collection::vec(0..packing.radix(), stored as usize);
        codes.prop_map(move |codes| {
            let unused = unused.index(packing.group_size() as usize) as u64;
            let count = stored.saturating_sub(unused) as i64;
            let mut words = packing.pack(&row(&codes), word, 0).expect("valid").elements().to_vec();
            flip_padding(packing, &mut words, word, count, padding);
            (packing, words, word, count)
        })
    })
}

/// Flips bits after the last group.
fn flip_padding(packing: Packing, words: &mut [u64], word: Word, count: i64, flips: u64) {
    let used = (count as u64).div_ceil(packing.group_size()) * packing.index_bits() % word.bits();
    if let (Some(last), 1..) = (words.last_mut(), used) {
        *last ^= flips << used & (u64::MAX >> (64 - word.bits()));
    }
}

/// The bits of a row, the first one first.
fn stream(words: &[u64], word: Word) -> Vec<u64> {
    words.iter().flat_map(|element| (0..word.bits()).map(move |k| element >> k & 1)).collect()
}

/// The array whose dimension `i` is dimension `order[i]` of another.
fn transpose(from: &Tensor, order: &[usize]) -> Tensor {
    let shape: Vec<u64> = order.iter().map(|dim| from.shape()[*dim]).collect();
    let strides: Vec<u64> =
        (1..=order.len()).map(|dim| from.shape()[dim..].iter().product()).collect();
    let offset = |element: u64| {
        let mut rest = element;
        let coordinates = order.iter().zip(&shape).rev();
        coordinates
            .map(|(dim, extent)| (rest % extent * strides[*dim], rest /= extent).0)
            .sum::<u64>()
    };
    let elements: Vec<u64> = (0..from.elements().len() as u64)
        .map(|element| from.elements()[offset(element) as usize])
        .collect();
    tensor(&shape, &elements)
}
