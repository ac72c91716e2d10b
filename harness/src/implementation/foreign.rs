//! Lines that are not the answers which are due.

use std::collections::HashMap;

use serde::de::IgnoredAny;

use crate::outside::{bounded, clean};
use crate::protocol::LineError;

/// At most this many characters of a line are quoted.
const QUOTED: usize = 80;

/// What is wrong with a line in place of an answer.
pub(crate) fn wrong(line: &str, error: &LineError) -> String {
    match serde_json::from_str::<HashMap<String, IgnoredAny>>(line) {
        Ok(_) => format!("{}: {}", clean(&error.0), bounded(line, QUOTED)),
        Err(_) => stray(line),
    }
}

/// What is wrong with a line that answers nothing.
pub(crate) fn stray(line: &str) -> String {
    let line = bounded(line, QUOTED);
    format!("the line \"{line}\": an adapter prints nothing but answers to its standard output")
}
