//! What is rejected.

use codec_fast::Packing;
use codec_fast::PackingError::{Attributes, Axis, Code, Count, GroupIndex, Shape, WordCount};
use codec_fast::WordType::{Uint8, Uint32};

use crate::packing::{WORD_TYPES, grouped, unpack_row};

#[test]
fn attributes() {
    for bits in [i64::MIN, -1, 0, 9, 64, i64::MAX] {
        assert_eq!(Packing::bits(bits), Err(Attributes), "{bits}");
    }
    for radix in [i64::MIN, -3, 0, 1, 257, 1 << 32, i64::MAX] {
        for group_size in [1, 2, i64::MAX] {
            assert_eq!(Packing::grouped(radix, group_size), Err(Attributes), "{radix}");
        }
    }
    for radix in 2..=256_i64 {
        let greatest = (1..).take_while(|&size| radix.checked_pow(size).is_some()).count() as i64;
        assert!(Packing::grouped(radix, greatest).is_ok(), "{radix}");
        let beyond = [greatest + 1, greatest + 2, 64, 1 << 32, (1 << 32) + 1, i64::MAX];
        for group_size in beyond.into_iter().chain([0, -1, i64::MIN]) {
            assert_eq!(Packing::grouped(radix, group_size), Err(Attributes), "{radix}");
        }
    }
}

#[test]
fn axes() {
    let packing = grouped(3, 5);
    for word in WORD_TYPES {
        for (shape, axis) in [(&[1, 1][..], 2), (&[1, 1], -3), (&[1], i64::MAX), (&[1], i64::MIN)] {
            assert_eq!(packing.unpack(word, shape, axis, 1, &[0; 4][..word.size()]), Err(Axis));
            assert_eq!(packing.pack(word, shape, axis, &[0]), Err(Axis));
        }
        for axis in [-1, 0] {
            assert_eq!(packing.unpack(word, &[], axis, 1, &[0; 4][..word.size()]), Err(Axis));
            assert_eq!(packing.pack(word, &[], axis, &[0]), Err(Axis));
        }
    }
}

#[test]
fn negative_counts() {
    for count in [-1, i64::MIN] {
        for shape in [&[0][..], &[0, 0]] {
            assert_eq!(grouped(3, 5).unpack(Uint8, shape, 0, count, &[]), Err(Count));
        }
    }
}

#[test]
fn word_counts() {
    let bits = Packing::bits(5).unwrap();
    let error = |expected, found| Err(WordCount { expected, found });
    assert_eq!(bits.unpack(Uint8, &[2, 1], 1, 2, &[0; 2]), error(2, 1));
    assert_eq!(bits.unpack(Uint8, &[2, 3], 1, 3, &[0; 6]), error(2, 3));
    assert_eq!(bits.unpack(Uint32, &[2, 2], 0, 6, &[0; 16]), error(1, 2));
    assert_eq!(bits.unpack(Uint8, &[1], 0, 0, &[0]), error(0, 1));
    assert_eq!(bits.unpack(Uint8, &[0], 0, 1, &[]), error(1, 0));
    // Whole groups are stored.
    assert_eq!(grouped(4, 8).unpack(Uint8, &[1], 0, 1, &[0]), error(2, 1));
    // Without rows, the axis must have its extent none the less.
    assert_eq!(bits.unpack(Uint8, &[0, 1], 1, 9, &[]), error(6, 1));
    let count = i64::MAX;
    assert_eq!(grouped(129, 1).unpack(Uint8, &[0, 1], 1, count, &[]), error((1 << 63) - 1, 1));
}

