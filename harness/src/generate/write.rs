//! Writing the generated files, or comparing them with what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use codec_vectors::{FORMAT, Hex, Manifest, ManifestFile};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{Generated, HandWritten, text};
use crate::replace::replace;

/// A file that differs from what the reference generates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileChange {
    /// It was not there.
    New(String),
    /// Its text is another; the line of the first difference.
    Changed(String, usize),
    /// It is there, but nothing generates it.
    Stale(String),
}

/// Brings `vectors/` up to date, or with `check` only says what would change.
///
/// The manifest is made last, from the generated files and the hand-written ones. Each file is
/// replaced as a whole: an interrupted run leaves the old one.
///
/// # Errors
/// Files that cannot be read or written.
pub fn apply(root: &Path, generated: Generated, check: bool) -> Result<Vec<FileChange>> {
    let vectors = root.join("vectors");
    let standing = standing(&vectors)?;
    let manifest = manifest(&vectors, &generated)?;
    let mut files = generated.files;
    files.insert("manifest.json".to_owned(), manifest);
    let mut changes = Vec::new();
    for (path, text) in &files {
        let target = vectors.join(path);
        match std::fs::read_to_string(&target) {
            Ok(old) if old == *text => continue,
            Ok(old) => {
                changes.push(FileChange::Changed(path.clone(), first_difference(&old, text)));
            }
            Err(_) => changes.push(FileChange::New(path.clone())),
        }
        if !check {
            let folder = target.parent().map_or(Ok(()), std::fs::create_dir_all);
            let written = folder.and_then(|()| replace(&target, text));
            written.with_context(|| format!("writing {}", target.display()))?;
        }
    }
    for path in standing.iter().filter(|path| !is_case(path) && !files.contains_key(*path)) {
        changes.push(FileChange::Stale(path.clone()));
        if !check {
            std::fs::remove_file(vectors.join(path))?;
        }
    }
    Ok(changes)
}

/// The vector files in the folder, by path below it.
fn standing(vectors: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let folders = ["cast_value", "reshape", "unpack"];
    let mut folders: Vec<PathBuf> = folders.iter().map(|folder| vectors.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                let below = path.strip_prefix(vectors)?;
                let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
                found.insert(parts.join("/"));
            }
        }
    }
    Ok(found)
}

fn is_case(path: &str) -> bool {
    path.contains("/cases/")
}

/// The rows of the hand-written files.
pub(super) fn cases(vectors: &Path) -> Result<Vec<ManifestFile>> {
    let one = |path: &String| {
        let text = std::fs::read_to_string(vectors.join(path))?;
        row(path, &text)
    };
    let named = |path: &String| one(path).with_context(|| HandWritten(format!("vectors/{path}")));
    standing(vectors)?.iter().filter(|path| is_case(path)).map(named).collect()
}

fn manifest(vectors: &Path, generated: &Generated) -> Result<String> {
    let mut rows = BTreeMap::new();
    for (path, text) in generated.files.iter().filter(|(path, _)| path.contains('/')) {
        rows.insert(path.clone(), row(path, text)?);
    }
    rows.extend(generated.cases.iter().map(|case| (case.path.clone(), case.clone())));
    let rows: Vec<ManifestFile> = rows.into_values().collect();
    let full = match &generated.full {
        Some(full) => full.clone(),
        None => standing_full(vectors)?,
    };
    let (format, suite) = (FORMAT, text::SUITE.to_owned());
    let schema = "schema/manifest.schema.json".to_owned();
    let head = Manifest { format, suite, schema, full: Vec::new(), files: Vec::new() };
    let head =
        text::open(&head).replace(r#""full":[]"#, &format!(r#""full":{}"#, text::json(&full)));
    Ok(text::lines(&head, &rows, "]}"))
}

/// The rows of the files that are only generated on demand, as the manifest has them.
fn standing_full(vectors: &Path) -> Result<Vec<ManifestFile>> {
    #[derive(Deserialize)]
    struct Standing {
        #[serde(default)]
        full: Vec<ManifestFile>,
    }
    match std::fs::read_to_string(vectors.join("manifest.json")) {
        Ok(text) => {
            let standing: Standing =
                serde_json::from_str(&text).context("vectors/manifest.json")?;
            Ok(standing.full)
        }
        Err(_) => Ok(Vec::new()),
    }
}

fn row(path: &str, text: &str) -> Result<ManifestFile> {
    #[derive(Deserialize)]
    struct Counted {
        count: u64,
    }
    let counted: Counted = serde_json::from_str(text)?;
    Ok(ManifestFile {
        path: path.to_owned(),
        count: counted.count,
        bytes: text.len() as u64,
        sha256: hex_digest(&Sha256::digest(text)),
    })
}

/// Two lower-case digits a byte.
pub(super) fn hex_digest(digest: &[u8]) -> String {
    Hex(digest.to_vec()).to_string()
}

fn first_difference(old: &str, new: &str) -> usize {
    let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    same + 1
}
