//! A drawn question as a record of the vectors.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use codec_reference::Direction;
use codec_vectors::{Batch, Case, Hex, Kind, Level, PackingItem, Reason, ReshapeItem, Tensor};

use super::cast::CastDraft;
use super::draft::Draft;
use super::packing::{PackingDraft, shaped};
use super::setup::Setup;
use crate::outside::escape_json;
use crate::protocol::Shaped;
use crate::runner::ClassKey;
use crate::suite::batch::{packing_units, reshape_units};
use crate::suite::load::case_units;
use crate::suite::{Unit, level_of};

/// A hand-written case, in the form of the vector files.
#[derive(Clone, PartialEq, Debug)]
pub enum Stored {
    /// Of `cast_value`, or a fill value.
    Cast(Box<Case>),
    /// Of `reshape`.
    Reshape(Batch<ReshapeItem>),
    /// Of Unpack and Pack.
    Packing(Batch<PackingItem>),
}

/// What every record says of itself.
struct Head {
    id: String,
    rule: String,
    level: Level,
    why: String,
}

impl Stored {
    /// Reads a case of any operation, which its id names.
    ///
    /// # Errors
    /// The text is not a case; the place is named.
    pub fn parse(text: &str) -> Result<Self> {
        #[derive(serde::Deserialize)]
        struct WithId {
            id: String,
        }
        let WithId { id } = serde_json::from_str(text).context("no case")?;
        Ok(match id.split('/').next() {
            Some("cast" | "fill") => Self::Cast(serde_json::from_str(text)?),
            Some("reshape") => Self::Reshape(serde_json::from_str(text)?),
            Some("unpack") => Self::Packing(serde_json::from_str(text)?),
            _ => bail!("the id {id:?} begins with none of cast/, fill/, reshape/, unpack/"),
        })
    }

    /// The JSON text; it is clean, and yet means the same.
    pub fn to_json(&self) -> String {
        let text = match self {
            Self::Cast(case) => serde_json::to_string(case),
            Self::Reshape(batch) => serde_json::to_string(batch),
            Self::Packing(batch) => serde_json::to_string(batch),
        };
        escape_json(&text.expect("records have string keys and no other failure"))
    }

    /// The id that is suggested for the vector.
    pub fn id(&self) -> &str {
        match self {
            Self::Cast(case) => &case.id,
            Self::Reshape(batch) => &batch.id,
            Self::Packing(batch) => &batch.id,
        }
    }

    /// What the case asks; its units hold its text.
    pub fn units(&self) -> Vec<Unit> {
        let units = match self {
            Self::Cast(case) => case_units(case),
            Self::Reshape(batch) => reshape_units(Kind::Cases, batch.clone()),
            Self::Packing(batch) => packing_units(Kind::Cases, batch.clone()),
        };
        let record: Arc<str> = self.to_json().into();
        let with_record = |unit| Unit { record: Some(Arc::clone(&record)), ..unit };
        units.into_iter().map(with_record).collect()
    }

    /// The case of a draft that shows a failure of the class.
    pub(super) fn of(draft: &Draft, class: &ClassKey) -> Option<Self> {
        Some(match draft {
            Draft::Cast(draft) => Self::Cast(Box::new(cast(draft, class))),
            Draft::FillValue(draft) => {
                let name = format!("{} {}", draft.data_type, draft.json);
                let case = Case {
                    data_type: draft.data_type.name().to_owned(),
                    fill_value: draft.json.clone(),
                    reads: Some(draft.outcome()),
                    ..empty(head("fill", class, &name))
                };
                Self::Cast(Box::new(case))
            }
            Draft::Reshape(draft) => {
                let item = ReshapeItem {
                    name: "found".to_owned(),
                    configuration: Some(draft.text()),
                    codec: None,
                    input: draft.shape(),
                    outcome: draft.outcome()?,
                    data: draft.elements_of_input(),
                };
                Self::Reshape(batch(head("reshape", class, &draft.name()), item, &[]))
            }
            Draft::Packing(draft) => {
                let (input, expected) = draft.sides()?;
                let needs: &[&str] = if expected.is_err() { &["attributes"] } else { &[] };
                let item = packing(draft, &input, &expected);
                Self::Packing(batch(head("unpack", class, &draft.name()), item, needs))
            }
        })
    }
}

