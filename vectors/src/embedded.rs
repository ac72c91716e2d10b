//! The vector files, as they were when the crate was built.

use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

use crate::batch::{Batch, PackingItem, ReshapeItem};
use crate::record::{Case, FORMAT, File, Group, Kind, Listing, Manifest, Rule};

static FOLDERS: [(&str, Dir<'_>); 3] = [
    ("cast_value", include_dir!("$CARGO_MANIFEST_DIR/cast_value")),
    ("reshape", include_dir!("$CARGO_MANIFEST_DIR/reshape")),
    ("unpack", include_dir!("$CARGO_MANIFEST_DIR/unpack")),
];

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
pub fn files() -> Vec<(String, &'static str)> {
    let folders = FOLDERS.iter().flat_map(|(name, folder)| {
        folder.dirs().flat_map(Dir::files).map(|file| named(name, file))
    });
    let mut files: Vec<_> = folders.collect();
    files.sort();
    files
}

fn items<T: DeserializeOwned>(specification: &str, kind: Kind) -> Vec<T> {
    let folder = format!("{specification}/{kind}/");
    let files = files().into_iter().filter(|(path, _)| path.starts_with(&folder));
    let items = files.flat_map(|(path, text)| {
        let file: File<T> = parse(&path, text);
        assert_eq!(file.format, FORMAT, "vectors/{path} has a format that is not known here");
        file.items
    });
    items.collect()
}

fn named(folder: &str, file: &'static include_dir::File<'static>) -> (String, &'static str) {
    let path: Vec<_> = file.path().iter().map(|part| part.to_string_lossy()).collect();
    let text = file.contents_utf8().expect("vector files are UTF-8");
    (format!("{folder}/{}", path.join("/")), text)
}

/// The embedded files belong to this crate, so a fault in one is a fault of its build.
fn parse<T: DeserializeOwned>(path: &str, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("vectors/{path}: {error}"))
}
