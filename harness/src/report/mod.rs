//! What a run found, for people and for programs.

mod array;
mod build;
mod consistent;
#[cfg(feature = "cli")]
mod diff;
mod exit;
pub(crate) mod family;
mod fewer;
#[cfg(feature = "cli")]
mod format;
#[cfg(feature = "cli")]
pub(crate) mod html;
#[cfg(feature = "cli")]
mod junit;
#[cfg(feature = "cli")]
mod markdown;
mod pretty;
pub(crate) mod readings;
mod said;
mod stored;
mod value;
pub(crate) mod words;

use std::collections::BTreeMap;

use codec_vectors::Level;
use serde::{Deserialize, Serialize};

pub use build::{build, summary};
#[cfg(feature = "cli")]
pub use diff::{Change, Diff, Side, diff, diff_markdown, diff_pretty};
#[cfg(feature = "cli")]
pub use exit::diff_exit_code;
pub use exit::exit_code;
pub use fewer::fewer;
#[cfg(feature = "cli")]
pub use format::{Format, render};
#[cfg(feature = "cli")]
pub use html::html;
#[cfg(feature = "cli")]
pub use junit::junit;
#[cfg(feature = "cli")]
pub use markdown::markdown;
pub use pretty::{Style, pretty};
pub(crate) use pretty::{hung, wrapped};
pub use stored::ReadError;
pub use value::{describe, expectation, input, parameters};
pub(crate) use words::fewer_words;

pub use crate::baseline::ExpectedFailure;
pub use crate::explain::RuleCount;
pub use crate::runner::{Arrays, Drawing, How, Requests, Status, Who, Wrongness};
pub use crate::suite::Selected;

use crate::protocol::{About, Capabilities};

/// The version of the report's form.
pub const FORMAT: u32 = 4;

/// The JSON Schema of the report's form.
pub const SCHEMA: &str = include_str!("../../report.schema.json");

/// A report; with `--format json` it is printed in this form, and `report.schema.json`
/// describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of this form.
    pub format: u32,
    /// The name of the form's JSON Schema.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the vectors.
    pub suite: String,
    /// What was asked.
    pub implementation: About,
    /// What it said that it can do.
    pub capabilities: Capabilities,
    /// The options that name it on the command line.
    pub subject: Vec<String>,
    /// The second implementation, where two were compared: a failure is what they differ in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<About>,
    /// How the questions were drawn, where they are not those of the vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
    /// Which checks were to be asked.
    pub selected: Selected,
    /// What was allowed that otherwise fails a run.
    pub allowed: Allowed,
    /// How many checks ended how.
    pub totals: Totals,
    /// The same by how binding what was expected is, each level once.
    pub levels: Vec<LevelCount>,
    /// How the requests ended that asked them.
    pub requests: Requests,
    /// Arrays that test how an array of their length is handled.
    pub arrays: Arrays,
    /// What was asked of each operation.
    pub operations: Vec<Operation>,
    /// What the run asked less than the one that the baseline was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fewer: Vec<Fewer>,
    /// Failures of the same rule and kind on the same pair of types.
    pub classes: Vec<Class>,
    /// What was asked of each pair of types.
    pub pairs: Vec<Pair>,
    /// What was asked of each rule; empty unless it was counted, see
    /// [`rule_counts`](crate::explain::rule_counts).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleCount>,
    /// How the implementation reads the rules that the texts leave open.
    pub readings: Vec<Reading>,
    /// How many checks pass because the reading is not known.
    pub undecided: u64,
    /// Why checks were skipped, and how many.
    pub skips: BTreeMap<String, u64>,
    /// Why checks were declined although the declared capabilities cover them, and how many.
    pub declines: BTreeMap<String, u64>,
    /// Entries of the baseline that no check matched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
    /// What makes the run unreliable, besides the checks themselves.
    pub problems: Vec<String>,
    /// What a reader has to know, although it fails nothing.
    pub notes: Vec<String>,
    /// Whether the user interrupted the run.
    pub interrupted: bool,
}

/// How many checks ended how; `planned` is the sum of the statuses, or the run is broken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is the status of that name")]
pub struct Totals {
    /// Every selected check, and every array that `max_elements` leaves no room for.
    pub planned: u64,
    /// Those that were put to the implementation, and not declined.
    pub asked: u64,
    pub pass: u64,
    pub fail: u64,
    pub xfail: u64,
    pub xpass: u64,
    pub skip: u64,
    pub declined: u64,
    pub error: u64,
    pub crash: u64,
    pub timeout: u64,
    pub notrun: u64,
}

/// The checks whose expectations are of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelCount {
    /// The level.
    pub level: Level,
    /// Whether a failure at this level fails the run.
    pub gates: bool,
    /// Checks that passed; drawn ones are not counted.
    pub passed: u64,
    /// Checks that failed, or were answered with a fault.
    pub failed: u64,
}

