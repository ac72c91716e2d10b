//! Every sentence and example of the text about Unpack.

#[path = "common/packings.rs"]
mod packings;
#[path = "common/tensors.rs"]
mod tensors;

use codec_reference::{AttributesError, Packing, Tensor, TensorError, UnpackError, Word};

use Word::{Uint8, Uint32};
use packings::{bits, grouped};
use tensors::{row, tensor};

/// The default of `axis`.
const LAST: i64 = -1;

fn unpack8(packing: Packing, words: &[u64], count: i64) -> Result<Tensor, UnpackError> {
    packing.unpack(&row(words), Uint8, LAST, count)
}

#[test]
fn test_unpack_uint32_axis() {
    let x = tensor(&[2, 2], &[0xFFFF_FFFF; 4]);
    let y = tensor(&[7, 2], &[31; 14]);
    assert_eq!(bits(5).unpack(&x, Uint32, 0, 7), Ok(y));
}

#[test]
fn test_unpack_ternary() {
    let x = tensor(&[2, 1], &[102, 242]);
    let y = tensor(&[2, 5], &[0, 1, 2, 0, 1, 2, 2, 2, 2, 2]);
    assert_eq!(grouped(3, 5).unpack(&x, Uint8, LAST, 5), Ok(y));
}

#[test]
fn test_unpack_3bit() {
    let x = row(&[0x88, 0xC6, 0xFA]);
    let y = row(&[0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(bits(3).unpack(&x, Uint8, LAST, 8), Ok(y));
}

#[test]
fn test_unpack_rows_5bit() {
    let x = tensor(&[2, 2], &[0x41, 0x0C, 0x1F, 0x40]);
    let y = tensor(&[2, 3], &[1, 2, 3, 31, 0, 16]);
    assert_eq!(bits(5).unpack(&x, Uint8, LAST, 3), Ok(y));
}

#[test]
fn test_unpack_empty() {
    let x = tensor(&[2, 0], &[]);
    assert_eq!(bits(3).unpack(&x, Uint8, LAST, 0), Ok(x));
}

#[test]
fn test_unpack_empty_rows() {
    let x = tensor(&[2, 0, 6], &[]);
    let y = tensor(&[2, 0, 9], &[]);
    assert_eq!(bits(5).unpack(&x, Uint8, LAST, 9), Ok(y));
}

/// "With UINT8 storage, bits = 3 and count = 8 unpack [136, 198, 250] into
/// [0, 1, 2, 3, 4, 5, 6, 7]. With bits = 3 and count = 2, [255] is unpacked into [7, 7]."
#[test]
fn the_examples_with_bits() {
    assert_eq!(unpack8(bits(3), &[136, 198, 250], 8), Ok(row(&[0, 1, 2, 3, 4, 5, 6, 7])));
    assert_eq!(unpack8(bits(3), &[255], 2), Ok(row(&[7, 7])));
}

/// "With UINT8 storage and R=3, G=5, [102] with count=5 becomes [0, 1, 2, 0, 1]; [7] with count=2
/// becomes [1, 2]."
#[test]
fn the_examples_with_groups() {
    assert_eq!(unpack8(grouped(3, 5), &[102], 5), Ok(row(&[0, 1, 2, 0, 1])));
    assert_eq!(unpack8(grouped(3, 5), &[7], 2), Ok(row(&[1, 2])));
}

/// "Input and output have the same rank, at least 1. Negative axes are supported; axis must be in
/// [-rank, rank-1]."
#[test]
fn axes_count_from_both_ends() {
    let x = tensor(&[1, 2, 1], &[0b10, 0b01]);
    for (axis, y) in [
        (0, tensor(&[2, 2, 1], &[0, 1, 1, 0])),
        (2, tensor(&[1, 2, 2], &[0, 1, 1, 0])),
        (-3, tensor(&[2, 2, 1], &[0, 1, 1, 0])),
        (-1, tensor(&[1, 2, 2], &[0, 1, 1, 0])),
    ] {
        assert_eq!(bits(1).unpack(&x, Uint8, axis, 2), Ok(y), "axis {axis}");
    }
    for axis in [1, -2] {
        let y = tensor(&[1, 9, 1], &[0, 1, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(bits(1).unpack(&x, Uint8, axis, 9), Ok(y), "axis {axis}");
    }
    for axis in [3, -4] {
        let refused = bits(1).unpack(&x, Uint8, axis, 2);
        assert_eq!(refused, Err(UnpackError::Tensor(TensorError::Axis { axis, rank: 3 })));
    }
    let scalar = tensor(&[], &[1]);
    for axis in [-1, 0] {
        let refused = bits(1).unpack(&scalar, Uint8, axis, 2);
        assert_eq!(refused, Err(UnpackError::Tensor(TensorError::Rank)));
    }
}

/// "Each fixed combination of indices in the other dimensions defines an independent sequence,
/// called a row below"
#[test]
fn rows_lie_along_the_axis() {
    let x = tensor(&[2, 1, 2], &[0b01, 0b10, 0b11, 0b00]);
    let y = tensor(&[2, 2, 2], &[1, 0, 0, 1, 1, 0, 1, 0]);
    assert_eq!(bits(1).unpack(&x, Uint8, 1, 2), Ok(y));
    let x = tensor(&[2, 2, 1], &[1, 2, 3, 0]);
    let y = tensor(&[2, 2, 2], &[1, 0, 0, 1, 1, 1, 0, 0]);
    assert_eq!(bits(1).unpack(&x, Uint8, 2, 2), Ok(y));
}

/// "The input type determines word_bits: 8 for UINT8, 32 for UINT32."
#[test]
fn words_have_8_or_32_bits() {
    assert_eq!(bits(8).unpack(&row(&[0xF2, 1]), Uint8, LAST, 2), Ok(row(&[0xF2, 1])));
    let wide = row(&[0x0403_02F2, 0xFFFF_FF05]);
    assert_eq!(bits(8).unpack(&wide, Uint32, LAST, 5), Ok(row(&[0xF2, 2, 3, 4, 5])));
}

/// "Specify either bits in [1, 8], or both radix and group_size; the two spellings are mutually
/// exclusive."
#[test]
fn one_spelling_is_given() {
    for (bits, radix, group_size) in [
        (None, None, None),
        (None, Some(3), None),
        (None, None, Some(5)),
        (Some(3), Some(8), Some(1)),
        (Some(3), Some(8), None),
        (Some(3), None, Some(1)),
    ] {
        let refused = Packing::from_attributes(bits, radix, group_size);
        assert_eq!(refused, Err(AttributesError::Spelling));
    }
    assert_eq!(Packing::from_attributes(Some(8), None, None), Packing::bits(8));
    assert_eq!(Packing::from_attributes(None, Some(3), Some(5)), Packing::grouped(3, 5));
}

/// "When using bits, the input axis dimension B must equal ceil(count * bits / word_bits)."
#[test]
fn a_row_has_as_many_words_as_its_codes_fill() {
    for (b, word, count, words) in [
        (3, Uint8, 8, 3),
        (3, Uint8, 9, 4),
        (5, Uint8, 9, 6),
        (8, Uint8, 7, 7),
        (1, Uint8, 8, 1),
        (1, Uint8, 9, 2),
        // Not one word for each ten codes.
        (3, Uint32, 32, 3),
        (3, Uint32, 33, 4),
        (7, Uint32, 1, 1),
        (3, Uint32, 0, 0),
    ] {
        assert_eq!(bits(b).words(count, word), words, "{count} codes of {b} bits in {word:?}");
        for other in words.saturating_sub(1)..=words + 1 {
            let x = row(&vec![0; other as usize]);
            let found = bits(b).unpack(&x, word, LAST, count as i64);
            let error = UnpackError::WordCount { expected: words, found: other as u64 };
            let zeros = row(&vec![0; count as usize]);
            assert_eq!(found, if other == words { Ok(zeros) } else { Err(error) });
        }
    }
}

/// "The input axis dimension must equal ceil(ceil(count/G) * W / word_bits)."
#[test]
fn a_row_has_as_many_words_as_its_groups_fill() {
    for (packing, word, count, words) in [
        (grouped(3, 5), Uint8, 1, 1),
        (grouped(3, 5), Uint8, 5, 1),
        (grouped(3, 5), Uint8, 6, 2),
        (grouped(3, 5), Uint32, 20, 1),
        (grouped(3, 5), Uint32, 21, 2),
        (grouped(4, 3), Uint8, 4, 2),
        (grouped(16, 2), Uint8, 3, 2),
        (grouped(38, 12), Uint8, 1, 8),
        (grouped(38, 12), Uint8, 13, 16),
        (grouped(38, 12), Uint32, 96, 16),
        (grouped(38, 12), Uint32, 0, 0),
    ] {
        assert_eq!(packing.words(count, word), words, "{count} codes of {packing:?} in {word:?}");
    }
}

/// "starting with the least significant bit of each word"; "When a code spans a word boundary, its
/// higher-order bits are read from the low bits of the next word."
#[test]
fn bits_run_from_the_least_significant_on() {
    assert_eq!(unpack8(bits(1), &[0b0100_1101], 8), Ok(row(&[1, 0, 1, 1, 0, 0, 1, 0])));
    assert_eq!(unpack8(bits(4), &[0x21, 0x43], 4), Ok(row(&[1, 2, 3, 4])));
    // 3-bit codes 2 and 5 of bytes, 10 and 21 of words.
    assert_eq!(unpack8(bits(3), &[0b1000_0000, 0b1, 0], 3), wrong_words(2, 3));
    assert_eq!(unpack8(bits(3), &[0b1000_0000, 0b1], 3), Ok(row(&[0, 0, 0b110])));
    let mut codes = [0; 22];
    (codes[10], codes[21]) = (0b110, 0b101);
    let words = row(&[0x8000_0000, 0x8000_0001, 0b10]);
    assert_eq!(bits(3).unpack(&words, Uint32, LAST, 22), Ok(row(&codes)));
}

fn wrong_words(expected: u128, found: u64) -> Result<Tensor, UnpackError> {
    Err(UnpackError::WordCount { expected, found })
}

/// "Each row begins at bit 0 of a new word. Unused high bits in the final input word of each row
/// are padding and are ignored."
#[test]
fn rows_begin_at_new_words() {
    for padding in [0, 0b1010_1010, 0b1111_1110] {
        let x = tensor(&[2, 2], &[0b1101_0001, padding, 0b0000_0010, padding | 1]);
        let y = tensor(&[2, 3], &[1, 2, 3, 2, 0, 4]);
        assert_eq!(bits(3).unpack(&x, Uint8, LAST, 3), Ok(y), "{padding:#b}");
    }
}

/// "Read consecutive W = ceil(log2(R^G)) bit group indices, least-significant bit first, without
/// word alignment between groups."
#[test]
fn groups_are_not_aligned() {
    // W = 4: 9 indices.
    assert_eq!(unpack8(grouped(3, 2), &[0x85], 4), Ok(row(&[2, 1, 2, 2])));
    // W = 7: 125 indices; the second one is 124 = 0b111_1100, across both words.
    let words = [0b0000_0001, 0b0011_1110];
    assert_eq!(unpack8(grouped(5, 3), &words, 6), Ok(row(&[1, 0, 0, 4, 4, 4])));
}

/// "Every group index must be less than R^G; encodings outside this range are invalid."
#[test]
fn group_indices_are_below_the_power() {
    assert_eq!(unpack8(grouped(3, 5), &[242], 5), Ok(row(&[2; 5])));
    for count in [1, 5] {
        let error = UnpackError::GroupIndex { row: 0, group: 0, index: 243, power: 243 };
        assert_eq!(unpack8(grouped(3, 5), &[243], count), Err(error));
    }
}

/// "Unused digits of the last group and unused high bits of the last word are ignored."
#[test]
fn unused_digits_are_ignored() {
    for unused in 0..27 {
        assert_eq!(unpack8(grouped(3, 5), &[7 + 9 * unused], 2), Ok(row(&[1, 2])), "{unused}");
    }
    for unused in 0..16 {
        assert_eq!(unpack8(grouped(3, 2), &[5 | unused << 4], 2), Ok(row(&[2, 1])), "{unused}");
    }
}

/// "The original bits spelling is (R, G) = (2^bits, 1)."
#[test]
fn bits_are_groups_of_one() {
    for b in 1..=8 {
        let (plain, grouped) = (bits(b), grouped(1 << b, 1));
        let facts = |packing: Packing| (packing.radix(), packing.group_size(), packing.power());
        assert_eq!(facts(plain), (1 << b, 1, 1 << b));
        assert_eq!(facts(grouped), (1 << b, 1, 1 << b));
        assert_eq!((plain.index_bits(), grouped.index_bits()), (b as u64, b as u64));
    }
}
