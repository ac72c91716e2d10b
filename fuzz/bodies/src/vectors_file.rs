//! The target `vectors_file`: arbitrary text as each kind of file below `vectors/`.
//!
//! The choice of the input is the kind of file.

use std::fmt::Debug;

use codec_vectors::{Batch, Case, File, Group, Listing, Manifest, PackingItem, ReshapeItem, Rule};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Finding;
use crate::layout::{TextInput, decode};
use crate::round_trip::round_trip;

/// The record types neither panic nor lose anything: what they read they write back equal.
///
/// # Errors
/// A file that comes back as another one.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    let TextInput { choice, text } = decode(data);
    match FileKind::of(choice) {
        FileKind::Groups => comes_back::<File<Group>>(&text),
        FileKind::Cases => comes_back::<File<Case>>(&text),
        FileKind::Reshape => comes_back::<File<Batch<ReshapeItem>>>(&text),
        FileKind::Packing => comes_back::<File<Batch<PackingItem>>>(&text),
        FileKind::Rules => comes_back::<Listing<Rule>>(&text),
        FileKind::Manifest => comes_back::<Manifest>(&text),
    }
}

/// The law on one record type.
///
/// # Errors
/// A text that comes back as another record.
pub fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    text: &str,
) -> Result<(), Finding> {
    let write = |file: &T| serde_json::to_string(file).unwrap_or_else(|error| error.to_string());
    round_trip("a file of vectors", text, |text| serde_json::from_str(text).ok(), write)
}

/// What a text is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    Groups,
    Cases,
    Reshape,
    Packing,
    Rules,
    Manifest,
}

impl FileKind {
    const ALL: [Self; 6] =
        [Self::Groups, Self::Cases, Self::Reshape, Self::Packing, Self::Rules, Self::Manifest];

    fn of(choice: u8) -> Self {
        Self::ALL[usize::from(choice) % Self::ALL.len()]
    }

    /// The choice that names it.
    pub(crate) fn choice(self) -> u8 {
        self as u8
    }
}
