//! Inputs that Unpack and Pack reject, with all that the error says, and the shapes at the edge.

#[path = "common/packings.rs"]
mod packings;
#[path = "common/tensors.rs"]
mod tensors;

use codec_reference::{PackError, Packing, Tensor, TensorError, UnpackError, Word};
use num_bigint::BigUint;

use Word::{Uint8, Uint32};
use packings::{bits, grouped};
use tensors::{row, tensor};

/// Five codes in a byte.
fn ternary() -> Packing {
    grouped(3, 5)
}

#[test]
fn a_tensor_has_as_many_elements_as_its_shape() {
    let large = BigUint::from(1_u32) << 128;
    for (shape, found, expected) in [
        (vec![2, 3], 5, 6_u32.into()),
        (vec![2, 3], 7, 6_u32.into()),
        (vec![], 0, 1_u32.into()),
        (vec![], 2, 1_u32.into()),
        (vec![0, 5], 1, 0_u32.into()),
        // Nothing but a multiple of 2^64.
        (vec![1 << 32, 1 << 32, 1 << 32, 1 << 32], 0, large),
        (vec![(1 << 63) + 3, 2], 6, (BigUint::from(1_u32) << 64) + 6_u32),
    ] {
        let refused = Tensor::new(shape, vec![0; found]);
        assert_eq!(refused, Err(TensorError::Elements { expected, found }));
    }
    for shape in [vec![0], vec![1 << 40, 0], vec![u64::MAX, u64::MAX, 0, u64::MAX]] {
        let empty = tensor(&shape, &[]);
        assert_eq!((empty.shape(), empty.elements()), (&shape[..], &[][..]));
    }
    let scalar = tensor(&[], &[7]);
    assert_eq!((scalar.shape(), scalar.elements()), (&[][..], &[7][..]));
}

#[test]
fn up_rank_1_a_scalar_has_no_axis() {
    let scalar = tensor(&[], &[1]);
    for axis in [-1, 0, 1, i64::MIN, i64::MAX] {
        let unpacked = ternary().unpack(&scalar, Uint8, axis, 1);
        assert_eq!(unpacked, Err(UnpackError::Tensor(TensorError::Rank)));
        let packed = ternary().pack(&scalar, Uint8, axis);
        assert_eq!(packed, Err(PackError::Tensor(TensorError::Rank)));
    }
}

#[test]
fn up_axis_2_axes_are_in_range() {
    for rank in 1..=4_usize {
        let ones = tensor(&vec![1; rank], &[1]);
        let extremes =
            [i64::MIN, i64::MIN + 1, i64::MIN + rank as i64, i64::MAX, 1 << 32, -1 << 32];
        for axis in (-9..9).chain(extremes) {
            let unpacked = ternary().unpack(&ones, Uint32, axis, 1);
            let packed = ternary().pack(&ones, Uint32, axis);
            if -(rank as i64) <= axis && axis < rank as i64 {
                assert_eq!((unpacked, packed), (Ok(ones.clone()), Ok(ones.clone())), "axis {axis}");
            } else {
                let error = TensorError::Axis { axis, rank };
                assert_eq!(unpacked, Err(UnpackError::Tensor(error.clone())));
                assert_eq!(packed, Err(PackError::Tensor(error)));
            }
        }
    }
}

#[test]
fn up_count_3_counts_are_not_negative() {
    for count in [-1, -5, -1 << 32, i64::MIN] {
        for words in [row(&[]), row(&[1]), tensor(&[0, 1], &[])] {
            let refused = ternary().unpack(&words, Uint8, -1, count);
            assert_eq!(refused, Err(UnpackError::Count { count }));
        }
    }
}

/// "With count = 0, both input and output must have an empty selected axis."
#[test]
fn up_count_2_no_codes_have_no_words() {
    for word in Word::ALL {
        let refused = ternary().unpack(&row(&[0]), word, 0, 0);
        assert_eq!(refused, Err(UnpackError::WordCount { expected: 0, found: 1 }));
        let refused = ternary().unpack(&row(&[]), word, 0, 1);
        assert_eq!(refused, Err(UnpackError::WordCount { expected: 1, found: 0 }));
        assert_eq!(ternary().unpack(&row(&[]), word, 0, 0), Ok(row(&[])));
        assert_eq!(ternary().pack(&row(&[]), word, 0), Ok(row(&[])));
        let empty = tensor(&[3, 0, 2], &[]);
        assert_eq!(ternary().unpack(&empty, word, 1, 0), Ok(empty.clone()));
        assert_eq!(ternary().pack(&empty, word, 1), Ok(empty));
    }
}

