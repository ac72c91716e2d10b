//! Packed bytes as hex digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Two lower-case digits a byte.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(DIGITS[usize::from(byte >> 4)]);
        text.push(DIGITS[usize::from(byte & 15)]);
    }
    String::from_utf8(text).expect("hex digits are ASCII")
}

/// The bytes of such a text, digits of either case; `None` for any other text.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let byte = |pair: &[u8]| Some(value(pair[0])? << 4 | value(pair[1])?);
    digits.chunks_exact(2).map(byte).collect()
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}
