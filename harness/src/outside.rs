//! Text from outside: what an adapter or a file says is shown as it is, and never acts.
//!
//! A terminal obeys control characters, a reader's eye the marks that turn the direction of a line
//! or hide a part of it, and a CI system lines that look like its commands. Such text is cleaned
//! where it comes in, so that no form of a report has to do it again.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::Value;
use unicode_general_category::{GeneralCategory, get_general_category};

/// The text with a visible escape, such as `\n` or `\u{1b}`, in place of every character that
/// would act instead of being read. What is clean stays as it is.
///
/// CI systems take for commands: a line that begins with `::` after any blanks, and `##` wherever
/// it is.
pub fn clean(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b':' && byte != b'#';
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => cleaned.extend(character.escape_default()),
            _ if acts(character) || commands(&cleaned, character) => {
                cleaned.extend(character.escape_unicode());
            }
            _ => cleaned.push(character),
        }
    }
    if cleaned == text { Cow::Borrowed(text) } else { Cow::Owned(cleaned) }
}

/// The clean text, cut to at most this many characters, of which the last is then an ellipsis.
pub fn bounded(text: &str, max_chars: usize) -> Cow<'_, str> {
    // What is cut off anyway need not be cleaned: it may be long.
    let end = match text.len() <= max_chars {
        true => text.len(),
        false => text.char_indices().nth(max_chars).map_or(text.len(), |(end, _)| end),
    };
    let cleaned = clean(&text[..end]);
    let fits = cleaned.len() <= max_chars || cleaned.chars().nth(max_chars).is_none();
    if fits && end == text.len() {
        return cleaned;
    }
    let kept = cleaned.chars().take(max_chars.saturating_sub(1));
    Cow::Owned(kept.chain(['…']).take(max_chars).collect())
}

/// The text with each of its lines clean, those after the first one set in: the log of an adapter
/// stays readable, and none of its lines looks like one of ours.
pub(crate) fn clean_lines(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n    ")
}

/// Whether no string in a JSON text has anything to clean; in doubt it says no.
pub(crate) fn is_clean_json(text: &str) -> bool {
    // Between strings are line ends; inside of them such characters are escaped.
    let escapes = |pair: &[u8]| pair[0] == b'\\' && b"nrtbfu".contains(&pair[1]);
    let is_blank = |character| matches!(character, '\n' | '\r' | '\t');
    !text.as_bytes().windows(2).any(|pair| escapes(pair) || pair == b"::" || pair == b"##")
        && !text.chars().any(|character| acts(character) && !is_blank(character))
}

/// The JSON text with JSON's own escapes in place of what is not clean: it means the same.
pub(crate) fn escape_json(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if !acts(character) && !commands(&escaped, character) {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}

/// Cleans every string in a JSON value, and the names of members.
pub(crate) fn clean_json(value: &mut Value) {
    match value {
        Value::String(text) => *text = clean(text).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(clean_json),
        Value::Object(members) => {
            let old = std::mem::take(members);
            members.extend(old.into_iter().map(|(name, mut value)| {
                clean_json(&mut value);
                (clean(&name).into_owned(), value)
            }));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a character does something, or hides something, where it is printed.
fn acts(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    let category = get_general_category(character);
    matches!(category, Control | Format | LineSeparator | ParagraphSeparator)
        || is_ignorable(character)
        || is_noncharacter(character)
}

/// What Unicode lets a renderer leave out (`Default_Ignorable_Code_Point`), but for what the
/// category `Cf` has of it.
fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2065}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn is_noncharacter(character: char) -> bool {
    u32::from(character) & 0xfffe == 0xfffe || matches!(character, '\u{fdd0}'..='\u{fdef}')
}

/// Whether a character would complete, after the clean text before it, what a CI system takes for
/// the start of a command. After a letter or a digit `::` is a path, as in `std::fmt`.
fn commands(before: &str, character: char) -> bool {
    let mut before = before.chars().rev();
    match character {
        '#' => before.next() == Some('#'),
        ':' => before.next() == Some(':') && !before.next().is_some_and(char::is_alphanumeric),
        _ => false,
    }
}
