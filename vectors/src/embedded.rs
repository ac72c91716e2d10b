//! The vector files, as they were when the crate was built.

use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use crate::batch::{Batch, PackingItem, ReshapeItem};
use crate::record::{Case, FORMAT, File as VectorFile, Group, Kind, Listing, Manifest, Rule};

// `static FILES: [File; …]`, the files below `vectors/` in the order of their paths.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

struct File {
    path: &'static str,
    packed: &'static [u8],
    text: OnceLock<String>,
}

/// The generated groups of a kind of `cast_value`, of every file.
pub fn groups(kind: Kind) -> Vec<Group> {
    match kind {
        Kind::Cases | Kind::Batches => Vec::new(),
        _ => items("cast_value", kind),
    }
}

/// The hand-written cases of `cast_value`, of every file.
pub fn cases() -> Vec<Case> {
    items("cast_value", Kind::Cases)
}

/// The batches of `reshape`: generated ([`Kind::Batches`]) or written by hand ([`Kind::Cases`]).
pub fn reshape(kind: Kind) -> Vec<Batch<ReshapeItem>> {
    items("reshape", kind)
}

/// The batches of Unpack and Pack, generated or written by hand.
pub fn packing(kind: Kind) -> Vec<Batch<PackingItem>> {
    items("unpack", kind)
}

/// The rules, with the sentence that a report quotes.
pub fn rules() -> Vec<Rule> {
    parse::<Listing<Rule>>("rules.json", include_str!("../rules.json")).items
}

/// Paths, counts and digests of the files.
pub fn manifest() -> Manifest {
    parse("manifest.json", include_str!("../manifest.json"))
}

/// Every file by its path below `vectors/`, with its text.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().map(|file| (file.path, file.text()))
}

fn items<T: DeserializeOwned>(specification: &str, kind: Kind) -> Vec<T> {
    let folder = format!("{specification}/{kind}/");
    let files = FILES.iter().filter(|file| file.path.starts_with(&folder));
    let items = files.flat_map(|file| {
        let VectorFile { format, items, .. } = parse(file.path, file.text());
        assert_eq!(format, FORMAT, "vectors/{} has a format that is not known here", file.path);
        items
    });
    items.collect()
}

impl File {
    const fn new(path: &'static str, packed: &'static [u8]) -> Self {
        Self { path, packed, text: OnceLock::new() }
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let bytes = miniz_oxide::inflate::decompress_to_vec(self.packed);
            let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
            text.unwrap_or_else(|| panic!("vectors/{} was not embedded as it is", self.path))
        })
    }
}

/// The embedded files belong to this crate, so a fault in one is a fault of its build.
fn parse<T: DeserializeOwned>(path: &str, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("vectors/{path}: {error}"))
}
