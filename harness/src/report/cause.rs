//! The likely cause of a class of failures: a seeded fault that answers all of them just so.

use crate::implementation::{Implementation, InProcess};
use crate::protocol::{Answer, CastRequest, Request};
use crate::runner::{Finding, Got, Run, elements};
use crate::suite::{Question, Unit};

/// So many failures of a class are compared, spread over all.
const SAMPLE: usize = 24;

pub(super) fn likely(run: &Run, findings: &[&Finding]) -> Option<String> {
    let step = findings.len().div_ceil(SAMPLE);
    let sample: Vec<&Finding> = findings.iter().copied().step_by(step).collect();
    let mut faults = codec_faults::all().iter();
    let fault = faults.find(|fault| {
        let mut faulty = InProcess::new(fault.name, fault.behaviour);
        sample.iter().all(|finding| answers_alike(&mut faulty, run, finding))
    })?;
    Some(fault.cause.to_owned())
}

fn answers_alike(faulty: &mut InProcess<'_>, run: &Run, finding: &Finding) -> bool {
    let unit = &run.units[finding.unit];
    let Some(request) = alone(unit, finding) else { return false };
    let Ok(Answer::Results { results, .. }) = faulty.answer(&request) else { return false };
    let target = unit.types().1;
    let got = elements(&results[0], 1, target, 1);
    match (got.as_deref(), &finding.got) {
        (Ok([Got::Bits(faulty)]), Got::Bits(bits)) => faulty == bits,
        (Ok([Got::Refused(_)]), Got::Refused(_)) => true,
        _ => false,
    }
}

/// The question for one element, or none where only a longer array shows the failure.
fn alone(unit: &Unit, finding: &Finding) -> Option<Request> {
    match &unit.question {
        Question::FillValue { data_type, json } => {
            Some(Request::FillValue { data_type: data_type.clone(), json: json.clone() })
        }
        Question::Cast { direction, array, codec, fill_value, .. } => {
            let source = unit.types().0.filter(|_| finding.array_length == 1)?;
            Some(Request::CastValue(CastRequest {
                direction: *direction,
                data_type: array.clone(),
                fill_value: fill_value.clone(),
                codec: codec.clone(),
                arrays: vec![crate::packed::pack(source, &[finding.input])],
            }))
        }
    }
}
