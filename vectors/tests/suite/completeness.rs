//! Every function is in exactly one kind of file, exactly once.

use std::collections::BTreeMap;

use codec_vectors::{Holds, Kind};

use crate::files::{DataType, data_types, groups};
use crate::none;

const ROUNDINGS: [&str; 5] =
    ["nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away"];

const RANGE_RULES: [&str; 3] = ["none", "clamp", "wrap"];

const DIRECTIONS: [&str; 2] = ["encode", "decode"];

/// Source, target, rounding, range rule and direction.
type Function = [String; 5];

/// How often each function is in the files of a kind.
fn standing(kind: Kind) -> BTreeMap<Function, usize> {
    let mut functions = BTreeMap::new();
    for (_, group) in groups().filter(|(of, _)| *of == kind) {
        for holds in group.functions.iter().flat_map(|function| &function.holds) {
            for [rounding, range, direction] in product(holds) {
                let source = group.source.clone();
                let function = [source, group.target.clone(), rounding, range, direction];
                *functions.entry(function).or_default() += 1;
            }
        }
    }
    functions
}

fn product(holds: &Holds) -> impl Iterator<Item = [String; 3]> {
    holds.rounding.iter().flat_map(move |rounding| {
        holds.out_of_range.iter().flat_map(move |range| {
            holds
                .directions
                .iter()
                .map(move |direction| [rounding.clone(), range.clone(), direction.clone()])
        })
    })
}

/// The functions that the files of a kind owe, each once.
fn owed(kind: Kind) -> BTreeMap<Function, usize> {
    let types = data_types();
    let mut functions = BTreeMap::new();
    for source in &types {
        for target in &types {
            for range in
                RANGE_RULES.into_iter().filter(|range| place(source, target, range) == kind)
            {
                let exists = |direction: &&str| {
                    let stored = if *direction == "encode" { target } else { source };
                    range != "wrap" || stored.integer
                };
                for direction in DIRECTIONS.iter().filter(|direction| exists(direction)) {
                    for rounding in ROUNDINGS {
                        let names =
                            [source.name.as_str(), &target.name, rounding, range, direction];
                        functions.insert(names.map(str::to_owned), 1);
                    }
                }
            }
        }
    }
    functions
}

/// Narrow sources are tables. Wide ones are segments, where the target is narrow and does not
/// change with every input as it does under wrap; else points.
fn place(source: &DataType, target: &DataType, range: &str) -> Kind {
    if source.bits <= 8 {
        Kind::Tables
    } else if target.bits <= 8 && !(range == "wrap" && target.integer) {
        Kind::Segments
    } else {
        Kind::Points
    }
}

/// Compares what is there with what is owed, and with counts that were worked out by hand.
fn complete(kind: Kind, encode: usize, decode: usize) {
    let (standing, owed) = (standing(kind), owed(kind));
    let missing = owed.keys().filter(|function| !standing.contains_key(*function));
    let mut faults: Vec<_> = missing.map(|function| format!("missing: {function:?}")).collect();
    let wrong = standing.iter().filter(|(function, count)| owed.get(*function) != Some(count));
    faults.extend(wrong.map(|(function, count)| format!("listed {count} times: {function:?}")));
    none(&faults);
    let with = |direction: &str| standing.keys().filter(|names| names[4] == direction).count();
    assert_eq!((with("encode"), with("decode")), (encode, decode));
}

#[test]
fn tables_hold_every_function_of_a_narrow_source() {
    // 16 sources: 26 targets for none and clamp; wrap needs an integer in the configuration:
    // one of 12 targets when encoding, one of 6 sources when decoding.
    complete(Kind::Tables, 16 * (26 * 10 + 12 * 5), 16 * 26 * 10 + 6 * 26 * 5);
}

#[test]
fn segments_hold_every_slow_function_into_a_narrow_target() {
    // 10 sources, 16 targets; wrap from one of 6 integers into one of 10 floats, by decoding.
    complete(Kind::Segments, 10 * 16 * 10, 10 * 16 * 10 + 6 * 10 * 5);
}

#[test]
fn points_hold_every_other_function() {
    // 10 sources, 10 targets; wrap into one of 12 integers of any width when encoding, and from
    // one of 6 wide integers into one of 10 wide types or 6 narrow integers when decoding.
    let encode = 10 * 10 * 10 + 10 * 12 * 5;
    complete(Kind::Points, encode, 10 * 10 * 10 + 6 * (10 + 6) * 5);
}
