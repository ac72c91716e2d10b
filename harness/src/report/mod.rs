//! What a run found, for people and for programs.

mod array;
mod build;
mod cause;
mod diff;
mod exit;
pub(crate) mod family;
mod format;
pub(crate) mod html;
mod junit;
mod markdown;
mod pretty;
mod replay;
mod rules;
mod selected;
mod stored;
mod value;
pub(crate) mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use build::{build, summary};
pub use diff::{Change, Diff, Side, diff, diff_markdown, diff_pretty};
pub use exit::{diff_exit_code, exit_code};
pub use format::{Format, render};
pub use html::html;
pub use junit::junit;
pub use markdown::markdown;
pub use pretty::{Style, pretty};
pub use rules::rule_counts;
pub use selected::Selected;
pub use stored::ReadError;
pub use value::{describe, expectation, input, parameters};

pub use crate::runner::Kind;

use crate::protocol::{About, Capabilities};

/// The version of the report's form.
pub const FORMAT: u32 = 1;

/// The JSON Schema of the report's form.
pub const SCHEMA: &str = include_str!("../../report.schema.json");

/// A report; with `--format json` it is printed as it stands here, and `report.schema.json`
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
    /// The case that was asked in place of the vectors, as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// Which checks were to be asked.
    pub selected: Selected,
    /// How many checks ended how.
    pub totals: Totals,
    /// What was asked of each operation.
    pub operations: Vec<Operation>,
    /// Failures of the same rule and kind on the same pair of types.
    pub classes: Vec<Class>,
    /// What was asked of each pair of types.
    pub pairs: Vec<Pair>,
    /// What was asked of each rule; empty unless it was counted, see [`rule_counts`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleCount>,
    /// Which reading the implementation follows where several are tolerated.
    pub readings: Vec<Reading>,
    /// Why checks were skipped, and how many.
    pub skips: BTreeMap<String, u64>,
    /// Entries of the baseline that no check matched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
    /// What went wrong outside of any check.
    pub problems: Vec<String>,
    /// Whether the user interrupted the run.
    pub interrupted: bool,
}

/// How many checks ended how; `planned` is the sum of the statuses, or the run is broken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is the status of that name")]
pub struct Totals {
    /// Every selected check.
    pub planned: u64,
    pub pass: u64,
    pub fail: u64,
    pub xfail: u64,
    pub xpass: u64,
    pub skip: u64,
    pub error: u64,
    pub crash: u64,
    pub timeout: u64,
    pub notrun: u64,
    /// Of the skipped: those that the declared capabilities cover.
    pub undeclared: u64,
}

/// Failures of the same rule and kind on the same pair of types.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Class {
    /// The rule that decides these checks.
    pub rule: String,
    /// What it says.
    pub sentence: String,
    /// `fail`, `error`, `crash` or `timeout`.
    pub status: String,
    /// In which way the answers are wrong; reports of before this was told have one kind only.
    #[serde(default)]
    pub kind: Kind,
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
    /// A mistake that would make all of them fail just so.
    pub cause: Option<String>,
    /// The ids of all of them.
    pub checks: Vec<String>,
}

/// One failed check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The check's id.
    pub id: String,
    /// What the vector pins.
    pub why: String,
    /// The JSON text of the configuration, the codec object or the fill value.
    pub json: String,
    /// The input's bits, and the value they stand for.
    pub input: Shown,
    /// What is accepted.
    pub expected: Shown,
    /// What came.
    pub got: Shown,
    /// How many elements the array had that showed it.
    pub array_length: usize,
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

/// What was asked of the checks that a rule decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleCount {
    /// The rule.
    pub rule: String,
    /// Checks that were asked.
    pub asked: u64,
    /// Those that passed.
    pub passed: u64,
}

/// Which reading an implementation follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reading {
    /// The alternative, `RULE/name`.
    pub alternative: String,
    /// Checks answered as the alternative has it.
    pub taken: u64,
    /// Checks answered as the project reads the rule.
    pub ours: u64,
}

impl Totals {
    /// The sum of the statuses.
    pub fn sum(&self) -> u64 {
        let Self { pass, fail, xfail, xpass, skip, error, crash, timeout, notrun, .. } = self;
        pass + fail + xfail + xpass + skip + error + crash + timeout + notrun
    }
}
