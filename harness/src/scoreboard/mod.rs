//! Implementations side by side: the list of adapters, their stored reports, and one page of all.
//!
//! `harness/scoreboard/adapters.toml` lists them; a new one is a new table there.

mod page;
mod store;

use serde::{Deserialize, Serialize};

pub use page::page;
pub use store::{StoreError, adapters, one_a_line, read, write_page, write_records, write_report};

use crate::report::Report;
use crate::runner::Profile;

/// An implementation of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// Names its results, and its places on the page.
    pub name: String,
    /// The version that is pinned.
    pub version: String,
    /// The language that it is called from.
    pub language: String,
    /// How it is started.
    #[serde(flatten)]
    pub start: Start,
    /// What it is, in a line.
    pub about: String,
    /// How thorough the run is.
    #[serde(default)]
    pub profile: Profile,
}

/// How an implementation is started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// By a command, its paths relative to the repository's root.
    Command(String),
    /// It is part of this program.
    Builtin(String),
}

impl Start {
    /// The options of the command line that name it.
    pub fn options(&self) -> [&str; 2] {
        match self {
            Self::Command(command) => ["--adapter", command],
            Self::Builtin(name) => ["--builtin", name],
        }
    }
}

/// How the last attempt to run an implementation ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The day, as `2026-01-31`.
    pub date: String,
    /// Why there is no report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// An implementation with what is stored of it.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardEntry {
    /// What the list says of it.
    pub adapter: Adapter,
    /// How the last attempt ended; nothing where none was made.
    pub record: Option<Record>,
    /// The report of the run.
    pub report: Option<Report>,
}
