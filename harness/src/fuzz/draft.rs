//! What is drawn: the parts of a question, from which simpler ones can be made.

use std::sync::Arc;

use codec_vectors::{Bits, Kind, Outcome};

use super::cast::CastDraft;
use super::fill_value::FillValueDraft;
use super::packing::PackingDraft;
use super::reshape::ReshapeDraft;
use crate::runner::Probe;
use crate::suite::{Checks, Question, Unit};

/// The parts of a question.
#[derive(Clone)]
pub(super) enum Draft {
    Cast(CastDraft),
    FillValue(FillValueDraft),
    Reshape(ReshapeDraft),
    Packing(PackingDraft),
}

/// A question as a unit, and the arrays in which it is asked.
pub(super) struct Drawn {
    pub(super) draft: Draft,
    pub(super) unit: Arc<Unit>,
    pub(super) arrays: Vec<Probe>,
}

impl Draft {
    /// The question, with what the reference says of it; `None` where nobody can be judged.
    pub(super) fn drawn(self) -> Option<Drawn> {
        let unit = match &self {
            Self::Cast(draft) => draft.unit(),
            Self::FillValue(draft) => draft.unit(),
            Self::Reshape(draft) => draft.unit()?,
            Self::Packing(draft) => draft.unit()?,
        };
        let arrays = match &self {
            Self::Cast(draft) => draft.probes(),
            _ => vec![Probe::hiding(vec![0], None)],
        };
        Some(Drawn { draft: self, unit: Arc::new(unit), arrays })
    }

    /// The elements that are cast.
    pub(super) fn casts(&self) -> usize {
        match self {
            Self::Cast(draft) => draft.count(),
            _ => 0,
        }
    }

    /// The draft of an array alone, given by its elements.
    pub(super) fn only(&self, array: &[u64]) -> Option<Self> {
        match self {
            Self::Cast(draft) => draft.with_arrays(vec![array.to_vec()]).map(Self::Cast),
            _ => None,
        }
    }

    /// Drafts that are a little simpler, the simplest first, each made when it is asked.
    pub(super) fn simpler(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        match self {
            Self::Cast(draft) => Box::new(draft.simpler().map(Self::Cast)),
            Self::FillValue(draft) => Box::new(draft.simpler().into_iter().map(Self::FillValue)),
            Self::Reshape(draft) => Box::new(draft.simpler().into_iter().map(Self::Reshape)),
            Self::Packing(draft) => Box::new(draft.simpler().into_iter().map(Self::Packing)),
        }
    }
}

/// A unit of a drawn question; without rules, the reference says which one decides an element.
pub(super) fn unit(
    id: &[&str],
    rules: &[&str],
    question: Question,
    needs: &[&str],
    checks: Checks,
) -> Unit {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    Unit {
        id: id.join("/"),
        rules: owned(rules).into(),
        why: String::new(),
        question,
        needs: owned(needs),
        kind: Kind::Cases,
        record: None,
        checks,
    }
}

/// The only check of a question that is not about elements.
pub(super) fn only_check(outcome: Outcome) -> Checks {
    Checks::Listed(vec![(Bits { bits: 0, bytes: 1 }, outcome)])
}

impl Drawn {
    /// The unit, with the text of the case that asks the same.
    pub(super) fn recorded(self, record: Option<Arc<str>>) -> Unit {
        Unit { record, ..Arc::unwrap_or_clone(self.unit) }
    }
}
