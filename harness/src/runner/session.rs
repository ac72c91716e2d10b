//! Asking the checks of one unit, and judging what is answered.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use codec_reference::{DataType, Dyadic};

use super::account::{Account, Asking, Ended, Failed, Way};
use super::ballot::Tolerated;
use super::heard::heard;
use super::judge::Got;
use super::probe::{Probe, batches, probes};
use super::{FAULT, Limits, Status, Who};
use crate::implementation::{Connection, Failure};
use crate::packed;
use crate::protocol::{Answer, Capabilities, Refusal, Request};
use crate::suite::{Check, Profile, Question, Unit};

/// What is known of a check.
#[derive(Clone, Debug)]
pub(super) enum CheckResult {
    /// No array with it was answered.
    Open,
    /// Every array with it was answered well; the answers that differ, where several are accepted.
    Passed(Vec<Tolerated>),
    /// A request with it was declined, and why.
    Declined(String),
    /// What went wrong in the shortest array that showed it.
    Failed { status: Status, got: Got, place: Place, who: Who },
}

impl CheckResult {
    /// Whether the adapter ended, or hung, over the check.
    pub(super) fn is_loss(&self) -> bool {
        matches!(self, Self::Failed { status: Status::Crash | Status::Timeout, .. })
    }
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
    pub(super) fn nowhere() -> Self {
        Self { array: Arc::new([]), lane: 0 }
    }

    fn alone(index: usize) -> Self {
        Self { array: Arc::new([index]), lane: 0 }
    }

    pub(super) fn in_probe(probe: &Probe, lane: usize) -> Self {
        Self { array: Arc::clone(&probe.elements), lane }
    }
}

/// What the session of a unit has to know besides the unit.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) profile: Profile,
    /// The most elements of a request.
    pub(super) max_elements: usize,
    /// Whether answers to casts report what the fill value becomes.
    pub(super) fill_value_result: bool,
    /// What is left of the limits of the run.
    pub(super) limits: Limits,
}

impl Terms {
    pub(super) fn new(profile: Profile, capabilities: &Capabilities, limits: Limits) -> Self {
        let cast_value = capabilities.cast_value.as_ref();
        let fill_value_result = cast_value.is_some_and(|cast| cast.fill_value_result);
        let max_elements = capabilities.max_elements.unwrap_or(usize::MAX);
        Self { profile, max_elements, fill_value_result, limits }
    }
}

/// How a request with arrays ended, to find out which of them caused it.
pub(super) enum Sent {
    Judged,
    Failed(Failed),
    /// Nothing was asked: it is over, or the request is not among those of a file.
    Unasked,
}

/// The questions of one unit to one implementation.
pub(super) struct Session<'a> {
    pub(super) implementation: &'a mut dyn Connection,
    pub(super) unit: &'a Unit,
    pub(super) checks: &'a [Check<'a>],
    pub(super) results: Vec<CheckResult>,
    pub(super) target: Option<DataType>,
    terms: Terms,
    /// Whether a request was not among those of a file.
    pub(super) in_one_shot: bool,
    /// Members of failed requests that are answered alone, by their elements.
    pub(super) answered_alone: HashSet<Arc<[usize]>>,
    pub(super) account: Account,
}

