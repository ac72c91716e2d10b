//! The records of the vector files, format 2.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};

use crate::outcome::{Bits, Outcome};

/// The format that this crate reads and writes.
pub const FORMAT: u32 = 2;

/// A file of generated groups, or of hand-written cases: never both.
#[derive(Clone, PartialEq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct File<T> {
    /// The format version; a reader rejects another one.
    pub format: u32,
    /// The version of the data.
    pub suite: String,
    /// Where the file's JSON Schema is, relative to the file.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// What the file holds.
    pub kind: Kind,
    /// Which text the expectations follow.
    pub spec: Spec,
    /// Expectations in the file, counted for every function that they hold for.
    pub count: u64,
    /// The groups, in the order of the targets in `types.json`; or the cases, sorted by id.
    pub items: Vec<T>,
}

/// The kinds of files.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, DeriveDeserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Every input of a narrow source type.
    Tables,
    /// Every input of a wide source type, as runs.
    Segments,
    /// Chosen inputs of a wide source type.
    Points,
    /// Batches of items, generated.
    Batches,
    /// Hand-written cases.
    Cases,
}

impl fmt::Display for Kind {
    /// The name of its folder, and of `kind` in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tables => "tables",
            Self::Segments => "segments",
            Self::Points => "points",
            Self::Batches => "batches",
            Self::Cases => "cases",
        })
    }
}

/// A specification and its state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Which specification, such as `zarr-v3/cast_value`.
    pub name: String,
    /// Which state of the text: a date or a commit.
    pub text: String,
}

/// How binding a rule is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, DeriveDeserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The text says MUST.
    Must,
    /// The text says SHOULD.
    Should,
    /// It follows from the text.
    Derived,
    /// The text is silent or loose; spec-notes/ says how the project reads it.
    Reading,
}

impl Level {
    /// All of them, the most binding one first.
    pub const ALL: [Self; 4] = [Self::Must, Self::Should, Self::Derived, Self::Reading];

    /// Its name in the vectors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Derived => "derived",
            Self::Reading => "reading",
        }
    }

    /// The level of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// All functions of one pair of types, generated.
#[derive(Clone, PartialEq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Immutable name; a cell is `ID/ROUNDING/OUT_OF_RANGE/DIRECTION/INPUT`.
    pub id: String,
    /// The rules that act on some input.
    pub rules: Vec<String>,
    /// The weakest level among its expectations.
    pub level: Level,
    /// What goes wrong between the two types, in a line.
    pub why: String,
    /// Data type of the inputs.
    pub source: String,
    /// Data type of the outputs.
    pub target: String,
    /// The rules that decide the cells of all functions.
    pub decided_by: Vec<Decided>,
    /// The inputs of a file of points, in numeric order of their bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Bits>,
    /// Its functions; those with equal outcomes are there once.
    pub functions: Vec<Function>,
}

/// Outcomes, and the functions that have them.
#[derive(Clone, PartialEq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// Every combination of these three lists, for each element.
    pub holds: Vec<Holds>,
    /// The rules that decide the cells that the group leaves open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<Decided>,
    /// Tables: an outcome for each input from 0 up. Points: one for each of the group's inputs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
    /// Segments: runs that cover all inputs, in numeric order of their bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
}

/// `[start, rule]`: the rule that decides the cells from this input up to the next start, in
/// numeric order of the inputs' bits. In a group, `null` leaves them to the functions; in a
/// function, `"rounding"` is the rule of its rounding mode.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
pub struct Decided(pub Bits, pub Option<String>);

/// A product of roundings, range rules and directions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    /// Values of `rounding`.
    pub rounding: Vec<String>,
    /// Values of `out_of_range`; `"none"` where the member is absent.
    pub out_of_range: Vec<String>,
    /// `"encode"`: the source is the array's type; `"decode"`: it is the configuration's.
    pub directions: Vec<String>,
}

/// Consecutive inputs with one outcome: `[start, outcome]`, up to the next run's start.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Run(pub Bits, pub Outcome);

