//! The loop: draw, ask, keep what is wrong in a new way; in the end that is shrunk.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use codec_vectors::Level;

use super::draft::{Draft, Drawn};
use super::draw::Source;
use super::known::Known;
use super::record::Stored;
use super::shrink::Shrinker;
use crate::protocol::Capabilities;
use crate::runner::{ClassKey, Drawing, Finding, Panel, Plan, Run, Status, Subject};
use crate::suite::Unit;

/// When to end, and where to begin.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// What all random choices follow from.
    pub seed: u64,
    /// How long to draw. Shrinking may take as long again.
    pub time: Duration,
    /// How many questions at most.
    pub questions: u64,
}

/// Asks one implementation, or two the same, random questions that `capabilities` cover; `progress`
/// hears of each.
pub fn fuzz(
    subjects: Vec<Subject<'_>>,
    capabilities: &Capabilities,
    plan: &Plan,
    bounds: &Bounds,
    known: &Known,
    progress: &dyn Fn(&Drawing),
) -> Run {
    let started = Instant::now();
    let plan = Plan { seed: bounds.seed, ..plan.clone() };
    let mut run = Run::empty(Vec::new(), plan, capabilities.clone());
    let mut drawing = Drawing { seed: bounds.seed, ..Drawing::default() };
    run.drawing = Some(drawing);
    let panel = Panel::new(subjects);
    let (classes, drafts) = (HashMap::new(), Vec::new());
    let mut fuzzer = Fuzzer { panel, run, known, classes, drafts };
    let mut source = Source::new(capabilities, bounds.seed);
    while let Some(source) = &mut source
        && drawing.questions < bounds.questions
        && started.elapsed() < bounds.time
        && !fuzzer.is_over()
    {
        let Some(drawn) = source.draw() else { continue };
        drawing.questions += 1;
        drawing.casts += drawn.draft.casts() as u64;
        fuzzer.ask(&drawn);
        drawing.seconds = started.elapsed().as_secs_f64();
        drawing.seconds_waited = fuzzer.run.waited.as_secs_f64();
        progress(&drawing);
    }
    fuzzer.run.drawing = Some(drawing);
    fuzzer.shrink(started + 2 * bounds.time);
    fuzzer.finish()
}

/// Asks a case, of one implementation or of two, with everything that the runner has for it.
pub fn replay(
    subjects: Vec<Subject<'_>>,
    capabilities: &Capabilities,
    plan: &Plan,
    case: &Stored,
) -> Run {
    let mut run = Run::empty(Vec::new(), plan.clone(), capabilities.clone());
    let mut panel = Panel::new(subjects);
    for unit in case.units() {
        panel.ask(&mut run, &Arc::new(unit), None);
    }
    panel.end(&mut run);
    run.conclude();
    run
}

struct Fuzzer<'k, 'a> {
    panel: Panel<'a>,
    run: Run,
    known: &'k Known,
    /// The finding that is kept of each class.
    classes: HashMap<ClassKey, usize>,
    /// The drafts of the units that are kept.
    drafts: Vec<Draft>,
}

impl Fuzzer<'_, '_> {
    fn is_over(&mut self) -> bool {
        self.run.interrupted |= self.run.plan.interrupted.load(Ordering::Relaxed);
        self.run.is_over()
    }

    fn ask(&mut self, drawn: &Drawn) {
        self.panel.ask(&mut self.run, &drawn.unit, Some(&drawn.arrays));
        for finding in self.run.take_last() {
            self.count(&drawn.unit, &drawn.draft, finding);
        }
    }

    /// Keeps the first finding of a class, with the array that shows it; others are counted.
    fn count(&mut self, unit: &Arc<Unit>, draft: &Draft, finding: Finding) {
        let class = class_of(unit, &finding);
        if self.known.has(&class) {
            self.run.recount(finding.status, Status::Xfail, 1);
        } else if let Some(index) = self.classes.get(&class) {
            self.run.findings[*index].times += 1;
        } else {
            self.classes.insert(class, self.run.findings.len());
            let inputs = match finding.array.is_empty() {
                true => [finding.input.bits].into(),
                false => Arc::clone(&finding.array),
            };
            let smaller = draft.only(&inputs).and_then(Draft::drawn);
            let (unit, draft) = match smaller {
                Some(Drawn { unit, draft, .. }) => (unit, draft),
                None => (Arc::clone(unit), draft.clone()),
            };
            self.run.keep(unit, finding);
            self.drafts.push(draft);
        }
    }

    /// Shrinks what was kept, the first of each family as far as that goes. What is left may be of
    /// another class, which is known or kept already.
    fn shrink(&mut self, deadline: Instant) {
        let (mut units, mut findings) = (Vec::new(), std::mem::take(&mut self.run.findings));
        self.run.units.clear();
        self.run.tally.clear();
        self.classes.clear();
        let mut families = Vec::new();
        let mut shrinker = Shrinker::new(&mut self.panel, &self.run, deadline);
        for (draft, finding) in self.drafts.drain(..).zip(&mut findings) {
            units.push(shrinker.shrink(draft, finding, &mut families));
        }
        for (unit, finding) in units.into_iter().zip(findings) {
            let class = class_of(&unit, &finding);
            if self.known.has(&class) {
                self.run.recount(finding.status, Status::Xfail, finding.times);
            } else if let Some(index) = self.classes.get(&class) {
                self.run.findings[*index].times += finding.times;
            } else {
                self.classes.insert(class, self.run.findings.len());
                self.run.keep(Arc::new(unit), finding);
            }
        }
    }

    fn finish(mut self) -> Run {
        self.panel.end(&mut self.run);
        self.run.conclude();
        self.run
    }
}

/// The class of a finding. Where no rule was put to the test, it is the same whatever the rule.
pub(super) fn class_of(unit: &Unit, finding: &Finding) -> ClassKey {
    let class = ClassKey::of(unit, finding);
    match class.wrongness.tests_rule() && class.status == Status::Fail {
        true => class,
        false => ClassKey { rule: String::new(), level: Level::Must, ..class },
    }
}
