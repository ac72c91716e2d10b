//! The manifest lists what is in the folder.

use std::fmt::Write as _;

use codec_vectors::{Batch, Case, FORMAT, Group, Manifest, PackingItem, ReshapeItem, embedded};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::batches::ids_of;
use crate::files::{files_in, parse, paths, paths_in, text};
use crate::none;

/// Bytes that the files of a folder may take together.
const BUDGETS: [(&str, usize); 8] = [
    ("cast_value/tables", 5_000_000),
    ("cast_value/segments", 5_000_000),
    ("cast_value/points", 8_000_000),
    ("cast_value/cases", 1_000_000),
    ("reshape/batches", 2_000_000),
    ("reshape/cases", 1_000_000),
    ("unpack/batches", 4_000_000),
    ("unpack/cases", 1_000_000),
];

fn manifest() -> Manifest {
    parse("manifest.json")
}

#[test]
fn lists_exactly_the_files_in_order() {
    let listed: Vec<_> = manifest().files.into_iter().map(|file| file.path).collect();
    assert_eq!(listed, paths());
}

#[test]
fn states_lengths_and_digests() {
    let mut faults = Vec::new();
    for file in manifest().files {
        let text = text(&file.path);
        let mut sha256 = String::new();
        for byte in Sha256::digest(&text) {
            write!(sha256, "{byte:02x}").expect("a string takes any text");
        }
        if (file.bytes, &file.sha256) != (text.len() as u64, &sha256) {
            faults.push(format!("{}: {} bytes with digest {sha256}", file.path, text.len()));
        }
    }
    none(&faults);
}

#[test]
fn counts_are_those_of_the_content() {
    let mut counts = Vec::new();
    for folder in ["cast_value/points", "cast_value/segments", "cast_value/tables"] {
        counts.extend(counted(folder, Group::count));
    }
    counts.extend(counted("cast_value/cases", Case::count));
    for kind in ["batches", "cases"] {
        let checks = |batch: &Batch<ReshapeItem>| ids_of(batch).len() as u64 - 1;
        counts.extend(counted(&format!("reshape/{kind}"), checks));
        let checks = |batch: &Batch<PackingItem>| ids_of(batch).len() as u64 - 1;
        counts.extend(counted(&format!("unpack/{kind}"), checks));
    }
    counts.sort();
    let listed = manifest().files.into_iter().map(|file| (file.path, file.count));
    let stated = counts.iter().map(|(path, stated, _)| (path.clone(), *stated));
    assert!(listed.eq(stated), "the manifest has other counts than the files");
    let wrong = counts.iter().filter(|(_, stated, content)| stated != content);
    let words = |(path, stated, content): &(String, u64, u64)| {
        format!("{path}: `count` is {stated}, but the file has {content}")
    };
    none(&wrong.map(words).collect::<Vec<_>>());
}

/// Path, stated count and count of the content of each file in a folder.
fn counted<T: DeserializeOwned>(
    folder: &str,
    count: impl Fn(&T) -> u64,
) -> Vec<(String, u64, u64)> {
    let counts = files_in(folder).into_iter().map(|(path, file)| {
        let content = file.items.iter().map(&count).sum();
        (path, file.count, content)
    });
    counts.collect()
}

#[test]
fn larger_files_stand_in_order_and_elsewhere() {
    let full: Vec<_> = manifest().full.into_iter().map(|file| file.path).collect();
    assert!(full.is_sorted_by(|a, b| a < b), "{full:?}");
    none(&full.into_iter().filter(|path| paths().contains(path)).collect::<Vec<_>>());
}

#[test]
fn one_format_and_one_suite_everywhere() {
    let manifest = manifest();
    assert_eq!(manifest.format, FORMAT);
    let header = |path: &String| -> Value { parse(path) };
    let differs = |file: &Value| {
        file["format"] != u64::from(FORMAT) || file["suite"] != manifest.suite.as_str()
    };
    let wrong: Vec<_> = paths().into_iter().filter(|path| differs(&header(path))).collect();
    none(&wrong);
}

#[test]
fn sizes_keep_to_the_budget() {
    for (folder, budget) in BUDGETS {
        let bytes: usize = paths_in(folder).iter().map(|path| text(path).len()).sum();
        assert!(bytes <= budget, "{folder} takes {bytes} bytes of {budget}");
    }
}

#[test]
fn the_crate_embeds_these_files() {
    let standing: Vec<_> = paths().into_iter().map(|path| (text(&path), path)).collect();
    let embedded: Vec<_> = embedded::files().collect();
    assert_eq!(embedded.len(), standing.len());
    for ((path, embedded), (text, standing)) in embedded.iter().zip(&standing) {
        assert_eq!(path, standing);
        assert!(embedded == text, "{path} is embedded with another text");
    }
    assert_eq!(embedded::manifest(), manifest());
}
