//! The results of a request's arrays, no more of them than an answer can hold.

use crate::protocol::{Answer, MAX_LINE, MAX_MESSAGE, Refusal};

/// What is known of a result before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// Bytes of a row of the input, or of an element.
    pub(super) from: u128,
    /// Bytes that it becomes.
    pub(super) to: u128,
    /// Extents of the shape beside the data.
    pub(super) rank: usize,
}

/// The result of each array.
///
/// # Errors
/// The answer in place of results that together would be longer than a line. An array that alone
/// is too long for the rest of it is not even converted.
pub(super) fn results<T>(
    arrays: &[Vec<u8>],
    expected: Expected,
    convert: impl Fn(&[u8]) -> Result<T, Refusal>,
) -> Result<Vec<Result<T, Refusal>>, Answer> {
    let mut room = MAX_LINE as u128;
    let mut results = Vec::new();
    for array in arrays {
        let whole = expected.length(array);
        if whole > room {
            return Err(Answer::too_long());
        }
        let result = convert(array);
        let length = match &result {
            Ok(_) => whole,
            Err(refusal) => (Expected::FRAME + refusal.message.len().min(MAX_MESSAGE)) as u128,
        };
        room = room.checked_sub(length).ok_or_else(Answer::too_long)?;
        results.push(result);
    }
    Ok(results)
}

/// The extent of an axis that counts from the end if it is negative; 0 where there is none.
fn extent(shape: &[u64], axis: i64) -> u64 {
    let from_start = if axis < 0 { axis.checked_add(shape.len() as i64) } else { Some(axis) };
    let position = from_start.and_then(|axis| usize::try_from(axis).ok());
    position.and_then(|position| shape.get(position)).copied().unwrap_or(0)
}

impl Expected {
    /// Of a count of codes from each row of words; a row that has not a bit for each code is
    /// rejected.
    pub(super) fn unpacked(shape: &[u64], axis: i64, word_bytes: usize, count: i64) -> Self {
        let from = u128::from(extent(shape, axis)) * word_bytes as u128;
        let to = u128::try_from(count).ok().filter(|codes| *codes <= 8 * from).unwrap_or(0);
        Self { from, to, rank: shape.len() }
    }

    /// Of the words that a row of codes fills.
    pub(super) fn packed(
        shape: &[u64],
        axis: i64,
        word_bytes: usize,
        words: impl Fn(u64) -> u128,
    ) -> Self {
        let codes = extent(shape, axis);
        Self { from: codes.into(), to: words(codes) * word_bytes as u128, rank: shape.len() }
    }

    /// The characters of `{"ok":""},` at the least around each result.
    const FRAME: usize = 10;

    /// The least length of an array's result: two digits a byte, two characters an extent.
    fn length(self, array: &[u8]) -> u128 {
        let rows = (array.len() as u128).checked_div(self.from).unwrap_or(0);
        2 * rows * self.to + (Self::FRAME + 2 * self.rank) as u128
    }
}
