//! The likely cause of a class of failures: a seeded fault that answers all of them just so.

use std::collections::HashSet;

use codec_faults::Fault;
use codec_reference::DataType;

use crate::implementation::{Implementation, InProcess};
use crate::packed;
use crate::protocol::{Answer, CastRequest, Request};
use crate::runner::{Finding, Got, Run, Verdict, elements, is_refusal, judge};
use crate::suite::{Question, Unit};

/// So many failures of a class are compared, spread over all.
const SAMPLE: usize = 24;

/// Every failed check: its unit's position and its input.
pub(super) type Failed = HashSet<(usize, u64)>;

/// The cause named by the fault that answers every failure as the implementation does; of
/// several, the one that fails the fewest of the checks that the implementation passed.
pub(super) fn likely(
    run: &Run,
    failed: &Failed,
    rule: &str,
    findings: &[&Finding],
) -> Option<String> {
    let step = findings.len().div_ceil(SAMPLE);
    let sample: Vec<&Finding> = findings.iter().copied().step_by(step).collect();
    let alike = |fault: &&Fault| {
        let mut faulty = InProcess::new(fault.name, fault.behaviour);
        sample.iter().all(|finding| answers_alike(&mut faulty, run, finding))
    };
    let faults = codec_faults::all().iter().filter(alike);
    let narrowest =
        faults.min_by_key(|fault| (excess(fault, run, failed, &sample), fault.rule != rule));
    narrowest.map(|fault| fault.cause.to_owned())
}

fn answers_alike(faulty: &mut InProcess<'_>, run: &Run, finding: &Finding) -> bool {
    let unit = &run.units[finding.unit];
    let alone = finding.array_length == 1 || unit.question.whole().is_some();
    match (alone.then(|| ask(faulty, unit, finding.input.bits)).flatten(), &finding.got) {
        (Some(Got::Bits(faulty)), Got::Bits(bits)) => faulty == *bits,
        (Some(Got::Shaped(faulty)), Got::Shaped(shaped)) => faulty == *shaped,
        (Some(Got::Refused(_)), Got::Refused(_)) => true,
        (Some(Got::RefusedAtOpen(_)), Got::RefusedAtOpen(_)) => true,
        (Some(faulty), got) if unit.question.is_shaped() => is_refusal(&faulty) && is_refusal(got),
        _ => false,
    }
}

/// How many checks the fault fails that the implementation passed, in the failures' own units.
fn excess(fault: &Fault, run: &Run, failed: &Failed, sample: &[&Finding]) -> usize {
    let mut faulty = InProcess::new(fault.name, fault.behaviour);
    let mut excess = 0;
    for finding in sample {
        let unit = &run.units[finding.unit];
        let checks = unit.checks();
        let spread = checks.iter().step_by(checks.len().div_ceil(SAMPLE));
        let passed = spread.filter(|check| !failed.contains(&(finding.unit, check.input.bits)));
        excess += passed
            .filter_map(|check| Some((check, ask(&mut faulty, unit, check.input.bits)?)))
            .filter(|(check, got)| judge(check.expectation, got, unit.types().1) == Verdict::Wrong)
            .count();
    }
    excess
}

/// What the faulty implementation makes of one input.
fn ask(faulty: &mut InProcess<'_>, unit: &Unit, input: u64) -> Option<Got> {
    let (source, target) = unit.types();
    match faulty.answer(&alone(unit, source, input)?) {
        Ok(Answer::Results { results, .. }) => elements(results.first()?, 1, target, 1).ok()?.pop(),
        Ok(Answer::Shaped { mut results }) => {
            Some(results.pop()?.map_or_else(Got::Refused, Got::Shaped))
        }
        Ok(Answer::Refused(refusal)) => Some(Got::RefusedAtOpen(refusal)),
        _ => None,
    }
}

fn alone(unit: &Unit, source: Option<DataType>, input: u64) -> Option<Request> {
    let Question::Cast { direction, array, codec, fill_value, .. } = &unit.question else {
        return unit.question.whole();
    };
    Some(Request::CastValue(CastRequest {
        direction: *direction,
        data_type: array.clone(),
        fill_value: fill_value.clone(),
        codec: codec.clone(),
        arrays: vec![packed::pack(source?, &[input])],
    }))
}
