//! All configurations of up to three small elements on all small shapes, against the formulas of
//! the text: a program that tries sizes for -1 until they hold.

use std::collections::BTreeSet;

use codec_reference::{Readings, Reshape, ReshapeError};
use num_bigint::BigUint;

use Element::{Auto, Dims, Size};

#[derive(Clone, Debug)]
enum Element {
    Size(u64),
    Dims(Vec<usize>),
    Auto,
}

/// A rule that is broken, and the element that breaks it; the whole shape breaks RS-PROD-1.
type Broken = (&'static str, Option<usize>);

/// How many extents an input has at most, and how large they are.
const RANK: usize = 3;
const EXTENTS: u64 = 4;

#[test]
fn every_small_configuration_on_every_small_shape() {
    let inputs = sequences(&(0..=EXTENTS).collect::<Vec<_>>(), RANK);
    let mut met = BTreeSet::new();
    for shape in sequences(&elements(), 3) {
        let text = text(&shape);
        let parsed = Reshape::parse(&text, Readings::OURS);
        let invalid = invalid(&shape);
        let codec = match (parsed, invalid.is_empty()) {
            (Ok(codec), true) => codec,
            (Err(error), false) => {
                assert!(invalid.contains(&broken(&error)), "{text}: {error}");
                met.insert(error.rule());
                continue;
            }
            (parsed, _) => panic!("{text}: {parsed:?}, but it breaks {invalid:?}"),
        };
        for input in &inputs {
            met.insert(checked(&codec, &shape, input, &text));
        }
    }
    assert!(met.iter().eq(&ALL), "{met:?}");
}

/// The rules that some configuration or shape breaks, and "none".
const ALL: [&str; 10] = [
    "RS-ALIGN-1",
    "RS-ALIGN-2",
    "RS-AUTO-2",
    "RS-AUTO-3",
    "RS-DIMS-2",
    "RS-ORDER-1",
    "RS-PROD-1",
    "RS-SIZE-2",
    "RS-ZERO-1",
    "none",
];

/// The rule that makes the codec reject the shape, or "none": that of the formulas.
fn checked(codec: &Reshape, shape: &[Element], input: &[u64], text: &str) -> &'static str {
    let extents: Vec<BigUint> = input.iter().copied().map(BigUint::from).collect();
    match (codec.output_shape(&extents), defined(shape, input)) {
        (Ok(output), Ok(expected)) => {
            let expected: Vec<_> = expected.into_iter().map(BigUint::from).collect();
            assert_eq!(output, expected, "{input:?} with {text}");
            "none"
        }
        (Err(error), Err(expected)) => {
            assert!(expected.contains(&broken(&error)), "{input:?} with {text}: {error}");
            error.rule()
        }
        (found, expected) => panic!("{input:?} with {text}: {found:?}, not {expected:?}"),
    }
}

