//! An input for every fault on which it is wrong, with the answer that the text asks for.

mod casts;
mod packing;
mod reshape;
mod texts;

use std::collections::HashSet;

use codec_reference::{
    Alternative, CastError, CastValue, DataType, Direction, OutOfRange, Readings, RoundingMode,
};

use crate::wrappers::{Decoding, Edit, Function};
use crate::{Behaviour, Fault, Faultless, Tolerated, all, find};

/// What a fault is asked, what is right and what it says. Answers are scalars of the output's
/// type, parted by blanks, after a shape and a colon where the output has one; or `rejected` at the
/// configuration, or `error` at the data.
struct Witness {
    fault: &'static str,
    input: Input,
    right: &'static str,
    wrong: &'static str,
}

enum Input {
    /// Elements, parted by blanks.
    Array {
        direction: Direction,
        array: &'static str,
        configuration: &'static str,
        elements: &'static str,
    },
    /// A codec object.
    Codec { array: &'static str, text: &'static str },
    /// A fill value to read.
    FillValue { data_type: &'static str, text: &'static str },
    /// A fill value to cast.
    Survival { array: &'static str, configuration: &'static str, fill_value: &'static str },
    /// A question about `reshape`.
    Reshape(reshape::Question),
    /// A question about Unpack or Pack.
    Packing(packing::Question),
}

/// The shape, empty where the output has none, and the bits; or where it fails.
type Answer = Result<(Vec<u64>, Vec<u64>), &'static str>;

const REJECTED: &str = "rejected";
const ERROR: &str = "error";

impl Input {
    fn ask(&self, behaviour: &dyn Behaviour) -> Answer {
        let bits = match *self {
            Self::Array { direction, array, configuration, elements } => {
                let codec = open(behaviour, array, configuration)?;
                let elements = scalars(codec.cast(direction).source(), elements);
                let results: Result<_, CastError> = behaviour.array(&codec, direction, &elements);
                results.map_err(|_| ERROR)
            }
            Self::Codec { array, text } => {
                behaviour.codec(text, data_type(array)).map(|_| Vec::new()).map_err(|_| REJECTED)
            }
            Self::FillValue { data_type: name, text } => {
                let bits = behaviour.fill_value(text, data_type(name));
                bits.map(|bits| vec![bits]).map_err(|_| REJECTED)
            }
            Self::Survival { array, configuration, fill_value } => {
                let codec = open(behaviour, array, configuration)?;
                let bits = scalars(data_type(array), fill_value)[0];
                let cast = behaviour.check_fill_value(&codec, bits);
                cast.map(|bits| vec![bits]).map_err(|_| REJECTED)
            }
            Self::Reshape(ref question) => question.ask(behaviour),
            Self::Packing(ref question) => return question.ask(behaviour),
        };
        bits.map(|bits| (Vec::new(), bits))
    }

    fn output_type(&self) -> DataType {
        match *self {
            Self::Array { direction: Direction::Decode, array, .. } | Self::Codec { array, .. } => {
                data_type(array)
            }
            Self::FillValue { data_type: name, .. } => data_type(name),
            Self::Reshape(_) | Self::Packing(_) => data_type("uint64"),
            Self::Array { array, configuration, .. }
            | Self::Survival { array, configuration, .. } => {
                // Where the configuration is rejected, the witness casts between equal types.
                let codec = open(&Faultless, array, configuration);
                codec.map_or_else(
                    |_| data_type(array),
                    |codec| codec.cast(Direction::Encode).target(),
                )
            }
        }
    }
}

/// A witness that encodes.
const fn encode(
    fault: &'static str,
    array: &'static str,
    configuration: &'static str,
    elements: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    let input = Input::Array { direction: Direction::Encode, array, configuration, elements };
    Witness { fault, input, right, wrong }
}

/// A witness that decodes.
const fn decode(
    fault: &'static str,
    array: &'static str,
    configuration: &'static str,
    elements: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    let input = Input::Array { direction: Direction::Decode, array, configuration, elements };
    Witness { fault, input, right, wrong }
}

fn open(behaviour: &dyn Behaviour, array: &str, text: &str) -> Result<CastValue, &'static str> {
    behaviour.configuration(&expand(text), data_type(array)).map_err(|_| REJECTED)
}

