//! All valid packings against definitions that take a row for one large number.

#[path = "common/packings.rs"]
mod packings;
#[path = "common/tensors.rs"]
mod tensors;

use codec_reference::{UnpackError, Word};
use fastrand::Rng;
use num_bigint::BigUint;

use packings::{bits, grouped};
use tensors::row;

/// A radix, a group size, and the bits of a group index.
type Pair = (u64, u32, u32);

/// "radix R in [2, 256] and positive group size G, with R^G <= 2^63 - 1"; "W = ceil(log2(R^G))"
fn pairs() -> Vec<Pair> {
    let sizes = |radix: u64| {
        let power = move |size: &u32| BigUint::from(radix).pow(*size);
        let valid = move |size: &u32| power(size) <= i64::MAX.cast_unsigned().into();
        let width =
            move |size| (1..).find(|width| BigUint::from(2_u32).pow(*width) >= power(&size));
        (1..)
            .take_while(valid)
            .map(move |size| (radix, size, width(size).expect("some are enough")))
    };
    (2..=256).flat_map(sizes).collect()
}

/// The code of a row at an index: digit `i % G` of the group index at bit `i / G * W`.
fn code((radix, size, width): Pair, row: &BigUint, i: u32) -> BigUint {
    (row >> (i / size * width)) % (BigUint::from(1_u32) << width)
        / BigUint::from(radix).pow(i % size)
        % radix
}

/// The number that codes are packed into.
fn packed((radix, size, width): Pair, codes: &[u64]) -> BigUint {
    let index = |group: &[u64]| -> BigUint {
        (0..).zip(group).map(|(j, code)| BigUint::from(radix).pow(j) * *code).sum()
    };
    (0..).zip(codes.chunks(size as usize)).map(|(g, group)| index(group) << (g * width)).sum()
}

/// The words of a row, from its number.
fn words(row: &BigUint, word: Word, count: usize) -> Vec<u64> {
    let modulus = BigUint::from(1_u32) << word.bits();
    let word_at = |j| u64::try_from((row >> (word.bits() * j as u64)) % &modulus);
    (0..count).map(|j| word_at(j).expect("less than the modulus")).collect()
}

#[test]
fn every_pair_unpacks_and_packs_by_the_definition() {
    let mut random = Rng::with_seed(1);
    for pair in pairs() {
        let (radix, size, width) = pair;
        let packing = grouped(radix as i64, size.into());
        for (word, groups) in
            Word::ALL.into_iter().flat_map(|word| [1, 2, 9, 33].map(|n| (word, n)))
        {
            let count = (groups - 1) * size + 1 + random.u32(..size);
            let length = u64::from(groups * width).div_ceil(word.bits());
            let mut number: BigUint = (0..groups)
                .map(|g| BigUint::from(any_index(&mut random, radix.pow(size))) << (g * width))
                .sum();
            // Padding.
            number += BigUint::from(random.u64(..)) << (groups * width);
            let input = row(&words(&number, word, length as usize));
            let codes: Vec<u64> =
                (0..count).map(|i| code(pair, &number, i).try_into().expect("small")).collect();
            let found = packing.unpack(&input, word, -1, count.into());
            assert_eq!(found.as_ref(), Ok(&row(&codes)), "{packing:?} {input:?}");
            let canonical = row(&words(&packed(pair, &codes), word, length as usize));
            assert_eq!(packing.pack(&row(&codes), word, 0), Ok(canonical), "{packing:?} {codes:?}");
        }
    }
}

#[test]
fn every_pair_refuses_indices_from_the_power_on() {
    let mut random = Rng::with_seed(2);
    for pair in pairs() {
        let (radix, size, width) = pair;
        let packing = grouped(radix as i64, size.into());
        let (power, all) = (radix.pow(size), u64::MAX >> (64 - width));
        if power > all {
            // Every pattern is an index.
            continue;
        }
        for word in Word::ALL {
            let wrong = random.u32(..4);
            for index in [power, all, random.u64(power..=all)] {
                let number: BigUint = (0..4)
                    .map(|g| if g == wrong { index } else { any_index(&mut random, power) })
                    .zip(0..)
                    .map(|(index, g): (u64, u32)| BigUint::from(index) << (g * width))
                    .sum();
                let length = u64::from(4 * width).div_ceil(word.bits());
                let input = row(&words(&number, word, length as usize));
                // Also where the digits that make it too large are not asked for.
                let found = packing.unpack(&input, word, 0, i64::from(3 * size + 1));
                let group = wrong.into();
                let expected = UnpackError::GroupIndex { row: 0, group, index, power };
                assert_eq!(found, Err(expected), "{packing:?} {input:?}");
            }
        }
    }
}

/// "For code index 0 <= i < count and bit index 0 <= k < bits, bit k of output code i is read from
/// bit (i * bits + k) % word_bits of input word floor((i * bits + k) / word_bits)."
#[test]
fn bits_are_where_the_text_says() {
    let mut random = Rng::with_seed(3);
    for (word, width) in Word::ALL.into_iter().flat_map(|word| (1..=8).map(move |b| (word, b))) {
        let word_bits = word.bits() as usize;
        for count in 0..=100_usize {
            let length = (count * width).div_ceil(word_bits);
            let input: Vec<u64> =
                (0..length).map(|_| random.u64(..) >> (64 - word.bits())).collect();
            let bit = |position: usize| input[position / word_bits] >> (position % word_bits) & 1;
            let code = |i| (0..width).map(|k| bit(i * width + k) << k).sum();
            let codes: Vec<u64> = (0..count).map(code).collect();
            let packing = bits(width as i64);
            let found = packing.unpack(&row(&input), word, 0, count as i64);
            assert_eq!(found, Ok(row(&codes)), "{count} codes of {width} bits in {input:x?}");
            let mut canonical = input.clone();
            if let Some(last) = canonical.last_mut() {
                *last &= u64::MAX >> (64 - word_bits + (length * word_bits - count * width));
            }
            assert_eq!(packing.pack(&row(&codes), word, 0), Ok(row(&canonical)), "{codes:?}");
        }
    }
}

/// Rows with a single bit set.
#[test]
fn each_bit_of_a_row_is_one_bit_of_one_code() {
    for (word, width) in Word::ALL.into_iter().flat_map(|word| (1..=8).map(move |b| (word, b))) {
        let packing = bits(width as i64);
        let count = word.bits() as usize;
        for position in 0..count * width {
            let number = BigUint::from(1_u32) << position;
            let mut codes = vec![0; count];
            codes[position / width] = 1 << (position % width);
            let words = row(&words(&number, word, width));
            assert_eq!(packing.unpack(&words, word, 0, count as i64), Ok(row(&codes)));
            assert_eq!(packing.pack(&row(&codes), word, 0), Ok(words));
        }
    }
}

/// A group index: any, the largest, 0, or one of a few digits.
fn any_index(random: &mut Rng, power: u64) -> u64 {
    match random.u32(..6) {
        0 => power - 1,
        1 => 0,
        2 => random.u64(..256).min(power - 1),
        _ => random.u64(..power),
    }
}
