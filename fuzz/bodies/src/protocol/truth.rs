//! The truth about an answer: whether it says what the reference says.
//!
//! As in the protocol, upper bits of a type narrower than a byte, messages, reasons and stages do
//! not count, nor elements that were not asked for.

use std::collections::BTreeSet;

use codec_conformance::implementation::{Failure, InProcess};
use codec_conformance::protocol::{
    Answer, ArrayResult, Implementation, Request, Shaped, ShapedResult,
};
use codec_faults::Faultless;
use codec_reference::DataType;

use super::plan::{Asked, CheckId, asked, fill_value_of};

/// What an answer comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// What the reference says.
    Right,
    /// Something else.
    Wrong,
    /// `unsupported`.
    Declined,
    /// A fault, or a wrong number of results.
    Failed,
    Crashed,
    TimedOut,
    Malformed,
    /// The request is not among those of a file.
    NotAsked,
    Interrupted,
}

/// How a request ended, and the checks in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told {
    pub(super) heard: Heard,
    pub(super) asked: BTreeSet<CheckId>,
    /// Those for which the answer is true.
    pub(super) right: BTreeSet<CheckId>,
}

/// Whether a result is right, and of what kind.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Truth {
    Wrong,
    Data,
    Refusal,
    /// Of as many elements as are due, these are right.
    Partly(Vec<bool>),
}

/// What the answer says; `reports` is whether casts owe what the fill value becomes.
pub(super) fn told(request: &Request, answer: &Result<Answer, Failure>, reports: bool) -> Told {
    let arrays = asked(request);
    let asked = arrays.iter().flatten().flatten().map(|asked| asked.id).collect();
    let (heard, truths) = match answer {
        Ok(answer) => heard(request, &arrays, answer, reports),
        Err(failure) => (lost(failure), Vec::new()),
    };
    let right = arrays.iter().zip(&truths).flat_map(|(array, truth)| {
        let lanes = array.iter().enumerate();
        let told = lanes.filter_map(|(lane, asked)| asked.filter(|asked| truth.tells(lane, asked)));
        told.map(|asked| asked.id)
    });
    Told { heard, right: right.collect(), asked }
}

impl Truth {
    fn is_right(&self) -> bool {
        matches!(self, Self::Data | Self::Refusal)
    }

    /// Whether it is right about the check in a lane of the array.
    fn tells(&self, lane: usize, asked: &Asked) -> bool {
        match self {
            Self::Wrong => false,
            Self::Data => true,
            Self::Partly(right) => right[lane],
            // The array says nothing of those of its elements that must not be rejected.
            Self::Refusal => asked.must_fail,
        }
    }
}

fn lost(failure: &Failure) -> Heard {
    match failure {
        Failure::Crash { .. } | Failure::Start(_) => Heard::Crashed,
        Failure::Timeout(_) | Failure::StartTimeout(_) => Heard::TimedOut,
        Failure::Malformed(_) => Heard::Malformed,
        Failure::NotAsked => Heard::NotAsked,
        Failure::Interrupted => Heard::Interrupted,
    }
}

fn heard(
    request: &Request,
    arrays: &[Vec<Option<Asked>>],
    answer: &Answer,
    reports: bool,
) -> (Heard, Vec<Truth>) {
    let (results, reported) = match answer {
        Answer::Hello(_) => return (Heard::Malformed, Vec::new()),
        Answer::Unsupported(_) => return (Heard::Declined, Vec::new()),
        Answer::Fault(_) => return (Heard::Failed, Vec::new()),
        Answer::Refused(_) => (arrays.len(), None),
        Answer::Results { results, fill_value } => (results.len(), fill_value.as_deref()),
        Answer::Shaped { results } => (results.len(), None),
    };
    let is_cast = matches!(request, Request::CastValue(_));
    let is_scalar = is_cast || matches!(request, Request::FillValue { .. });
    let is_other_form = match answer {
        Answer::Results { .. } => !is_scalar,
        Answer::Shaped { .. } => is_scalar,
        _ => false,
    };
    let owes = reports && is_cast && matches!(answer, Answer::Results { .. });
    if is_other_form {
        return (Heard::Malformed, Vec::new());
    }
    if results != arrays.len() {
        return (Heard::Failed, Vec::new());
    }
    if owes && reported.is_none() {
        return (Heard::Malformed, Vec::new());
    }
    let due = InProcess::new("reference", &Faultless).answer(request);
    let truths = truths(&due, answer, arrays);
    let told =
        truths.iter().all(Truth::is_right) && (!owes || right_fill_value(request, &due, reported));
    (if told { Heard::Right } else { Heard::Wrong }, truths)
}

