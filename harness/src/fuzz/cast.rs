//! Arrays of elements under one configuration.

use std::collections::HashMap;
use std::sync::Arc;

use codec_vectors::{Bits, Expected, Outcome};

use super::draft::unit;
use super::elements::{one, simpler_elements};
use super::setup::{Setup, Truth};
use crate::function::range_name;
use crate::random::Random;
use crate::runner::Probe;
use crate::suite::{CastCodec, Checks, Question, Unit};

/// Inputs that may be rejected are asked alone; a request has this many of them at most.
const ALONE: usize = 24;

/// This many of these are once more inside a long array of good ones.
const HIDDEN: usize = 3;

/// Lengths at which vectorised code changes its path, and around.
const LENGTHS: [u64; 8] = [1, 2, 7, 8, 9, 31, 64, 67];

/// A function, and elements in arrays. Where one of several elements must be rejected, it is the
/// only such one, and the array fails for it (CV-ORDER-3).
#[derive(Clone)]
pub(super) struct CastDraft {
    pub(super) setup: Setup,
    pub(super) truth: Arc<Truth>,
    /// Each input once, and what is accepted for it.
    pub(super) checks: Vec<(Bits, Outcome)>,
    /// Positions of inputs.
    arrays: Vec<Vec<usize>>,
}

impl CastDraft {
    /// The draft of these arrays; `None` where the setup or one of the arrays cannot be judged.
    fn new(setup: Setup, arrays: Vec<Vec<u64>>) -> Option<Self> {
        let truth = Arc::new(setup.truth()?);
        Self { setup, truth, checks: Vec::new(), arrays: Vec::new() }.with_arrays(arrays)
    }

    /// The draft of these elements, in arrays of many lengths, of `bound` elements at most in all.
    pub(super) fn spread(
        setup: Setup,
        chosen: Vec<u64>,
        random: &mut Random,
        bound: usize,
    ) -> Option<Self> {
        let truth = Arc::new(setup.truth()?);
        let mut draft = Self { setup, truth, checks: Vec::new(), arrays: Vec::new() };
        draft.positions(&chosen);
        let (good, mut bad): (Vec<usize>, Vec<usize>) =
            (0..draft.checks.len()).partition(|index| draft.must_succeed(*index));
        bad.truncate(ALONE);
        let mut arrays: Vec<Vec<usize>> = bad.iter().map(|index| vec![*index]).collect();
        if !good.is_empty() && draft.truth.opens() {
            let failing = bad.iter().filter(|index| fails(&draft.checks[**index].1));
            for index in failing.take(HIDDEN) {
                let length = LENGTHS[random.below(8) as usize] as usize;
                let mut array: Vec<usize> = good.iter().copied().cycle().take(length).collect();
                array.insert(random.below(length as u64 + 1) as usize, *index);
                arrays.push(array);
            }
        }
        let mut good = good.into_iter().peekable();
        while good.peek().is_some() {
            let length = match random.below(4) {
                0 => LENGTHS[random.below(8) as usize],
                _ => 64 + random.below(256),
            };
            arrays.push(good.by_ref().take(length as usize).collect());
        }
        let mut room = bound;
        arrays.retain(|array| {
            let fits = array.len() <= room;
            room -= if fits { array.len() } else { 0 };
            fits
        });
        (!arrays.is_empty()).then(|| draft.with_positions(arrays))
    }

    /// The question; its arrays are those of [`Self::probes`].
    pub(super) fn unit(&self) -> Unit {
        let Setup { function, fill_value } = &self.setup;
        let (source, target) = self.setup.types();
        let pair = format!("{source}-{target}");
        let modes = [function.rounding.name(), range_name(function.out_of_range)];
        let id = ["cast/fuzz", &pair, modes[0], modes[1], function.direction.name()];
        let question = Question::Cast {
            codec: CastCodec::Function(function.clone()),
            fill_value: fill_value.clone(),
            fill_value_cast: self.truth.fill_value_cast.clone(),
        };
        // A codec that is rejected looks at no element.
        let rules: &[&str] = if self.truth.is_refused() { &["CV-FILL-2"] } else { &[] };
        unit(&id, rules, question, &self.needs(), Checks::Listed(self.checks.clone()))
    }

    /// The arrays as a request has them.
    pub(super) fn probes(&self) -> Vec<Probe> {
        let arrays = self.arrays.iter();
        arrays.map(|array| Probe::hiding(array.clone(), self.hidden(array))).collect()
    }

