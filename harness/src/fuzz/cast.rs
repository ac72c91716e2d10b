//! Arrays of elements under one configuration.

use codec_vectors::{Expected, Outcome};

use super::elements::{one, simpler_elements};
use super::hit::{Hit, Place, Wrongness, malformed};
use super::setup::{Setup, Truth};
use crate::direction::asked;
use crate::generate::random::Random;
use crate::packed;
use crate::protocol::{Answer, ArrayResult, CastRequest, CodecText, Request};
use crate::runner::{Got, Verdict, elements, judge};
use crate::suite::Expectation;

/// Inputs that may be refused are asked alone; a request has so many of them at most.
const ALONE: usize = 24;

/// Of these, so many stand once more inside a long array of good ones.
const HIDDEN: usize = 3;

/// Lengths at which vectorised code changes its path, and around.
const LENGTHS: [u64; 8] = [1, 2, 7, 8, 9, 31, 64, 67];

/// A request to cast, with what each element must become.
#[derive(Clone)]
pub(super) struct CastTrial {
    pub(super) setup: Setup,
    pub(super) truth: Truth,
    pub(super) arrays: Vec<Array>,
}

/// Elements, and what is accepted for each. Where one of several must be refused, it is the only
/// such one, and the array fails for it (CV-ORDER-3).
#[derive(Clone)]
pub(super) struct Array {
    pub(super) elements: Vec<u64>,
    pub(super) outcomes: Vec<Outcome>,
}

impl CastTrial {
    /// The trial of these arrays; `None` where the setup or one of the arrays cannot be judged.
    pub(super) fn new(setup: Setup, arrays: Vec<Vec<u64>>) -> Option<Self> {
        let truth = setup.truth()?;
        let arrays: Vec<Array> =
            arrays.into_iter().map(|array| Array::new(&truth, array)).collect();
        arrays.iter().all(Array::is_decided).then_some(Self { setup, truth, arrays })
    }

    /// The trial of these elements, in arrays of many lengths, of `bound` elements at most in all.
    pub(super) fn spread(
        setup: Setup,
        chosen: Vec<u64>,
        random: &mut Random,
        bound: usize,
    ) -> Option<Self> {
        let truth = setup.truth()?;
        let known = chosen.into_iter().map(|bits| (bits, truth.outcome(bits)));
        let (good, mut bad): (Vec<_>, Vec<_>) =
            known.partition(|(_, outcome)| outcome.must_succeed());
        bad.truncate(ALONE);
        let mut arrays: Vec<Array> = bad.iter().map(|one| Array::of(vec![one.clone()])).collect();
        if !good.is_empty() && truth.opens() {
            for (bits, outcome) in bad.iter().filter(|(_, outcome)| fails(outcome)).take(HIDDEN) {
                let length = LENGTHS[random.below(8) as usize] as usize;
                let mut pairs: Vec<_> = good.iter().cycle().take(length).cloned().collect();
                pairs.insert(random.below(length as u64 + 1) as usize, (*bits, outcome.clone()));
                arrays.push(Array::of(pairs));
            }
        }
        let mut good = good.into_iter().peekable();
        while good.peek().is_some() {
            let length = match random.below(4) {
                0 => LENGTHS[random.below(8) as usize],
                _ => 64 + random.below(256),
            };
            arrays.push(Array::of(good.by_ref().take(length as usize).collect()));
        }
        let mut room = bound;
        arrays.retain(|array| {
            let fits = array.elements.len() <= room;
            room -= if fits { array.elements.len() } else { 0 };
            fits
        });
        (!arrays.is_empty()).then_some(Self { setup, truth, arrays })
    }

    pub(super) fn request(&self) -> Request {
        let source = self.setup.types().0;
        let arrays = self.arrays.iter().map(|array| packed::pack(source, &array.elements));
        Request::CastValue(CastRequest {
            direction: asked(self.setup.function.direction),
            data_type: self.setup.function.array_type().name().to_owned(),
            fill_value: self.setup.fill_value.clone(),
            codec: CodecText::Configuration(self.setup.function.configuration()),
            arrays: arrays.collect(),
        })
    }