/// The truth about each result of an answer, which has as many as are due.
fn truths(due: &Answer, answer: &Answer, arrays: &[Vec<Option<Asked>>]) -> Vec<Truth> {
    let target = arrays.iter().flatten().flatten().find_map(|asked| asked.target);
    // What no vector has is asked to see that something is accepted, whatever it becomes.
    let is_control = arrays.iter().flatten().all(Option::is_none);
    let data = |(due, found): (&ArrayResult, &ArrayResult)| match (due, found) {
        (Ok(due), Ok(found)) => same_data(due, found, target),
        (due, found) => both_refused(due, found),
    };
    let shaped = |(due, found): (&ShapedResult, &ShapedResult)| match (due, found) {
        (Ok(due), Ok(found)) if same_shaped(due, found) => Truth::Data,
        (due, found) => both_refused(due, found),
    };
    match (due, answer) {
        (_, Answer::Results { results, .. }) if is_control => results
            .iter()
            .map(|result| if result.is_ok() { Truth::Data } else { Truth::Wrong })
            .collect(),
        (Answer::Results { results: due, .. }, Answer::Results { results, .. }) => {
            due.iter().zip(results).map(data).collect()
        }
        (Answer::Shaped { results: due }, Answer::Shaped { results }) => {
            due.iter().zip(results).map(shaped).collect()
        }
        // A codec can be rejected with its first array, and what is not an array as a whole.
        (Answer::Refused(due), Answer::Results { results, .. }) => {
            results.iter().map(|found| both_refused(&Err::<(), _>(due), found)).collect()
        }
        (Answer::Shaped { results: due }, Answer::Refused(found)) => {
            due.iter().map(|due| both_refused(due, &Err::<(), _>(found))).collect()
        }
        (Answer::Refused(_), Answer::Refused(_)) => vec![Truth::Refusal; arrays.len()],
        _ => vec![Truth::Wrong; arrays.len()],
    }
}

fn both_refused<T, U, E, F>(due: &Result<T, E>, found: &Result<U, F>) -> Truth {
    if due.is_err() && found.is_err() { Truth::Refusal } else { Truth::Wrong }
}

fn same_data(due: &[u8], found: &[u8], target: Option<DataType>) -> Truth {
    if due.len() != found.len() {
        return Truth::Wrong;
    }
    let (width, mask) = target.map_or((1, u8::MAX), |target| (target.bytes(), target.mask() as u8));
    let mask = if width == 1 { mask } else { u8::MAX };
    let same = |(due, found): (&u8, &u8)| (due ^ found) & mask == 0;
    let elements = due.chunks(width).zip(found.chunks(width));
    let right: Vec<bool> = elements.map(|(due, found)| due.iter().zip(found).all(same)).collect();
    if right.iter().all(|right| *right) { Truth::Data } else { Truth::Partly(right) }
}

fn same_shaped(due: &Shaped, found: &Shaped) -> bool {
    due.shape == found.shape && (due.data.is_none() || due.data == found.data)
}

/// The fill value is cast into the configuration's type, whatever the direction; which bits it then
/// has is said by some of the vectors alone.
fn right_fill_value(request: &Request, due: &Answer, reported: Option<&[u8]>) -> bool {
    let Answer::Results { fill_value: Some(due), .. } = due else { return true };
    let stored = fill_value_of(request);
    let truth = reported.map(|reported| same_data(due, reported, stored.target));
    match truth {
        Some(Truth::Partly(_)) => !stored.is_told,
        truth => truth == Some(Truth::Data),
    }
}
