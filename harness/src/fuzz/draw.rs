//! Random trials within what an implementation declares.

use codec_reference::{DataType, Direction, MapEntry, MapKey, OutOfRange, RoundingMode};
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy, any};
use proptest::sample::select;
use proptest::strategy::{Just, Union, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::cast::CastTrial;
use super::elements::element;
use super::fill_value::{FillValueTrial, is_plain};
use super::packing::PackingTrial;
use super::reshape::ReshapeTrial;
use super::setup::Setup;
use super::trial::Trial;
use crate::function::{Function, range_from_name};
use crate::generate::random::Random;
use crate::protocol::{Capabilities, CastCapabilities};

/// So many elements are drawn for a configuration.
const ELEMENTS: usize = 384;

/// Where trials come from.
pub(super) struct Source {
    runner: TestRunner,
    drafts: Union<BoxedStrategy<Draft>>,
    capabilities: Capabilities,
}

/// What a trial is made of.
#[derive(Clone, Debug)]
enum Draft {
    Cast { setup: Setup, mapped: Vec<u64>, fill_value: Option<u64>, seed: u64 },
    FillValue(u64),
    Reshape(u64),
    Unpack(u64),
    Pack(u64),
}

impl Source {
    /// The trials of a seed; `None` where nothing is declared that can be asked.
    pub(super) fn new(capabilities: &Capabilities, seed: u64) -> Option<Self> {
        let mut strategies = Vec::new();
        if let Some(casts) = capabilities.cast_value.as_ref().and_then(casts) {
            strategies.push((8, casts));
        }
        let mut others = |declared: bool, draft: fn(u64) -> Draft| {
            if declared {
                strategies.push((8, any::<u64>().prop_map(draft).boxed()));
            }
        };
        let readers = capabilities.fill_value.as_ref();
        others(readers.is_some_and(|one| !known(&one.data_types).is_empty()), Draft::FillValue);
        others(capabilities.reshape.is_some(), Draft::Reshape);
        others(capabilities.unpack.is_some(), Draft::Unpack);
        others(capabilities.pack.is_some(), Draft::Pack);
        if strategies.is_empty() {
            return None;
        }
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let config = Config { failure_persistence: None, ..Config::default() };
        let runner = TestRunner::new_with_rng(config, rng);
        let drafts = Union::new_weighted(strategies);
        Some(Self { runner, drafts, capabilities: capabilities.clone() })
    }

    /// The next trial; `None` where what was drawn cannot be judged.
    pub(super) fn draw(&mut self) -> Option<Trial> {
        let draft = self.drafts.new_tree(&mut self.runner).ok()?.current();
        let declared = &self.capabilities;
        match draft {
            Draft::Cast { setup, mapped, fill_value, seed } => {
                self.cast(setup, &mapped, fill_value, &mut Random::seeded(seed))
            }
            Draft::FillValue(seed) => {
                let random = &mut Random::seeded(seed);
                let types = known(&declared.fill_value.as_ref()?.data_types);
                let data_type = types[random.below(types.len() as u64) as usize];
                Some(Trial::fill_value(FillValueTrial::draw(data_type, random)))
            }
            Draft::Reshape(seed) => {
                let reshape = declared.reshape.as_ref()?;
                let types = if reshape.data { known(&reshape.data_types) } else { Vec::new() };
                Trial::reshape(ReshapeTrial::draw(&types, &mut Random::seeded(seed)))
            }
            Draft::Unpack(seed) => {
                let unpack = declared.unpack.as_ref()?;
                PackingTrial::draw(true, unpack, &mut Random::seeded(seed)).and_then(Trial::packing)
            }
            Draft::Pack(seed) => {
                let pack = declared.pack.as_ref()?;
                PackingTrial::draw(false, pack, &mut Random::seeded(seed)).and_then(Trial::packing)
            }
        }
    }

    fn cast(
        &self,
        mut setup: Setup,
        mapped: &[u64],
        fill_value: Option<u64>,
        random: &mut Random,
    ) -> Option<Trial> {
        let declared = self.capabilities.cast_value.as_ref()?;
        let (source, target) = setup.types();
        let mut keys = Vec::new();
        for seed in mapped.iter().filter(|_| declared.scalar_map) {
            let mut random = Random::seeded(*seed);
            let key = element(source, target, &mut random);
            let output = element(target, target, &mut random);
            let texts = (source.fill_value_json(key), target.fill_value_json(output));
            let plain = is_plain(source, key, &texts.0) && is_plain(target, output, &texts.1);
            if plain || declared.configuration {
                keys.push(key);
                let is_any_nan = source.nan() == Some(key);
                let key = if is_any_nan { MapKey::AnyNan } else { MapKey::Bits(key) };
                setup.function.map.push(MapEntry { key, output });
            }
        }
        let drawn = fill_value.filter(|_| declared.fill_value);
        if let Some(seed) = drawn {
            let (array, stored) = (setup.function.array_type(), setup.function.stored_type());
            let bits = element(array, stored, &mut Random::seeded(seed));
            setup.fill_value = array.fill_value_json(bits);
        }
        let setup = settle(setup, drawn.is_some())?;
        let mut elements: Vec<u64> = Vec::with_capacity(ELEMENTS);
        if !setup.function.map.is_empty() {
            elements.extend(&keys);
            let beside = keys.iter().flat_map(|key| [key.wrapping_add(1), key.wrapping_sub(1)]);
            elements.extend(beside.map(|bits| bits & source.mask()));
        }
        let bound = self.capabilities.max_elements.unwrap_or(usize::MAX);
        while elements.len() < ELEMENTS {
            elements.push(element(source, target, random));
        }
        CastTrial::spread(setup, elements, random, bound).map(Trial::Cast)
    }
}

/// The setup, with another fill value or without map where the codec would not open with them.
fn settle(setup: Setup, may_refuse: bool) -> Option<Setup> {
    let fills = [setup.fill_value.as_str(), "1", "0", "2"];
    let fills =
        fills.map(|fill_value| Setup { fill_value: fill_value.to_owned(), ..setup.clone() });
    let bare = Function { map: Vec::new(), ..setup.function.clone() };
    let bare = Setup { function: bare, fill_value: "1".to_owned() };
    let usable =
        |setup: &Setup| setup.truth().is_some_and(|truth| may_refuse || !truth.is_refused());
    fills.into_iter().chain([bare]).find(usable)
}

/// Configurations without map and with fill value 1, and the seeds of these.
fn casts(declared: &CastCapabilities) -> Option<BoxedStrategy<Draft>> {
    let pairs = pairs(declared);
    let roundings = matching(&declared.rounding, RoundingMode::from_name);
    let ranges = matching(&declared.out_of_range, range_from_name);
    let directions = matching(&declared.directions, Direction::from_name);
    if pairs.is_empty() || roundings.is_empty() || ranges.is_empty() || directions.is_empty() {
        return None;
    }
    let mapped = Union::new_weighted(vec![
        (2, Just(Vec::new()).boxed()),
        (1, vec(any::<u64>(), 1..4).boxed()),
    ]);
    let fill_value = proptest::option::weighted(0.2, any::<u64>());
    let parts = (select(pairs), select(roundings), select(ranges), select(directions));
    let drafts = (parts, mapped, fill_value, any::<u64>()).prop_map(
        |(((array, stored), rounding, out_of_range, direction), mapped, fill_value, seed)| {
            let wraps = out_of_range == Some(OutOfRange::Wrap);
            // CV-WRAP-4.
            let out_of_range = out_of_range.filter(|_| !wraps || stored.is_integer());
            let (source, target) = match direction {
                Direction::Encode => (array, stored),
                Direction::Decode => (stored, array),
            };
            let map = Vec::new();
            let function = Function { source, target, rounding, out_of_range, direction, map };
            let setup = Setup { function, fill_value: "1".to_owned() };
            Draft::Cast { setup, mapped, fill_value, seed }
        },
    );
    let has_none = declared.out_of_range.iter().any(|name| name == "none");
    // Where only wrap is declared, there is nothing to ask of floats.
    let asked = move |draft: &Draft| match draft {
        Draft::Cast { setup, .. } => setup.function.out_of_range.is_some() || has_none,
        _ => true,
    };
    Some(drafts.prop_filter("a range rule that is not declared", asked).boxed())
}

/// The pairs of array type and configuration type that are declared.
fn pairs(declared: &CastCapabilities) -> Vec<(DataType, DataType)> {
    if let Some(pairs) = &declared.pairs {
        let known = |(array, stored): &(String, String)| {
            DataType::from_name(array).zip(DataType::from_name(stored))
        };
        return pairs.iter().filter_map(known).collect();
    }
    let types = known(&declared.data_types);
    types.iter().flat_map(|array| types.iter().map(move |stored| (*array, *stored))).collect()
}

fn known(names: &[String]) -> Vec<DataType> {
    matching(names, DataType::from_name)
}

fn matching<T>(names: &[String], from_name: impl Fn(&str) -> Option<T>) -> Vec<T> {
    names.iter().filter_map(|name| from_name(name)).collect()
}
