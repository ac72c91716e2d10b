//! Which attributes are valid, and what follows from them.

use codec_reference::{AttributesError, Packing, Word};
use num_bigint::BigUint;

use AttributesError::{Bits, GroupSize, Power, Radix, Spelling};

/// R^G as a large number.
fn power(radix: i64, group_size: u32) -> BigUint {
    BigUint::from(radix.cast_unsigned()).pow(group_size)
}

/// All valid pairs of a radix and a group size, in the form of Packing.
fn pairs() -> impl Iterator<Item = (i64, u32, Packing)> {
    let all = (2..=256).flat_map(|radix| (1..=70).map(move |size| (radix, size)));
    all.filter_map(|(radix, size)| Some((radix, size, Packing::grouped(radix, size.into()).ok()?)))
}

/// "radix R in [2, 256] and positive group size G, with R^G <= 2^63 - 1"
#[test]
fn valid_pairs_are_those_whose_power_fits() {
    let bound = BigUint::from(i64::MAX.cast_unsigned());
    for radix in 2..=256 {
        for size in 1..=140 {
            let found = Packing::grouped(radix, size);
            let expected = match power(radix, size as u32) <= bound {
                true => Ok((radix as u64, size as u64)),
                false => Err(Power { radix, group_size: size }),
            };
            assert_eq!(Packing::from_attributes(None, Some(radix), Some(size)), found);
            assert_eq!(found.map(|found| (found.radix(), found.group_size())), expected);
        }
    }
}

#[test]
fn up_group_6_there_are_2510_pairs() {
    assert_eq!(pairs().count(), 2510);
    let largest = pairs().max_by_key(|(_, _, packing)| packing.power()).expect("some");
    assert_eq!((largest.0, largest.1), (38, 12));
    // The largest index is one below.
    assert_eq!(largest.2.power() - 1, 9_065_737_908_494_995_455);
}

#[test]
fn up_group_1_the_width_of_an_index_is_exact() {
    let mut widths = [0; 65];
    for (radix, size, packing) in pairs() {
        let width = packing.index_bits();
        // The least W with R^G <= 2^W.
        assert!(power(radix, size) <= BigUint::from(1_u32) << width, "{packing:?}");
        assert!(power(radix, size) > BigUint::from(1_u32) << (width - 1), "{packing:?}");
        assert_eq!(BigUint::from(packing.power()), power(radix, size));
        assert_eq!((packing.radix(), packing.group_size()), (radix as u64, size.into()));
        if radix.count_ones() == 1 {
            assert_eq!(width, u64::from(radix.trailing_zeros() * size));
        }
        widths[width as usize] += 1;
    }
    let met = widths.iter().enumerate().filter(|(_, pairs)| **pairs > 0).map(|(width, _)| width);
    assert!(met.eq(1..=63), "{widths:?}");
    let powers = pairs().filter(|(_, _, packing)| packing.power().is_power_of_two());
    assert_eq!(powers.count(), 165);
}

/// The notes' examples.
#[test]
fn up_group_1_known_widths() {
    for (radix, size, width) in
        [(3, 5, 8), (16, 2, 8), (38, 12, 63), (8, 13, 39), (2, 62, 62), (256, 1, 8), (2, 1, 1)]
    {
        assert_eq!(Packing::grouped(radix, size).map(Packing::index_bits), Ok(width));
    }
}

/// "Specify either bits in [1, 8]"
#[test]
fn up_bits_3_bits_are_1_to_8() {
    for bits in 1..=8 {
        let packing = Packing::bits(bits).expect("valid");
        assert_eq!((packing.radix(), packing.group_size()), (1 << bits, 1));
        assert_eq!((packing.power(), packing.index_bits()), (1 << bits, bits as u64));
    }
    let wrapped = [1 << 32 | 3, 1 << 8 | 3, -(1 << 32) + 3];
    for bits in [0, 9, -1, -8, 16, 32, 64, i64::MIN, i64::MAX].into_iter().chain(wrapped) {
        assert_eq!(Packing::bits(bits), Err(Bits { bits }));
        assert_eq!(Packing::from_attributes(Some(bits), None, None), Err(Bits { bits }));
    }
}