/// "All non-axis dimensions are preserved, including zero dimensions, and the same shape
/// requirements apply when any non-axis dimension is zero."
#[test]
fn up_row_2_empty_inputs_are_checked_as_well() {
    let five = bits(5);
    for (shape, axis, output) in
        [([2, 0, 6], 2, [2, 0, 9]), ([0, 6, 2], 1, [0, 9, 2]), ([6, 0, 0], 0, [9, 0, 0])]
    {
        let (words, codes) = (tensor(&shape, &[]), tensor(&output, &[]));
        assert_eq!(five.unpack(&words, Uint8, axis, 9), Ok(codes.clone()));
        assert_eq!(five.pack(&codes, Uint8, axis), Ok(words));
    }
    for found in [0, 5, 7] {
        let refused = five.unpack(&tensor(&[2, 0, found], &[]), Uint8, -1, 9);
        assert_eq!(refused, Err(UnpackError::WordCount { expected: 6, found }));
    }
}

#[test]
fn up_words_3_rows_without_memory_may_be_of_any_length() {
    let last = i64::MAX;
    for (packing, word, words, count) in [
        (bits(3), Uint32, 201_326_592, 1 << 31),
        (bits(8), Uint8, (1 << 63) - 1, last),
        (bits(1), Uint8, 1 << 60, last),
        (bits(8), Uint32, 1 << 61, last),
        (bits(7), Uint32, 2_017_612_633_061_982_208, last),
        (ternary(), Uint8, 1_844_674_407_370_955_162, last),
        (grouped(256, 7), Uint8, 9_223_372_036_854_775_807, last),
        (grouped(256, 2), Uint8, 1 << 63, last),
    ] {
        let (input, output) = (tensor(&[0, words], &[]), tensor(&[0, count as u64], &[]));
        assert_eq!(packing.unpack(&input, word, 1, count), Ok(output.clone()), "{packing:?}");
        assert_eq!(packing.pack(&output, word, 1), Ok(input), "{packing:?}");
        for found in [words - 1, words + 1, words ^ 1 << 32] {
            let refused = packing.unpack(&tensor(&[0, found], &[]), word, 1, count);
            let expected = words.into();
            assert_eq!(refused, Err(UnpackError::WordCount { expected, found }), "{packing:?}");
        }
    }
}

/// 2^40 rows of nothing are not walked through.
#[test]
fn rows_without_codes_take_no_time() {
    for shape in
        [vec![1 << 40, 0], vec![1 << 40, u64::MAX, 0], vec![0, u64::MAX], vec![u64::MAX, 0, 7]]
    {
        let axis = shape.iter().position(|extent| *extent == 0).expect("an empty one") as i64;
        let empty = tensor(&shape, &[]);
        for packing in [bits(3), ternary()] {
            assert_eq!(packing.unpack(&empty, Uint32, axis, 0), Ok(empty.clone()));
            assert_eq!(packing.pack(&empty, Uint32, axis), Ok(empty.clone()));
        }
    }
}

#[test]
fn up_words_1_other_word_counts_are_refused() {
    for (words, count, expected) in
        [(2, 5, 1), (0, 5, 1), (1, 6, 2), (3, 10, 2), (1, 1 << 40, 219_902_325_556)]
    {
        let refused = ternary().unpack(&row(&vec![0; words]), Uint8, 0, count);
        let found = words as u64;
        assert_eq!(refused, Err(UnpackError::WordCount { expected, found }), "{count}");
    }
    // Along the axis, not the others.
    let refused = ternary().unpack(&tensor(&[1, 2], &[0, 0]), Uint8, 1, 5);
    assert_eq!(refused, Err(UnpackError::WordCount { expected: 1, found: 2 }));
}

