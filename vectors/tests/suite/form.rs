//! Text and order of the files: diffs can be read, and ids name one thing each.

use std::collections::{BTreeMap, BTreeSet};

use codec_vectors::{Batch, Bits, Case, File, Function, Group, Outcome, PackingItem, ReshapeItem};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

use crate::batches::{batches, ids_of};
use crate::files::{cases, data_types, files_in, groups, parse, paths, text};
use crate::none;

/// Members whose values are JSON numbers; everything else is text.
const NUMBERS: [&str; 4] = ["format", "count", "bits", "bytes"];

/// Members that hold JSON numbers in the files of `reshape`, beside the names of alternatives.
const RESHAPE_NUMBERS: [&str; 5] = ["format", "count", "input", "outcome", "is"];

/// Members that hold JSON numbers in the files of Unpack and Pack.
const UNPACK_NUMBERS: [&str; 7] =
    ["format", "count", "bits", "radix", "group_size", "axis", "shape"];

/// The largest number that every JSON reader holds exactly.
const MAX_NUMBER: i64 = (1 << 53) - 1;

/// The files beside the vectors.
const BESIDE: [&str; 3] = ["manifest.json", "rules.json", "types.json"];

fn all_paths() -> impl Iterator<Item = String> {
    BESIDE.into_iter().map(str::to_owned).chain(paths())
}

#[test]
fn lines_end_alike_and_the_last_one_ends() {
    let clean = |text: &str| {
        let body = text.strip_suffix('\n');
        body.is_some_and(|body| {
            !body.contains('\r') && body.split('\n').all(|line| !line.is_empty())
        })
    };
    let wrong: Vec<_> = all_paths().filter(|path| !clean(&text(path))).collect();
    none(&wrong);
}

#[test]
fn each_function_case_and_row_has_a_line() {
    let mut faults = Vec::new();
    for path in all_paths() {
        let text = text(&path);
        let lines: Vec<_> = text.lines().collect();
        let [first, middle @ .., last] = lines.as_slice() else { panic!("{path} is too short") };
        let framed = first.ends_with('[') && ["]", "]}"].contains(last);
        let wrong = middle.iter().position(|line| !is_item(&path, line));
        let headed = BESIDE.contains(&path.as_str()) || opens::<File<()>>(first);
        if !headed || !framed || wrong.is_some() {
            faults.push(format!("{path}, line {}", wrong.map_or(1, |index| index + 2)));
        }
    }
    none(&faults);
}

/// Whether a line is one item of its file, or opens or closes a group or a generated batch.
fn is_item(path: &str, line: &str) -> bool {
    let line = line.strip_suffix(',').unwrap_or(line);
    if BESIDE.contains(&path) {
        return serde_json::from_str::<Value>(line).is_ok();
    }
    let (folder, _) = path.rsplit_once('/').expect("a vector file is in a folder");
    match folder {
        "cast_value/cases" => is_written_as::<Case>(line),
        "reshape/cases" => is_written_as::<Batch<ReshapeItem>>(line),
        "unpack/cases" => is_written_as::<Batch<PackingItem>>(line),
        "reshape/batches" => is_part::<Batch<ReshapeItem>, ReshapeItem>(line),
        "unpack/batches" => is_part::<Batch<PackingItem>, PackingItem>(line),
        _ => is_part::<Group, Function>(line),
    }
}

/// Whether a line opens or closes a record, or is one of its items.
fn is_part<T: DeserializeOwned + Serialize, I: DeserializeOwned + Serialize>(line: &str) -> bool {
    opens::<T>(line) || line == "]}" || is_written_as::<I>(line)
}

/// Whether a line begins a record as the record types write it, up to the bracket of its items.
fn opens<T: DeserializeOwned + Serialize>(line: &str) -> bool {
    line.ends_with('[') && is_written_as::<T>(&format!("{line}]}}"))
}

/// Whether a line is a record as the record types write it: the order of members, the spacing.
fn is_written_as<T: DeserializeOwned + Serialize>(line: &str) -> bool {
    let record = serde_json::from_str::<T>(line);
    record.is_ok_and(|record| serde_json::to_string(&record).is_ok_and(|text| text == line))
}

#[test]
fn only_counts_widths_and_extents_are_numbers() {
    let mut faults = Vec::new();
    for path in all_paths() {
        let (members, alternatives): (&[&str], _) = match path.split('/').next() {
            Some("reshape") => (&RESHAPE_NUMBERS, true),
            Some("unpack") => (&UNPACK_NUMBERS, false),
            _ => (&NUMBERS, false),
        };
        numbers(&parse(&path), "", &mut |member, number| {
            let known = members.contains(&member) || alternatives && member.starts_with("RS-");
            let exact = number.as_i64().is_some_and(|number| number.abs() <= MAX_NUMBER);
            if !known || !exact {
                faults.push(format!("{path}: {number} in {member:?}"));
            }
        });
    }
    none(&faults);
}

/// Calls `found` for each number, with the name of the closest member that holds it.
fn numbers(value: &Value, member: &str, found: &mut impl FnMut(&str, &Number)) {
    match value {
        Value::Number(number) => found(member, number),
        Value::Array(items) => items.iter().for_each(|item| numbers(item, member, found)),
        Value::Object(members) => {
            members.iter().for_each(|(member, value)| numbers(value, member, found));
        }
        _ => {}
    }
}

#[test]
fn ids_are_unique() {
    let mut seen = BTreeSet::new();
    let ids = groups().map(|(_, group)| group.id).chain(cases().map(|case| case.id));
    let ids = ids.chain(batches::<ReshapeItem>().flat_map(|batch| ids_of(&batch)));
    let ids = ids.chain(batches::<PackingItem>().flat_map(|batch| ids_of(&batch)));
    let twice: Vec<_> = ids.filter(|id| !seen.insert(id.clone())).collect();
    none(&twice);
}

#[test]
fn a_case_asks_an_input_once_in_a_direction() {
    let twice = |entries: &[(Bits, Outcome)]| {
        let inputs: BTreeSet<_> = entries.iter().map(|(input, _)| input).collect();
        inputs.len() < entries.len()
    };
    let wrong = cases().filter(|case| twice(&case.encode) || twice(&case.decode));
    none(&wrong.map(|case| case.id).collect::<Vec<_>>());
}

#[test]
fn cases_are_sorted_by_id() {
    for (path, file) in files_in::<Case>("cast_value/cases") {
        let ids: Vec<_> = file.items.iter().map(|case| &case.id).collect();
        assert!(ids.is_sorted(), "{path} is not sorted");
    }
}

#[test]
fn groups_are_in_the_order_of_the_types() {
    let types = data_types();
    let order: BTreeMap<_, _> = (0..).zip(&types).map(|(place, row)| (&row.name, place)).collect();
    for folder in ["tables", "segments", "points"] {
        for (path, file) in files_in::<Group>(&format!("cast_value/{folder}")) {
            let targets: Vec<i32> = file.items.iter().map(|group| order[&group.target]).collect();
            assert!(targets.is_sorted_by(|a, b| a < b), "{path} is in another order");
            for group in &file.items {
                assert_eq!(path, format!("cast_value/{folder}/{}.json", group.source));
                assert_eq!(group.id, format!("cast/{folder}/{}-{}", group.source, group.target));
            }
        }
    }
}
