//! The interface for arrays: layout, lengths, the element that fails.

use codec_fast::DataType::*;
use codec_fast::{Cast, CastError, DataType, OutOfRange, Reason, RoundingMode};

use crate::facts::facts;
use crate::{MODES, casts, convert_all, pack, random};

fn nearest(source: DataType, target: DataType, rule: Option<OutOfRange>) -> Cast {
    Cast::new(source, target, RoundingMode::NearestEven, rule)
}

/// Common and uncommon values side by side, at all lengths around those of whole blocks.
#[test]
fn an_array_is_its_elements() {
    for source in DataType::ALL {
        for target in DataType::ALL {
            for (mode, rule, cast) in casts(source, target) {
                let common = random().map(|bits| common(source, bits));
                let mixed = common.zip(random()).map(|(common, random)| match random % 41 {
                    0 => random & (u64::MAX >> (64 - source.bits())),
                    _ => common,
                });
                let good = mixed.filter(|&bits| cast.convert_one(bits).is_ok());
                let patterns: Vec<u64> = good.take(131).collect();
                let expected: Vec<u64> =
                    patterns.iter().map(|&bits| cast.convert_one(bits).unwrap()).collect();
                for length in [0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 131] {
                    let result = convert_all(&cast, source, target, &patterns[..length]);
                    assert_eq!(
                        result,
                        expected[..length],
                        "{source:?} to {target:?}, {mode:?}, {rule:?}, {length} elements"
                    );
                }
            }
        }
    }
}

/// Numbers around powers of two, each alone among ordinary numbers: there, and only there, would
/// show that a quick way for ordinary numbers also takes a number that it must not.
#[test]
fn ordinary_neighbours_change_nothing() {
    for source in [Bfloat16, Float16, Float32, Float64] {
        let float = facts(source).float.unwrap();
        let one = Cast::new(Float64, source, RoundingMode::NearestEven, None);
        let one = one.convert_one(1.0_f64.to_bits()).unwrap();
        let sign = 1 << (source.bits() - 1);
        let fields = 0..1_u64 << float.exponent_bits;
        // All that is far from 1 is equally out of range of the narrower types.
        let fields = fields.filter(|&field| field < 2 || (field as i32 - float.bias).abs() < 160);
        let powers = fields.map(|field| field << float.fraction_bits);
        let near =
            powers.flat_map(|code| (0..5).map(move |offset| (code + offset).wrapping_sub(2)));
        let near = near.filter(|code| code & sign == 0).flat_map(|code| [code, code | sign]);
        let near: Vec<u64> = near.collect();
        for target in DataType::ALL.into_iter().filter(|&target| facts(target).float.is_some()) {
            for mode in [RoundingMode::NearestEven, RoundingMode::TowardsNegative] {
                let cast = Cast::new(source, target, mode, Some(OutOfRange::Clamp));
                let good =
                    near.iter().filter_map(|&bits| Some((bits, cast.convert_one(bits).ok()?)));
                let (good, expected): (Vec<u64>, Vec<u64>) = good.unzip();
                let blocks: Vec<u64> =
                    good.iter().flat_map(|&bits| [one; 31].into_iter().chain([bits])).collect();
                let results = convert_all(&cast, source, target, &blocks);
                let results = results.into_iter().skip(31).step_by(32);
                for ((bits, expected), result) in good.into_iter().zip(expected).zip(results) {
                    assert_eq!(result, expected, "{source:?} {bits:#x} to {target:?} {mode:?}");
                }
            }
        }
    }
}

/// A value between -4 and 4, many of them zeros.
fn common(source: DataType, random: u64) -> u64 {
    let scale = if random.is_multiple_of(5) { 0.0 } else { 8.0 };
    let value = (random as f64 / u64::MAX as f64 - 0.5) * scale;
    let to_source = nearest(Float64, source, Some(OutOfRange::Clamp));
    to_source.convert_one(value.to_bits()).expect("clamped")
}

