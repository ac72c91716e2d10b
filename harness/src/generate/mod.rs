//! The generated vector files: computed by the reference, written by command only.

mod decided;
mod full;
pub(crate) mod function;
mod group;
mod packing;
mod points;
mod reshape;
mod rules;
mod segments;
mod text;
mod types;
mod why;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use codec_reference::DataType;
use codec_vectors::{Group, Kind, ManifestFile, Rule};
use rayon::prelude::*;
use thiserror::Error;

use group::Levels;
pub use write::{FileChange, apply};

/// What the reference generates, but for the manifest.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Every committed file below `vectors/`, path and text.
    pub files: BTreeMap<String, String>,
    /// Rows of the manifest for the hand-written case files that are there.
    pub cases: Vec<ManifestFile>,
    /// Rows of the manifest for the files that are too large to be committed, where they were
    /// asked for.
    pub full: Option<Vec<ManifestFile>>,
}

/// The files too large to be committed.
#[derive(Clone, Copy, Debug)]
pub enum Full<'a> {
    /// Their rows in the manifest are left as they are.
    Leave,
    /// They are computed for their digests.
    Digest,
    /// They are written below a folder too.
    WriteTo(&'a Path),
}

/// What people write by hand cannot be read, or is not of its form: the place, as the context of
/// the error that says why.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct HandWritten(pub String);

/// Computes the files; `root` is the folder that holds `spec-notes/`, and `done` hears the path of
/// each finished file.
///
/// # Errors
/// Notes and case files that cannot be read or are not of their form, as [`HandWritten`]; full
/// files that cannot be written.
pub fn generate(root: &Path, full: Full<'_>, done: &(impl Fn(&str) + Sync)) -> Result<Generated> {
    let rules = rules::read(&root.join("spec-notes"));
    let rules = rules.with_context(|| HandWritten("spec-notes".to_owned()))?;
    let cases = write::cases(&root.join("vectors"))?;
    let levels = rules.iter().map(|rule| (rule.id.clone(), rule.level)).collect();
    let files = files(&rules, &levels, done);
    let full = match full {
        Full::Leave => None,
        Full::Digest => Some(full::rows(&levels, None, done)?),
        Full::WriteTo(folder) => Some(full::rows(&levels, Some(folder), done)?),
    };
    Ok(Generated { files, cases, full })
}

fn files(
    rules: &[Rule],
    levels: &Levels,
    done: &(impl Fn(&str) + Sync),
) -> BTreeMap<String, String> {
    let generated = cast_value_files().into_par_iter().map(|(path, kind, source)| {
        let text = text::file(kind, &groups(kind, source, levels));
        done(&path);
        (path, text)
    });
    let mut files: BTreeMap<String, String> = generated.collect();
    let reshape = text::reshape_file(&reshape::batches(levels));
    files.insert("reshape/batches/family.json".to_owned(), reshape);
    done("reshape/batches/family.json");
    for (name, batches) in packing::files(levels) {
        let path = format!("unpack/batches/{name}.json");
        done(&path);
        files.insert(path, text::packing_file(&batches));
    }
    files.insert("rules.json".to_owned(), rules_text(rules));
    files.insert("types.json".to_owned(), types::text());
    files
}

fn cast_value_files() -> Vec<(String, Kind, DataType)> {
    let file = |folder, kind| {
        move |source: DataType| (format!("cast_value/{folder}/{source}.json"), kind, source)
    };
    let (narrow, wide): (Vec<_>, Vec<_>) =
        DataType::ALL.into_iter().partition(|source| source.bits() <= 8);
    // The longest first, so that no core waits for the last file.
    let segments = wide.iter().rev().copied().map(file("segments", Kind::Segments));
    let points = wide.iter().rev().copied().map(file("points", Kind::Points));
    let tables = narrow.iter().rev().copied().map(file("tables", Kind::Tables));
    segments.chain(points).chain(tables).collect()
}

fn groups(kind: Kind, source: DataType, levels: &Levels) -> Vec<Group> {
    let targets = DataType::ALL.into_iter();
    let groups: Vec<Group> = match kind {
        Kind::Tables => targets.map(|target| group::table((source, target), levels)).collect(),
        Kind::Points => {
            targets.filter_map(|target| group::points((source, target), levels)).collect()
        }
        Kind::Segments => targets
            .filter(|target| target.bits() <= 8)
            .map(|target| group::segments((source, target), levels))
            .collect(),
        Kind::Batches | Kind::Cases => unreachable!("not kinds of cast_value's generated files"),
    };
    groups
}

fn rules_text(rules: &[Rule]) -> String {
    text::lines(&text::listing("rules"), rules, "]}")
}