/// `int8 nearest-away clamp` as a configuration; one of JSON as it is.
fn expand(text: &str) -> String {
    let mut words = text.split(' ');
    if text.starts_with('{') {
        return text.to_owned();
    }
    let mut members = format!(r#""data_type":"{}""#, words.next().unwrap_or_default());
    for word in words {
        let name = RoundingMode::from_name(word).map(|_| "rounding");
        let name = name.or_else(|| OutOfRange::from_name(word).map(|_| "out_of_range"));
        members += &format!(r#","{}":"{word}""#, name.expect("a mode or a range rule"));
    }
    format!("{{{members}}}")
}

fn data_type(name: &str) -> DataType {
    DataType::from_name(name).expect("the name of a data type")
}

fn answer(data_type: DataType, text: &str) -> Answer {
    let failures = [REJECTED, ERROR];
    if let Some(failure) = failures.into_iter().find(|failure| *failure == text) {
        return Err(failure);
    }
    let (shape, elements) = text.split_once(':').unwrap_or(("", text));
    Ok((extents(shape), scalars(data_type, elements)))
}

fn scalars(data_type: DataType, texts: &str) -> Vec<u64> {
    let scalar = |text: &str| {
        let number = data_type.parse_fill_value(text, Readings::OURS);
        number.or_else(|_| data_type.parse_fill_value(&format!("{text:?}"), Readings::OURS))
    };
    texts.split_whitespace().map(|text| scalar(text).expect(text)).collect()
}

fn extents(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|extent| extent.parse().expect("an extent")).collect()
}

fn witnesses() -> impl Iterator<Item = &'static Witness> {
    let all = [casts::WITNESSES, texts::WITNESSES, reshape::WITNESSES, packing::WITNESSES];
    all.into_iter().flatten().copied().flatten()
}

#[test]
fn every_fault_is_wrong_where_the_reference_is_right() {
    for Witness { fault: name, input, right, wrong } in witnesses() {
        let fault = find(name).unwrap_or_else(|| panic!("no fault {name}"));
        let (right, wrong) =
            (answer(input.output_type(), right), answer(input.output_type(), wrong));
        assert_ne!(right, wrong, "{name}");
        assert_eq!(input.ask(&Faultless), right, "the reference, for {name}");
        assert_eq!(input.ask(fault.behaviour), wrong, "{name}");
    }
}

#[test]
fn no_tolerated_reading_excuses_a_fault() {
    for Witness { fault: name, input, .. } in witnesses() {
        let fault = find(name).unwrap_or_else(|| panic!("no fault {name}"));
        let wrong = input.ask(fault.behaviour);
        for alternative in Alternative::ALL {
            let tolerated = input.ask(&Tolerated(Readings::OURS.with(alternative)));
            assert_ne!(tolerated, wrong, "{name} under {}", alternative.name());
        }
    }
}

#[test]
fn without_a_change_every_wrapper_is_the_reference() {
    let unchanged: [&dyn Behaviour; 11] = [
        &Function(|_| None),
        &Decoding(|decode, _| decode.clone()),
        &Edit(|_, _| ()),
        &crate::reshape::Edit(|_, _| ()),
        &crate::reshape::Constraints(|_, _, _| ()),
        &crate::reshape::Products(|product| product),
        &crate::packing::RIGHT,
        &crate::packing::LAYOUT,
        &crate::packing::Indices(|_, index| index),
        &crate::packing::Extent(|_, _, count| count),
        &crate::packing::Accepted(|_, _, _| true),
    ];
    for Witness { fault: name, input, .. } in witnesses() {
        let right = input.ask(&Faultless);
        for (position, behaviour) in unchanged.iter().enumerate() {
            assert_eq!(input.ask(*behaviour), right, "{position}: {name}");
        }
    }
}

#[test]
fn no_fault_panics_at_the_ends_of_a_type() {
    let ranges = ["", " clamp", " wrap"];
    for (source, target) in
        DataType::ALL.into_iter().flat_map(|a| DataType::ALL.into_iter().map(move |b| (a, b)))
    {
        let mask = source.mask();
        let elements = [0, 1, mask >> 1, mask ^ mask >> 1, mask];
        let texts = ranges.map(|range| expand(&format!("{target} nearest-away{range}")));
        for codec in texts.iter().filter_map(|text| Faultless.configuration(text, source).ok()) {
            for Fault { behaviour, .. } in all() {
                // Whether it fails does not matter, only that it ends.
                let _ = behaviour.array(&codec, Direction::Encode, &elements);
                let _ = behaviour.check_fill_value(&codec, elements[1]);
            }
        }
    }
}

#[test]
fn every_fault_has_a_witness() {
    let witnessed: HashSet<_> = witnesses().map(|witness| witness.fault).collect();
    let missing: Vec<_> = all().iter().filter(|fault| !witnessed.contains(fault.name)).collect();
    assert!(missing.is_empty(), "{:?}", missing.iter().map(|fault| fault.name).collect::<Vec<_>>());
}

#[test]
fn names_are_unique_and_in_kebab_case() {
    let names: HashSet<_> = all().iter().map(|fault| fault.name).collect();
    assert_eq!(names.len(), all().len());
    let kebab =
        |name: &str| name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    assert!(names.into_iter().all(kebab));
}

#[test]
fn rules_exist() {
    let notes = [
        include_str!("../../../spec-notes/cast_value.md"),
        include_str!("../../../spec-notes/fill_value.md"),
        include_str!("../../../spec-notes/reshape.md"),
        include_str!("../../../spec-notes/unpack.md"),
    ];
    let headings: HashSet<_> = notes
        .iter()
        .flat_map(|note| note.lines())
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    for Fault { name, rule, .. } in all() {
        assert!(headings.contains(rule), "{name}: {rule}");
    }
}
