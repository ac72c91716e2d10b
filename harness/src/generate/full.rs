//! Files too large to be committed: computed on demand, known by their digests in the manifest.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use codec_vectors::ManifestFile;
use sha2::{Digest, Sha256};

use super::group::Levels;
use super::write::hex_digest;
use super::{packing, reshape};

/// Writes a file, and says how many checks it holds.
type Generator<'a> = Box<dyn Fn(&mut dyn Write) -> io::Result<u64> + 'a>;

/// The rows of the manifest for all of them; with a folder they are written there too.
///
/// # Errors
/// Files that cannot be written.
pub(super) fn rows(
    levels: &Levels,
    folder: Option<&Path>,
    done: &impl Fn(&str),
) -> Result<Vec<ManifestFile>> {
    let generators: [(&str, Generator<'_>); 3] = [
        ("reshape/full/family.json", Box::new(reshape::write_family)),
        ("unpack/full/one_hot.json", Box::new(|out| packing::write_one_hot(levels, out))),
        ("unpack/full/pairs.json", Box::new(|out| packing::write_pairs(levels, out))),
    ];
    let rows = generators.iter().map(|(path, generate)| {
        let row = row(path, generate, folder).with_context(|| format!("generating {path}"))?;
        done(path);
        Ok(row)
    });
    rows.collect()
}

fn row(path: &str, generate: &Generator<'_>, folder: Option<&Path>) -> Result<ManifestFile> {
    let file: Box<dyn Write> = match folder {
        None => Box::new(io::sink()),
        Some(folder) => {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            Box::new(BufWriter::new(File::create(path)?))
        }
    };
    let mut out = Digesting { file, sha256: Sha256::new(), bytes: 0 };
    let count = generate(&mut out)?;
    out.file.flush()?;
    let sha256 = hex_digest(&out.sha256.finalize());
    Ok(ManifestFile { path: path.to_owned(), count, bytes: out.bytes, sha256 })
}

/// A file whose digest is taken while it is written.
struct Digesting {
    file: Box<dyn Write>,
    sha256: Sha256,
    bytes: u64,
}

impl Write for Digesting {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.file.write_all(part)?;
        self.sha256.update(part);
        self.bytes += part.len() as u64;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
