//! A wrapper between a run and an implementation that notes all that is said.

use std::collections::BTreeSet;

use codec_conformance::implementation::{Connection, Ending, Failure};
use codec_conformance::protocol::{Answer, Hello, Request};

use super::plan::CheckId;
use super::truth::{Heard, Told, told};

/// An implementation that passes on each request and its answer.
pub(super) struct Witness<'a> {
    subject: &'a mut dyn Connection,
    pub(super) hello: Option<Hello>,
    /// Each request but the hello, and how it ended.
    pub(super) log: Vec<(Request, Result<Answer, Failure>)>,
    pub(super) ending: Ending,
}

impl<'a> Witness<'a> {
    pub(super) fn of(subject: &'a mut dyn Connection) -> Self {
        Self { subject, hello: None, log: Vec::new(), ending: Ending::default() }
    }

    /// What it has heard, once the run is over.
    pub(super) fn testimony(self) -> Testimony {
        let cast_value =
            self.hello.as_ref().and_then(|hello| hello.capabilities.cast_value.as_ref());
        let reports = cast_value.is_some_and(|cast| cast.fill_value_result);
        let told = self.log.iter().map(|(request, answer)| told(request, answer, reports));
        let told: Vec<Told> = told.collect();
        let answered = told.iter().flat_map(|told| &told.right).copied().collect();
        let doubled = !self.subject.answered_twice().is_empty();
        Testimony { hello: self.hello, log: self.log, told, answered, ending: self.ending, doubled }
    }
}

impl Connection for Witness<'_> {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        let answer = self.subject.ask(request);
        match &answer {
            Ok(Answer::Hello(hello)) if *request == Request::Hello => {
                self.hello = Some(hello.as_ref().clone());
            }
            _ if *request == Request::Hello => {}
            _ => self.log.push((request.clone(), answer.clone())),
        }
        answer
    }

    fn finish(&mut self) -> Ending {
        self.ending = self.subject.finish();
        self.ending.clone()
    }

    fn requests(&self) -> u64 {
        self.subject.requests()
    }

    fn answered_twice(&self) -> Vec<u64> {
        self.subject.answered_twice()
    }
}

/// What was said in a run.
pub(super) struct Testimony {
    /// What the implementation said of itself; `None` where it said nothing that could be read.
    pub(super) hello: Option<Hello>,
    pub(super) log: Vec<(Request, Result<Answer, Failure>)>,
    /// Of each entry of the log, what it comes to.
    pub(super) told: Vec<Told>,
    /// The checks that were answered rightly at least once.
    pub(super) answered: BTreeSet<CheckId>,
    pub(super) ending: Ending,
    /// Whether some request was answered twice.
    pub(super) doubled: bool,
}

impl Testimony {
    pub(super) fn count(&self, heard: Heard) -> u64 {
        self.told.iter().filter(|told| told.heard == heard).count() as u64
    }

    /// The checks that were declined at least once.
    pub(super) fn declined(&self) -> BTreeSet<CheckId> {
        let declined = self.told.iter().filter(|told| told.heard == Heard::Declined);
        declined.flat_map(|told| &told.asked).copied().collect()
    }

    /// The first request of which the answer is none of these, with it.
    pub(super) fn other_than(&self, fine: &[Heard]) -> Option<&(Request, Result<Answer, Failure>)> {
        let position = self.told.iter().position(|told| !fine.contains(&told.heard));
        position.map(|position| &self.log[position])
    }
}
