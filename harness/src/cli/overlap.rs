//! A file that a command writes is none that it reads, and no two of its files are one.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::session::Exit;
use crate::replace::{folder_of, target};

/// What names a file on the command line, and the file where it does.
pub(super) type Named<'a> = (&'static str, Option<&'a Path>);

/// Rejects a command line by which a file would be lost.
pub(super) fn refuse_overlap(written: &[Named<'_>], read: &[Named<'_>]) -> Result<(), Exit> {
    let files = |named: &[Named<'_>]| -> Vec<(&'static str, PathBuf)> {
        named
            .iter()
            .filter_map(|(name, file)| Some((*name, file.as_ref()?.to_path_buf())))
            .collect()
    };
    let (written, read) = (files(written), files(read));
    for (index, (name, file)) in written.iter().enumerate() {
        let others = written[..index].iter().chain(&read);
        if let Some((other, _)) = others.into_iter().find(|(_, other)| is_same(file, other)) {
            let message = format!("{name} {}: that is the file of {other}", file.display());
            return Err(Exit { code: 2, message });
        }
    }
    Ok(())
}

/// Whether two paths, over links or by hard links, are one file. Devices may be named twice.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let path = target(path);
        Some((folder_of(&path).canonicalize().ok()?, path.file_name()?.to_owned()))
    };
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) if !one.is_file() || !other.is_file() => false,
        (Ok(one), Ok(other)) if is_same_inode(&one, &other) => true,
        _ => place(one).is_some() && place(one) == place(other),
    }
}

#[cfg(unix)]
fn is_same_inode(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_inode(_: &Metadata, _: &Metadata) -> bool {
    false
}