    /// Capabilities without which the question is not asked.
    pub(super) fn needs(&self) -> Vec<&'static str> {
        let needs = [
            (!self.setup.function.map.is_empty(), "scalar_map"),
            (self.truth.is_refused(), "fill_value"),
        ];
        needs.into_iter().filter(|(needed, _)| *needed).map(|(_, need)| need).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.arrays.iter().map(Vec::len).sum()
    }

    /// The same arrays under simpler configurations, then fewer or shorter arrays.
    pub(super) fn simpler(&self) -> impl Iterator<Item = Self> {
        let element = |index: &usize| self.checks[*index].0.bits;
        let arrays = self.arrays.iter().map(|array| array.iter().map(element).collect());
        let arrays: Vec<Vec<u64>> = arrays.collect();
        let smaller = smaller(&arrays, one(self.setup.types().0)).into_iter();
        let setups = self.setup.simpler().into_iter();
        let with_setup = setups.filter_map(move |setup| Self::new(setup, arrays.clone()));
        with_setup.chain(smaller.filter_map(|arrays| self.with_arrays(arrays)))
    }

    /// Other arrays under the same configuration; `None` where it is not clear what they become.
    pub(super) fn with_arrays(&self, arrays: Vec<Vec<u64>>) -> Option<Self> {
        let (setup, truth) = (self.setup.clone(), Arc::clone(&self.truth));
        let mut draft = Self { setup, truth, checks: Vec::new(), arrays: Vec::new() };
        let arrays: Vec<Vec<usize>> = arrays.iter().map(|array| draft.positions(array)).collect();
        let decided = arrays.iter().all(|array| draft.is_decided(array));
        (decided && !arrays.is_empty()).then(|| draft.with_positions(arrays))
    }

    /// Where one element is left: simpler ones, each alone, in drafts of at most `bound`, the
    /// simplest first.
    pub(super) fn other_elements(&self, bound: usize) -> Vec<Self> {
        let [(bits, _)] = self.checks.as_slice() else { return Vec::new() };
        if self.count() > 1 {
            return Vec::new();
        }
        let (source, target) = self.setup.types();
        let simpler = simpler_elements(source, target, bits.bits);
        let alone = |part: &[u64]| part.iter().map(|bits| vec![*bits]).collect();
        let draft = |part: &[u64]| self.with_arrays(alone(part));
        simpler.chunks(bound.max(1)).filter_map(draft).collect()
    }

    /// The draft of these arrays, without the checks that are in none of them.
    fn with_positions(self, mut arrays: Vec<Vec<usize>>) -> Self {
        let mut places: Vec<Option<usize>> = vec![None; self.checks.len()];
        for index in arrays.iter().flatten() {
            places[*index] = Some(0);
        }
        for (place, index) in places.iter_mut().flatten().zip(0..) {
            *place = index;
        }
        let place = |index: &mut usize| *index = places[*index].expect("it is in an array");
        arrays.iter_mut().flatten().for_each(place);
        let checks = self.checks.into_iter().zip(&places).filter(|(_, place)| place.is_some());
        Self { checks: checks.map(|(check, _)| check).collect(), arrays, ..self }
    }

    /// The positions of elements, of which new ones become checks.
    fn positions(&mut self, elements: &[u64]) -> Vec<usize> {
        let mut known: HashMap<u64, usize> =
            (0..).zip(&self.checks).map(|(index, (bits, _))| (bits.bits, index)).collect();
        let bytes = self.setup.types().0.bytes() as u8;
        let position = |bits: &u64| {
            *known.entry(*bits).or_insert_with(|| {
                self.checks.push((Bits { bits: *bits, bytes }, self.truth.outcome(*bits)));
                self.checks.len() - 1
            })
        };
        elements.iter().map(position).collect()
    }

    fn must_succeed(&self, index: usize) -> bool {
        self.checks[index].1.must_succeed()
    }

    /// The element that must make an array of several fail.
    fn hidden(&self, array: &[usize]) -> Option<usize> {
        let open = array.iter().find(|index| !self.must_succeed(**index));
        open.copied().filter(|_| array.len() > 1)
    }

    /// Whether the right answer to an array is clear.
    fn is_decided(&self, array: &[usize]) -> bool {
        let open: Vec<&usize> = array.iter().filter(|index| !self.must_succeed(**index)).collect();
        match open.as_slice() {
            [] => !array.is_empty(),
            [index] => array.len() == 1 || fails(&self.checks[**index].1),
            _ => false,
        }
    }
}

/// Whether an element must be rejected as data, in every reading.
fn fails(outcome: &Outcome) -> bool {
    let is_data = |expected: &Expected| matches!(expected, Expected::Error(reason) if reason.parts().0 == "data");
    outcome.accepted().all(is_data)
}

/// Halves of the arrays; of the last array halves, all elements but one, and simpler elements.
fn smaller(arrays: &[Vec<u64>], one: u64) -> Vec<Vec<Vec<u64>>> {
    if arrays.len() > 1 {
        let (left, right) = arrays.split_at(arrays.len() / 2);
        return vec![left.to_vec(), right.to_vec()];
    }
    let Some(array) = arrays.first().filter(|array| array.len() > 1) else { return Vec::new() };
    let (left, right) = array.split_at(array.len() / 2);
    let mut smaller = vec![left.to_vec(), right.to_vec()];
    smaller.extend((0..array.len()).rev().map(|index| {
        let mut array = array.clone();
        array.remove(index);
        array
    }));
    smaller.extend((0..array.len()).filter(|index| array[*index] != one).map(|index| {
        let mut array = array.clone();
        array[index] = one;
        array
    }));
    smaller.into_iter().map(|array| vec![array]).collect()
}