    pub(super) fn count(&self) -> usize {
        self.arrays.iter().map(|array| array.elements.len()).sum()
    }

    /// What of an answer is not accepted.
    pub(super) fn hits(&self, answer: &Answer) -> Vec<Hit> {
        match answer {
            Answer::Results { results, fill_value } if results.len() == self.arrays.len() => {
                let mut hits = Vec::new();
                for (index, (array, result)) in self.arrays.iter().zip(results).enumerate() {
                    self.judge_array(index, array, result, &mut hits);
                }
                hits.extend(self.judge_fill_value(fill_value.as_deref()));
                hits
            }
            Answer::Refused(refusal) => {
                let got = Got::RefusedAtOpen(refusal.clone());
                let first = self.arrays.iter().flat_map(|array| &array.outcomes).next();
                let wrong = first.filter(|outcome| !self.accepts(outcome, &got));
                let hit = wrong.map(|_| {
                    let (place, wrongness) = (Place::Whole, Wrongness::RefusedAtOpen);
                    Hit { place, wrongness, got }
                });
                hit.into_iter().collect()
            }
            Answer::Results { results, .. } => {
                let what = format!("{} results for {} arrays", results.len(), self.arrays.len());
                vec![malformed(Wrongness::Malformed, what)]
            }
            _ => vec![malformed(Wrongness::Malformed, "an answer of another operation".to_owned())],
        }
    }

    fn judge_array(&self, index: usize, array: &Array, result: &ArrayResult, hits: &mut Vec<Hit>) {
        let target = self.setup.types().1;
        let count = array.elements.len();
        let hidden = array.hidden();
        // The ordinary case first, without a word about each element.
        if let (Ok(bytes), None) = (result, hidden)
            && let Some(got) = packed::unpack(target, bytes)
            && got.len() == count
        {
            for (element, (got, outcome)) in got.into_iter().zip(&array.outcomes).enumerate() {
                let same = matches!(outcome.is, Expected::Bits(bits) if bits.bits == got);
                let got = Got::Bits(got);
                if !same && !self.accepts(outcome, &got) {
                    let wrongness = Wrongness::of(&got, Expectation::Scalar(outcome));
                    hits.push(Hit { place: Place::Element(index, element), wrongness, got });
                }
            }
            return;
        }
        match (elements(result, count, Some(target), target.bytes()), hidden) {
            (Err(why), _) => {
                let hit = malformed(Wrongness::Malformed, why);
                hits.push(Hit { place: Place::Array(index), ..hit });
            }
            (Ok(got), Some(element)) if matches!(got[element], Got::Bits(_)) => hits.push(Hit {
                place: Place::Element(index, element),
                wrongness: Wrongness::Accepted,
                got: got[element].clone(),
            }),
            (Ok(got), None) if !self.accepts(&array.outcomes[0], &got[0]) => {
                let place = if count == 1 { Place::Element(index, 0) } else { Place::Array(index) };
                hits.push(Hit { place, wrongness: Wrongness::Refused, got: got[0].clone() });
            }
            (Ok(_), _) => {}
        }
    }

    fn judge_fill_value(&self, reported: Option<&[u8]>) -> Option<Hit> {
        let expected = self.truth.fill_value_cast.as_ref()?;
        let stored = self.setup.function.stored_type();
        let bits = packed::unpack(stored, reported?)?.first().copied()?;
        let expectation = Expectation::Scalar(expected);
        let wrong = judge(expectation, &Got::Bits(bits), Some(stored)) == Verdict::Wrong;
        let (place, wrongness) = (Place::Whole, Wrongness::WrongResult);
        wrong.then_some(Hit { place, wrongness, got: Got::FillValue(bits) })
    }

    fn accepts(&self, outcome: &Outcome, got: &Got) -> bool {
        judge(Expectation::Scalar(outcome), got, Some(self.setup.types().1)) != Verdict::Wrong
    }

