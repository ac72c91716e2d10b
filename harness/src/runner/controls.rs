//! Whether a tolerated rejection has to do with the rule that tolerates it.

use codec_vectors::{Expected, Reason};

use super::account::{Asking, Ended, Failed};
use super::ballot::{self, Control, is_bound, rule_of};
use super::judge::is_refusal;
use super::session::{CheckResult, Place, Session, got};
use crate::protocol::{Answer, Request};
use crate::suite::{Expectation, controls};

impl Session<'_> {
    /// Asks the controls of what was rejected and need not be. Where requests are only written
    /// down, anything may be rejected.
    pub(super) fn ask_controls(&mut self) {
        let mut of_data = None;
        for index in 0..self.checks.len() {
            let is_due = match &self.results[index] {
                CheckResult::Passed(answers) => {
                    answers.iter().any(|answer| is_refusal(&answer.got))
                }
                CheckResult::Declined(_) => self.implementation.records(),
                _ => false,
            };
            if is_due && may_refuse(self.checks[index].expectation) && !self.is_over() {
                let control = match is_about_data(self.checks[index].expectation) {
                    true => *of_data.get_or_insert_with(|| self.control_of_data(index)),
                    false => self.control(index),
                };
                if let CheckResult::Passed(answers) = &mut self.results[index] {
                    let refusals = answers.iter_mut().filter(|answer| is_refusal(&answer.got));
                    refusals.for_each(|answer| answer.control = control);
                }
            }
        }
    }

    fn control(&mut self, index: usize) -> Control {
        let tolerated = ballot::tolerated(self.checks[index].expectation);
        let rules: Vec<&str> = tolerated.iter().map(|name| rule_of(name)).collect();
        let mut control = Control::Unknown;
        for request in controls(&self.unit.question, &rules) {
            control = self.put_control(&request, index);
            if control != Control::Answered {
                break;
            }
        }
        control
    }

    /// Whether something else is accepted: an input of the unit that must be, or 1.
    fn control_of_data(&mut self, index: usize) -> Control {
        let mut pairs = self.checks.iter().zip(&self.results);
        let is_answered = pairs.any(|(check, result)| match result {
            CheckResult::Passed(_) => check.expectation.must_succeed(),
            CheckResult::Failed { got, .. } => check.expectation.must_succeed() && !is_refusal(got),
            CheckResult::Open | CheckResult::Declined(_) => false,
        });
        match (is_answered, self.one()) {
            (true, _) => Control::Answered,
            (false, Some(one)) => self.put_control(&one, index),
            (false, None) => Control::Unknown,
        }
    }

    fn put_control(&mut self, request: &Request, index: usize) -> Control {
        match self.put(request, 1, Asking::Planned) {
            Ok(Answer::Refused(_)) => Control::Rejected,
            Ok(Answer::Results { results, .. }) if results.iter().any(Result::is_err) => {
                Control::Rejected
            }
            Ok(Answer::Shaped { results }) if results.iter().any(Result::is_err) => {
                Control::Rejected
            }
            Ok(_) => Control::Answered,
            Err(Ended::Failed(Failed { way, what, .. })) => {
                let what = format!("no answer to the same without what is ambiguous: {what}");
                self.fail(index, way.status(), &got(way, what), Place::nowhere());
                Control::Unknown
            }
            Err(_) => Control::Unknown,
        }
    }
}

/// Whether a rejection is accepted, and something else too. Beyond a bound of its own an
/// implementation may reject what it likes.
fn may_refuse(expectation: Expectation<'_>) -> bool {
    let mixed = !expectation.must_succeed() && !expectation.must_fail();
    mixed && !ballot::tolerated(expectation).into_iter().any(is_bound)
}

/// Whether all that may be rejected is an element.
fn is_about_data(expectation: Expectation<'_>) -> bool {
    match expectation {
        Expectation::Scalar(outcome) => !outcome.accepted().any(|expected| {
            matches!(expected, Expected::Error(Reason::Configuration | Reason::FillValue))
        }),
        Expectation::Shape(..) | Expectation::Array(_) => false,
    }
}
