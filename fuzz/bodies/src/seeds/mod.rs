//! Seeds and dictionaries from the embedded vectors, the same on every machine.

#[cfg(feature = "protocol")]
mod behaviours;
mod casts;
mod dictionary;
mod packings;
mod shapes;
mod texts;

use std::fs;
use std::path::Path;

use anyhow::Context;

pub use dictionary::dictionary;

use crate::TARGETS;

/// An input of a target, and a name for its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// From the id of the vector.
    pub name: String,
    /// The bytes that the target decodes.
    pub bytes: Vec<u8>,
}

/// The seeds of a target; none for a name that no target has.
pub fn seeds(target: &str) -> Vec<Seed> {
    match target {
        "cast" => casts::casts(),
        "cast_laws" => casts::laws(),
        "configuration" => texts::configurations(),
        "fill_value" => texts::fill_values(),
        "pack_unpack" => packings::packs(),
        #[cfg(feature = "protocol")]
        "protocol" => texts::transcripts().into_iter().chain(behaviours::behaviours()).collect(),
        "reshape" | RESHAPE_ZARRS => shapes::shapes(),
        "unpack" => packings::unpacks(),
        "vectors_file" => texts::files(),
        _ => Vec::new(),
    }
}

/// The target that is none of this library's [`TARGETS`]: it needs the crate zarrs.
const RESHAPE_ZARRS: &str = "reshape_zarrs";

/// Writes `corpus/TARGET/` and `dictionaries/TARGET.dict` below a folder, for every target.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path) -> anyhow::Result<()> {
    for target in TARGETS.iter().map(|target| target.name).chain([RESHAPE_ZARRS]) {
        let corpus = folder.join("corpus").join(target);
        fs::create_dir_all(&corpus).with_context(|| format!("{}", corpus.display()))?;
        for seed in seeds(target) {
            write_file(&corpus.join(seed.name), &seed.bytes)?;
        }
        let dictionaries = folder.join("dictionaries");
        fs::create_dir_all(&dictionaries).with_context(|| format!("{}", dictionaries.display()))?;
        let path = dictionaries.join(format!("{target}.dict"));
        write_file(&path, dictionary(target).as_bytes())?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| format!("{}", path.display()))
}

impl Seed {
    /// A seed named after a vector's id.
    fn new(id: &str, bytes: Vec<u8>) -> Self {
        Self { name: id.replace('/', "."), bytes }
    }
}

/// At most this many items, from all over a list, the first and the last among them.
fn spread<T: Clone>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    (0..most).map(|index| items[index * (items.len() - 1) / (most - 1)].clone()).collect()
}
