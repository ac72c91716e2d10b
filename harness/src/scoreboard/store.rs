//! What is stored below `harness/scoreboard`: reports, the day of each run, and the page.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::{Adapter, BoardEntry, Record};
use crate::replace::replace;
use crate::report::{ReadError, Report};

/// Why something stored cannot be read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{}", .0.display())]
    File(PathBuf, #[source] std::io::Error),
    /// It is not JSON, or not of the form.
    #[error("{}", .0.display())]
    Form(PathBuf, #[source] serde_json::Error),
    /// It is not a list of adapters.
    #[error("{}", .0.display())]
    List(PathBuf, #[source] toml::de::Error),
    /// It is not a report of this version.
    #[error("{}", .0.display())]
    Report(PathBuf, #[source] ReadError),
}

/// The form of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    adapter: Vec<Adapter>,
}

fn folder(root: &Path) -> PathBuf {
    root.join("harness/scoreboard")
}

fn report_file(root: &Path, name: &str) -> PathBuf {
    folder(root).join("results").join(format!("{name}.json"))
}

fn records_file(root: &Path) -> PathBuf {
    folder(root).join("runs.json")
}

/// The list of adapters.
///
/// # Errors
/// It is missing or malformed.
pub fn adapters(root: &Path) -> Result<Vec<Adapter>, StoreError> {
    let file = folder(root).join("adapters.toml");
    let text = fs::read_to_string(&file).map_err(|error| StoreError::File(file.clone(), error))?;
    let list: List = toml::from_str(&text).map_err(|error| StoreError::List(file, error))?;
    Ok(list.adapter)
}

/// The adapters with what is stored of each.
///
/// # Errors
/// A stored file is malformed; a missing one is none.
pub fn read(root: &Path, adapters: Vec<Adapter>) -> Result<Vec<BoardEntry>, StoreError> {
    let file = records_file(root);
    let records: BTreeMap<String, Record> = match optional(&file)? {
        Some(text) => serde_json::from_str(&text).map_err(|error| StoreError::Form(file, error))?,
        None => BTreeMap::new(),
    };
    let entry = |adapter: Adapter| {
        let file = report_file(root, &adapter.name);
        let report = optional(&file)?.map(|text| Report::from_json(&text)).transpose();
        let report = report.map_err(|error| StoreError::Report(file, error))?;
        Ok(BoardEntry { record: records.get(&adapter.name).cloned(), report, adapter })
    };
    adapters.into_iter().map(entry).collect()
}

/// Stores the report of an implementation, or removes it where there is none.
///
/// # Errors
/// A file that cannot be written.
pub fn write_report(root: &Path, name: &str, report: Option<&Report>) -> Result<(), StoreError> {
    let file = report_file(root, name);
    match report {
        Some(report) => write(file, &one_a_line(report)),
        None => match fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::File(file, error)),
            _ => Ok(()),
        },
    }
}

/// Stores how each attempt ended.
///
/// # Errors
/// A file that cannot be written.
pub fn write_records(root: &Path, entries: &[BoardEntry]) -> Result<(), StoreError> {
    let records =
        entries.iter().filter_map(|entry| Some((&entry.adapter.name, entry.record.as_ref()?)));
    let records: BTreeMap<_, _> = records.collect();
    let text = serde_json::to_string_pretty(&records).expect("names are texts");
    write(records_file(root), &(text + "\n"))
}

/// Stores the page, and says where.
///
/// # Errors
/// A file that cannot be written.
pub fn write_page(root: &Path, text: &str) -> Result<PathBuf, StoreError> {
    let file = folder(root).join("index.html");
    write(file.clone(), text)?;
    Ok(file)
}

/// A report as JSON with a class, a pair and so on a line: smaller than the indented form, and fit
/// for a line-wise comparison.
pub fn one_a_line(report: &Report) -> String {
    let Ok(Value::Object(members)) = serde_json::to_value(report) else {
        unreachable!("a report is an object");
    };
    let member = |(name, value): (&String, &Value)| match value.as_array() {
        Some(items) if !items.is_empty() => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            format!("{name:?}:[\n{}\n]", items.join(",\n"))
        }
        _ => format!("{name:?}:{value}"),
    };
    let members: Vec<String> = members.iter().map(member).collect();
    format!("{{\n{}\n}}\n", members.join(",\n"))
}

fn write(file: PathBuf, text: &str) -> Result<(), StoreError> {
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    folder.and_then(|()| replace(&file, text)).map_err(|error| StoreError::File(file, error))
}

fn optional(file: &Path) -> Result<Option<String>, StoreError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::File(file.to_owned(), error)),
    }
}