fn head(operation: &str, class: &ClassKey, name: &str) -> Head {
    // Where no rule was put to the test, the case still has to name one.
    let rule = if class.rule.is_empty() { "CV-EXACT-1" } else { &class.rule };
    let level = level_of(rule);
    let id = format!("{operation}/fuzz/{}", words(&format!("{rule} {name}")));
    let wrong = match class.wrongness.words() {
        "" => class.status.name(),
        words => words,
    };
    Head { id, rule: rule.to_owned(), level, why: format!("{wrong}: {name}") }
}

/// A text as words of an id.
pub(super) fn words(text: &str) -> String {
    let text = text.to_lowercase().replace('-', " ").replace(' ', "-");
    let kept = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let words = text.split(|letter| !kept(letter)).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(12).collect();
    words.join("-")
}

fn empty(head: Head) -> Case {
    Case {
        id: head.id,
        rules: vec![head.rule],
        level: head.level,
        why: head.why,
        source: None,
        needs: Vec::new(),
        data_type: String::new(),
        configuration: None,
        codec: None,
        fill_value: String::new(),
        fill_value_cast: None,
        encode: Vec::new(),
        decode: Vec::new(),
        reads: None,
    }
}

fn cast(draft: &CastDraft, class: &ClassKey) -> Case {
    let Setup { function, fill_value } = &draft.setup;
    let checks = draft.checks.clone();
    let shown = checks.first().map_or_else(String::new, |(bits, _)| bits.to_string());
    let name = format!("{} {} {} {shown}", function.source, function.target, function.direction);
    let (encode, decode) = match function.direction {
        Direction::Encode => (checks, Vec::new()),
        Direction::Decode => (Vec::new(), checks),
    };
    Case {
        needs: draft.needs().into_iter().map(str::to_owned).collect(),
        data_type: function.array_type().name().to_owned(),
        configuration: Some(function.configuration()),
        fill_value: fill_value.clone(),
        fill_value_cast: draft.truth.fill_value_cast.clone().filter(|_| class.rule == "CV-FILL-1"),
        encode,
        decode,
        ..empty(head("cast", class, &name))
    }
}

fn batch<T>(head: Head, item: T, needs: &[&str]) -> Batch<T> {
    Batch {
        id: head.id,
        rules: vec![head.rule],
        level: head.level,
        why: head.why,
        source: None,
        needs: needs.iter().map(|need| (*need).to_owned()).collect(),
        items: vec![item],
    }
}

fn packing(
    draft: &PackingDraft,
    input: &codec_reference::Tensor,
    expected: &Result<Shaped, Reason>,
) -> PackingItem {
    let stored =
        |shaped: Shaped| Tensor { shape: shaped.shape, data: Hex(shaped.data.unwrap_or_default()) };
    let bytes = draft.word.bytes();
    let mut item = PackingItem {
        name: "found".to_owned(),
        data_type: draft.word.name().to_owned(),
        attributes: draft.attributes(),
        count: None,
        words: None,
        codes: None,
        packed: None,
        error: expected.as_ref().err().copied(),
    };
    let Ok(output) = expected else {
        item.codes = Some(stored(shaped(input, 1)));
        return item;
    };
    let output = stored(output.clone());
    item.count = Some(draft.count().into());
    if draft.unpacks {
        let words = stored(shaped(input, bytes));
        let packed =
            draft.repacked().map(|packed| Hex(shaped(&packed, bytes).data.unwrap_or_default()));
        item.packed = packed.filter(|packed| *packed != words.data);
        (item.words, item.codes) = (Some(words), Some(output));
    } else {
        (item.words, item.codes) = (Some(output), Some(stored(shaped(input, 1))));
    }
    item
}
