//! Files that are replaced as a whole: a reader never meets half of one.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes beside the file and renames. What the file may be used for stays as it is; a link stays
/// too, and the file that it leads to is replaced, or made.
pub(crate) fn replace(file: &Path, text: &str) -> io::Result<()> {
    let file = target(file);
    let permissions = match fs::metadata(&file) {
        Ok(old) if old.is_file() => Some(old.permissions()),
        // A device or a pipe cannot be replaced.
        Ok(_) => return fs::write(file, text),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = folder_of(&file).join(name);
    let written = write(&temporary, text, permissions).and_then(|()| fs::rename(&temporary, &file));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The new file must not be readable for more people than the old one, so the text comes last.
fn write(file: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let mut new = File::create(file)?;
    permissions.map_or(Ok(()), |permissions| new.set_permissions(permissions))?;
    new.write_all(text.as_bytes())
}

/// The file that a path leads to over links, whether or not one is there.
pub(crate) fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // Not all links are names, such as those to the pipes of a process: what is there is found as
    // the system finds it. It follows as many as this.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(next) if fs::metadata(&path).is_err() => path = folder_of(&path).join(next),
            _ => break,
        }
    }
    fs::canonicalize(&path).unwrap_or(path)
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