#[test]
fn up_group_6_radices_are_2_to_256() {
    let wrapped = [1 << 32 | 3, 1 << 8 | 3, -(1 << 32) + 3];
    for radix in [1, 0, -1, -2, 257, 512, i64::MIN, i64::MAX].into_iter().chain(wrapped) {
        for size in [1, 5] {
            assert_eq!(Packing::grouped(radix, size), Err(Radix { radix }));
        }
    }
}

#[test]
fn up_group_6_group_sizes_are_positive() {
    for radix in [2, 3, 256] {
        for group_size in [0, -1, -5, i64::MIN, -(1 << 32) + 5] {
            assert_eq!(Packing::grouped(radix, group_size), Err(GroupSize { group_size }));
        }
    }
}

/// At once: 2^(2^63) has more bits than there is memory.
#[test]
fn up_group_6_huge_group_sizes_are_refused() {
    for group_size in [63, 64, 65, 127, 128, 255, 256, 1 << 31, 1 << 32 | 5, (1 << 32) - 1, 1 << 40]
        .into_iter()
        .chain([1 << 62, i64::MAX - 1, i64::MAX])
    {
        for radix in [2, 3, 16, 255, 256] {
            assert_eq!(Packing::grouped(radix, group_size), Err(Power { radix, group_size }));
        }
    }
}

/// "the two spellings are mutually exclusive"
#[test]
fn up_spell_1_exactly_one_spelling() {
    let values = [None, Some(i64::MIN), Some(0), Some(3), Some(i64::MAX)];
    for (bits, radix) in values.into_iter().flat_map(|bits| values.map(|radix| (bits, radix))) {
        for group_size in values {
            let found = Packing::from_attributes(bits, radix, group_size);
            match (bits, radix, group_size) {
                (Some(bits), None, None) => assert_eq!(found, Packing::bits(bits)),
                (None, Some(r), Some(g)) => assert_eq!(found, Packing::grouped(r, g)),
                _ => assert_eq!(found, Err(Spelling)),
            }
        }
    }
}

#[test]
fn errors_name_the_rule_and_the_values() {
    for (error, words) in [
        (Spelling, &["UP-SPELL-1"][..]),
        (Bits { bits: -9 }, &["UP-BITS-3", "-9"]),
        (Radix { radix: 257 }, &["UP-GROUP-6", "257"]),
        (GroupSize { group_size: -7 }, &["UP-GROUP-6", "-7"]),
        (Power { radix: 38, group_size: 13 }, &["UP-GROUP-6", "38", "13"]),
    ] {
        assert!(words.iter().all(|word| error.to_string().contains(word)), "{error}");
    }
}

/// "ceil(ceil(count/G) * W / word_bits)", for counts up to the largest.
#[test]
fn up_words_2_word_counts_are_exact() {
    let near = |exponent: u32| [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1];
    let counts: Vec<u64> = [0, 2, 31, 32, 53, 61, 62].into_iter().flat_map(near).collect();
    let ceil = |a: BigUint, b: u64| (a + (b - 1)) / b;
    let bits = (1..=8).filter_map(|bits| Packing::bits(bits).ok());
    for packing in pairs().map(|(_, _, packing)| packing).chain(bits) {
        for count in counts.iter().copied().chain([i64::MAX.cast_unsigned(), u64::MAX]) {
            let bits = ceil(count.into(), packing.group_size()) * packing.index_bits();
            for (word, width) in [(Word::Uint8, 8), (Word::Uint32, 32)] {
                let found = packing.words(count, word);
                assert_eq!(BigUint::from(found), ceil(bits.clone(), width), "{packing:?} {count}");
            }
        }
    }
}

/// "uint32 (0, 201326592) with `bits` = 3 is (0, 2147483648)."
#[test]
fn up_words_3_the_notes_example() {
    let found = Packing::bits(3).map(|packing| packing.words(1 << 31, Word::Uint32));
    assert_eq!(found, Ok(201_326_592));
}

#[test]
fn up_type_1_word_types() {
    for (word, name, bits) in [(Word::Uint8, "uint8", 8), (Word::Uint32, "uint32", 32)] {
        assert_eq!((word.name(), word.bits(), word.bytes()), (name, bits, bits as usize / 8));
        assert_eq!(Word::from_name(name), Some(word));
    }
    for name in ["int8", "uint16", "uint64", "UINT8", "u1", "", "uint8 "] {
        assert_eq!(Word::from_name(name), None, "{name}");
    }
    assert_eq!(Word::ALL, [Word::Uint8, Word::Uint32]);
}
