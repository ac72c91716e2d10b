//! What batches have in common, whichever items they hold.

use std::collections::BTreeSet;

use codec_vectors::{Batch, Kind, PackingItem, ReshapeItem};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files::files_in;
use crate::none;

/// An item of a batch.
pub(crate) trait Item: Clone + Serialize + DeserializeOwned {
    /// The folder of its specification.
    const FOLDER: &str;

    fn name(&self) -> &str;

    /// The names of its checks within the batch.
    fn checks(&self) -> Vec<String>;

    /// What is asked, under no name.
    fn question(&self) -> String;

    /// The alternatives that it tolerates.
    fn alternatives(&self) -> Vec<String>;

    /// What an implementation must have to be asked.
    fn need(&self) -> Option<&'static str>;
}

impl Item for ReshapeItem {
    const FOLDER: &str = "reshape";

    fn name(&self) -> &str {
        &self.name
    }

    fn checks(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn question(&self) -> String {
        format!("{:?}", (&self.configuration, &self.codec, &self.input, &self.data))
    }

    fn alternatives(&self) -> Vec<String> {
        self.outcome.or.keys().cloned().collect()
    }

    fn need(&self) -> Option<&'static str> {
        self.codec.as_ref().map(|_| "codec")
    }
}

impl Item for PackingItem {
    const FOLDER: &str = "unpack";

    fn name(&self) -> &str {
        &self.name
    }

    fn checks(&self) -> Vec<String> {
        let unpack = self.words.as_ref().map(|_| format!("{}/unpack", self.name));
        unpack
            .into_iter()
            .chain(self.codes.as_ref().map(|_| format!("{}/pack", self.name)))
            .collect()
    }

    fn question(&self) -> String {
        format!("{:?}", Self { name: String::new(), ..self.clone() })
    }

    fn alternatives(&self) -> Vec<String> {
        Vec::new()
    }

    fn need(&self) -> Option<&'static str> {
        let tensors = [&self.words, &self.codes];
        let mut extents = tensors.into_iter().flatten().flat_map(|tensor| &tensor.shape);
        let huge = extents.any(|extent| extent.to::<u64>().is_none_or(|extent| extent > HUGE));
        self.error.map(|_| "attributes").or_else(|| huge.then_some("huge_count"))
    }
}

/// More than this is huge along one dimension.
const HUGE: u64 = 1 << 16;

/// The batches of a kind of items, those that are generated first.
pub(crate) fn batches<T: Item>() -> impl Iterator<Item = Batch<T>> {
    let folders = [Kind::Batches, Kind::Cases].map(|kind| format!("{}/{kind}", T::FOLDER));
    folders.into_iter().flat_map(|folder| files_in(&folder)).flat_map(|(_, file)| file.items)
}

/// The id of a batch, and those of its checks.
pub(crate) fn ids_of<T: Item>(batch: &Batch<T>) -> Vec<String> {
    let checks = batch.items.iter().flat_map(Item::checks);
    let checks = checks.map(|check| format!("{}/{check}", batch.id));
    std::iter::once(batch.id.clone()).chain(checks).collect()
}

/// The batches for which a check fails.
fn failing<T: Item>(fails: impl Fn(&Batch<T>) -> bool) -> Vec<String> {
    batches::<T>().filter(fails).map(|batch| batch.id).collect()
}

fn asks_twice<T: Item>(batch: &Batch<T>) -> bool {
    let questions: BTreeSet<_> = batch.items.iter().map(Item::question).collect();
    questions.len() < batch.items.len()
}

fn is_disordered<T: Item>(batch: &Batch<T>) -> bool {
    !batch.items.is_sorted_by(|a, b| a.name() < b.name())
}

fn lacks_a_need<T: Item>(batch: &Batch<T>) -> bool {
    let mut needs = batch.items.iter().filter_map(Item::need);
    needs.any(|need| !batch.needs.iter().any(|stated| stated == need))
}

#[test]
fn a_batch_asks_a_question_once() {
    none(&failing::<ReshapeItem>(asks_twice));
    none(&failing::<PackingItem>(asks_twice));
}

#[test]
fn a_batch_states_what_its_items_need() {
    none(&failing::<ReshapeItem>(lacks_a_need));
    none(&failing::<PackingItem>(lacks_a_need));
}

#[test]
fn batches_are_sorted_by_id_and_their_items_by_name() {
    for folder in ["reshape/batches", "reshape/cases"] {
        none(&disorder::<ReshapeItem>(folder));
    }
    none(&disorder::<PackingItem>("unpack/cases"));
}

fn disorder<T: Item>(folder: &str) -> Vec<String> {
    let faults = files_in::<Batch<T>>(folder).into_iter().flat_map(|(path, file)| {
        let unsorted = !file.items.is_sorted_by(|a, b| a.id < b.id);
        let batches = file.items.into_iter().filter(is_disordered).map(|batch| batch.id);
        batches.chain(unsorted.then_some(path)).collect::<Vec<_>>()
    });
    faults.collect()
}

#[test]
fn damaged_batches_are_seen() {
    let batch = batches::<PackingItem>().find(|batch| batch.id == "unpack/example/summary-3bit");
    let good = batch.expect("the example is there");
    assert!(!asks_twice(&good) && !is_disordered(&good) && !lacks_a_need(&good));
    let mut bad = good;
    bad.items[1] = PackingItem { name: "aside".to_owned(), ..bad.items[0].clone() };
    assert!(asks_twice(&bad) && is_disordered(&bad));
    bad.items[0].error = codec_vectors::Reason::parse("configuration:attributes");
    assert!(lacks_a_need(&bad));
}