#[test]
fn elements_are_little_endian() {
    let mut output = [0; 6];
    nearest(Uint16, Uint16, None).convert(&[1, 2, 3, 4, 5, 6], &mut output).unwrap();
    assert_eq!(output, [1, 2, 3, 4, 5, 6]);
    let mut output = [0; 8];
    nearest(Int16, Int32, None).convert(&[0xfe, 0xff, 0, 1], &mut output).unwrap();
    assert_eq!(output, [0xfe, 0xff, 0xff, 0xff, 0, 1, 0, 0]);
    let mut output = [0; 4];
    nearest(Int64, Float32, None).convert(&[3, 0, 0, 0, 0, 0, 0, 0], &mut output).unwrap();
    assert_eq!(output, 3.0_f32.to_le_bytes());
}

#[test]
fn stray_upper_bits_are_ignored_and_none_are_written() {
    for source in [Int2, Uint2, Int4, Uint4, Float4E2m1fn, Float6E2m3fn, Float6E3m2fn] {
        for target in [source, Int2, Int4, Float6E2m3fn, Float64, Int64] {
            let cast = nearest(source, target, Some(OutOfRange::Clamp));
            for byte in 0..=255 {
                let clean = byte & ((1 << source.bits()) - 1);
                let result = convert_all(&cast, source, target, &[byte]);
                assert_eq!(result, convert_all(&cast, source, target, &[clean]));
                assert_eq!(cast.convert_one(byte), Ok(result[0]));
                assert_eq!(cast.convert_one(byte | 0xabcd << 40), Ok(result[0]));
                assert_eq!(u128::from(result[0]) >> target.bits(), 0);
            }
        }
    }
    // -1 takes no more than its own bits.
    assert_eq!(convert_all(&nearest(Int32, Int4, None), Int32, Int4, &[0xffff_ffff]), [0x0f]);
    assert_eq!(nearest(Int32, Int4, None).convert_one(u64::MAX), Ok(0x0f));
}

#[test]
fn the_first_failing_element_is_named() {
    let cases = [
        (Float32, Int8, 0x7fc0_0000, Reason::Nan),
        (Float32, Int8, 0xff80_0000, Reason::Infinite),
        (Float32, Float16, 0x7f00_0000, Reason::OutOfRange),
        (Float64, Float8E4m3fnuz, 0x7ff0 << 48, Reason::Infinite),
        (Float64, Float4E2m1fn, 0x7ff8 << 48, Reason::Nan),
        (Int64, Uint16, u64::MAX, Reason::OutOfRange),
        (Int16, Float8E8m0fnu, 0xffff, Reason::OutOfRange),
        (Int8, Uint8, 0x80, Reason::OutOfRange),
    ];
    for (source, target, bad, reason) in cases {
        let one = nearest(Float32, source, None).convert_one(1.0_f32.to_bits().into()).unwrap();
        for mode in MODES {
            let cast = Cast::new(source, target, mode, None);
            for index in [0, 1, 31, 32, 33, 63, 64, 99] {
                let mut patterns = vec![one; 100];
                patterns[index] = bad;
                patterns[99] = bad;
                let mut output = vec![0; 100 * target.size()];
                let error = cast.convert(&pack(source, &patterns), &mut output);
                assert_eq!(error, Err(CastError { index, reason }), "{source:?} to {target:?}");
            }
        }
    }
}

#[test]
fn errors_say_what_happened() {
    let error = CastError { index: 7, reason: Reason::OutOfRange };
    assert_eq!(error.to_string(), "element 7: outside the range of the target type");
    let error: &dyn std::error::Error = &Reason::Nan;
    assert_eq!(error.to_string(), "NaN, and the target type has no NaN");
}

#[test]
#[should_panic(expected = "the input must be whole elements")]
fn a_torn_element_panics() {
    let _ = nearest(Int32, Int8, None).convert(&[0; 5], &mut [0; 1]);
}

#[test]
#[should_panic(expected = "the output must have room for exactly the result")]
fn a_short_output_panics() {
    let _ = nearest(Int32, Int16, None).convert(&[0; 8], &mut [0; 3]);
}

#[test]
#[should_panic(expected = "the output must have room for exactly the result")]
fn a_long_output_panics() {
    let _ = nearest(Int8, Int8, None).convert(&[0; 8], &mut [0; 9]);
}
