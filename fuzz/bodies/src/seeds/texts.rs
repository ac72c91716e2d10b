//! Seeds of the targets that read text.

#[cfg(feature = "protocol")]
use codec_conformance::implementation::{Connection, Fast, InProcess};
#[cfg(feature = "protocol")]
use codec_faults::Faultless;
use codec_reference::DataType;
use codec_vectors::{
    Batch, Case, File, Group, Kind, Listing, Manifest, PackingItem, ReshapeItem, Rule, embedded,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Seed;
use crate::configuration::{Reader, choice};
#[cfg(feature = "protocol")]
use crate::layout::ProtocolInput;
use crate::layout::TextInput;
#[cfg(feature = "protocol")]
use crate::protocol::transcript;
use crate::vectors_file::FileKind;

/// Each configuration of the hand-written vectors.
pub(super) fn configurations() -> Vec<Seed> {
    let casts = embedded::cases().into_iter().filter_map(|case| {
        let reader = Reader::CastValue(DataType::from_name(&case.data_type)?);
        Some(text(&case.id, choice(reader), case.configuration.as_deref()?))
    });
    let batches = embedded::reshape(Kind::Cases).into_iter().flat_map(|batch| {
        let seed = |item: &ReshapeItem| {
            let name = format!("{}/{}", batch.id, item.name);
            Some(text(&name, choice(Reader::Reshape), item.configuration.as_deref()?))
        };
        batch.items.iter().filter_map(seed).collect::<Vec<_>>()
    });
    casts.chain(batches).collect()
}

/// Each fill value that the vectors read.
pub(super) fn fill_values() -> Vec<Seed> {
    let cases = embedded::cases().into_iter().filter(|case| case.reads.is_some());
    let seed = |case: Case| {
        let index =
            DataType::ALL.into_iter().position(|data_type| data_type.name() == case.data_type)?;
        Some(text(&case.id, index as u8, &case.fill_value))
    };
    cases.filter_map(seed).collect()
}

/// What the built-in implementations answer.
#[cfg(feature = "protocol")]
pub(super) fn transcripts() -> Vec<Seed> {
    let builtin: [(&str, &mut dyn Connection); 2] =
        [("reference", &mut InProcess::new("reference", &Faultless)), ("fast", &mut Fast)];
    let seed = |(name, builtin): (&str, &mut dyn Connection)| {
        Seed::new(name, ProtocolInput::Lines(transcript(builtin)).encode())
    };
    builtin.into_iter().map(seed).collect()
}

/// Each file of the vectors, cut to its first items.
pub(super) fn files() -> Vec<Seed> {
    let seed = |(path, whole): (&str, &str)| {
        let (folder, file) = path.split_once('/').expect("files are in folders");
        let (kind, cut) = match folder {
            "reshape" => (
                FileKind::Reshape,
                cut::<Batch<ReshapeItem>>(whole, |batch| batch.items.truncate(2)),
            ),
            "unpack" => (
                FileKind::Packing,
                cut::<Batch<PackingItem>>(whole, |batch| batch.items.truncate(2)),
            ),
            _ if file.starts_with("cases") => (FileKind::Cases, cut::<Case>(whole, |_| ())),
            _ => (FileKind::Groups, cut::<Group>(whole, shorten)),
        };
        text(path, kind.choice(), &cut)
    };
    let mut seeds: Vec<Seed> = embedded::files().map(seed).collect();
    let rules = Listing::<Rule> {
        format: codec_vectors::FORMAT,
        suite: embedded::manifest().suite,
        schema: "schema/rules.schema.json".to_owned(),
        items: embedded::rules().into_iter().take(4).collect(),
    };
    seeds.push(text("rules", FileKind::Rules.choice(), &json(&rules)));
    let mut manifest: Manifest = embedded::manifest();
    manifest.files.truncate(2);
    manifest.full.truncate(2);
    seeds.push(text("manifest", FileKind::Manifest.choice(), &json(&manifest)));
    seeds
}

/// A file of the first two items, each shortened.
fn cut<T: Serialize + DeserializeOwned>(whole: &str, shorten: impl Fn(&mut T)) -> String {
    let mut file: File<T> = serde_json::from_str(whole).expect("an embedded file");
    file.items.truncate(2);
    file.items.iter_mut().for_each(shorten);
    json(&file)
}

fn shorten(group: &mut Group) {
    group.inputs.truncate(3);
    group.functions.truncate(2);
    for function in &mut group.functions {
        function.outcomes.truncate(3);
        function.runs.truncate(3);
    }
}

fn json(file: &impl Serialize) -> String {
    serde_json::to_string(file).expect("records are JSON")
}

fn text(id: &str, choice: u8, text: &str) -> Seed {
    Seed::new(id, TextInput { choice, text: text.to_owned() }.encode())
}
