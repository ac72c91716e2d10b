//! What a seeded fault answers where an implementation was asked.

use std::sync::Arc;

use codec_reference::DataType;
use codec_vectors::Bits;

use crate::implementation::InProcess;
use crate::packed;
use crate::protocol::{Answer, ArrayResult, Request, answer};
use crate::runner::{Finding, Got, elements, is_refusal, judge};
use crate::suite::{Check, Question, Unit};

/// Whether the fault answers all findings of a unit as the implementation did, each in the same
/// array.
pub(super) fn answers_alike(
    faulty: &mut InProcess<'_>,
    unit: &Unit,
    findings: &[&Finding],
) -> bool {
    let arrays: Vec<Arc<[u64]>> = findings.iter().map(|finding| array(finding)).collect();
    let Some(replay) = Replay::of(faulty, unit, &arrays) else { return false };
    let lanes = findings.iter().zip(&arrays).enumerate();
    lanes.into_iter().all(|(index, (finding, array))| match &finding.got {
        Got::FillValue(bits) => replay.fill_value == Some(*bits),
        got => {
            let faulty = replay.got(index, array.len(), finding.lane);
            faulty.is_some_and(|faulty| {
                same(&unit.question, &faulty, got)
                    || fails(&faulty, finding) && is_wrong(unit, finding, &faulty)
            })
        }
    })
}

/// How many of the checks the fault fails, each asked alone, otherwise than the implementation did;
/// `failed` is what is known of a check that it failed.
pub(super) fn unlike<'a>(
    faulty: &mut InProcess<'_>,
    unit: &Unit,
    checks: &[Check<'_>],
    failed: impl Fn(&Check<'_>) -> Option<&'a Finding>,
) -> usize {
    let arrays: Vec<Arc<[u64]>> = checks.iter().map(|check| [check.input.bits].into()).collect();
    let Some(replay) = Replay::of(faulty, unit, &arrays) else { return 0 };
    let target = unit.types().1;
    let wrong = |(index, check): &(usize, &Check<'_>)| {
        let Some(got) = replay.got(*index, 1, 0) else { return false };
        let came = failed(check);
        judge(check.expectation, &got, target).is_wrong()
            && came.is_none_or(|came| !same(&unit.question, &got, &came.got) && !fails(&got, came))
    };
    checks.iter().enumerate().filter(wrong).count()
}

/// The array that showed a failure; that of its input alone where the answer was about no array.
fn array(finding: &Finding) -> Arc<[u64]> {
    match finding.array.is_empty() {
        true => [finding.input.bits].into(),
        false => Arc::clone(&finding.array),
    }
}

/// Equal bits or shapes, the same breach of the protocol, or rejections; those of a cast at the
/// same stage, where there is data after the opening.
fn same(question: &Question, faulty: &Got, got: &Got) -> bool {
    match (faulty, got) {
        _ if !matches!(question, Question::Cast { .. }) && is_refusal(faulty) => is_refusal(got),
        (Got::Refused(_), Got::Refused(_)) | (Got::RefusedAtOpen(_), Got::RefusedAtOpen(_)) => true,
        (faulty, got) => faulty == got,
    }
}

/// Whether the fault answers a finding's check wrongly.
fn is_wrong(unit: &Unit, finding: &Finding, faulty: &Got) -> bool {
    let check = unit.check(finding.input);
    check.is_some_and(|check| judge(check.expectation, faulty, unit.types().1).is_wrong())
}

/// Whether the fault rejects what the implementation fails over, without a rejection of its own.
fn fails(faulty: &Got, finding: &Finding) -> bool {
    is_refusal(faulty) && finding.got_is_fault()
}

/// The answer to one request.
struct Replay {
    target: Option<DataType>,
    answer: Answer,
    fill_value: Option<u64>,
}

impl Replay {
    /// Asks for the arrays in one request; what is asked as a whole has none.
    fn of(faulty: &mut InProcess<'_>, unit: &Unit, arrays: &[Arc<[u64]>]) -> Option<Self> {
        let answer = answer(faulty, &request(unit, arrays)?);
        let fill_value = match (&answer, &unit.question) {
            (Answer::Results { fill_value: Some(bytes), .. }, Question::Cast { codec, .. }) => {
                packed::unpack(codec.stored_type()?, bytes)
                    .and_then(|scalars| scalars.first().copied())
            }
            _ => None,
        };
        Some(Self { target: unit.types().1, answer, fill_value })
    }

    /// The answer for a lane of one of the arrays, which has that length.
    fn got(&self, index: usize, length: usize, lane: usize) -> Option<Got> {
        match &self.answer {
            Answer::Results { results, .. } => self.element(results.get(index)?, length, lane),
            Answer::Shaped { results } => {
                let result = results.first()?.clone();
                Some(result.map_or_else(Got::Refused, Got::Shaped))
            }
            Answer::Refused(refusal) => Some(Got::RefusedAtOpen(refusal.clone())),
            _ => None,
        }
    }

    fn element(&self, result: &ArrayResult, length: usize, lane: usize) -> Option<Got> {
        match elements(result, length, self.target, 1) {
            Ok(got) => got.into_iter().nth(lane),
            Err(why) => Some(Got::Nothing(why.into())),
        }
    }
}

fn request(unit: &Unit, arrays: &[Arc<[u64]>]) -> Option<Request> {
    let bytes = unit.checks().first()?.input.bytes;
    let packed = |array: &Arc<[u64]>| {
        let mut packed = Vec::new();
        array.iter().for_each(|bits| packed::push(&mut packed, Bits { bits: *bits, bytes }));
        packed
    };
    Some(unit.question.request(arrays.iter().map(packed).collect()))
}
