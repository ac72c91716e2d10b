//! From a question that shows a mistake to the smallest one that still does.

use std::sync::Arc;
use std::time::Instant;

use codec_reference::DataType;

use super::cast::CastDraft;
use super::draft::{Draft, Drawn};
use super::engine::class_of;
use super::record::Stored;
use crate::runner::{ClassKey, Finding, Panel, Plan, Probe, Run, Status, Wrongness};
use crate::suite::Unit;

/// A mistake is given up as small enough after this many questions.
const MAX_QUESTIONS: usize = 600;

/// This many simpler elements are asked at once.
const AT_ONCE: usize = 1024;

/// Where each may cost a restart, or is rejected at open, only this many, one after the other.
const ONE_BY_ONE: usize = 8;

/// Nothing more is shrunk after this many crashes, time-outs and malformed answers.
const MAX_FAILURES: usize = 60;

/// The search for smaller questions.
pub(super) struct Shrinker<'s, 'a> {
    panel: &'s mut Panel<'a>,
    /// A run that has asked nothing.
    empty: Run,
    deadline: Instant,
    failures: usize,
    /// Questions that were asked for the finding at hand.
    questions: usize,
}

/// A question, and its finding that is of the class.
type Shown = (Drawn, Finding);

impl<'s, 'a> Shrinker<'s, 'a> {
    /// A shrinker that asks what the run may ask, where no failure is expected.
    pub(super) fn new(panel: &'s mut Panel<'a>, run: &Run, deadline: Instant) -> Self {
        let plan = Plan { baseline: None, max_fail: None, ..run.plan.clone() };
        let empty = Run::empty(Vec::new(), plan, run.capabilities.clone());
        Self { panel, empty, deadline, failures: 0, questions: 0 }
    }

    /// The smallest unit that is found to show the finding's class, and what it finds. Only the
    /// first of a family is worth the search; of the others, the element alone is tried.
    pub(super) fn shrink(
        &mut self,
        draft: Draft,
        finding: &mut Finding,
        families: &mut Vec<ClassKey>,
    ) -> Unit {
        self.questions = 0;
        let Some(drawn) = draft.clone().drawn() else { unreachable!("it has been asked") };
        let class = class_of(&drawn.unit, finding);
        let is_first = !families.contains(&family(&class));
        families.push(family(&class));
        let mut shown = (drawn, finding.clone());
        let alone = draft.only(&[finding.input.bits]);
        if let Some(alone) = alone.and_then(|draft| self.shows(draft, &class)) {
            shown = alone;
        }
        if is_first {
            shown = self.descend(shown, &class);
            shown = self.simplify_element(shown, &class);
            shown = self.descend(shown, &class);
        }
        let (drawn, smallest) = shown;
        let record = self.record(&drawn, &ClassKey::of(&drawn.unit, &smallest));
        *finding = Finding { times: finding.times, ..smallest };
        drawn.recorded(record)
    }

    /// Takes the first simpler draft that still shows the class, until none does.
    fn descend(&mut self, mut shown: Shown, class: &ClassKey) -> Shown {
        loop {
            let simpler = shown.0.draft.simpler().find_map(|draft| self.shows(draft, class));
            match simpler {
                Some(simpler) => shown = simpler,
                None => return shown,
            }
        }
    }

    fn simplify_element(&mut self, mut shown: Shown, class: &ClassKey) -> Shown {
        while let Draft::Cast(draft) = &shown.0.draft
            && let Some(simpler) = self.simpler_element(draft, class)
        {
            shown = simpler;
        }
        shown
    }

    /// The simplest of the simpler elements that shows the class.
    fn simpler_element(&mut self, draft: &CastDraft, class: &ClassKey) -> Option<Shown> {
        if class.status != Status::Fail || class.wrongness == Wrongness::RefusedAtOpen {
            let mut each = draft.other_elements(1).into_iter().take(ONE_BY_ONE);
            return each.find_map(|one| self.shows(Draft::Cast(one), class));
        }
        let most = self.empty.capabilities.max_elements.unwrap_or(AT_ONCE).min(AT_ONCE);
        draft.other_elements(most).into_iter().find_map(|others| {
            let (drawn, finding) = self.shows(Draft::Cast(others), class)?;
            let only = drawn.draft.only(&[finding.input.bits])?.drawn()?;
            Some((only, finding))
        })
    }

    /// The question of a draft, and the first of its findings that is of the class.
    fn shows(&mut self, draft: Draft, class: &ClassKey) -> Option<Shown> {
        let drawn = draft.drawn()?;
        let findings = self.ask(&drawn.unit, Some(&drawn.arrays))?.findings;
        let is_it = |finding: &Finding| is_it(&class_of(&drawn.unit, finding), class);
        let finding = findings.into_iter().find(is_it)?;
        Some((drawn, finding))
    }

    /// The case that asks the same, if it shows a failure of the same operation on its own.
    fn record(&mut self, drawn: &Drawn, class: &ClassKey) -> Option<Arc<str>> {
        let case = Stored::of(&drawn.draft, class)?;
        self.questions = 0;
        let fails = |unit: &Unit, finding: &Finding| {
            unit.question.operation() == class.operation && finding.who == class.who
        };
        let shows = case.units().into_iter().map(Arc::new).any(|unit| {
            let run = self.ask(&unit, None);
            run.is_some_and(|run| run.findings.iter().any(|finding| fails(&unit, finding)))
        });
        shows.then(|| case.to_json().into())
    }

    /// Asks a unit in those arrays, or with everything that the runner has for it.
    fn ask(&mut self, unit: &Arc<Unit>, arrays: Option<&[Probe]>) -> Option<Run> {
        self.questions += 1;
        let is_late = Instant::now() > self.deadline || self.failures > MAX_FAILURES;
        if is_late || self.questions > MAX_QUESTIONS {
            return None;
        }
        let mut run = self.empty.clone();
        self.panel.ask(&mut run, unit, arrays);
        self.failures += run.failures;
        (!run.interrupted).then_some(run)
    }
}

/// Words and codes have no rule of their own that acts on one input and not on another.
fn is_it(class: &ClassKey, wanted: &ClassKey) -> bool {
    let any_rule = ["unpack", "pack"].contains(&wanted.operation);
    let rule = if any_rule { wanted.rule.clone() } else { class.rule.clone() };
    family(&ClassKey { rule, ..class.clone() }) == family(wanted)
}

/// The class with kinds of types in place of types: what is shrunk once.
fn family(class: &ClassKey) -> ClassKey {
    let (source, target) = (kind(&class.source), kind(&class.target));
    ClassKey { source, target, ..class.clone() }
}

/// What kind of type one is.
fn kind(name: &str) -> String {
    let kind = match DataType::from_name(name) {
        Some(data_type) if data_type.is_integer() => "integer",
        Some(_) => "float",
        None if name.contains("codes") => "codes",
        None => name,
    };
    kind.to_owned()
}
