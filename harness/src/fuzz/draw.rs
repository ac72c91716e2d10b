//! Random questions within what an implementation declares.

use codec_reference::{DataType, Direction, MapEntry, MapKey, OutOfRange, RoundingMode};

use super::cast::CastDraft;
use super::draft::{Draft, Drawn};
use super::elements::element;
use super::fill_value::{FillValueDraft, is_plain};
use super::packing::PackingDraft;
use super::reshape::ReshapeDraft;
use super::setup::Setup;
use crate::function::{Function, range_from_name};
use crate::protocol::{Capabilities, CastCapabilities};
use crate::random::Random;

/// This many elements are drawn for a configuration.
const ELEMENTS: usize = 384;

/// Where questions come from.
pub(super) struct Source {
    random: Random,
    operations: Vec<Operation>,
    functions: Functions,
    capabilities: Capabilities,
}

#[derive(Clone, Copy)]
enum Operation {
    Cast,
    FillValue,
    Reshape,
    Unpack,
    Pack,
}

/// What functions of casts are drawn from: pairs of array type and configuration type, and what is
/// declared of each.
#[derive(Default)]
struct Functions {
    pairs: Vec<(DataType, DataType, usize)>,
    modes: Vec<Modes>,
}

/// What an entry of the declared pairs says of all of them.
struct Modes {
    roundings: Vec<RoundingMode>,
    ranges: Vec<Option<OutOfRange>>,
    directions: Vec<Direction>,
    scalar_map: bool,
}

impl Source {
    /// The questions of a seed; `None` where nothing is declared that can be asked.
    pub(super) fn new(capabilities: &Capabilities, seed: u64) -> Option<Self> {
        let functions = capabilities.cast_value.as_ref().map(Functions::of).unwrap_or_default();
        let readers = capabilities.fill_value.as_ref();
        let declared = [
            (!functions.is_empty(), Operation::Cast),
            (readers.is_some_and(|one| !known(&one.data_types).is_empty()), Operation::FillValue),
            (capabilities.reshape.is_some(), Operation::Reshape),
            (capabilities.unpack.is_some(), Operation::Unpack),
            (capabilities.pack.is_some(), Operation::Pack),
        ];
        let operations = declared.into_iter().filter(|(declared, _)| *declared);
        let operations: Vec<Operation> = operations.map(|(_, operation)| operation).collect();
        let (random, capabilities) = (Random::seeded(seed), capabilities.clone());
        let is_any = !operations.is_empty();
        is_any.then_some(Self { random, operations, functions, capabilities })
    }

    /// The next question; `None` where what was drawn cannot be judged.
    pub(super) fn draw(&mut self) -> Option<Drawn> {
        let operation = *pick(&self.operations, &mut self.random)?;
        let (declared, random) = (&self.capabilities, &mut self.random);
        let draft = match operation {
            Operation::Cast => self.cast()?,
            Operation::FillValue => {
                let types = known(&declared.fill_value.as_ref()?.data_types);
                Draft::FillValue(FillValueDraft::draw(*pick(&types, random)?, random))
            }
            Operation::Reshape => {
                let reshape = declared.reshape.as_ref()?;
                let types = if reshape.data { known(&reshape.data_types) } else { Vec::new() };
                Draft::Reshape(ReshapeDraft::draw(&types, random))
            }
            Operation::Unpack => {
                Draft::Packing(PackingDraft::draw(true, declared.unpack.as_ref()?, random)?)
            }
            Operation::Pack => {
                Draft::Packing(PackingDraft::draw(false, declared.pack.as_ref()?, random)?)
            }
        };
        draft.drawn()
    }

    /// A function without map, and whether it may have one; `None` where its range rule is not
    /// declared.
    fn function(&mut self) -> Option<(Function, bool)> {
        let (functions, random) = (&self.functions, &mut self.random);
        let (array, stored, modes) = *pick(&functions.pairs, random)?;
        let modes = &functions.modes[modes];
        let rounding = *pick(&modes.roundings, random)?;
        let drawn = *pick(&modes.ranges, random)?;
        let direction = *pick(&modes.directions, random)?;
        // CV-WRAP-4.
        let wraps = drawn == Some(OutOfRange::Wrap);
        let out_of_range = drawn.filter(|_| !wraps || stored.is_integer());
        let is_declared = out_of_range == drawn || modes.ranges.contains(&None);
        let (source, target) = match direction {
            Direction::Encode => (array, stored),
            Direction::Decode => (stored, array),
        };
        let map = Vec::new();
        let function = Function { source, target, rounding, out_of_range, direction, map };
        is_declared.then_some((function, modes.scalar_map))
    }

    fn cast(&mut self) -> Option<Draft> {
        let (function, maps) = self.function()?;
        let mut setup = Setup { function, fill_value: "1".to_owned() };
        let declared = self.capabilities.cast_value.as_ref()?;
        let random = &mut self.random;
        let (source, target) = setup.types();
        let entries = if random.below(3) == 0 { 1 + random.below(3) } else { 0 };
        let mut keys = Vec::new();
        for _ in (0..entries).filter(|_| maps) {
            let key = element(source, target, random);
            let output = element(target, target, random);
            let texts = (source.fill_value_json(key), target.fill_value_json(output));
            let plain = is_plain(source, key, &texts.0) && is_plain(target, output, &texts.1);
            if plain || declared.configuration {
                keys.push(key);
                let is_any_nan = source.nan() == Some(key);
                let key = if is_any_nan { MapKey::AnyNan } else { MapKey::Bits(key) };
                setup.function.map.extend(MapEntry::new(key, output, (source, target)));
            }
        }
        let is_drawn = random.below(5) == 0 && declared.fill_value;
        if is_drawn {
            let (array, stored) = (setup.function.array_type(), setup.function.stored_type());
            let bits = element(array, stored, random);
            setup.fill_value = array.fill_value_json(bits);
        }
        let setup = settle(setup, is_drawn)?;
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
        CastDraft::spread(setup, elements, random, bound).map(Draft::Cast)
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

impl Functions {
    /// Those that are declared.
    fn of(declared: &CastCapabilities) -> Self {
        let mut functions = Self::default();
        for one in declared.declared() {
            let modes = Modes {
                roundings: matching(one.rounding, RoundingMode::from_name),
                ranges: matching(one.out_of_range, range_from_name),
                directions: matching(one.directions, Direction::from_name),
                scalar_map: one.scalar_map,
            };
            if modes.roundings.is_empty() || modes.ranges.is_empty() || modes.directions.is_empty()
            {
                continue;
            }
            let (from, to) = (known(one.from), known(one.to));
            let index = functions.modes.len();
            let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to, index)));
            functions.pairs.extend(pairs);
            functions.modes.push(modes);
        }
        functions
    }

    fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

fn pick<'a, T>(things: &'a [T], random: &mut Random) -> Option<&'a T> {
    things.get(random.below(things.len().max(1) as u64) as usize)
}

fn known(names: &[String]) -> Vec<DataType> {
    matching(names, DataType::from_name)
}

fn matching<T>(names: &[String], from_name: impl Fn(&str) -> Option<T>) -> Vec<T> {
    names.iter().filter_map(|name| from_name(name)).collect()
}