#[test]
fn up_group_5_indices_are_rejected_wherever_they_are() {
    let error = |row, group, index| Err(UnpackError::GroupIndex { row, group, index, power: 243 });
    let unpack = |words: &Tensor, axis, count| ternary().unpack(words, Uint8, axis, count);
    assert_eq!(unpack(&row(&[243, 0]), 0, 10), error(0, 0, 243));
    assert_eq!(unpack(&row(&[0, 255]), 0, 10), error(0, 1, 255));
    // All of the excess is in digits that are cut off.
    assert_eq!(unpack(&row(&[242, 250]), 0, 6), error(0, 1, 250));
    // The second row's first group; along the other axis it is the first row's second one.
    assert_eq!(unpack(&tensor(&[2, 1], &[0, 244]), 1, 5), error(1, 0, 244));
    assert_eq!(unpack(&tensor(&[2, 1], &[0, 244]), 0, 10), error(0, 1, 244));
    // Padding is not an index: two bits a group.
    let three = grouped(3, 1);
    assert_eq!(three.unpack(&row(&[0b1111_1001]), Uint8, 0, 2), Ok(row(&[1, 2])));
    let error = UnpackError::GroupIndex { row: 0, group: 2, index: 3, power: 3 };
    assert_eq!(three.unpack(&row(&[0b1111_1001]), Uint8, 0, 3), Err(error));
}

#[test]
fn up_pack_3_codes_are_below_the_radix() {
    for (packing, radix) in [(bits(1), 2), (bits(8), 256), (ternary(), 3)] {
        for code in [radix, radix + 1, 255 + radix, u64::MAX] {
            let error = |index| Err(PackError::Code { index, code, radix });
            assert_eq!(packing.pack(&row(&[code]), Uint8, 0), error(0));
            let last = tensor(&[2, 2], &[0, radix - 1, 1, code]);
            assert_eq!(packing.pack(&last, Uint32, 0), error(3));
        }
        let largest = row(&[radix - 1; 7]);
        assert!(packing.pack(&largest, Uint8, 0).is_ok());
    }
}

/// Groups of two bytes: an odd number of codes takes one word more.
#[test]
fn more_words_than_an_extent_can_hold_are_rejected() {
    let pairs = grouped(256, 2);
    let (longest, words) = (tensor(&[0, u64::MAX], &[]), 1 << 64);
    assert_eq!(pairs.pack(&longest, Uint8, 1), Err(PackError::WordCount { words }));
    assert_eq!(pairs.pack(&longest, Uint32, 1), Ok(tensor(&[0, 1 << 62], &[])));
    let longest = tensor(&[u64::MAX - 1, 0], &[]);
    assert_eq!(pairs.pack(&longest, Uint8, 0), Ok(longest));
}

#[test]
fn errors_carry_the_protocols_reason_and_the_rule() {
    let axis = TensorError::Axis { axis: -3, rank: 2 };
    let elements = TensorError::Elements { expected: 6_u32.into(), found: 5 };
    for (error, reason, word) in [
        (UnpackError::Tensor(TensorError::Rank), "shape", "UP-RANK-1"),
        (UnpackError::Tensor(axis.clone()), "attributes", "UP-AXIS-2"),
        (UnpackError::Tensor(elements.clone()), "shape", "5 elements"),
        (UnpackError::Count { count: -1 }, "count", "UP-COUNT-3"),
        (UnpackError::WordCount { expected: 1, found: 2 }, "word_count", "UP-WORDS-2"),
        (
            UnpackError::GroupIndex { row: 5, group: 0, index: 9, power: 9 },
            "group_index",
            "UP-GROUP-5",
        ),
    ] {
        assert_eq!(error.reason(), reason);
        assert!(error.to_string().contains(word), "{error}");
    }
    for (error, reason, word) in [
        (PackError::Tensor(axis), "attributes", "UP-AXIS-2"),
        (PackError::Tensor(elements), "shape", "5 elements"),
        (PackError::Code { index: 4, code: 3, radix: 3 }, "code", "UP-PACK-3"),
        (PackError::WordCount { words: 1 << 64 }, "word_count", "18446744073709551616"),
    ] {
        assert_eq!(error.reason(), reason);
        assert!(error.to_string().contains(word), "{error}");
    }
}
