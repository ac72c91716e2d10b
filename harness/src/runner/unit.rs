//! Asking the checks of one unit, down to the guilty element where an array fails.

use std::sync::Arc;

use codec_reference::{DataType, Dyadic};
use codec_vectors::Expected;

use super::judge::{Got, Verdict, elements, judge};
use super::probe::{Probe, batches, probes};
use super::{Profile, Status};
use crate::implementation::{Failure, Implementation};
use crate::packed;
use crate::protocol::{Answer, ArrayResult, CastRequest, Request};
use crate::suite::{Check, Expectation, Question, Unit};

/// What is known of a check.
#[derive(Clone, Debug)]
pub(super) enum CheckResult {
    /// No array with it was answered.
    Open,
    /// Every array with it was answered well; an alternative that was taken.
    Passed(Option<String>),
    /// The adapter declined, and why.
    Declined(String),
    /// What went wrong in the shortest array that showed it.
    Failed { status: Status, got: Got, place: Place },
}

/// Where a check was asked.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The elements of the array, as positions in the unit's list of checks; none where the answer
    /// is about no array.
    pub(super) array: Arc<[usize]>,
    /// The position in the array.
    pub(super) lane: usize,
}

impl Place {
    fn nowhere() -> Self {
        Self { array: Arc::new([]), lane: 0 }
    }

    fn alone(index: usize) -> Self {
        Self { array: Arc::new([index]), lane: 0 }
    }

    fn in_probe(probe: &Probe, lane: usize) -> Self {
        Self { array: Arc::clone(&probe.elements), lane }
    }
}

