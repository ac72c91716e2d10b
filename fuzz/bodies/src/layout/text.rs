//! Texts with a choice beside them.

use arbitrary::{Arbitrary, Unstructured};

use super::byte;

/// A text, and a byte that chooses what it is read as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextInput {
    /// Each target says what it means.
    pub choice: u8,
    /// The text.
    pub text: String,
}

impl TextInput {
    /// The bytes that decode to the input.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![self.choice];
        bytes.extend_from_slice(self.text.as_bytes());
        bytes
    }
}

impl<'a> Arbitrary<'a> for TextInput {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let choice = byte(bytes)?;
        let rest = bytes.bytes(bytes.len())?;
        Ok(Self { choice, text: String::from_utf8_lossy(rest).into_owned() })
    }
}