/// "These two constraints ensure that if the size of output dimension i is specified by input_dims,
/// the coordinates in the input array along input_dims actually correspond to the raveled index
/// along output dimension i."
#[test]
fn coordinates_along_input_dimensions_are_the_raveled_index() {
    let inputs = sequences(&(1..=EXTENTS).collect::<Vec<_>>(), RANK);
    let mut compared = 0;
    for shape in sequences(&elements(), 3).into_iter().filter(|shape| invalid(shape).is_empty()) {
        let text = text(&shape);
        let codec = Reshape::parse(&text, Readings::OURS).expect("valid");
        for input in &inputs {
            let extents: Vec<BigUint> = input.iter().copied().map(BigUint::from).collect();
            let Ok(output) = codec.output_shape(&extents) else { continue };
            let output: Vec<u64> =
                output.iter().map(|size| size.try_into().expect("small")).collect();
            for element in 0..input.iter().product() {
                let (from, to) = (coordinates(element, input), coordinates(element, &output));
                for (i, dims) in shape.iter().enumerate() {
                    let Dims(dims) = dims else { continue };
                    let raveled =
                        dims.iter().fold(0, |index, dim| index * input[*dim] + from[*dim]);
                    assert_eq!(to[i], raveled, "element {element} of {input:?} with {text}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// Sizes, -1, lists of up to two input dimensions in any order, and the list of all.
fn elements() -> Vec<Element> {
    let dims: Vec<usize> = (0..=RANK).collect();
    let lists = sequences(&dims, 2).into_iter().chain([vec![0, 1, 2]]).map(Dims);
    (0..=4).map(Size).chain([Auto]).chain(lists).collect()
}

/// All sequences of up to `length` of the items.
fn sequences<T: Clone>(items: &[T], length: usize) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..length {
        let longer = |sequence: &Vec<T>| {
            let sequence = sequence.clone();
            items.iter().map(move |item| [&sequence[..], std::slice::from_ref(item)].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend_from_slice(&longest);
    }
    all
}

fn text(shape: &[Element]) -> String {
    let elements = shape.iter().map(|element| match element {
        Size(size) => size.to_string(),
        Dims(dims) => format!("{dims:?}"),
        Auto => "-1".to_owned(),
    });
    format!(r#"{{"shape":[{}]}}"#, elements.collect::<Vec<_>>().join(","))
}

/// What is wrong with a shape whatever the input.
fn invalid(shape: &[Element]) -> Vec<Broken> {
    let positions = |kind: fn(&Element) -> bool| {
        let met = shape.iter().enumerate().filter(move |(_, element)| kind(element));
        met.map(|(position, _)| Some(position))
    };
    let zeros = positions(|element| matches!(element, Size(0))).map(|at| ("RS-SIZE-2", at));
    let autos = positions(|element| matches!(element, Auto)).skip(1).map(|at| ("RS-AUTO-2", at));
    let flattened: Vec<(usize, usize)> = (shape.iter().enumerate())
        .flat_map(|(i, element)| match element {
            Dims(dims) => dims.iter().map(|dim| (i, *dim)).collect(),
            _ => Vec::new(),
        })
        .collect();
    let falls = flattened.windows(2).filter(|pair| pair[1].1 <= pair[0].1);
    let falls = falls.map(|pair| ("RS-ORDER-1", Some(pair[1].0)));
    zeros.chain(autos).chain(falls).collect()
}

/// The output shape that the formulas determine, or those that cannot be satisfied.
fn defined(shape: &[Element], input: &[u64]) -> Result<Vec<u64>, Vec<Broken>> {
    let past = |dims: &[usize]| dims.iter().any(|dim| *dim >= input.len());
    let past: Vec<_> = (shape.iter().enumerate())
        .filter(|(_, element)| matches!(element, Dims(dims) if past(dims)))
        .map(|(i, _)| ("RS-DIMS-2", Some(i)))
        .collect();
    if !past.is_empty() {
        return Err(past);
    }
    let elements: u64 = input.iter().product();
    // No size above the number of elements satisfies the invariant, unless every size does.
    let solutions: Vec<Vec<u64>> = (0..=elements + 1)
        .map(|auto| shape.iter().map(|element| size(element, input, auto)).collect())
        .filter(|output: &Vec<u64>| output.iter().product::<u64>() == elements)
        .collect();
    let auto = shape.iter().position(|element| matches!(element, Auto));
    let output = match (auto, &solutions[..]) {
        (None, []) => return Err(vec![("RS-PROD-1", None)]),
        (Some(_), []) => return Err(vec![("RS-AUTO-3", auto)]),
        (Some(_), [_, _, ..]) => return Err(vec![("RS-ZERO-1", auto)]),
        (_, [output, ..]) => output.clone(),
    };
    let unaligned: Vec<_> = (shape.iter().enumerate())
        .flat_map(|(i, element)| unaligned(i, element, &output, input))
        .collect();
    if unaligned.is_empty() { Ok(output) } else { Err(unaligned) }
}

fn size(element: &Element, input: &[u64], auto: u64) -> u64 {
    match element {
        Size(size) => *size,
        Dims(dims) => dims.iter().map(|dim| input[*dim]).product(),
        Auto => auto,
    }
}

fn unaligned(i: usize, element: &Element, output: &[u64], input: &[u64]) -> Vec<Broken> {
    let product = |extents: &[u64]| extents.iter().product::<u64>();
    let mut broken = Vec::new();
    if let Dims(dims) = element
        && let [first, ..] = dims[..]
        && let [.., last] = dims[..]
    {
        if product(&output[..i]) != product(&input[..first]) {
            broken.push(("RS-ALIGN-1", Some(i)));
        }
        if product(&output[i + 1..]) != product(&input[last + 1..]) {
            broken.push(("RS-ALIGN-2", Some(i)));
        }
    }
    broken
}

/// What an error says of the rule and the place.
fn broken(error: &ReshapeError) -> Broken {
    use ReshapeError::*;
    let position = match error {
        Size { position, .. }
        | SecondAuto { position }
        | Order { position, .. }
        | InputDim { position, .. }
        | Indivisible { position, .. }
        | Undetermined { position }
        | Prefix { position, .. }
        | Suffix { position, .. } => Some(*position),
        Product { .. } => None,
        other => panic!("{other:?}"),
    };
    (error.rule(), position)
}

/// The coordinates of an element, given its place in C order.
fn coordinates(element: u64, shape: &[u64]) -> Vec<u64> {
    let mut rest = element;
    let mut coordinates: Vec<u64> =
        shape.iter().rev().map(|extent| (rest % extent, rest /= extent).0).collect();
    coordinates.reverse();
    coordinates
}
