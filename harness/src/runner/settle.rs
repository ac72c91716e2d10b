//! Judging the answers of a session, and what is known of a check after that.

use codec_vectors::Expected;

use super::account::{Asking, Failed, Way};
use super::ballot::{Control, Tolerated};
use super::judge::{Fit, Got, elements, is_refusal, judge, upper_bits};
use super::probe::Probe;
use super::session::{CheckResult, Place, Sent, Session};
use super::{Status, Who};
use crate::packed;
use crate::protocol::{Answer, ArrayResult, Refusal, ShapedResult};
use crate::suite::{Expectation, Question};

impl Session<'_> {
    /// Judges an answer that has a result for each array, or rejects them all. An array of which
    /// the result has a wrong number of elements has failed as a whole.
    pub(super) fn judge_answer(&mut self, answer: Answer, probes: &[Probe]) -> Sent {
        match answer {
            Answer::Results { results, fill_value } => {
                self.judge_fill_value(fill_value.as_deref());
                for (probe, result) in probes.iter().zip(&results) {
                    match self.judge_array(probe, result) {
                        Err(failed) if probes.len() == 1 => return Sent::Failed(failed),
                        Err(failed) => self.blame(vec![probe.clone()], failed),
                        Ok(()) => {}
                    }
                }
            }
            Answer::Shaped { results } => {
                for (probe, result) in probes.iter().zip(results) {
                    let got = |result: ShapedResult| result.map_or_else(Got::Refused, Got::Shaped);
                    self.settle(probe, &got(result));
                }
            }
            Answer::Refused(refusal) => {
                let got = Got::RefusedAtOpen(refusal);
                probes.iter().for_each(|probe| self.settle(probe, &got));
            }
            other => unreachable!("no answer to be judged: {other:?}"),
        }
        Sent::Judged
    }

    fn judge_array(&mut self, probe: &Probe, result: &ArrayResult) -> Result<(), Failed> {
        let count = probe.elements.len();
        if let (Err(refusal), true) = (result, probe.judged().len() > 1) {
            self.ask_apart(probe, refusal);
            return Ok(());
        }
        let outcome = self.checks[probe.elements[0]].expectation.as_scalar();
        let bytes = outcome.and_then(|outcome| outcome.accepted().find_map(width)).unwrap_or(1);
        self.account.upper_bits += upper_bits(result, self.target);
        let got = elements(result, count, self.target, bytes);
        let got = got.map_err(|what| Failed { way: Way::Fault, what, log: String::new() })?;
        for (lane, (index, got)) in probe.elements.iter().zip(&got).enumerate() {
            if probe.judges(*index) {
                self.settle_check(*index, got, Place::in_probe(probe, lane));
            }
        }
        Ok(())
    }

    /// CV-FILL-1, where the implementation reports what the fill value becomes.
    fn judge_fill_value(&mut self, reported: Option<&[u8]>) {
        let Question::Cast { codec, fill_value_cast, .. } = &self.unit.question else { return };
        let (Some(stored), Some(reported)) = (codec.stored_type(), reported) else { return };
        let got = match packed::unpack(stored, reported).as_deref() {
            Some([bits]) => Got::FillValue(*bits),
            _ => {
                let (bytes, due) = (reported.len(), stored.bytes());
                let what = format!("a fill value of {bytes} bytes where {due} were due");
                self.fail(0, Status::Error, &Got::Nothing(what.into()), Place::nowhere());
                return;
            }
        };
        if let (Some(outcome), Got::FillValue(bits)) = (fill_value_cast, &got)
            && judge(Expectation::Scalar(outcome), &Got::Bits(*bits), Some(stored)).is_wrong()
        {
            self.fail(0, Status::Fail, &got, Place::nowhere());
        }
    }

    /// A long array was rejected as a whole: each of its elements is asked alone. If all pass so,
    /// the first one represents the array.
    fn ask_apart(&mut self, probe: &Probe, refusal: &Refusal) {
        let got = Got::Refused(refusal.clone());
        match self.ask_each(probe) {
            Sent::Unasked if self.is_over() => {}
            // In one shot nobody can tell which one it is.
            Sent::Unasked => self.settle(probe, &got),
            _ if self.any_failed(probe) || self.is_over() => {}
            _ => {
                self.fail(probe.elements[0], Status::Fail, &got, Place::in_probe(probe, 0));
            }
        }
    }

    /// Asks each element of an array in one of its own, in one request.
    fn ask_each(&mut self, probe: &Probe) -> Sent {
        let probes = self.answerable(probe.apart());
        let sent = self.send(&probes, Asking::Planned);
        if let Sent::Failed(failed) = &sent {
            self.blame(probes, failed.clone());
        }
        sent
    }

    fn any_failed(&self, probe: &Probe) -> bool {
        let failed = |index: &usize| matches!(self.results[*index], CheckResult::Failed { .. });
        probe.judged().iter().any(failed)
    }

    fn settle(&mut self, probe: &Probe, got: &Got) {
        for (lane, index) in probe.elements.iter().enumerate() {
            if probe.judges(*index) {
                self.settle_check(*index, got, Place::in_probe(probe, lane));
            }
        }
    }

    fn settle_check(&mut self, index: usize, got: &Got, place: Place) {
        let expectation = self.checks[index].expectation;
        let fit = judge(expectation, got, self.target);
        if fit.is_wrong() {
            self.fail(index, Status::Fail, got, place);
            return;
        }
        if let CheckResult::Open = self.results[index] {
            self.results[index] = CheckResult::Passed(Vec::new());
        }
        if expectation.is_tolerant()
            && let CheckResult::Passed(answers) = &self.results[index]
            && !answers.iter().any(|known| are_alike(&known.got, got))
        {
            let answer = self.tolerated(fit, got, &place);
            if let CheckResult::Passed(answers) = &mut self.results[index] {
                answers.push(answer);
            }
        }
    }

    fn tolerated(&self, fit: Fit, got: &Got, place: &Place) -> Tolerated {
        let Fit { ours, alternatives: fits } = fit;
        let inputs = place.array.iter().map(|index| self.checks[*index].input.bits);
        let (array, lane) = (inputs.collect(), place.lane);
        let control = Control::NotDue;
        Tolerated { got: got.clone(), array, lane, ours, fits, control }
    }

    /// Whether that is what is now known of the check.
    pub(super) fn fail(&mut self, index: usize, status: Status, got: &Got, place: Place) -> bool {
        // What fails in the shortest array says most; a pass does not excuse it.
        let shorter = match &self.results[index] {
            CheckResult::Failed { place: known, .. } => place.array.len() < known.array.len(),
            _ => true,
        };
        if shorter {
            let got = got.clone();
            self.results[index] = CheckResult::Failed { status, got, place, who: Who::It };
        }
        shorter
    }

    pub(super) fn decline(&mut self, why: &str) {
        (0..self.checks.len()).for_each(|index| self.decline_check(index, why));
    }

    /// A pass elsewhere is no answer to what was declined.
    pub(super) fn decline_check(&mut self, index: usize, why: &str) {
        if let CheckResult::Open | CheckResult::Passed(_) = self.results[index] {
            self.results[index] = CheckResult::Declined(why.to_owned());
        }
    }
}

/// Two rejections are the same answer, whatever their words.
fn are_alike(a: &Got, b: &Got) -> bool {
    a == b || is_refusal(a) && is_refusal(b)
}

fn width(expected: &Expected) -> Option<usize> {
    match expected {
        Expected::Bits(bits) => Some(bits.bytes.into()),
        _ => None,
    }
}