/// A hand-written case.
#[derive(Clone, PartialEq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Immutable name.
    pub id: String,
    /// The rules it tests, the decisive one first.
    pub rules: Vec<String>,
    /// The level of its decisive rule.
    pub level: Level,
    /// What goes wrong where it fails.
    pub why: String,
    /// A report of the fault, for a regression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Capabilities of `cast_value` without which the case is skipped. A fill value case needs the
    /// operation `fill_value` instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// The array's data type; of a fill value case, the type it is read for.
    pub data_type: String,
    /// A configuration's JSON text; absent in a fill value case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// The JSON text of a whole codec object, instead of a configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub codec: Option<String>,
    /// The JSON text of the array's fill value, or of the one that is read.
    pub fill_value: String,
    /// The fill value cast into the configuration's type, where an implementation reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill_value_cast: Option<Outcome>,
    /// `[input, outcome]` when encoding: bits of the array's type, bits of the configuration's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub encode: Vec<(Bits, Outcome)>,
    /// `[input, outcome]` when decoding: bits of the configuration's type, bits of the array's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decode: Vec<(Bits, Outcome)>,
    /// Of a fill value case: the bits it is read as, or a rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<Outcome>,
}

/// A list beside the vectors: `vectors/rules.json`, `vectors/types.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing<T> {
    /// The format version; a reader rejects another one.
    pub format: u32,
    /// The version of the data.
    pub suite: String,
    /// Where the file's JSON Schema is, relative to the file.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The rules, sorted by id; or the types, in the specification's order.
    pub items: Vec<T>,
}

/// `vectors/manifest.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format of the files.
    pub format: u32,
    /// The version of the data.
    pub suite: String,
    /// Where the file's JSON Schema is, relative to the file.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// Files too large to be committed, which `generate --full` computes.
    #[serde(default)]
    pub full: Vec<ManifestFile>,
    /// The files, sorted by path.
    pub files: Vec<ManifestFile>,
}

/// A file of the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestFile {
    /// Path below `vectors/`, with forward slashes.
    pub path: String,
    /// Its `count`.
    pub count: u64,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
}

/// A rule of `vectors/rules.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Such as `CV-ROUND-2`.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// What it says, in a sentence.
    pub sentence: String,
    /// Tolerated alternatives: `RULE/alternative` and what each answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<(String, String)>,
    /// Of the alternatives, `RULE/alternative` of those that may be taken beyond a bound of the
    /// implementation's own and not before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
    /// Why no vector can test it, where none can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_vectors: Option<String>,
    /// The words of the text that it stands on, and where they are.
    pub clause: String,
    /// Why it says so, in Markdown: each paragraph and each entry of a list is a line. Empty where
    /// the sentence says it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

impl Group {
    /// Expectations in the group, counted for every function that they hold for.
    pub fn count(&self) -> u64 {
        let functions = self.functions.iter();
        functions.map(|function| function.holds() * function.len() as u64).sum()
    }

    /// The rule that decides the cell of an input; `None` for that of the rounding mode.
    pub fn decided_by<'a>(&'a self, function: &'a Function, bits: u64) -> Option<&'a str> {
        let group = decided(&self.decided_by, bits);
        group.or_else(|| decided(&function.decided_by, bits)).filter(|rule| *rule != "rounding")
    }
}

/// The entry with the last start up to an input.
fn decided(entries: &[Decided], bits: u64) -> Option<&str> {
    let next = entries.partition_point(|Decided(start, _)| start.bits <= bits);
    entries[..next].last()?.1.as_deref()
}

impl Function {
    /// How many functions have these outcomes.
    pub fn holds(&self) -> u64 {
        let products = self.holds.iter();
        let size = |holds: &Holds| {
            holds.rounding.len() * holds.out_of_range.len() * holds.directions.len()
        };
        products.map(size).sum::<usize>() as u64
    }

    /// How many outcomes or runs there are.
    pub fn len(&self) -> usize {
        self.outcomes.len() + self.runs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Case {
    /// Expectations in the case.
    pub fn count(&self) -> u64 {
        (self.encode.len() + self.decode.len() + usize::from(self.reads.is_some())) as u64
    }
}

impl<'de> Deserialize<'de> for Run {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RunVisitor)
    }
}

struct RunVisitor;

impl<'de> Visitor<'de> for RunVisitor {
    type Value = Run;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a constant run [start, outcome]; runs of other kinds are not known here")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Run, A::Error> {
        let start = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let outcome = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(1, &self))?;
        match seq.next_element::<IgnoredAny>()? {
            Some(_) => Err(de::Error::invalid_length(3, &self)),
            None => Ok(Run(start, outcome)),
        }
    }
}
