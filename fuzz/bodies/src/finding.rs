//! What a target found.

use std::error::Error;
use std::fmt;

/// A disagreement or a broken law, in words that suffice to make a vector of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Finding(String);

impl Finding {
    /// A finding of these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// What is at fault, and the facts, each a name and a text.
    pub(crate) fn of(what: &str, facts: &[(&str, String)]) -> Self {
        let facts = facts.iter().map(|(name, text)| format!("\n  {name:<10} {text}"));
        Self(format!("{what}{}", facts.collect::<String>()))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Finding {}
