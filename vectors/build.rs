//! Compresses the vector files, which the crate embeds.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Little, since a build script runs unoptimised; the files are a tenth of their size even so.
const LEVEL: u8 = 2;

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    let mut files = Vec::new();
    for folder in ["cast_value", "reshape", "unpack"] {
        println!("cargo::rerun-if-changed={folder}");
        find(Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut list = format!("static FILES: [File; {}] = [\n", files.len());
    for (number, path) in files.iter().enumerate() {
        let packed = out.join(format!("{number}.deflate"));
        fs::write(&packed, miniz_oxide::deflate::compress_to_vec(&fs::read(path)?, LEVEL))?;
        let _ = writeln!(list, "    File::new({:?}, include_bytes!({packed:?})),", slashed(path));
    }
    list.push_str("];\n");
    fs::write(out.join("files.rs"), list)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension() == Some(OsStr::new("json")) {
            files.push(path);
        }
    }
    Ok(())
}

/// The path as it is in the manifest, on Windows too.
fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    parts.join("/")
}
