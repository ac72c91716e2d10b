//! Shapes and counts that are valid, but make a careless implementation fail or run for ever.

use codec_fast::Packing;
use codec_fast::WordType::{self, Uint8, Uint32};

use crate::packing::definition::Definition;
use crate::packing::{PAIRS, WORD_TYPES, grouped, pack_row, random_codes, to_bytes, unpack_row};

#[test]
fn rows_without_codes() {
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        for shape in [&[1 << 40, 0][..], &[u64::MAX, 0, u64::MAX], &[0], &[0, 0], &[2, 0, 3]] {
            let axis = shape.iter().position(|&extent| extent == 0).unwrap() as i64;
            let empty = Ok((shape.to_vec(), vec![]));
            for word in WORD_TYPES {
                assert_eq!(packing.unpack(word, shape, axis, 0, &[]), empty);
                assert_eq!(packing.pack(word, shape, axis, &[]), empty);
            }
        }
    }
}

#[test]
fn no_rows_of_many_codes() {
    for (radix, group_size) in PAIRS {
        let (packing, definition) =
            (grouped(radix, group_size), Definition::new(radix, group_size));
        for word in WORD_TYPES {
            for count in [1, 1 << 40, i64::MAX - 1, i64::MAX] {
                let words = u64::try_from(definition.words(count as u64, word)).unwrap();
                let (packed, unpacked) = ([0, words, u64::MAX], [0, count as u64, u64::MAX]);
                let codes = packing.unpack(word, &packed, 1, count, &[]);
                assert_eq!(codes, Ok((unpacked.to_vec(), vec![])));
                let words = packing.pack(word, &unpacked, 1, &[]);
                assert_eq!(words, Ok((packed.to_vec(), vec![])));
            }
        }
    }
}

/// More codes than a count can say, of which the words are still few enough for a shape.
#[test]
fn no_rows_of_the_greatest_extent() {
    let words = |bits, word| {
        let packed = Packing::bits(bits).unwrap().pack(word, &[u64::MAX, 0], 0, &[]);
        packed.unwrap().0[0]
    };
    assert_eq!(words(8, Uint8), u64::MAX);
    assert_eq!(words(8, Uint32), 1 << 62);
    assert_eq!(words(1, Uint32), 1 << 59);
}

#[test]
fn long_rows() {
    let count = 1_000_003;
    for (radix, group_size) in [(8, 1), (3, 5), (38, 12)] {
        let (packing, definition) =
            (grouped(radix, group_size), Definition::new(radix, group_size));
        let codes = random_codes(radix, count);
        for word in WORD_TYPES {
            let bytes = to_bytes(&definition.pack(&codes, word), word);
            assert!(unpack_row(&packing, word, count, &bytes).as_ref() == Ok(&codes));
            assert!(pack_row(&packing, word, &codes) == bytes);
        }
    }
}

#[test]
fn the_greatest_ranks() {
    let mut shape = vec![1; 1000];
    shape[500] = 3;
    let packing = Packing::bits(3).unwrap();
    let (codes_shape, codes) = packing.unpack(Uint8, &shape, 500, 8, &[0x88, 0xc6, 0xfa]).unwrap();
    assert_eq!((codes_shape[500], &codes[..]), (8, &[0, 1, 2, 3, 4, 5, 6, 7][..]));
    assert_eq!(packing.pack(Uint8, &codes_shape, -500, &codes).unwrap().0, shape);
}

#[test]
fn word_types_have_their_sizes() {
    assert_eq!([Uint8, Uint32].map(WordType::bits), [8, 32]);
    assert_eq!([Uint8, Uint32].map(WordType::size), [1, 4]);
}
