//! `generate`: writes the generated vector files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Args;

use super::session::Exit;
use crate::generate::{FileChange, Full, HandWritten, apply, generate};

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
    options.check_folders()?;
    let generated = generate(&options.root, options.full(), &|path| {
        // The files are computed in parallel, so the process itself has to end here.
        if interrupted.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("computed {path}");
    })
    .map_err(blamed)?;
    let count = generated.files.len() + 1;
    let changes = apply(&options.root, generated, options.check)?;
    let lines: String = changes.iter().map(line).collect();
    let verb = if options.check { "differ" } else { "written or removed" };
    super::print(&format!("{lines}{count} files generated, {} {verb}\n", changes.len()))?;
    Ok(if options.check && !changes.is_empty() { 100 } else { 0 })
}

impl Options {
    fn check_folders(&self) -> Result<(), Exit> {
        let root = &self.root;
        let [notes, vectors] = ["spec-notes", "vectors"].map(|name| root.join(name));
        if !notes.is_dir() || !vectors.is_dir() {
            let message =
                format!("{} does not hold spec-notes/ and vectors/; name --root", root.display());
            return Err(Exit { code: 2, message });
        }
        // The crate of the vectors embeds what is there.
        match &self.full_into {
            Some(folder) if is_below(folder, &vectors) => {
                let folder = folder.display();
                let message = format!("--full-into {folder}: name a folder outside vectors/");
                Err(Exit { code: 2, message })
            }
            _ => Ok(()),
        }
    }

    fn full(&self) -> Full<'_> {
        match &self.full_into {
            Some(folder) => Full::WriteTo(folder),
            None if self.full => Full::Digest,
            None => Full::Leave,
        }
    }
}

fn line(change: &FileChange) -> String {
    match change {
        FileChange::New(path) => format!("new      {path}\n"),
        FileChange::Changed(path, line) => format!("changed  {path}, from line {line}\n"),
        FileChange::Stale(path) => format!("stale    {path}\n"),
    }
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
