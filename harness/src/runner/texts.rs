//! What is kept of answers for a report: an implementation that is wrong everywhere, in long words,
//! must not fill the memory.

use std::sync::Arc;

use super::Got;
use crate::protocol::{Refusal, Shaped};
use crate::suite::{Check, Expectation};

/// At most this many bytes of words are kept; of further rejections only the stage.
const MAX_WORDS: usize = 64 << 20;

/// At most this many extents of a wrong shape are kept, and at most this many digits of them.
const MAX_EXTENTS: usize = 64;
const MAX_DIGITS: usize = 4000;

/// At least this much is kept of wrong data; more where more is due.
const MIN_DATA: usize = 1 << 12;

/// How many bytes of words a run has kept.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Texts(usize);

impl Texts {
    /// What is kept of an answer that is not accepted.
    pub(super) fn bounded(&mut self, mut got: Got, check: &Check<'_>) -> Got {
        match &mut got {
            Got::Refused(refusal) | Got::RefusedAtOpen(refusal) => self.cut(refusal),
            Got::Shaped(shaped) => cut_array(shaped, check),
            Got::Nothing(what) | Got::Malformed(what) | Got::Together(what) => self.keep(what),
            Got::Bits(_) | Got::FillValue(_) | Got::Right => {}
        }
        got
    }

    /// Words that several checks share take the memory of one.
    fn keep(&mut self, what: &mut Arc<str>) {
        if Arc::strong_count(what) == 1 {
            self.0 += what.len();
            if self.0 > MAX_WORDS {
                *what = NOT_KEPT.into();
            }
        }
    }

    fn cut(&mut self, refusal: &mut Refusal) {
        let Refusal { reason, message, .. } = refusal;
        self.0 += reason.len() + message.len();
        if self.0 > MAX_WORDS {
            (*reason, *message) = (String::new(), String::new());
        }
    }
}

/// What is shown for words that are not kept.
const NOT_KEPT: &str = "(its words are not kept)";

fn cut_array(shaped: &mut Shaped, check: &Check<'_>) {
    let due = match check.expectation {
        Expectation::Array(Ok(Shaped { data: Some(data), .. })) => data.len(),
        Expectation::Shape(_, Some(data)) => data.0.len(),
        _ => 0,
    };
    let mut sum = 0;
    let kept = shaped.shape.iter().take(MAX_EXTENTS).take_while(|extent| {
        sum += extent.digits();
        sum <= MAX_DIGITS
    });
    shaped.shape.truncate(kept.count());
    if let Some(data) = &mut shaped.data {
        data.truncate(MIN_DATA.max(2 * due));
        data.shrink_to_fit();
    }
}