/// The questions of one unit to one implementation.
pub(super) struct Session<'a> {
    implementation: &'a mut dyn Implementation,
    unit: &'a Unit,
    checks: &'a [Check<'a>],
    results: Vec<CheckResult>,
    target: Option<DataType>,
    max_elements: usize,
    profile: Profile,
    /// How often the adapter crashed, hung or answered malformed lines.
    pub(super) failures: usize,
    /// Whether the user interrupted the run.
    pub(super) interrupted: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        implementation: &'a mut dyn Implementation,
        unit: &'a Unit,
        checks: &'a [Check<'a>],
        max_elements: usize,
        profile: Profile,
    ) -> Self {
        Self {
            implementation,
            unit,
            checks,
            results: vec![CheckResult::Open; checks.len()],
            target: unit.types().1,
            max_elements,
            profile,
            failures: 0,
            interrupted: false,
        }
    }

    pub(super) fn ask(&mut self) {
        if let Some(request) = self.unit.question.whole() {
            return self.send(&request, &[Probe::of(vec![0])]);
        }
        let probes = probes(self.checks, self.unit.may_refuse(), self.profile);
        for batch in batches(probes, self.max_elements) {
            self.ask_arrays(&batch);
        }
        self.ask_failed_alone();
        self.ask_control();
    }

    /// Where every input of a valid configuration must be refused, one more that must not be: an
    /// implementation that refuses all data has not understood any of it.
    fn ask_control(&mut self) {
        let refuses = |check: &Check<'_>| !check.expectation.must_succeed();
        let Question::Cast { fill_value, .. } = &self.unit.question else { return };
        // The fill value has been cast, so 1 can be.
        let comparable = fill_value == "1" && !self.unit.may_refuse();
        let Some(source) = self.unit.types().0 else { return };
        if !comparable || self.interrupted || !self.checks.iter().all(refuses) {
            return;
        }
        let Request::CastValue(mut request) = self.request(&[]) else { return };
        let one = source.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one");
        request.arrays = vec![packed::pack(source, &[one])];
        let (status, what) = match self.implementation.answer(&Request::CastValue(request)) {
            Ok(Answer::Unsupported(_)) | Err(Failure::Interrupted) => return,
            Ok(Answer::Results { results, .. }) => match results.as_slice() {
                [Ok(_)] => return,
                [Err(refusal)] => (Status::Fail, format!("1 is refused too: {}", refusal.message)),
                _ => (Status::Error, format!("{} results for 1 alone", results.len())),
            },
            Ok(Answer::Refused(refusal)) => {
                (Status::Fail, format!("1 is refused too: {}", refusal.message))
            }
            other => {
                self.failures += usize::from(other.is_err());
                (Status::Error, format!("no answer to 1 alone: {other:?}"))
            }
        };
        for index in 0..self.checks.len() {
            self.fail(index, status, &Got::Nothing(what.clone()), Place::alone(index));
        }
    }

    /// Wrong elements of longer arrays are asked once more, alone: a failure that needs no
    /// neighbours is shown without them.
    fn ask_failed_alone(&mut self) {
        let in_company = |index: &usize| match &self.results[*index] {
            CheckResult::Failed { status: Status::Fail, place, .. } => place.array.len() > 1,
            _ => false,
        };
        let failed = (0..self.checks.len()).filter(in_company);
        let probes: Vec<Probe> = failed.map(|index| Probe::of(vec![index])).collect();
        for batch in batches(probes, self.max_elements) {
            self.ask_arrays(&batch);
        }
    }

    fn ask_arrays(&mut self, probes: &[Probe]) {
        // What is asked as a whole has no arrays to be asked in parts.
        if matches!(self.unit.question, Question::Cast { .. }) {
            let answered = |index: usize| !self.has_no_answer_alone(index);
            let probes: Vec<Probe> =
                probes.iter().filter_map(|probe| probe.only(answered)).collect();
            if !probes.is_empty() {
                self.send(&self.request(&probes), &probes);
            }
        }
    }

    /// Whether the adapter is known to crash, hang or talk nonsense over that element alone: asking
    /// it again in other arrays would tell nothing of these, and each time cost a restart.
    fn has_no_answer_alone(&self, index: usize) -> bool {
        match &self.results[index] {
            CheckResult::Failed { status, place, .. } => {
                *status != Status::Fail && place.array.len() == 1
            }
            _ => false,
        }
    }

    pub(super) fn into_results(self) -> Vec<CheckResult> {
        self.results
    }

    fn request(&self, probes: &[Probe]) -> Request {
        let Question::Cast { direction, array, codec, fill_value, .. } = &self.unit.question else {
            unreachable!("only casts are asked in arrays");
        };
        Request::CastValue(CastRequest {
            direction: *direction,
            data_type: array.clone(),
            fill_value: fill_value.clone(),
            codec: codec.clone(),
            arrays: probes.iter().map(|probe| self.array(probe)).collect(),
        })
    }

    fn array(&self, probe: &Probe) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8 * probe.elements.len());
        for index in probe.elements.iter() {
            packed::push(&mut bytes, self.checks[*index].input);
        }
        bytes
    }

    fn send(&mut self, request: &Request, probes: &[Probe]) {
        if self.interrupted {
            return;
        }
        match self.implementation.answer(request) {
            Ok(Answer::Results { results, fill_value }) if results.len() == probes.len() => {
                for (probe, result) in probes.iter().zip(&results) {
                    self.judge(probe, result);
                }
                self.judge_fill_value(fill_value.as_deref());
            }
            Ok(Answer::Shaped { results }) if results.len() == probes.len() => {
                for (probe, result) in probes.iter().zip(results) {
                    self.settle(probe, &result.map_or_else(Got::Refused, Got::Shaped));
                }
            }
            Ok(Answer::Shaped { results }) => {
                self.blame(probes, Status::Error, &format!("{} results for one", results.len()));
            }
            Ok(Answer::Results { results, .. }) => {
                let (got, due) = (results.len(), probes.len());
                self.blame(probes, Status::Error, &format!("{got} results for {due} arrays"));
            }
            Ok(Answer::Refused(refusal)) => {
                for probe in probes {
                    self.settle(probe, &Got::RefusedAtOpen(refusal.clone()));
                }
            }
            Ok(Answer::Unsupported(why)) => {
                for probe in probes {
                    self.set(probe, &CheckResult::Declined(why.clone()));
                }
            }
            Ok(Answer::Fault(what)) => self.blame(probes, Status::Error, &format!("fault: {what}")),
            Ok(Answer::Hello(_)) => self.blame(probes, Status::Error, "a hello"),
            Err(Failure::Interrupted) => self.interrupted = true,
            Err(failure) => {
                self.failures += 1;
                let status = match failure {
                    Failure::Crash { .. } | Failure::Start(_) => Status::Crash,
                    Failure::Timeout(_) => Status::Timeout,
                    _ => Status::Error,
                };
                self.blame(probes, status, &failure.to_string());
            }
        }
    }

    fn judge(&mut self, probe: &Probe, result: &ArrayResult) {
        let count = probe.elements.len();
        let single = probe.judged().len() == 1;
        if result.is_err() && !single {
            return self.ask_apart(probe, result);
        }
        let outcome = self.checks[probe.elements[0]].expectation.as_scalar();
        let bytes = outcome.and_then(|outcome| outcome.accepted().find_map(width)).unwrap_or(1);
        match elements(result, count, self.target, bytes) {
            Err(why) => self.blame(std::slice::from_ref(probe), Status::Error, &why),
            Ok(got) => {
                for (lane, (index, got)) in probe.elements.iter().zip(&got).enumerate() {
                    if probe.judged().contains(index) {
                        self.settle_check(*index, got, Place::in_probe(probe, lane));
                    }
                }
            }
        }
    }

    /// CV-FILL-1, where the implementation reports what the fill value becomes.
    fn judge_fill_value(&mut self, reported: Option<&[u8]>) {
        let Question::Cast { stored: Some(stored), fill_value_cast: Some(outcome), .. } =
            &self.unit.question
        else {
            return;
        };
        let reported = reported.and_then(|bytes| packed::unpack(*stored, bytes));
        if let Some([bits]) = reported.as_deref()
            && judge(Expectation::Scalar(outcome), &Got::Bits(*bits), Some(*stored))
                == Verdict::Wrong
        {
            self.fail(0, Status::Fail, &Got::FillValue(*bits), Place::nowhere());
        }
    }

    /// A long array was refused as a whole: each of its elements is asked alone.
    fn ask_apart(&mut self, probe: &Probe, result: &ArrayResult) {
        let mut alone = probe.elements.to_vec();
        alone.sort_unstable();
        alone.dedup();
        let probes: Vec<Probe> = alone.into_iter().map(|index| Probe::of(vec![index])).collect();
        self.ask_arrays(&probes);
        if let (false, Err(refusal)) = (self.any_failed(probe) || self.interrupted, result) {
            let got = Got::Refused(refusal.clone());
            self.fail(probe.elements[0], Status::Fail, &got, Place::in_probe(probe, 0));
        }
    }

    /// No usable answer came: the arrays, then the elements, are asked in ever smaller parts,
    /// until the guilty element is alone.
    fn blame(&mut self, probes: &[Probe], status: Status, why: &str) {
        let parts = match probes {
            [one] => one.halves().map(|halves| halves.map(|half| vec![half])),
            many => {
                let (left, right) = many.split_at(many.len() / 2);
                Some([left.to_vec(), right.to_vec()])
            }
        };
        for part in parts.into_iter().flatten() {
            self.ask_arrays(&part);
        }
        if let [probe] = probes
            && !self.any_failed(probe)
            && !self.interrupted
        {
            let guilty = probe.poison.unwrap_or(probe.elements[0]);
            let lane = probe.elements.iter().position(|index| *index == guilty).unwrap_or(0);
            let place = Place::in_probe(probe, lane);
            self.fail(guilty, status, &Got::Nothing(why.to_owned()), place);
        }
    }

    fn any_failed(&self, probe: &Probe) -> bool {
        let failed = |index: &usize| matches!(self.results[*index], CheckResult::Failed { .. });
        probe.judged().iter().any(failed)
    }

    fn settle(&mut self, probe: &Probe, got: &Got) {
        for (lane, index) in probe.elements.iter().enumerate() {
            if probe.judged().contains(index) {
                self.settle_check(*index, got, Place::in_probe(probe, lane));
            }
        }
    }

    fn settle_check(&mut self, index: usize, got: &Got, place: Place) {
        match judge(self.checks[index].expectation, got, self.target) {
            Verdict::Wrong => self.fail(index, Status::Fail, got, place),
            Verdict::Ours => self.pass(index, None),
            Verdict::Alternative(name) => self.pass(index, Some(name)),
        }
    }

    fn pass(&mut self, index: usize, alternative: Option<String>) {
        if let CheckResult::Open | CheckResult::Declined(_) = self.results[index] {
            self.results[index] = CheckResult::Passed(alternative);
        }
    }

    fn fail(&mut self, index: usize, status: Status, got: &Got, place: Place) {
        // What fails in the shortest array tells most; a pass is no excuse for it.
        let shorter = match &self.results[index] {
            CheckResult::Failed { place: known, .. } => place.array.len() < known.array.len(),
            _ => true,
        };
        if shorter {
            let got = got.clone();
            self.results[index] = CheckResult::Failed { status, got, place };
        }
    }

    fn set(&mut self, probe: &Probe, result: &CheckResult) {
        for index in probe.judged() {
            if let CheckResult::Open = self.results[*index] {
                self.results[*index] = result.clone();
            }
        }
    }
}

fn width(expected: &Expected) -> Option<usize> {
    match expected {
        Expected::Bits(bits) => Some(bits.bytes.into()),
        _ => None,
    }
}