/// What was allowed that otherwise fails a run.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Allowed {
    /// That checks are declined although the declared capabilities cover them.
    pub declines: bool,
    /// How the adapter may end: `any`, or an exit status.
    pub exit_status: Option<String>,
}

/// Something of which a run asked less than another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Fewer {
    /// An operation, a pair of types, or `arrays`.
    pub what: String,
    /// How much the other run asked.
    pub before: u64,
    /// How much this one asked.
    pub now: u64,
}

/// Failures of the same rule and kind on the same pair of types.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Class {
    /// The rule that decides these checks.
    pub rule: String,
    /// What it says.
    pub sentence: String,
    /// How binding what is expected of them is.
    pub level: Level,
    /// How they ended.
    pub status: Status,
    /// In which way the answers are wrong; older reports have one kind only.
    #[serde(default, rename = "kind")]
    pub wrongness: Wrongness,
    /// Which implementation is wrong, of two that are compared.
    #[serde(default, skip_serializing_if = "Who::is_only")]
    pub who: Who,
    /// What the baseline says of them, where they are expected to fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedFailure>,
    /// The operation that was asked.
    pub operation: String,
    /// The type of the inputs, or what they are.
    pub source: String,
    /// The type of the outputs.
    pub target: String,
    /// How many checks.
    pub count: u64,
    /// The simplest of them.
    pub example: Example,
    /// A mistake that would make all of them fail in exactly this way.
    pub cause: Option<String>,
    /// What the implementation says to all of them, with `#` for each number; none where it says
    /// nothing, or one thing and another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The readings by which they are judged, `RULE=NAME`, where their rules have several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The ids of all of them; of drawn ones, those that were kept.
    pub checks: Vec<String>,
}

/// One failed check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The check's id.
    pub id: String,
    /// What the vector tests; empty where the question was drawn.
    pub why: String,
    /// The array's type and fill value, where it is cast; else empty.
    pub array: String,
    /// The JSON text of the configuration, the codec object or the fill value.
    pub json: String,
    /// The input's bits, and their value.
    pub input: Shown,
    /// What is accepted.
    pub expected: Shown,
    /// What the implementation answered.
    pub got: Shown,
    /// How many elements the array had that showed it.
    pub array_length: usize,
    /// The case as JSON text, where it is none of the vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
}

/// Bits or a word, and what they mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// Bits in hex, or a word such as `nan` or `data:out_of_range`.
    pub text: String,
    /// The decoded value, or the implementation's message.
    pub meaning: String,
}

/// What was asked of an operation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operation {
    /// Its name in the protocol.
    pub name: String,
    /// Checks that were asked.
    pub asked: u64,
    /// Those that passed.
    pub passed: u64,
}

/// What was asked of a pair of types.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The type of the inputs.
    pub source: String,
    /// The type of the outputs.
    pub target: String,
    /// Checks that were asked.
    pub asked: u64,
    /// Those that passed.
    pub passed: u64,
}

/// How an implementation reads a rule that the texts leave open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reading {
    /// The rule.
    pub rule: String,
    /// The reading by which all answers are judged: `ours`, or the name of an alternative; none
    /// where nobody can tell.
    pub taken: Option<String>,
    /// How that came about.
    pub how: How,
    /// How many answers are as under each reading, by its name; some fit several.
    pub answers: BTreeMap<String, u64>,
}

impl Report {
    /// Checks that failed at any level.
    pub(crate) fn failed(&self) -> u64 {
        self.levels.iter().fold(0, |sum, one| sum.saturating_add(one.failed))
    }

    /// Whether the checks of a class fail, and fail nothing.
    pub(crate) fn warns(&self, class: &Class) -> bool {
        let gates = |one: &LevelCount| one.level == class.level && one.gates;
        // A broken protocol fails the run whatever was asked.
        let is_graded = class.status.is_graded() && class.wrongness != Wrongness::Malformed;
        is_graded && !self.levels.iter().any(gates)
    }
}

impl Class {
    /// The rule, or what went wrong where no rule was put to the test.
    pub fn title(&self) -> &str {
        if self.wrongness.tests_rule() { &self.rule } else { self.wrongness.words() }
    }
}

impl Totals {
    /// The sum of the statuses.
    pub fn sum(&self) -> u64 {
        let others = [self.skip, self.declined, self.notrun];
        others.into_iter().fold(self.judged(), u64::saturating_add)
    }

    /// Checks that failed, or were answered with a fault.
    pub(crate) fn failed(&self) -> u64 {
        self.fail.saturating_add(self.error)
    }

    /// The sum of those for which the implementation had to answer.
    pub fn judged(&self) -> u64 {
        let Self { pass, fail, xfail, xpass, error, crash, timeout, .. } = *self;
        [pass, fail, xfail, xpass, error, crash, timeout].into_iter().fold(0, u64::saturating_add)
    }
}
