//! The loop: draw, ask, judge; what is new is shrunk.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::answers::{Asked, Subject, Who};
use super::case::Stored;
use super::cast::CastTrial;
use super::class::Class;
use super::draw::Source;
use super::hit::{Hit, Place};
use super::known::Known;
use super::shrink::Shrinker;
use super::trial::Trial;
use crate::protocol::Capabilities;
use crate::report::Class as Failure;

/// When to end, and where to begin.
#[derive(Clone, Debug)]
pub struct Limits {
    /// What all random choices follow from.
    pub seed: u64,
    /// How long.
    pub time: Duration,
    /// How many trials at most.
    pub trials: u64,
    /// Whether trials may be declined although they are declared.
    pub allow_declines: bool,
    /// Once this is set, the run ends.
    pub interrupted: Arc<AtomicBool>,
}

/// How much was asked.
#[derive(Clone, Copy, Default, Debug)]
pub struct Meter {
    /// Requests, but for those that shrink.
    pub trials: u64,
    /// Elements that were cast.
    pub casts: u64,
    /// Requests of other operations.
    pub others: u64,
    /// All of the time, that of shrinking included.
    pub elapsed: Duration,
    /// The part of it spent waiting for answers.
    pub waited: Duration,
}

/// A mistake, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Of the trial that is left.
    pub class: Class,
    /// How often it was met, by types.
    pub met: BTreeMap<(String, String), u64>,
    /// The trial as a case of the vectors.
    pub case: Stored,
    /// The failures of the case, by implementation: of the only one, or of A and B; empty where it
    /// passes by itself.
    pub failures: Vec<(Who, Failure)>,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The seed to find it again.
    pub seed: u64,
    /// How much was asked.
    pub meter: Meter,
    /// In the order in which they were met.
    pub findings: Vec<Finding>,
    /// Hits of classes that were known before.
    pub known: u64,
    /// Trials that were declined although they are declared.
    pub declined: u64,
    /// Whether they may be.
    pub allow_declines: bool,
    /// Crashes, timeouts and malformed answers.
    pub failures: usize,
    /// Whether these were too many to go on.
    pub gave_up: bool,
    /// What went wrong outside of any trial.
    pub problems: Vec<String>,
    /// Whether the user interrupted the run.
    pub interrupted: bool,
}

struct Fuzzer<'a> {
    asked: Asked<'a>,
    known: &'a Known,
    declared: &'a Capabilities,
    known_hits: u64,
    findings: Vec<Finding>,
    /// Positions of findings by family.
    families: BTreeMap<Class, usize>,
}

/// Asks one implementation, or two the same, what `capabilities` cover; `progress` hears of each
/// trial.
pub fn fuzz<'a>(
    subjects: Vec<Subject<'a>>,
    capabilities: &'a Capabilities,
    limits: &'a Limits,
    known: &'a Known,
    progress: &dyn Fn(&Meter),
) -> Found {
    let started = Instant::now();
    let mut meter = Meter::default();
    let mut fuzzer = Fuzzer {
        asked: Asked::new(subjects, &limits.interrupted, started + 2 * limits.time),
        known,
        declared: capabilities,
        known_hits: 0,
        findings: Vec::new(),
        families: BTreeMap::new(),
    };
    let mut source = Source::new(capabilities, limits.seed);
    while let Some(source) = &mut source
        && meter.trials < limits.trials
        && started.elapsed() < limits.time
        && !fuzzer.asked.is_over()
    {
        let Some(trial) = source.draw() else { continue };
        meter.trials += 1;
        match &trial {
            Trial::Cast(cast) => meter.casts += cast.count() as u64,
            _ => meter.others += 1,
        }
        fuzzer.ask(trial);
        (meter.elapsed, meter.waited) = (started.elapsed(), fuzzer.asked.waited);
        progress(&meter);
    }
    let Fuzzer { mut asked, findings, known_hits, .. } = fuzzer;
    let problems = asked.finish();
    let (declined, failures, gave_up) = (asked.declined, asked.failures, asked.gave_up());
    let interrupted = limits.interrupted.load(Ordering::Relaxed);
    Found {
        seed: limits.seed,
        meter,
        findings,
        known: known_hits,
        declined,
        allow_declines: limits.allow_declines,
        failures,
        gave_up,
        problems,
        interrupted,
    }
}

impl Fuzzer<'_> {
    fn ask(&mut self, trial: Trial) {
        let mut hits = self.asked.hits(&trial);
        if let Trial::Cast(cast) = &trial {
            hits.retain(|(_, hit)| !self.note_apart(cast, hit));
        }
        self.note_all(&trial, &hits);
    }

    /// An array that is refused says nothing of its elements: each is asked alone. Whether some
    /// are hits of their own, which count instead.
    fn note_apart(&mut self, cast: &CastTrial, hit: &Hit) -> bool {
        let Place::Array(array) = hit.place else { return false };
        let Some(apart) = cast.apart(array) else { return false };
        let apart = Trial::Cast(apart);
        let alone = self.asked.hits(&apart);
        self.note_all(&apart, &alone);
        !alone.is_empty()
    }

    /// Counts the hits; the trial is kept for the first new family, and others come back.
    fn note_all(&mut self, trial: &Trial, hits: &[(Who, Hit)]) {
        let mut new = Vec::new();
        for (who, hit) in hits {
            let class = Class::of(trial, *who, hit);
            if self.known.has(&class) {
                self.known_hits += 1;
            } else if let Some(index) = self.families.get(&class.family()) {
                *self.findings[*index].met.entry((class.source, class.target)).or_default() += 1;
            } else if new.iter().all(|(known, _): &(Class, &Hit)| known.family() != class.family())
            {
                new.push((class, hit));
            }
        }
        for (class, hit) in new {
            self.add(trial.clone(), class, hit);
        }
    }

    fn add(&mut self, trial: Trial, class: Class, hit: &Hit) {
        let met = (class.source.clone(), class.target.clone());
        let (asked, declared) = (&mut self.asked, self.declared);
        let shrinker = Shrinker { asked, class: class.clone(), declared, requests: 0 };
        let trial = shrinker.shrink(trial, hit);
        // The words and codes that are left may be of another rule.
        let (source, target) = trial.sides();
        let rule = match &trial {
            Trial::Packing(..) if !class.rule.is_empty() => trial.rule(hit).to_owned(),
            _ => class.rule.clone(),
        };
        let left = Class { rule, source, target, ..class.clone() };
        if self.known.has(&left) {
            self.known_hits += 1;
            return;
        }
        let index = self.families.get(&left.family()).copied().unwrap_or_else(|| {
            let case = Stored::of(&trial, &left);
            let failures = self.asked.confirm(&case, &left.operation);
            let met = BTreeMap::new();
            self.findings.push(Finding { class: left.clone(), met, case, failures });
            self.findings.len() - 1
        });
        *self.findings[index].met.entry(met).or_default() += 1;
        self.families.insert(left.family(), index);
        self.families.insert(class.family(), index);
    }
}
