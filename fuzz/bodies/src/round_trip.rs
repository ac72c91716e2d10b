//! What is read and written again is the same.

use std::fmt::Debug;

use crate::Finding;

/// What a reader accepts, a writer writes so that the reader reads the same; a text that it rejects
/// says nothing.
///
/// # Errors
/// The writer's text is rejected, or read as something else.
pub fn round_trip<T: PartialEq + Debug>(
    what: &str,
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    write: impl Fn(&T) -> String,
) -> Result<(), Finding> {
    let Some(before) = read(text) else { return Ok(()) };
    let written = write(&before);
    let after = read(&written);
    if after.as_ref() == Some(&before) {
        return Ok(());
    }
    let after = after.map_or_else(|| "rejected".to_owned(), |after| format!("{after:?}"));
    let facts = [
        ("text", text.to_owned()),
        ("read as", format!("{before:?}")),
        ("written", written),
        ("read as", after),
    ];
    Err(Finding::of(&format!("{what} does not come back"), &facts))
}
