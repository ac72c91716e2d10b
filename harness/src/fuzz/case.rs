//! A trial as a record of the vectors.

use anyhow::{Context, Result, bail};
use codec_reference::Direction;
use codec_vectors::{
    Batch, Bits, Case, Hex, Kind, Level, Outcome, PackingItem, Reason, ReshapeItem, Tensor,
    embedded,
};

use super::cast::CastTrial;
use super::class::Class;
use super::packing::{PackingTrial, shaped};
use super::trial::Trial;
use crate::outside::escape_json;
use crate::protocol::Shaped;
use crate::suite::Unit;
use crate::suite::batch::{packing_units, reshape_units};
use crate::suite::load::case_units;

/// A hand-written case, as the vector files have it.
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
    /// Reads a case of any operation, which its id tells.
    ///
    /// # Errors
    /// The text is no case; the place is named.
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

    /// The suggested id.
    pub fn id(&self) -> &str {
        match self {
            Self::Cast(case) => &case.id,
            Self::Reshape(batch) => &batch.id,
            Self::Packing(batch) => &batch.id,
        }
    }

    /// What the case asks.
    pub fn units(&self) -> Vec<Unit> {
        match self {
            Self::Cast(case) => case_units(case),
            Self::Reshape(batch) => reshape_units(Kind::Cases, batch.clone()),
            Self::Packing(batch) => packing_units(Kind::Cases, batch.clone()),
        }
    }

    /// The case of a trial that shows a class.
    pub(super) fn of(trial: &Trial, class: &Class) -> Self {
        match trial {
            Trial::Cast(trial) => Self::Cast(Box::new(cast(trial, class))),
            Trial::FillValue(trial, outcome) => {
                let name = format!("{} {}", trial.data_type, trial.json);
                let head = head("fill", trial.rule(), class, &name);
                let case = Case {
                    data_type: trial.data_type.name().to_owned(),
                    fill_value: trial.json.clone(),
                    reads: Some(outcome.clone()),
                    ..empty(head)
                };
                Self::Cast(Box::new(case))
            }
            Trial::Reshape(trial, outcome) => {
                let name = format!("{} {:?}", trial.elements.join(" "), trial.input);
                let item = ReshapeItem {
                    name: "found".to_owned(),
                    configuration: Some(trial.text()),
                    codec: None,
                    input: trial.shape(),
                    outcome: outcome.clone(),
                    data: trial.elements_of_input(),
                };
                Self::Reshape(batch(head("reshape", trial.rule(), class, &name), item, &[]))
            }
            Trial::Packing(trial, _, expected) => {
                let (count, rule) = (trial.shape.len(), trial.rule(expected));
                let name = format!("{} {:?} rank {count}", trial.word.name(), trial.packing);
                let needs: &[&str] = if expected.is_err() { &["attributes"] } else { &[] };
                let item = packing(trial, expected);
                Self::Packing(batch(head("unpack", rule, class, &name), item, needs))
            }
        }
    }
}

fn head(operation: &str, rule: &str, class: &Class, name: &str) -> Head {
    let rules = embedded::rules();
    let level = rules.iter().find(|known| known.id == rule).map_or(Level::Must, |rule| rule.level);
    let id = format!("{operation}/fuzz/{}", words(&format!("{rule} {name}")));
    Head { id, rule: rule.to_owned(), level, why: format!("{}: {name}", class.wrongness.words()) }
}

/// A text as words of an id.
fn words(text: &str) -> String {
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

fn cast(trial: &CastTrial, class: &Class) -> Case {
    let setup = &trial.setup;
    let (source, target) = setup.types();
    let mut checks: Vec<(Bits, Outcome)> = Vec::new();
    for array in &trial.arrays {
        for (bits, outcome) in array.elements.iter().zip(&array.outcomes) {
            let bits = Bits { bits: *bits, bytes: source.bytes() as u8 };
            if checks.iter().all(|(known, _)| *known != bits) {
                checks.push((bits, outcome.clone()));
            }
        }
    }
    let first = checks.first();
    let shown = first.map_or_else(String::new, |(bits, _)| bits.to_string());
    let rule = match (class.rule.is_empty(), first) {
        (false, _) => class.rule.clone(),
        (true, Some((bits, _))) => trial.truth.rule(bits.bits).to_owned(),
        (true, None) => "CV-EXACT-1".to_owned(),
    };
    let name = format!("{source} {target} {} {shown}", setup.function.direction);
    let mut needs = Vec::new();
    if !setup.function.map.is_empty() {
        needs.push("scalar_map".to_owned());
    }
    if trial.truth.is_refused() {
        needs.push("fill_value".to_owned());
    }
    let (encode, decode) = match setup.function.direction {
        Direction::Encode => (checks, Vec::new()),
        Direction::Decode => (Vec::new(), checks),
    };
    Case {
        needs,
        data_type: setup.function.array_type().name().to_owned(),
        configuration: Some(setup.function.configuration()),
        fill_value: setup.fill_value.clone(),
        fill_value_cast: trial.truth.fill_value_cast.clone().filter(|_| class.rule == "CV-FILL-1"),
        encode,
        decode,
        ..empty(head("cast", &rule, class, &name))
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

fn packing(trial: &PackingTrial, expected: &Result<Shaped, Reason>) -> PackingItem {
    let (input, _) = trial.sides().expect("the trial has been asked");
    let stored =
        |shaped: Shaped| Tensor { shape: shaped.shape, data: Hex(shaped.data.unwrap_or_default()) };
    let bytes = trial.word.bytes();
    let mut item = PackingItem {
        name: "found".to_owned(),
        data_type: trial.word.name().to_owned(),
        attributes: trial.attributes(),
        count: None,
        words: None,
        codes: None,
        packed: None,
        error: expected.as_ref().err().copied(),
    };
    let Ok(output) = expected else {
        item.codes = Some(stored(shaped(&input, 1)));
        return item;
    };
    let output = stored(output.clone());
    item.count = Some(codec_vectors::Integer(trial.count().into()));
    if trial.unpacks {
        let words = stored(shaped(&input, bytes));
        let packed =
            trial.repacked().map(|packed| Hex(shaped(&packed, bytes).data.unwrap_or_default()));
        item.packed = packed.filter(|packed| *packed != words.data);
        (item.words, item.codes) = (Some(words), Some(output));
    } else {
        (item.words, item.codes) = (Some(output), Some(stored(shaped(&input, 1))));
    }
    item
}
