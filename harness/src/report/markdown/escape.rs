//! Foreign texts inside Markdown: whatever is in them, they stay text.

use crate::report::words::{Span, spans};

/// What has a meaning anywhere in a line, and what has one only at its start.
const SPECIAL: &str = "\\`*[]<|~&$@";
const OPENING: &str = "-+=:>#";

/// Text among text, or in a cell of a table.
pub(crate) fn prose(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for character in one_line(text).chars() {
        // An underscore inside a word, as in the names of types, means nothing.
        let opens = character == '_' && !before.is_alphanumeric()
            || OPENING.contains(character) && escaped.is_empty();
        if opens || SPECIAL.contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
        before = character;
    }
    escaped
}

/// A sentence with code between backticks.
pub(crate) fn sentence(text: &str) -> String {
    let span = |span: &Span<'_>| match span {
        Span::Text(text) => prose(text),
        Span::Code(text) => code(text),
    };
    spans(text).iter().map(span).collect()
}

/// Code in a line, or in a cell of a table.
pub(crate) fn code(text: &str) -> String {
    let text = one_line(text);
    if text.contains('|') || text.trim().is_empty() {
        // A bar ends a cell even in code, so it has to be spelled otherwise.
        return format!("<code>{}</code>", entities(&text));
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Lines of code.
pub(crate) fn fenced(language: &str, code: &str) -> String {
    let fence = "`".repeat((longest_run(code) + 1).max(3));
    format!("{fence}{language}\n{}\n{fence}\n\n", code.trim_end())
}

/// Text inside a tag.
pub(crate) fn tagged(text: &str) -> String {
    let text = one_line(text).replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

fn entities(text: &str) -> String {
    let entity = |character: char| match character.is_ascii_punctuation() {
        true => format!("&#{};", u32::from(character)),
        false => character.to_string(),
    };
    text.chars().map(entity).collect()
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn longest_run(text: &str) -> usize {
    let runs = text.split(|character| character != '`');
    runs.map(str::len).max().unwrap_or(0)
}
