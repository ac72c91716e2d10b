//! Python text.

use std::fmt::Write as _;

/// The lines of a program.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
}

impl Lines {
    pub(super) fn push(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// A line with a comment that says what it is.
    pub(super) fn noted(&mut self, line: impl AsRef<str>, note: &str) {
        self.push(format!("{}  # {note}", line.as_ref()));
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// A text as Python writes it, in printable ASCII.
pub(super) fn literal(text: &str) -> String {
    let mut written = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => written.extend(['\\', character]),
            ' '..='~' => written.push(character),
            _ => {
                let _ = write!(written, "\\U{:08x}", u32::from(character));
            }
        }
    }
    written.push('"');
    written
}
