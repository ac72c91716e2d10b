//! The vector files, as they stood when the crate was built.

use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

use crate::record::{Case, FORMAT, File, Group, Kind, Listing, Manifest, Rule};

static CAST_VALUE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cast_value");

/// The generated groups of a kind, of every file.
pub fn groups(kind: Kind) -> Vec<Group> {
    let folder = match kind {
        Kind::Tables => "tables",
        Kind::Segments => "segments",
        Kind::Points => "points",
        Kind::Cases => return Vec::new(),
    };
    items(folder)
}

/// The hand-written cases of every file.
pub fn cases() -> Vec<Case> {
    items("cases")
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
    let folders = CAST_VALUE.dirs();
    let mut files: Vec<_> = folders.flat_map(Dir::files).map(named).collect();
    files.sort();
    files
}

fn items<T: DeserializeOwned>(folder: &str) -> Vec<T> {
    let folder = format!("cast_value/{folder}/");
    let files = files().into_iter().filter(|(path, _)| path.starts_with(&folder));
    let items = files.flat_map(|(path, text)| {
        let file: File<T> = parse(&path, text);
        assert_eq!(file.format, FORMAT, "vectors/{path} has a format that is not known here");
        file.items
    });
    items.collect()
}

fn named(file: &'static include_dir::File<'static>) -> (String, &'static str) {
    let path: Vec<_> = file.path().iter().map(|part| part.to_string_lossy()).collect();
    let text = file.contents_utf8().expect("vector files are UTF-8");
    (format!("cast_value/{}", path.join("/")), text)
}

/// The embedded files belong to this crate, so a fault in one is a fault of its build.
fn parse<T: DeserializeOwned>(path: &str, text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("vectors/{path}: {error}"))
}
