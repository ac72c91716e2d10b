//! What is stored for a check, beside what the reference makes of it.

use codec_faults::Faultless;
use codec_reference::DataType;
use codec_vectors::{Expected, Outcome};

use super::cast::shown;
use super::page::{Page, alternative, quoted};
use crate::implementation::InProcess;
use crate::packed;
use crate::protocol::{Answer, answer, hex};
use crate::runner::{Got, elements, judge};
use crate::suite::{Check, Expectation, Question, Unit};

/// Says what is stored, and what is tolerated beside it; whether the reference's answer is ours.
pub(super) fn compare(page: &mut Page, unit: &Unit, check: &Check<'_>) -> bool {
    let target = unit.types().1;
    let got = reference(unit, check);
    let agrees = judge(check.expectation, &got, target).ours;
    let (ours, tolerated) = words(check.expectation, target);
    let verdict = match agrees {
        true => "the vector says the same".to_owned(),
        false => format!("BUT THE REFERENCE ANSWERS {}", got.words()),
    };
    page.say("expected", format!("{ours}: {verdict}"));
    for (name, other) in tolerated {
        page.say("tolerated", format!("{other}, under {name}: {}", alternative(&name)));
    }
    agrees
}

/// The reference's answer to this check alone.
fn reference(unit: &Unit, check: &Check<'_>) -> Got {
    let mut reference = InProcess::new("reference", &Faultless);
    let mut arrays = Vec::new();
    if matches!(unit.question, Question::Cast { .. }) {
        let mut array = Vec::new();
        packed::push(&mut array, check.input);
        arrays.push(array);
    }
    match answer(&mut reference, &unit.question.request(arrays)) {
        Answer::Results { results, .. } => {
            let got = results.first().map(|result| elements(result, 1, unit.types().1, 1));
            let first = got.and_then(Result::ok).and_then(|got| got.into_iter().next());
            first.unwrap_or_else(|| Got::Nothing("nothing".into()))
        }
        Answer::Shaped { results } => match results.into_iter().next() {
            Some(result) => result.map_or_else(Got::Refused, Got::Shaped),
            None => Got::Nothing("nothing".into()),
        },
        Answer::Refused(refusal) => Got::RefusedAtOpen(refusal),
        other => Got::Nothing(format!("{other:?}").into()),
    }
}

/// The project's own result, and the tolerated ones by name.
fn words(
    expectation: Expectation<'_>,
    target: Option<DataType>,
) -> (String, Vec<(String, String)>) {
    match expectation {
        Expectation::Scalar(outcome) => outcomes(outcome, |expected| match (expected, target) {
            (Expected::Bits(bits), Some(target)) => shown(target, bits.bits),
            (Expected::Nan, _) => "any NaN".to_owned(),
            (other, _) => other.to_string(),
        }),
        Expectation::Shape(outcome, _) => outcomes(outcome, ToString::to_string),
        Expectation::Array(Err(reason)) => (reason.name().to_owned(), Vec::new()),
        Expectation::Array(Ok(array)) => {
            let extents: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
            let data = hex::encode(array.data.as_deref().unwrap_or_default());
            let data = if data.is_empty() { "no elements".to_owned() } else { quoted(&data) };
            (format!("shape [{}], {data}", extents.join(",")), Vec::new())
        }
    }
}

fn outcomes<E>(
    outcome: &Outcome<E>,
    words: impl Fn(&E) -> String,
) -> (String, Vec<(String, String)>) {
    let others = outcome.or.iter().map(|(name, other)| (name.clone(), words(other)));
    (words(&outcome.is), others.collect())
}
