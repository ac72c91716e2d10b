//! Seeds of `cast` and `cast_laws`.

use codec_reference::{CastValue, DataType, Direction, OutOfRange, Readings, RoundingMode};
use codec_vectors::{Bits, Case, Group, Holds, Kind, Outcome, embedded};

use super::{Seed, spread};
use crate::layout::{CastInput, Function, decode};

/// Functions of a pair of types; the vectors have up to 25 that differ.
const FUNCTIONS: usize = 3;

/// The laws take few elements; a function has this many seeds.
const LAW_SEEDS: usize = 2;

/// A fuzzer is quicker with few elements; only some seeds are long enough for vectorised code.
const ELEMENTS: usize = 8;

/// One of this many functions has a long seed.
const LONG: usize = 5;

/// A seed for each function.
pub(super) fn casts() -> Vec<Seed> {
    seeds(|turn, function, inputs| {
        let most = if turn % LONG == 0 { CastInput::MAX_ELEMENTS } else { ELEMENTS };
        vec![CastInput { function, elements: spread(inputs, most) }]
    })
}

/// Seeds of four elements.
pub(super) fn laws() -> Vec<Seed> {
    seeds(|_, function, inputs| {
        let chosen = spread(inputs, 4 * LAW_SEEDS);
        let input = |elements: &[u64]| CastInput {
            function: function.clone(),
            elements: elements.to_vec(),
        };
        chosen.chunks(4).map(input).collect()
    })
}

fn seeds(inputs: impl Fn(usize, Function, &[u64]) -> Vec<CastInput>) -> Vec<Seed> {
    let generated = [Kind::Tables, Kind::Points].into_iter().flat_map(embedded::groups);
    let generated = generated.flat_map(|group| group_functions(&group));
    let cases = embedded::cases();
    let functions = generated.chain(cases.iter().flat_map(case_functions));
    let seeds = functions.enumerate().flat_map(|(turn, (id, function, elements))| {
        let numbered = inputs(turn, function, &elements).into_iter().enumerate();
        let numbered = numbered.map(|(part, input)| (format!("{id}.{part}"), input));
        numbered.collect::<Vec<_>>()
    });
    // What the layout cannot say, such as a long map, is left out.
    let seeds = seeds.map(|(id, input)| (id, input.encode(), input));
    let exact = seeds.filter(|(_, bytes, input)| decode::<CastInput>(bytes) == *input);
    exact.map(|(id, bytes, _)| Seed::new(&id, bytes)).collect()
}

type Vector = (String, Function, Vec<u64>);

fn group_functions(group: &Group) -> Vec<Vector> {
    let types = DataType::from_name(&group.source).zip(DataType::from_name(&group.target));
    let (source, target) = types.expect("generated groups name known types");
    let functions: Vec<usize> = (0..group.functions.len()).collect();
    let functions = spread(&functions, FUNCTIONS).into_iter().enumerate();
    let vectors = functions.map(|(turn, index)| {
        let record = &group.functions[index];
        let (holds, turn) = (&record.holds[turn % record.holds.len()], turn + group.id.len());
        let function = function((source, target), holds, turn);
        let inputs = if group.inputs.is_empty() {
            (0..=source.mask().min(0xff)).collect()
        } else {
            group.inputs.iter().map(|input| input.bits).collect()
        };
        (format!("{}/{index}", group.id), function, inputs)
    });
    vectors.collect()
}

/// One of the functions that have the same outcomes.
fn function((source, target): (DataType, DataType), holds: &Holds, turn: usize) -> Function {
    let name = |names: &[String]| names[turn % names.len()].clone();
    let direction = Direction::from_name(&name(&holds.directions)).expect("a direction");
    let (array, stored) = match direction {
        Direction::Encode => (source, target),
        Direction::Decode => (target, source),
    };
    Function {
        array,
        stored,
        direction,
        rounding: RoundingMode::from_name(&name(&holds.rounding)).expect("a rounding mode"),
        out_of_range: OutOfRange::from_name(&name(&holds.out_of_range)),
        map: Vec::new(),
    }
}

fn case_functions(case: &Case) -> Vec<Vector> {
    let array = DataType::from_name(&case.data_type);
    let text = case.configuration.as_deref();
    let parsed = array
        .zip(text)
        .and_then(|(array, text)| CastValue::parse(text, array, Readings::OURS).ok());
    let Some(parsed) = parsed else { return Vec::new() };
    let ways = [(Direction::Encode, &case.encode), (Direction::Decode, &case.decode)];
    let asked = ways.into_iter().filter(|(_, checks)| !checks.is_empty());
    let vector = |(direction, checks): (Direction, &Vec<(Bits, Outcome)>)| {
        let (encode, cast) = (parsed.cast(Direction::Encode), parsed.cast(direction));
        let function = Function {
            array: encode.source(),
            stored: encode.target(),
            direction,
            rounding: cast.rounding(),
            out_of_range: cast.out_of_range(),
            map: cast.scalar_map().entries().to_vec(),
        };
        let inputs = checks.iter().map(|(input, _)| input.bits).collect();
        (format!("{}/{direction}", case.id), function, inputs)
    };
    asked.map(vector).collect()
}