#[test]
fn group_indices() {
    let packing = grouped(3, 5);
    let row = |count, bytes: &[u8]| unpack_row(&packing, Uint8, count, bytes).unwrap_err();
    let rows = |axis, bytes: [u8; 4]| packing.unpack(Uint8, &[2, 2], axis, 10, &bytes).unwrap_err();
    let error = |row, group| GroupIndex { row, group };
    for index in 243..=255 {
        assert_eq!(row(5, &[index]), error(0, 0));
        // Not even with the digits trimmed.
        assert_eq!(row(1, &[index]), error(0, 0));
        assert_eq!(row(11, &[242, 0, index]), error(0, 2));
        let wide = unpack_row(&packing, Uint32, 6, &[1, index, 2, index]);
        assert_eq!(wide, Err(error(0, 1)));
        assert_eq!(rows(1, [1, 2, 3, index]), error(1, 1));
        assert_eq!(rows(0, [1, 2, index, index]), error(0, 1));
        assert_eq!(rows(0, [1, index, index, 2]), error(0, 1));
        assert_eq!(rows(0, [1, index, 2, 3]), error(1, 0));
    }
}

#[test]
fn group_indices_of_a_single_code() {
    let packing = grouped(3, 1);
    let row = |count| unpack_row(&packing, Uint8, count, &[0b11_00_01_10]);
    assert_eq!(row(4), Err(GroupIndex { row: 0, group: 3 }));
    assert_eq!(row(3), Ok(vec![2, 1, 0]));
    for (shape, axis) in [([3, 1], 1), ([1, 3], 0)] {
        let result = packing.unpack(Uint8, &shape, axis, 2, &[0b00_01, 0b11_01, 0b11_11]);
        assert_eq!(result, Err(GroupIndex { row: 1, group: 1 }));
    }
}

#[test]
fn codes() {
    for (radix, group_size) in [(2, 1), (3, 1), (8, 1), (128, 1), (3, 5), (38, 12), (4, 3)] {
        let packing = grouped(radix, group_size);
        let radix = radix as u8;
        for index in [0, 1, 2, 31, 32, 99] {
            for invalid in [radix, radix + 1, 255] {
                let mut codes = [radix - 1; 100];
                codes[index] = invalid;
                codes[99] = radix;
                for word in WORD_TYPES {
                    for (shape, axis) in [(&[100][..], 0), (&[25, 4], 1), (&[25, 4], 0)] {
                        assert_eq!(packing.pack(word, shape, axis, &codes), Err(Code { index }));
                    }
                }
            }
        }
    }
}

#[test]
fn shapes() {
    let bits = Packing::bits(8).unwrap();
    // A byte too few, a byte too many, and a shape without elements.
    for (word, shape, length) in [(Uint8, [2, 3], 5), (Uint32, [2, 3], 25), (Uint8, [0, 3], 1)] {
        let count = 3 * word.size() as i64;
        assert_eq!(bits.unpack(word, &shape, 1, count, &vec![0; length]), Err(Shape));
        assert_eq!(bits.pack(word, &shape, 1, &vec![0; length]), Err(Shape));
    }
    // The bytes are 2^64, which must not look like 0.
    for (word, shape) in [(Uint8, [1 << 32, 1 << 32]), (Uint32, [1 << 31, 1 << 31])] {
        for data in [&[][..], &[0]] {
            let count = (shape[1] as i64) * word.size() as i64;
            assert_eq!(bits.unpack(word, &shape, 1, count, data), Err(Shape));
            assert_eq!(bits.pack(word, &shape, 1, data), Err(Shape));
        }
    }
    // Whole groups of the greatest count are more words than an extent can say.
    assert_eq!(grouped(256, 7).pack(Uint8, &[0, u64::MAX], 1, &[]), Err(Shape));
}

#[test]
fn errors_say_what_happened() {
    let cases = [
        (Attributes, "no such packing: an attribute is out of range"),
        (Axis, "the array does not have such an axis"),
        (Count, "the count is negative"),
        (WordCount { expected: 2, found: 3 }, "3 words along the axis, where the count takes 2"),
        (GroupIndex { row: 4, group: 5 }, "row 4, group 5: the index is too great"),
        (Code { index: 6 }, "code 6: not below the radix"),
        (Shape, "the data is not an array of this shape"),
    ];
    for (error, message) in cases {
        assert_eq!(error.to_string(), message);
    }
    let _: &dyn std::error::Error = &Shape;
}
