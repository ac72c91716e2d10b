//! Lines, messages and packed hex.

use std::any::Any;
use std::io::{self, BufRead, Write};

use serde_json::Value;

/// Answers each line of standard input, until it ends.
pub fn serve(answer: impl Fn(&[u8]) -> Value) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(format!("{}\n", answer(&line)).as_bytes())?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// A message may have 200 characters.
pub fn cut(message: &str) -> String {
    message.chars().take(200).collect()
}

/// What a panic says.
pub fn text_of(panic: &(dyn Any + Send)) -> String {
    let formatted = panic.downcast_ref::<String>().map(String::as_str);
    let text = formatted.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("without a text"))
}

pub fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let pair = |pair: &[u8]| Some((digit(pair[0])? * 16 + digit(*pair.get(1)?)?) as u8);
    hex.as_bytes().chunks(2).map(pair).collect()
}

pub fn hex_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
