//! Where a report goes.

use std::io::{self, ErrorKind, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use terminal_size::terminal_size_of;

use crate::replace::{folder_of, replace, target};
use crate::report::Style;

/// The width of what is not for a terminal.
const NO_TERMINAL: usize = 100;

/// Narrower, no sentence can be read any more; wider, the eye loses the line.
const NARROWEST: usize = 40;
const WIDEST: usize = 120;

/// Standard output, or a file.
#[derive(Args)]
pub(super) struct Output {
    /// Write the report to this file, which is replaced only by a complete one.
    #[arg(long, value_name = "FILE", value_parser = in_a_folder)]
    output: Option<PathBuf>,
}

impl Output {
    /// Writes the report. That of an interrupted run goes beside the file, which may hold the
    /// report of a whole one.
    pub(super) fn write(&self, text: &str, interrupted: bool) -> Result<()> {
        let Some(file) = &self.output else { return print(text) };
        let is_device = file.exists() && !file.is_file();
        let file = match interrupted && !is_device {
            true => &beside(file),
            false => file,
        };
        replace(file, text).with_context(|| file.display().to_string())
    }

    /// The file, where there is one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Colour and width for what is written.
    pub(super) fn style(&self) -> Style {
        match self.output {
            None => style(),
            Some(_) => Style { width: NO_TERMINAL, color: false },
        }
    }
}

/// Where the partial report goes, which is said too.
fn beside(file: &Path) -> PathBuf {
    let mut partial = file.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    eprintln!(
        "interrupted: the partial report is in {}; {} is left as it was",
        partial.display(),
        file.display()
    );
    partial
}

/// Colour and width for standard output; colour stays off where `NO_COLOR` is set.
pub(super) fn style() -> Style {
    let terminal = io::stdout().is_terminal();
    let quiet = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Style { width: width(), color: terminal && !quiet }
}

/// The columns of standard output that are used: as many as `COLUMNS` says, or the terminal has.
pub(super) fn width() -> usize {
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    let seen = || Some(usize::from(terminal_size_of(io::stdout())?.0.0));
    told().or_else(seen).unwrap_or(NO_TERMINAL).clamp(NARROWEST, WIDEST)
}

/// Prints the report.
pub(super) fn print(text: &str) -> Result<()> {
    let mut stdout = stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    heard(written).map(|_| ())
}

/// Whether somebody still reads. A closed pipe is not an error.
pub(super) fn heard(written: io::Result<()>) -> Result<bool> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("standard output"),
    }
}

/// Standard output. Where it is closed, that is said: what is written there is lost.
pub(super) fn stdout() -> StdoutLock<'static> {
    if may_be_closed() {
        eprintln!("note: standard output is closed, or thrown away: nothing of it will be seen");
    }
    io::stdout().lock()
}

/// Before `main`, Rust opens the null device in place of a standard output that is closed, for
/// reading and writing. A shell opens it only for writing, but Python and Node, where they are told
/// to throw an output away, do as Rust does: so this is not an error.
#[cfg(unix)]
fn may_be_closed() -> bool {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use nix::sys::stat::{SFlag, fstat};

    let stdout = io::stdout();
    let (Ok(flags), Ok(stat)) = (fcntl(&stdout, FcntlArg::F_GETFL), fstat(&stdout)) else {
        return true;
    };
    let access = OFlag::from_bits_retain(flags) & OFlag::O_ACCMODE;
    let kind = SFlag::from_bits_truncate(stat.st_mode) & SFlag::S_IFMT;
    access == OFlag::O_RDWR && kind == SFlag::S_IFCHR && !stdout.is_terminal()
}

#[cfg(not(unix))]
fn may_be_closed() -> bool {
    false
}

/// A mistake in the path shows before the run, not after it.
fn in_a_folder(path: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(path);
    let target = target(&file);
    let folder = folder_of(&target);
    match (file.file_name(), folder.is_dir(), file.is_dir()) {
        (Some(_), true, false) => Ok(file),
        (_, _, true) | (None, ..) => Err("a folder, not a file".to_owned()),
        (_, false, _) => Err(format!("there is no folder {}", folder.display())),
    }
}
