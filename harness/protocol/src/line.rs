//! Lines: how they are read, and what they are written from.

use std::fmt;
use std::io::{self, BufRead, Read};

use serde::Serialize;

use crate::hex;

/// The most bytes of a line without its end, in both directions.
pub const MAX_LINE: usize = 16 << 20;

/// What was read where a line was due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is not UTF-8.
    NotUtf8,
    /// A line longer than [`MAX_LINE`]; its rest is not read.
    TooLong,
    /// The end of the input.
    End,
}

/// Why a line is not a message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError(pub String);

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LineError {}

impl From<serde_json::Error> for LineError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

/// Reads a line, which ends with `\n`, `\r\n` or the input.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    let bound = MAX_LINE as u64 + 2;
    if input.by_ref().take(bound).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok(match String::from_utf8(line) {
        Ok(text) if text.len() <= MAX_LINE => Line::Text(text),
        Err(error) if error.as_bytes().len() <= MAX_LINE => Line::NotUtf8,
        _ => Line::TooLong,
    })
}

/// The bytes of packed data.
pub(crate) fn packed(text: &str) -> Result<Vec<u8>, LineError> {
    hex::decode(text).ok_or_else(|| LineError("packed data is not pairs of hex digits".to_owned()))
}

pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("messages have string keys and no other failure")
}
