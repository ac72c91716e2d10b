//! What an implementation says, before anything keeps it: bounded, and with nothing in it that
//! could act on who reads it.

use std::borrow::Cow;

use crate::implementation::Failure;
use crate::outside::{bounded, clean_json};
use crate::protocol::{About, Answer, Hello, MAX_MESSAGE, Refusal, Request};
use crate::reading::Readings;
use crate::shape::too_long;

/// Longer words are cut: names, versions, reasons.
const MAX_WORD: usize = 80;

/// An answer with bounded and clean texts; `reports_fill_value` is whether the implementation
/// declares that its casts report what the fill value becomes.
///
/// # Errors
/// A cast owes that report, or an extent is too long, or the answer is a hello, or of the form of
/// another operation's.
pub(crate) fn heard(
    request: &Request,
    mut answer: Answer,
    reports_fill_value: bool,
) -> Result<Answer, Failure> {
    let broken = |what: &str| Err(Failure::Malformed(what.to_owned()));
    match &mut answer {
        Answer::Results { .. } if request.is_shaped() => return broken("results without shapes"),
        Answer::Shaped { .. } if !request.is_shaped() => return broken("results with shapes"),
        Answer::Results { results, fill_value } => {
            match request {
                // A wrong number of results says enough.
                Request::CastValue(cast) if reports_fill_value => {
                    if fill_value.is_none() && results.len() == cast.arrays.len() {
                        return broken("no fill_value, although fill_value_result is declared");
                    }
                }
                _ => *fill_value = None,
            }
            results.iter_mut().for_each(tidy_result);
        }
        Answer::Shaped { results } => {
            let shapes = results.iter().flatten().map(|shaped| shaped.shape.as_slice());
            if let Some(what) = shapes.filter_map(too_long).next() {
                return broken(&what);
            }
            results.iter_mut().for_each(tidy_result);
        }
        Answer::Refused(refusal) => tidy(refusal),
        Answer::Unsupported(text) | Answer::Fault(text) => keep(text, MAX_MESSAGE),
        Answer::Hello(_) => return broken("a hello"),
    }
    Ok(answer)
}

/// A hello with bounded and clean texts.
///
/// # Errors
/// It declares a reading that no rule has.
pub(super) fn greeted(hello: &Hello) -> Result<Hello, Failure> {
    let mut value = serde_json::to_value(hello).expect("a hello has no keys but texts");
    clean_json(&mut value);
    let mut hello: Hello = serde_json::from_value(value).expect("its form is kept");
    let About { name, version, language } = &mut hello.implementation;
    [name, version, language].into_iter().for_each(|word| keep(word, MAX_WORD));
    match Readings::try_from(hello.capabilities.readings.clone()) {
        Ok(_) => Ok(hello),
        Err(unknown) => Err(Failure::Malformed(format!("readings: {unknown}"))),
    }
}

fn tidy_result<T>(result: &mut Result<T, Refusal>) {
    if let Err(refusal) = result {
        tidy(refusal);
    }
}

fn tidy(refusal: &mut Refusal) {
    keep(&mut refusal.reason, MAX_WORD);
    keep(&mut refusal.message, MAX_MESSAGE);
}

fn keep(text: &mut String, most: usize) {
    if let Cow::Owned(kept) = bounded(text, most) {
        *text = kept;
    }
}
