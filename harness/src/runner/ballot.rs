//! What answers say of how an implementation reads the rules that the texts leave open, and what
//! they are worth under one reading for each rule.
//!
//! An answer votes for the readings of a rule that it fits, if the check tolerates alternatives of
//! that rule alone and the answer tells its readings apart. A rejection may have any reason, so it
//! votes only where its control succeeds: the same request without what is ambiguous. Readings that
//! all votes fit are the implementation's, the project's own first; where there is none, because
//! votes are mixed, it is the project's own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use codec_vectors::Bits;

use super::{Got, Wrongness};
use crate::reading::{OURS, Readings, names};
use crate::suite::{Expectation, alternative, rule};

/// Answers to a check of which several are accepted.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ballot {
    /// Position of its unit in the run.
    pub(super) unit: usize,
    pub(super) input: Bits,
    /// The alternatives that are tolerated, by name.
    pub(super) tolerated: Vec<&'static str>,
    /// Each answer that differs from those before it.
    pub(super) answers: Vec<Tolerated>,
}

/// An answer that some reading accepts.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tolerated {
    pub(super) got: Got,
    /// The inputs of the array that showed it, and the position in it.
    pub(super) array: Arc<[u64]>,
    pub(super) lane: usize,
    /// Whether the project's own reading accepts it.
    pub(super) ours: bool,
    /// The alternatives that accept it, by name.
    pub(super) fits: Vec<&'static str>,
    pub(super) control: Control,
}

/// What came of the same request without what is ambiguous, where a rejection may have another
/// reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Control {
    /// It does not matter.
    #[default]
    NotDue,
    /// It was answered.
    Answered,
    /// It was rejected too.
    Rejected,
    /// Nobody can tell.
    Unknown,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Worth {
    Accepted,
    /// Accepted for now: the readings of these rules are not known.
    Undecided,
    /// Not what the reading of the rule gives, or a rejection that has nothing to do with the rule.
    Wrong(&'static str, Wrongness),
}

/// How the answers of a run read one rule.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Votes {
    /// How many answers fit each reading, by its name; some fit several.
    pub fitting: BTreeMap<&'static str, u64>,
    /// How many of them vote.
    pub voting: u64,
    /// The readings that all votes fit.
    agreed: Option<BTreeSet<&'static str>>,
}

impl Votes {
    /// The reading that all votes fit; the project's own where there is none.
    pub(super) fn elected(&self) -> &'static str {
        let agreed = self.agreed.iter().flatten().copied();
        let mut agreed: Vec<&'static str> = agreed.collect();
        agreed.sort_by_key(|name| *name != OURS);
        agreed.first().copied().unwrap_or(OURS)
    }

    /// Whether no reading fits all votes.
    pub fn are_mixed(&self) -> bool {
        self.agreed.as_ref().is_some_and(BTreeSet::is_empty)
    }

    fn vote(&mut self, fitting: BTreeSet<&'static str>) {
        self.voting += 1;
        self.agreed = Some(match self.agreed.take() {
            Some(agreed) => agreed.intersection(&fitting).copied().collect(),
            None => fitting,
        });
    }
}

impl Ballot {
    /// Adds what the answers say of the rules.
    pub(super) fn count(&self, votes: &mut BTreeMap<&'static str, Votes>) {
        for answer in &self.answers {
            for rule in self.rules() {
                let votes = votes.entry(rule).or_default();
                let fitting = answer.fits.iter().map(|name| parts(name));
                let fitting = fitting.filter(|(of, _)| *of == rule).map(|(_, name)| name);
                for name in fitting.chain(answer.ours.then_some(OURS)) {
                    *votes.fitting.entry(name).or_default() += 1;
                }
            }
            if let Some((rule, fitting)) = self.vote(answer) {
                votes.entry(rule).or_default().vote(fitting);
            }
        }
    }

    /// The readings that an answer votes for, and of which rule.
    fn vote(&self, answer: &Tolerated) -> Option<(&'static str, BTreeSet<&'static str>)> {
        let rules = self.rules();
        let rule = rules.first().filter(|_| rules.len() == 1)?;
        if self.tolerated.iter().any(|name| is_bound(name)) || !answer.may_vote() {
            return None;
        }
        let known = names(rule);
        let fitting = known.iter().copied().filter(|name| self.fits(answer, rule, name));
        let fitting: BTreeSet<&str> = fitting.collect();
        (fitting.len() < known.len()).then_some((rule, fitting))
    }

    /// Whether an answer is the one under a reading of a rule. What names no alternative is
    /// answered alike under it.
    fn fits(&self, answer: &Tolerated, rule: &str, name: &str) -> bool {
        match self.tolerated.iter().find(|full| parts(full) == (rule, name)) {
            Some(full) => answer.fits.contains(full),
            None => answer.ours,
        }
    }

    /// What the answer is worth under these readings.
    pub(super) fn worth(&self, answer: &Tolerated, readings: &Readings) -> Worth {
        if answer.fits.iter().any(|name| is_bound(name)) {
            return Worth::Accepted;
        }
        let of_rule = |name: &&'static str| readings.of(parts(name).0);
        let is_read = |name: &&&'static str| of_rule(name) == Some(parts(name).1);
        let broken = |name: Option<&&'static str>| name.map_or("", |name| parts(name).0);
        if answer.control == Control::Rejected {
            return Worth::Wrong(broken(self.tolerated.first()), Wrongness::RefusedAnyway);
        }
        let read = self.tolerated.iter().find(is_read);
        let undecided = |name: &&'static str| of_rule(name).is_none();
        match read {
            None if answer.ours => Worth::Accepted,
            _ if answer.fits.iter().any(|name| is_read(&name)) => Worth::Accepted,
            _ if answer.fits.iter().any(undecided) => Worth::Undecided,
            read => {
                Worth::Wrong(broken(read.or_else(|| answer.fits.first())), Wrongness::OtherReading)
            }
        }
    }

    /// The rules of which alternatives are tolerated.
    pub(super) fn rules(&self) -> BTreeSet<&'static str> {
        self.tolerated.iter().map(|name| parts(name).0).collect()
    }
}

impl Tolerated {
    fn may_vote(&self) -> bool {
        matches!(self.control, Control::NotDue | Control::Answered)
    }
}

/// The rule of an alternative, and its name under that.
fn parts(name: &'static str) -> (&'static str, &'static str) {
    name.split_once('/').expect("every name of an alternative has both parts")
}

/// The rule that tolerates an alternative.
pub(super) fn rule_of(name: &'static str) -> &'static str {
    parts(name).0
}

/// Whether it is what an implementation may do beyond a bound of its own.
pub(super) fn is_bound(name: &'static str) -> bool {
    rule(rule_of(name)).is_some_and(|rule| rule.bounds.iter().any(|bound| bound == name))
}

/// The alternatives that an expectation tolerates.
pub(super) fn tolerated(expectation: Expectation<'_>) -> Vec<&'static str> {
    expectation.alternatives().into_iter().filter_map(alternative).collect()
}
