//! Where a report goes.

use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::report::Style;

/// Standard output, or a file.
#[derive(Args)]
pub(super) struct Output {
    /// Write the report to this file, which is replaced only by a complete one.
    #[arg(long, value_name = "FILE", value_parser = in_a_folder)]
    output: Option<PathBuf>,
}

impl Output {
    /// Writes the report.
    pub(super) fn write(&self, text: &str) -> Result<()> {
        match &self.output {
            None => super::print(text),
            Some(file) => replace(file, text).with_context(|| file.display().to_string()),
        }
    }

    /// Colour and width for what is written.
    pub(super) fn style(&self) -> Style {
        match self.output {
            None => style(),
            Some(_) => Style { width: 100, color: false },
        }
    }
}

/// Colour and width for standard output; colour stays off where `NO_COLOR` is set.
pub(super) fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let quiet = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let columns = terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    let width = columns.filter(|_| terminal).unwrap_or(100).min(120);
    Style { width, color: terminal && !quiet }
}

/// A mistake in the path shows before the run, not after it.
fn in_a_folder(path: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(path);
    let folder = folder_of(&file);
    match (file.file_name(), folder.is_dir(), file.is_dir()) {
        (Some(_), true, false) => Ok(file),
        (_, _, true) | (None, ..) => Err("a folder, not a file".to_owned()),
        (_, false, _) => Err(format!("there is no folder {}", folder.display())),
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes beside the file and renames: a reader never meets half a report.
pub(super) fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    // A link is kept, and the file behind it replaced.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if file.exists() && !file.is_file() {
        // A device or a pipe cannot be replaced.
        return fs::write(file, text);
    }
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = folder_of(&file).join(name);
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, &file));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}
