//! `generate`: writes the generated vector files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Args;

use super::session::Exit;
use crate::generate::{Change, Full, HandWritten, apply, generate};

#[derive(Args)]
pub(super) struct Options {
    /// Write nothing; say what differs, and exit with 100 if anything does.
    #[arg(long)]
    check: bool,

    /// Compute the files too large to be committed, too, for their digests in the manifest.
    #[arg(long)]
    full: bool,

    /// Write those files below this folder.
    #[arg(long, value_name = "FOLDER", requires = "full")]
    full_into: Option<PathBuf>,

    /// The folder that holds vectors/ and spec-notes/.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    root: PathBuf,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let root = &options.root;
    let there = root.join("spec-notes").is_dir() && root.join("vectors").is_dir();
    if !there {
        let message =
            format!("{} does not hold spec-notes/ and vectors/; name --root", root.display());
        return Err(Exit { code: 2, message }.into());
    }
    if let Some(folder) =
        options.full_into.as_ref().filter(|folder| is_below(folder, &root.join("vectors")))
    {
        // The crate of the vectors embeds what is there.
        let message = format!("--full-into {}: name a folder outside vectors/", folder.display());
        return Err(Exit { code: 2, message }.into());
    }
    let full = match &options.full_into {
        Some(folder) => Full::WriteTo(folder),
        None if options.full => Full::Digest,
        None => Full::Leave,
    };
    let generated = generate(root, full, &|path| {
        // The files are computed in parallel, so the process itself has to end here.
        if interrupted.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("computed {path}");
    })
    .map_err(blamed)?;
    let count = generated.files.len() + 1;
    let changes = apply(root, generated, options.check)?;
    let mut text = String::new();
    for change in &changes {
        let line = match change {
            Change::New(path) => format!("new      {path}"),
            Change::Changed(path, line) => format!("changed  {path}, from line {line}"),
            Change::Stale(path) => format!("stale    {path}"),
        };
        writeln!(text, "{line}")?;
    }
    let verb = if options.check { "differ" } else { "written or removed" };
    writeln!(text, "{count} files generated, {} {verb}", changes.len())?;
    super::print(&text)?;
    Ok(if options.check && !changes.is_empty() { 100 } else { 0 })
}

/// What is wrong in a file that people write is not an error of the program.
fn blamed(error: anyhow::Error) -> anyhow::Error {
    match error.is::<HandWritten>() {
        true => Exit::usage(&error).into(),
        false => error,
    }
}

/// Whether a folder, which need not be there yet, is another one or below it.
fn is_below(folder: &Path, other: &Path) -> bool {
    let known = folder.ancestors().find_map(|part| part.canonicalize().ok());
    let other = other.canonicalize().ok();
    known.zip(other).is_some_and(|(folder, other)| folder.starts_with(other))
}