impl<'a> Session<'a> {
    /// A session with the failures in a row that came before it.
    pub(super) fn new(
        implementation: &'a mut dyn Connection,
        unit: &'a Unit,
        checks: &'a [Check<'a>],
        terms: Terms,
        in_a_row: usize,
    ) -> Self {
        let results = vec![CheckResult::Open; checks.len()];
        let account = Account { in_a_row, ..Account::default() };
        let target = unit.types().1;
        Self {
            implementation,
            unit,
            checks,
            results,
            target,
            terms,
            in_one_shot: false,
            answered_alone: HashSet::new(),
            account,
        }
    }

    pub(super) fn ask(&mut self) {
        if self.unit.question.whole().is_some() {
            self.ask_arrays(vec![Probe::of(vec![0])]);
            return self.ask_controls();
        }
        let probes = probes(self.checks, self.unit.may_refuse(), self.terms.profile);
        let (batches, cut) = batches(probes, self.terms.max_elements);
        self.account.cut = cut;
        let rules = batches.iter().flatten().filter(|probe| probe.is_rule);
        self.account.arrays = rules.count() as u64;
        for batch in batches {
            self.ask_arrays(batch);
        }
        self.ask_failed_alone();
        self.ask_control();
        self.ask_controls();
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
        for batch in batches(probes, self.terms.max_elements).0 {
            self.ask_arrays(batch);
        }
    }

    /// Where every input of a valid configuration must be rejected, one more that must not be: an
    /// implementation that rejects all data has not understood any of it.
    fn ask_control(&mut self) {
        let refuses = |check: &Check<'_>| !check.expectation.must_succeed();
        if self.is_over() || !self.checks.iter().all(refuses) {
            return;
        }
        let Some(request) = self.one() else { return };
        let refused = |refusal: Refusal| format!("1 is rejected too: {}", refusal.message);
        let (status, got) = match self.put(&request, 1, Asking::Planned) {
            Ok(Answer::Results { mut results, .. }) => match results.pop() {
                Some(Err(refusal)) => (Status::Fail, Got::Nothing(refused(refusal).into())),
                _ => return,
            },
            Ok(Answer::Refused(refusal)) => (Status::Fail, Got::Nothing(refused(refusal).into())),
            Ok(_) | Err(Ended::NotAsked | Ended::Interrupted) => return,
            Err(Ended::Declined(why)) => return self.decline(&why),
            Err(Ended::Failed(Failed { way, what, .. })) => {
                (way.status(), got(way, format!("no answer to 1 alone: {what}")))
            }
        };
        for index in 0..self.checks.len() {
            self.fail(index, status, &got, Place::alone(index));
        }
    }

    /// The request to cast 1, where the codec is known to cast it.
    pub(super) fn one(&self) -> Option<Request> {
        let Question::Cast { fill_value, .. } = &self.unit.question else { return None };
        let source = self.unit.types().0?;
        // The fill value has been cast, so 1 can be.
        let comparable = fill_value == "1" && !self.unit.may_refuse();
        let one = source.encode(&Dyadic::new(false, 1_u8, 0)).expect("every type has a one");
        comparable.then(|| self.unit.question.request(vec![packed::pack(source, &[one])]))
    }

    /// Asks for arrays in one request. Where it fails as a whole, the members that caused it are
    /// found.
    pub(super) fn ask_arrays(&mut self, probes: Vec<Probe>) {
        let probes = self.answerable(probes);
        if let Sent::Failed(failed) = self.send(&probes, Asking::Planned) {
            self.blame(probes, failed);
        }
    }

    /// The arrays without elements over which the adapter is known to fail alone: asking these
    /// again in other arrays would say nothing of the others, and each time cost a restart.
    pub(super) fn answerable(&self, probes: Vec<Probe>) -> Vec<Probe> {
        let answers = |index: usize| match &self.results[index] {
            CheckResult::Failed { status, place, .. } => {
                *status == Status::Fail || place.array.len() > 1
            }
            _ => true,
        };
        probes.iter().filter_map(|probe| probe.only(answers)).collect()
    }

    /// Sends one request and judges its answer.
    pub(super) fn send(&mut self, probes: &[Probe], asking: Asking) -> Sent {
        if self.is_over() || probes.is_empty() {
            return Sent::Unasked;
        }
        let arrays = probes.iter().map(|probe| self.array(probe)).collect();
        let request = self.unit.question.request(arrays);
        match self.put(&request, probes.len(), asking) {
            Ok(answer) => return self.judge_answer(answer, probes),
            Err(Ended::Declined(why)) => {
                for index in probes.iter().flat_map(Probe::judged) {
                    self.decline_check(*index, &why);
                }
            }
            Err(Ended::Failed(failed)) => return Sent::Failed(failed),
            Err(Ended::NotAsked | Ended::Interrupted) => return Sent::Unasked,
        }
        Sent::Judged
    }

    /// Puts one request, and books how it ends; `due` is the number of results.
    pub(super) fn put(
        &mut self,
        request: &Request,
        due: usize,
        asking: Asking,
    ) -> Result<Answer, Ended> {
        let started = Instant::now();
        let answer = self.implementation.ask(request);
        let answer = answer.and_then(|answer| heard(request, answer, self.terms.fill_value_result));
        let place = self.implementation.place();
        let place = place.map_or_else(String::new, |place| format!(" ({place})"));
        let failed = |way, what| {
            Err(Ended::Failed(Failed { way, what: format!("{what}{place}"), log: String::new() }))
        };
        let ended = match answer {
            Ok(Answer::Results { results, .. }) if results.len() != due => {
                failed(Way::Fault, counted(results.len(), due))
            }
            Ok(Answer::Shaped { results }) if results.len() != due => {
                failed(Way::Fault, counted(results.len(), due))
            }
            Ok(Answer::Unsupported(why)) => Err(Ended::Declined(why)),
            Ok(Answer::Fault(what)) => failed(Way::Fault, format!("{FAULT}{what}")),
            Ok(answer) => Ok(answer),
            Err(Failure::Interrupted) => Err(Ended::Interrupted),
            Err(Failure::NotAsked) => Err(Ended::NotAsked),
            Err(Failure::Crash { how, log }) => {
                let what = format!("the adapter ended{how}{place}");
                Err(Ended::Failed(Failed { way: Way::Crash, what, log }))
            }
            Err(failure @ Failure::Start(_)) => failed(Way::Crash, failure.to_string()),
            Err(failure @ (Failure::Timeout(_) | Failure::StartTimeout(_))) => {
                failed(Way::Timeout, failure.to_string())
            }
            Err(Failure::Malformed(what)) => failed(Way::Malformed, what),
        };
        self.in_one_shot |= matches!(ended, Err(Ended::NotAsked));
        self.account.book(&ended, asking, started.elapsed());
        ended
    }

    fn array(&self, probe: &Probe) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8 * probe.elements.len());
        for index in probe.elements.iter() {
            packed::push(&mut bytes, self.checks[*index].input);
        }
        bytes
    }

    /// Whether nothing more is to be asked here.
    pub(super) fn is_over(&self) -> bool {
        let (account, limits) = (&self.account, &self.terms.limits);
        account.interrupted
            || account.in_a_row >= limits.in_a_row
            || account.failures >= limits.failures
            || account.lost >= limits.lost
    }
}

/// What there is of an answer in place of a result.
pub(super) fn got(way: Way, what: String) -> Got {
    match way {
        Way::Malformed => Got::Malformed(what.into()),
        _ => Got::Nothing(what.into()),
    }
}

fn counted(results: usize, due: usize) -> String {
    format!("{results} results for {due} {}", if due == 1 { "array" } else { "arrays" })
}
