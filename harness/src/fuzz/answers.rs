//! One implementation, or two, asked the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::hit::{Hit, Place};
use super::replay::{Stored, replay};
use super::trial::Trial;
use crate::implementation::{Connection, Ending, Failure, end};
use crate::protocol::{Answer, Hello};
use crate::report::Class as Failed;
use crate::runner::{Got, heard};

/// After so many crashes, timeouts and malformed answers nothing more is asked.
const MAX_FAILURES: usize = 60;

/// Which of the implementations is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The only one.
    It,
    /// The first of two.
    A,
    /// The second of two.
    B,
    /// Both, each in another way.
    Both,
}

/// An implementation and what it says of itself.
pub type Subject<'a> = (&'a mut dyn Connection, &'a Hello);

/// The implementations, and how they fared.
pub(super) struct Asked<'a> {
    subjects: Vec<Subject<'a>>,
    interrupted: &'a AtomicBool,
    /// When shrinking ends, too, where answers are slow.
    deadline: Instant,
    /// Crashes, timeouts and malformed answers.
    pub(super) failures: usize,
    /// Time spent waiting for answers.
    pub(super) waited: Duration,
    /// Trials that were declined although they are declared.
    pub(super) declined: u64,
}

impl<'a> Asked<'a> {
    pub(super) fn new(
        subjects: Vec<Subject<'a>>,
        interrupted: &'a Arc<AtomicBool>,
        deadline: Instant,
    ) -> Self {
        let (failures, waited, declined) = (0, Duration::ZERO, 0);
        Self { subjects, interrupted, deadline, failures, waited, declined }
    }

    /// Whether nothing more can be asked.
    pub(super) fn is_over(&self) -> bool {
        let late = Instant::now() > self.deadline;
        late || self.interrupted.load(Ordering::Relaxed) || self.gave_up()
    }

    pub(super) fn gave_up(&self) -> bool {
        self.failures >= MAX_FAILURES
    }

    /// What is wrong about the answers to a trial; of two implementations only where they differ.
    pub(super) fn hits(&mut self, trial: &Trial) -> Vec<(Who, Hit)> {
        let request = trial.request();
        let started = Instant::now();
        let mut answers = Vec::with_capacity(2);
        for (implementation, hello) in &mut self.subjects {
            let cast_value = hello.capabilities.cast_value.as_ref();
            let reports = cast_value.is_some_and(|cast| cast.fill_value_result);
            let answer = implementation.ask(&request);
            answers.push(answer.and_then(|answer| heard(&request, answer, reports)));
        }
        self.waited += started.elapsed();
        if self.interrupted.load(Ordering::Relaxed) || answers.contains(&Err(Failure::Interrupted))
        {
            return Vec::new();
        }
        let declines = |answer: &Result<_, _>| matches!(answer, Ok(Answer::Unsupported(_)));
        if answers.iter().any(declines) {
            self.declined += 1;
            return Vec::new();
        }
        self.failures += answers.iter().filter(|answer| answer.is_err()).count();
        let hits: Vec<Vec<Hit>> = answers.iter().map(|answer| trial.hits(answer)).collect();
        match hits.as_slice() {
            [a, b] => differences(a, b),
            _ => hits.into_iter().flatten().map(|hit| (Who::It, hit)).collect(),
        }
    }

    pub(super) fn finish(&mut self) -> Vec<String> {
        let problems = self.subjects.iter_mut().flat_map(|(one, _)| {
            let Ending { problems, bad_status } = end(*one);
            problems.into_iter().chain(bad_status.map(|bad| bad.to_string()))
        });
        problems.collect()
    }

    /// The failures of a case on each implementation, of the operation that it was found with.
    pub(super) fn confirm(&mut self, case: &Stored, operation: &str) -> Vec<(Who, Failed)> {
        let names: &[Who] = if self.subjects.len() == 1 { &[Who::It] } else { &[Who::A, Who::B] };
        let failed = self.subjects.iter_mut().zip(names).flat_map(|((one, hello), who)| {
            let report = replay(*one, hello, case, Vec::new());
            let same = report.classes.into_iter().filter(|class| class.operation == operation);
            same.map(|class| (*who, class))
        });
        failed.collect()
    }
}

/// Where only one is wrong, or both are in different ways.
fn differences(a: &[Hit], b: &[Hit]) -> Vec<(Who, Hit)> {
    let at = |hits: &[Hit], place: Place| hits.iter().find(|hit| hit.place == place).cloned();
    let of_a = a.iter().filter_map(|hit| match at(b, hit.place) {
        Some(other) if is_same(hit, &other) => None,
        Some(_) => Some((Who::Both, hit.clone())),
        None => Some((Who::A, hit.clone())),
    });
    let of_b = b.iter().filter(|hit| at(a, hit.place).is_none()).map(|hit| (Who::B, hit.clone()));
    of_a.chain(of_b).collect()
}

/// Two refusals are the same answer, whatever their words.
fn is_same(hit: &Hit, other: &Hit) -> bool {
    let words =
        |got: &Got| matches!(got, Got::Refused(_) | Got::RefusedAtOpen(_) | Got::Nothing(_));
    hit.wrongness == other.wrongness && (words(&hit.got) || hit.got == other.got)
}