    /// The rule that decides the place of a hit.
    pub(super) fn rule(&self, hit: &Hit) -> &'static str {
        match (hit.place, &hit.got) {
            (_, Got::FillValue(_)) => "CV-FILL-1",
            (Place::Element(array, element), _) => {
                self.truth.rule(self.arrays[array].elements[element])
            }
            (Place::Array(array), _) => self.truth.rule(self.arrays[array].elements[0]),
            (Place::Whole, _) => {
                let first = self.arrays.iter().flat_map(|array| &array.elements).next();
                first.map_or("CV-ORDER-1", |bits| self.truth.rule(*bits))
            }
        }
    }

    /// The elements of one array, each alone.
    pub(super) fn apart(&self, array: usize) -> Option<Self> {
        let elements = &self.arrays[array].elements;
        self.with_arrays(elements.iter().map(|bits| vec![*bits]).collect())
    }

    /// The same arrays under simpler configurations, then fewer or shorter arrays.
    pub(super) fn simpler(&self) -> impl Iterator<Item = Self> {
        let arrays: Vec<Vec<u64>> =
            self.arrays.iter().map(|array| array.elements.clone()).collect();
        let smaller = smaller(&arrays, one(self.setup.types().0)).into_iter();
        let setups = self.setup.simpler().into_iter();
        let with_setup = setups.filter_map(move |setup| Self::new(setup, arrays.clone()));
        with_setup.chain(smaller.filter_map(|arrays| self.with_arrays(arrays)))
    }

    /// Other arrays under the same configuration.
    fn with_arrays(&self, arrays: Vec<Vec<u64>>) -> Option<Self> {
        let arrays = arrays.into_iter().map(|array| Array::new(&self.truth, array));
        let arrays: Vec<Array> = arrays.collect();
        let decided = arrays.iter().all(Array::is_decided);
        let (setup, truth) = (self.setup.clone(), self.truth.clone());
        decided.then_some(Self { setup, truth, arrays })
    }

    /// Where one element is left: simpler ones, each alone, in trials of so many, the simplest
    /// first.
    pub(super) fn other_elements(&self, bound: usize) -> Vec<Self> {
        let [Array { elements, .. }] = self.arrays.as_slice() else { return Vec::new() };
        let [bits] = elements.as_slice() else { return Vec::new() };
        let (source, target) = self.setup.types();
        let simpler = simpler_elements(source, target, *bits);
        let alone = |part: &[u64]| part.iter().map(|bits| vec![*bits]).collect();
        let trial = |part: &[u64]| self.with_arrays(alone(part));
        simpler.chunks(bound.max(1)).filter_map(trial).collect()
    }

    /// The trial of one of its arrays alone.
    pub(super) fn only(&self, array: usize) -> Option<Self> {
        self.with_arrays(vec![self.arrays[array].elements.clone()])
    }

    /// The trial of one of its elements alone.
    pub(super) fn only_element(&self, array: usize, element: usize) -> Option<Self> {
        self.with_arrays(vec![vec![self.arrays[array].elements[element]]])
    }
}

impl Array {
    fn new(truth: &Truth, elements: Vec<u64>) -> Self {
        let outcomes = elements.iter().map(|bits| truth.outcome(*bits)).collect();
        Self { elements, outcomes }
    }

    fn of(pairs: Vec<(u64, Outcome)>) -> Self {
        let (elements, outcomes) = pairs.into_iter().unzip();
        Self { elements, outcomes }
    }

    /// The element that must make an array of several fail.
    fn hidden(&self) -> Option<usize> {
        let several = self.elements.len() > 1;
        several.then(|| self.outcomes.iter().position(|outcome| !outcome.must_succeed())).flatten()
    }

    /// Whether it is clear what must become of it.
    fn is_decided(&self) -> bool {
        let open = self.outcomes.iter().filter(|outcome| !outcome.must_succeed());
        match open.collect::<Vec<_>>().as_slice() {
            [] => !self.elements.is_empty(),
            [outcome] => self.elements.len() == 1 || fails(outcome),
            _ => false,
        }
    }
}

/// Whether an element must be refused as data, in every reading.
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
