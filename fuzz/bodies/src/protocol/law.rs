//! The law of a run: it is green only if every planned check was answered, once, by one
//! implementation, and rightly; and it is green if nothing else was done.

use std::collections::BTreeSet;

use codec_conformance::implementation::Connection;
use codec_conformance::report::{Report, exit_code};
use codec_conformance::runner::Requests;

use super::plan::{CheckId, Questions};
use super::truth::Heard;
use super::witness::{Testimony, Witness};
use crate::Finding;

/// Runs the suite on an implementation; there is no report where it is none of the protocol.
pub type Judge<'a> = &'a dyn Fn(&mut dyn Connection, &Questions) -> Option<Report>;

/// Checks a judge against the truth about all that was said; `story` is the input, for messages.
///
/// # Errors
/// The report is not about what happened.
pub(super) fn hold(
    judge: Judge<'_>,
    subject: &mut dyn Connection,
    questions: &Questions,
    story: impl Fn() -> String,
) -> Result<(), Finding> {
    let mut witness = Witness::of(subject);
    let report = judge(&mut witness, questions);
    let testimony = witness.testimony();
    let case = Case { report, testimony, questions };
    case.broken_law().map_or(Ok(()), |(law, such_as)| {
        let code = case.report.as_ref().map_or(3, exit_code);
        let facts = [("exit code", code.to_string()), ("story", story()), ("such as", such_as)];
        Err(Finding::of(law, &facts))
    })
}

/// A run that is over.
struct Case<'a> {
    report: Option<Report>,
    testimony: Testimony,
    questions: &'a Questions,
}

/// What is broken, and by what.
type Broken = Option<(&'static str, String)>;

impl Case<'_> {
    fn broken_law(&self) -> Broken {
        let Some(report) = &self.report else { return self.without_report() };
        let Some(hello) = &self.testimony.hello else {
            return Some(("a report without a hello", String::new()));
        };
        let covered = self.questions.covered(&hello.capabilities);
        let code = exit_code(report);
        if code == 0 {
            return self.green(&covered).or_else(|| self.miscounted(report));
        }
        let due = if covered.is_empty() { 4 } else { 0 };
        if self.is_honest() && code != due {
            return Some(("a red run of right answers", format!("{:?}", report.problems)));
        }
        self.miscounted(report)
    }

    fn without_report(&self) -> Broken {
        let greeted = self.testimony.hello.is_some();
        greeted.then(|| ("no report in spite of a hello", String::new()))
    }

    /// What forbids that the run is green.
    fn green(&self, covered: &BTreeSet<CheckId>) -> Broken {
        let Testimony { ending, doubled, .. } = &self.testimony;
        let fine: &[Heard] = match self.questions.plan.allow_declines {
            true => &[Heard::Right, Heard::NotAsked, Heard::Declined],
            false => &[Heard::Right, Heard::NotAsked],
        };
        if let Some(wrong) = self.testimony.other_than(fine) {
            return Some(("a green run of wrong answers", format!("{wrong:?}")));
        }
        let answered = &self.testimony.answered | &self.testimony.declined();
        if let Some(open) = covered.difference(&answered).next() {
            return Some(("a green run without an answer", format!("{open:?}")));
        }
        if *doubled {
            return Some(("a green run of doubled answers", String::new()));
        }
        (!self.ends_well()).then(|| ("a green run with a bad end", format!("{ending:?}")))
    }

    fn ends_well(&self) -> bool {
        let ending = &self.testimony.ending;
        let allowed = self.questions.plan.allow_exit_status;
        let is_allowed = |bad| allowed.is_some_and(|allowed| allowed.covers(bad));
        ending.problems.is_empty() && ending.bad_status.as_ref().is_none_or(is_allowed)
    }

    /// Whether nothing was said but the truth, and once.
    fn is_honest(&self) -> bool {
        let fine = &[Heard::Right];
        self.testimony.other_than(fine).is_none() && !self.testimony.doubled && self.ends_well()
    }

    /// What of the report's numbers is not what happened.
    fn miscounted(&self, report: &Report) -> Broken {
        let totals = &report.totals;
        let testimony = &self.testimony;
        let broken = |law, what: String| Some((law, what));
        if totals.planned != totals.sum() {
            return broken("planned is not the sum", format!("{totals:?}"));
        }
        let requests = requests(testimony);
        if requests != report.requests {
            let both = format!("{requests:?}, and in the report {:?}", report.requests);
            return broken("requests are miscounted", both);
        }
        let answered = testimony.answered.len() as u64;
        if totals.pass > answered {
            let both = format!("{} passes, {answered} right answers", totals.pass);
            return broken("a pass without a right answer", both);
        }
        let without = [
            ("crash", totals.crash, requests.crashed),
            ("timeout", totals.timeout, requests.timed_out),
            ("declined", totals.declined, requests.declined),
            ("xfail", totals.xfail + totals.xpass, 0),
        ];
        let without =
            without.into_iter().find(|(_, checks, requests)| *checks > 0 && *requests == 0);
        without.and_then(|(status, ..)| broken("a status without a cause", status.to_owned()))
    }
}

/// How the requests ended.
fn requests(testimony: &Testimony) -> Requests {
    Requests {
        answered: testimony.count(Heard::Right) + testimony.count(Heard::Wrong),
        declined: testimony.count(Heard::Declined),
        failed: testimony.count(Heard::Failed),
        crashed: testimony.count(Heard::Crashed),
        timed_out: testimony.count(Heard::TimedOut),
        malformed: testimony.count(Heard::Malformed),
    }
}
