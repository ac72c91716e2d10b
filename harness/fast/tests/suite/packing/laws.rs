//! Laws that hold for all packings.

use codec_fast::{Packing, WordType};

use crate::packing::{PAIRS, WORD_TYPES, grouped, pack_row, random_codes, unpack_row};

const COUNTS: [usize; 14] = [0, 1, 2, 5, 7, 8, 9, 31, 32, 33, 63, 64, 100, 1001];

#[test]
fn unpacking_undoes_packing() {
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        for word in WORD_TYPES {
            for count in COUNTS {
                let codes = random_codes(radix, count);
                let packed = pack_row(&packing, word, &codes);
                let context = format!("({radix}, {group_size}), {word:?}, {count} codes");
                assert_eq!(unpack_row(&packing, word, count, &packed), Ok(codes), "{context}");
            }
        }
    }
}

#[test]
fn wide_words_are_their_bytes() {
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        for count in COUNTS {
            let codes = random_codes(radix, count);
            let mut bytes = pack_row(&packing, WordType::Uint8, &codes);
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            assert_eq!(pack_row(&packing, WordType::Uint32, &codes), bytes);
            assert_eq!(unpack_row(&packing, WordType::Uint32, count, &bytes), Ok(codes));
        }
    }
}

/// The same bits, but with whole groups.
#[test]
fn a_radix_of_a_power_of_two_is_a_number_of_bits() {
    for bits in 1..=8 {
        let packing = Packing::bits(bits).unwrap();
        for group_size in 1..=62 / bits as u64 {
            let grouped = grouped(1 << bits, group_size);
            for word in WORD_TYPES {
                for count in COUNTS {
                    let codes = random_codes(1 << bits, count);
                    let mut bytes = pack_row(&packing, word, &codes);
                    assert_eq!(unpack_row(&packing, word, count, &bytes), Ok(codes.clone()));
                    let whole_groups = (count as u64).next_multiple_of(group_size);
                    bytes.resize(packing.words(whole_groups, word) as usize * word.size(), 0);
                    assert_eq!(pack_row(&grouped, word, &codes), bytes);
                    assert_eq!(unpack_row(&grouped, word, count, &bytes), Ok(codes));
                }
            }
        }
    }
}

#[test]
fn rows_are_independent() {
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        for word in WORD_TYPES {
            for count in [1, 5, 8, 41] {
                let rows = 6;
                let codes = random_codes(radix, rows * count);
                let apart = codes.chunks(count).map(|codes| pack_row(&packing, word, codes));
                let apart: Vec<u8> = apart.collect::<Vec<_>>().concat();
                let shape = [2, 3, count as u64];
                let (words_shape, together) = packing.pack(word, &shape, -1, &codes).unwrap();
                assert_eq!(words_shape, [2, 3, (apart.len() / word.size() / rows) as u64]);
                assert_eq!(together, apart);
                let unpacked = packing.unpack(word, &words_shape, -1, count as i64, &together);
                assert_eq!(unpacked, Ok((shape.to_vec(), codes)));
            }
        }
    }
}

/// Rows along any axis, against the same rows along the last one.
#[test]
fn any_axis_can_be_the_last() {
    let shapes = [&[4, 3, 2, 5][..], &[1, 7, 1], &[70, 130], &[9], &[3, 1, 150], &[2, 67, 66]];
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        for word in WORD_TYPES {
            for shape in shapes {
                let codes = random_codes(radix, shape.iter().product::<u64>() as usize);
                for axis in 0..shape.len() {
                    move_axis(&packing, word, (shape, &codes), axis);
                }
            }
        }
    }
}

fn move_axis(packing: &Packing, word: WordType, (shape, codes): (&[u64], &[u8]), axis: usize) {
    let (from_start, from_end) = (axis as i64, axis as i64 - shape.len() as i64);
    let (words_shape, words) = packing.pack(word, shape, from_start, codes).unwrap();
    let (last_shape, last_codes) = axis_last(shape, axis, 1, codes);
    let expected = packing.pack(word, &last_shape, -1, &last_codes).unwrap();
    assert_eq!(axis_last(&words_shape, axis, word.size(), &words), expected);

    let expected = Ok((shape.to_vec(), codes.to_vec()));
    for axis in [from_start, from_end] {
        let count = shape[axis.rem_euclid(shape.len() as i64) as usize] as i64;
        assert_eq!(packing.unpack(word, &words_shape, axis, count, &words), expected);
    }
    assert_eq!(packing.pack(word, shape, from_end, codes), Ok((words_shape, words)));
}

/// An array with one of its axes moved to the end.
fn axis_last(shape: &[u64], axis: usize, size: usize, data: &[u8]) -> (Vec<u64>, Vec<u8>) {
    let mut moved_shape = shape.to_vec();
    let extent = moved_shape.remove(axis);
    moved_shape.push(extent);
    let stride = shape[axis + 1..].iter().product::<u64>() as usize;
    let extent = extent as usize;
    let mut moved = Vec::new();
    for row in 0..data.len() / size / extent {
        let first = row / stride * stride * extent + row % stride;
        for element in (0..extent).map(|position| first + position * stride) {
            moved.extend_from_slice(&data[element * size..][..size]);
        }
    }
    (moved_shape, moved)
}

/// Even where it is wide enough for another group.
#[test]
fn padding_changes_nothing() {
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        let width = packing.words(8 * group_size, WordType::Uint8) as usize;
        for word in WORD_TYPES {
            for count in COUNTS {
                let codes = random_codes(radix, count);
                let mut bytes = pack_row(&packing, word, &codes);
                let used = count.div_ceil(group_size as usize) * width;
                for position in used..bytes.len() * 8 {
                    assert_eq!(bytes[position / 8] >> (position % 8) & 1, 0);
                    bytes[position / 8] |= 1 << (position % 8);
                }
                assert_eq!(unpack_row(&packing, word, count, &bytes), Ok(codes));
            }
        }
    }
}

/// The last code of a row may be left out; if the words stay as many, its digit is unused then.
#[test]
fn rows_can_be_trimmed() {
    for (radix, group_size) in PAIRS {
        let packing = grouped(radix, group_size);
        for word in WORD_TYPES {
            for count in (1..140).rev() {
                let codes = random_codes(radix, count);
                let trimmed = &codes[..count - 1];
                let mut bytes = pack_row(&packing, word, &codes);
                let words = packing.words(count as u64 - 1, word) as usize;
                bytes.truncate(words * word.size());
                assert_eq!(unpack_row(&packing, word, count - 1, &bytes), Ok(trimmed.to_vec()));
            }
        }
    }
}
