//! The manifest tells what stands in the folder.

use std::fmt::Write as _;

use codec_vectors::{FORMAT, Manifest, embedded};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::files::{of_kind, parse, paths, text};
use crate::none;

/// Bytes that the files of a folder may take together.
const BUDGETS: [(&str, u64); 4] =
    [("tables", 5_000_000), ("segments", 4_000_000), ("points", 8_000_000), ("cases", 1_000_000)];

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
    for folder in ["points", "segments", "tables"] {
        for (path, file) in of_kind::<codec_vectors::Group>(folder) {
            let content = file.items.iter().map(codec_vectors::Group::count).sum::<u64>();
            counts.push((path, file.count, content));
        }
    }
    for (path, file) in of_kind::<codec_vectors::Case>("cases") {
        let content = file.items.iter().map(codec_vectors::Case::count).sum::<u64>();
        counts.push((path, file.count, content));
    }
    counts.sort();
    let listed = manifest().files.into_iter().map(|file| (file.path, file.count));
    let stated = counts.iter().map(|(path, stated, _)| (path.clone(), *stated));
    assert!(listed.eq(stated), "the manifest has other counts than the files");
    let wrong = counts.iter().filter(|(_, stated, content)| stated != content);
    none(&wrong.map(|wrong| format!("path, count and content: {wrong:?}")).collect::<Vec<_>>());
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
        let below = format!("cast_value/{folder}/");
        let files = manifest().files.into_iter().filter(|file| file.path.starts_with(&below));
        let bytes: u64 = files.map(|file| file.bytes).sum();
        assert!(bytes <= budget, "{folder} takes {bytes} bytes of {budget}");
    }
}

#[test]
fn the_crate_embeds_these_files() {
    let standing: Vec<_> = paths().into_iter().map(|path| (text(&path), path)).collect();
    let embedded = embedded::files();
    assert_eq!(embedded.len(), standing.len());
    for ((path, embedded), (text, standing)) in embedded.iter().zip(&standing) {
        assert_eq!(path, standing);
        assert!(embedded == text, "{path} is embedded with another text");
    }
    assert_eq!(embedded::manifest(), manifest());
}
