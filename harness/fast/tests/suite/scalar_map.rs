//! Scalar maps: what a key matches, and in what order.

use codec_fast::DataType::*;
use codec_fast::{Cast, DataType, MapEntry, MapKey, OutOfRange, Reason, RoundingMode};

use crate::convert_all;

const QUIET: u64 = 0x7e00;
const OTHER_NAN: u64 = 0x7e01;
const NEGATIVE_NAN: u64 = 0xfe00;
const SIGNALLING: u64 = 0x7c01;

fn any_nan(output: u64) -> MapEntry {
    MapEntry { key: MapKey::AnyNan, output }
}

fn bits(key: u64, output: u64) -> MapEntry {
    MapEntry { key: MapKey::Bits(key), output }
}

fn cast(source: DataType, target: DataType, map: &[MapEntry]) -> Cast {
    Cast::new(source, target, RoundingMode::NearestEven, None).with_map(map)
}

#[test]
fn any_nan_matches_every_nan() {
    let cast = cast(Float16, Int8, &[any_nan(7)]);
    for nan in [QUIET, OTHER_NAN, NEGATIVE_NAN, SIGNALLING, 0x7fff] {
        assert_eq!(cast.convert_one(nan), Ok(7), "{nan:#x}");
    }
    assert_eq!(cast.convert_one(0x7c00), Err(Reason::Infinite));
    for (source, nan) in [(Float8E4m3fnuz, 0x80), (Float8E8m0fnu, 0xff)] {
        assert_eq!(self::cast(source, Int8, &[any_nan(7)]).convert_one(nan), Ok(7));
    }
}

#[test]
fn a_nan_pattern_matches_itself_only() {
    let cast = cast(Float16, Int8, &[bits(OTHER_NAN, 7)]);
    assert_eq!(cast.convert_one(OTHER_NAN), Ok(7));
    for nan in [QUIET, NEGATIVE_NAN, SIGNALLING] {
        assert_eq!(cast.convert_one(nan), Err(Reason::Nan), "{nan:#x}");
    }
}

#[test]
fn the_first_entry_that_matches_decides() {
    let specific_first = cast(Float16, Int8, &[bits(OTHER_NAN, 7), any_nan(8), any_nan(9)]);
    assert_eq!(specific_first.convert_one(OTHER_NAN), Ok(7));
    assert_eq!(specific_first.convert_one(QUIET), Ok(8));
    let general_first = cast(Float16, Int8, &[any_nan(8), bits(OTHER_NAN, 7)]);
    assert_eq!(general_first.convert_one(OTHER_NAN), Ok(8));
    let twice = cast(Int32, Int8, &[bits(900, 1), bits(5, 3), bits(900, 2), bits(5, 4)]);
    assert_eq!([900, 5, 6].map(|key| twice.convert_one(key)), [1, 3, 6].map(Ok));
}

#[test]
fn zeros_match_each_other() {
    for (first, second) in [(0, 0x8000), (0x8000, 0)] {
        let cast = cast(Float16, Int8, &[bits(first, 7), bits(second, 8)]);
        assert_eq!([0, 0x8000].map(|zero| cast.convert_one(zero)), [Ok(7); 2]);
    }
    // Its 0x80 is not a zero.
    let fnuz = cast(Float8E5m2fnuz, Int8, &[bits(0, 7)]);
    assert_eq!([0, 0x80].map(|code| fnuz.convert_one(code)), [Ok(7), Err(Reason::Nan)]);
    // Nor are these.
    let int = cast(Int8, Int16, &[bits(0, 7)]);
    assert_eq!([0, 0x80].map(|code| int.convert_one(code)), [Ok(7), Ok(0xff80)]);
    let scale = cast(Float8E8m0fnu, Float32, &[bits(0, 7)]);
    assert_eq!([0, 0x80].map(|code| scale.convert_one(code)), [Ok(7), Ok(0x4000_0000)]);
}

#[test]
fn outputs_are_used_verbatim_and_before_any_rule() {
    let one = u64::from(1.0_f32.to_bits());
    let infinity = u64::from(f32::INFINITY.to_bits());
    let too_great = u64::from(1e30_f32.to_bits());
    let map = [bits(one, 0xfc01), bits(infinity, 0x1234), bits(too_great, 0x8000), any_nan(QUIET)];
    for rule in [None, Some(OutOfRange::Clamp)] {
        let cast = Cast::new(Float32, Float16, RoundingMode::NearestEven, rule).with_map(&map);
        let inputs = [one, infinity, too_great, f32::NAN.to_bits().into()];
        assert_eq!(convert_all(&cast, Float32, Float16, &inputs), [0xfc01, 0x1234, 0x8000, QUIET]);
        // An output is not looked up in turn, and other values take the usual way.
        assert_eq!(cast.convert_one(2.0_f32.to_bits().into()), Ok(0x4000));
    }
}

#[test]
fn arrays_use_the_map_at_every_width() {
    for source in [Int2, Int8, Uint16, Int32, Uint64, Float8E4m3, Float16, Float32, Float64] {
        let cast = cast(source, Int8, &[bits(1, 100), any_nan(0)]);
        let patterns = [[0, 1].repeat(40), vec![1]].concat();
        let expected = [[0, 100].repeat(40), vec![100]].concat();
        assert_eq!(convert_all(&cast, source, Int8, &patterns), expected, "{source:?}");
    }
}

/// Among ordinary numbers, which arrays convert in a quicker way where they can.
#[test]
fn arrays_of_ordinary_numbers_use_the_map() {
    for key in [0.0_f32, 1.0] {
        let cast = cast(Float32, Float16, &[bits(key.to_bits().into(), 0x1234), any_nan(0)]);
        let input = [key, 2.0].map(|value| u64::from(value.to_bits())).repeat(40);
        let expected = [0x1234, 0x4000].repeat(40);
        assert_eq!(convert_all(&cast, Float32, Float16, &input), expected);
    }
}

#[test]
fn a_new_map_replaces_the_old_one() {
    for source in [Int8, Int32] {
        let cast = cast(source, Int16, &[bits(1, 100)]).with_map(&[bits(2, 200)]);
        assert_eq!(convert_all(&cast, source, Int16, &[1, 2]), [1, 200]);
        assert_eq!(convert_all(&cast.with_map(&[]), source, Int16, &[1, 2]), [1, 2]);
    }
}

#[test]
fn bits_above_the_width_are_ignored_in_entries() {
    let cast = cast(Int4, Int4, &[bits(0xf1, 0xf2)]);
    assert_eq!(convert_all(&cast, Int4, Int4, &[1, 0xe1, 3]), [2, 2, 3]);
}

/// Entries in a number that a search must cope with.
#[test]
fn many_entries() {
    let map: Vec<MapEntry> = (0..1000).rev().map(|key| bits(key, (key * 7) % 128)).collect();
    let cast = cast(Int64, Int8, &map);
    let keys: Vec<u64> = (0..1000).collect();
    let expected: Vec<u64> = keys.iter().map(|key| (key * 7) % 128).collect();
    assert_eq!(convert_all(&cast, Int64, Int8, &keys), expected);
    assert_eq!(cast.convert_one(1000), Err(Reason::OutOfRange));
}
