//! A report as JSON text.

use serde::Deserialize;
use thiserror::Error;

use super::consistent::disagreement;
use super::{FORMAT, Report};
use crate::outside::{clean, clean_json, is_clean_json};

/// Why a text is not a report.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It is not JSON, or not of the form; the place is named.
    #[error("no report")]
    Form(#[from] serde_json::Error),
    /// It is of another version of the form.
    #[error("a report of format {0}; this version reads format {FORMAT}")]
    Format(u32),
    /// Its totals are not those of its details.
    #[error("a broken report: {0}")]
    Broken(String),
}

/// What every version of the form has.
#[derive(Deserialize)]
struct Versioned {
    format: u32,
}

impl Report {
    /// The report as JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report has no keys but texts") + "\n"
    }

    /// Reads a report. Its strings are made clean: it may be one that others wrote.
    ///
    /// # Errors
    /// The text is not a report, one of another format, or one whose totals disagree with its
    /// details.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let Versioned { format } = serde_json::from_str(text)?;
        if format != FORMAT {
            return Err(ReadError::Format(format));
        }
        // An error names the place in the text as it is.
        let report: Self = serde_json::from_str(text)?;
        if let Some(words) = disagreement(&report) {
            return Err(ReadError::Broken(clean(&words).into_owned()));
        }
        Ok(if is_clean_json(text) { report } else { report.cleaned() })
    }

    /// The report with all of its strings clean.
    pub(crate) fn cleaned(&self) -> Self {
        let mut value = serde_json::to_value(self).expect("a report has no keys but texts");
        clean_json(&mut value);
        serde_json::from_value(value).expect("the words of the form are clean")
    }
}
