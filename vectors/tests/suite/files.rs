//! The files in the folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use codec_vectors::{Bits, Case, File, Group, Kind, Listing};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A row of `types.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataType {
    pub(crate) name: String,
    pub(crate) bits: u32,
    pub(crate) bytes: u8,
    pub(crate) signed: bool,
    pub(crate) integer: bool,
    pub(crate) nan: Option<Nan>,
}

/// Which patterns are NaNs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Nan {
    Only(Bits),
    Ieee { exponent: Bits, fraction: Bits },
}

/// The folder of this package.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file by its path below the folder.
pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of a JSON file by its path below the folder.
pub(crate) fn parse<T: DeserializeOwned>(path: &str) -> T {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Paths of the vector files below the folder, sorted.
pub(crate) fn paths() -> Vec<String> {
    let mut paths = Vec::new();
    for specification in ["cast_value", "reshape", "unpack"] {
        walk(&folder().join(specification), specification, &mut paths);
    }
    paths.sort();
    paths
}

/// The paths in a folder such as `cast_value/tables`.
pub(crate) fn paths_in(folder: &str) -> Vec<String> {
    let inside = |path: &String| path.rsplit_once('/').is_some_and(|(parent, _)| parent == folder);
    paths().into_iter().filter(inside).collect()
}

fn walk(folder: &Path, name: &str, paths: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let file_name = path.file_name().expect("an entry has a name").to_string_lossy();
        let name = format!("{name}/{file_name}");
        if path.is_dir() {
            walk(&path, &name, paths);
        } else {
            paths.push(name);
        }
    }
}

/// The vector files in a folder, path and content.
pub(crate) fn files_in<T: DeserializeOwned>(folder: &str) -> Vec<(String, File<T>)> {
    paths_in(folder).into_iter().map(|path| (path.clone(), parse(&path))).collect()
}

/// The generated groups of every kind.
pub(crate) fn groups() -> impl Iterator<Item = (Kind, Group)> {
    [Kind::Tables, Kind::Segments, Kind::Points].into_iter().flat_map(|kind| {
        let files = files_in(&format!("cast_value/{kind}")).into_iter();
        files.flat_map(|(_, file)| file.items).map(move |group| (kind, group))
    })
}

/// The hand-written cases.
pub(crate) fn cases() -> impl Iterator<Item = Case> {
    files_in("cast_value/cases").into_iter().flat_map(|(_, file)| file.items)
}

/// The rows of `types.json`, in its order.
pub(crate) fn data_types() -> Vec<DataType> {
    parse::<Listing<DataType>>("types.json").items
}

/// The rows of `types.json` by name.
pub(crate) fn types_by_name() -> HashMap<String, DataType> {
    data_types().into_iter().map(|row| (row.name.clone(), row)).collect()
}

impl DataType {
    /// Whether a pattern is of this type: its width, and no bit above the value's.
    pub(crate) fn holds(&self, element: Bits) -> bool {
        element.bytes == self.bytes && element.bits <= self.mask()
    }

    /// All bits of a value.
    pub(crate) fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// Whether a pattern is a NaN.
    pub(crate) fn is_nan(&self, element: Bits) -> bool {
        match &self.nan {
            None => false,
            Some(Nan::Only(only)) => element == *only,
            Some(Nan::Ieee { exponent, fraction }) => {
                element.bits & exponent.bits == exponent.bits && element.bits & fraction.bits != 0
            }
        }
    }
}
