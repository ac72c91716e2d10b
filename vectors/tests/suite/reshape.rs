//! Outcomes of `reshape` are those of the text, with the alternatives of the notes.

use std::collections::BTreeMap;

use codec_vectors::{Integer, ReshapeItem, ShapeResult};

use crate::batches::batches;
use crate::files::types_by_name;
use crate::none;
use crate::resolve::{Configuration, Element, Reading, product, resolve};

/// From here on an implementation may reject an extent, a size or a number of elements.
const BIG: u128 = 1 << 31;

/// Output shapes of the alternatives by name; `None` is a rejection, for whatever reason.
type Alternatives = BTreeMap<String, Option<Vec<u128>>>;

fn input(item: &ReshapeItem) -> Vec<u128> {
    numbers(&item.input)
}

fn numbers(extents: &[Integer]) -> Vec<u128> {
    extents.iter().map(|extent| extent.to().expect("an extent of 128 bits")).collect()
}

/// The shape of a result.
fn output(result: &ShapeResult) -> Option<Vec<u128>> {
    match result {
        ShapeResult::Shape(extents) => Some(numbers(extents)),
        ShapeResult::Error(_) => None,
    }
}

/// The first thing that differs from the text.
fn fault(item: &ReshapeItem) -> Option<String> {
    let (input, stated) = (input(item), &item.outcome);
    let configuration = Configuration::of(item);
    let rank = configuration.as_ref().map(|configuration| configuration.shape.len());
    for output in stated.accepted().filter_map(output) {
        if Some(output.len()) != rank || product(&output) != product(&input) {
            return Some(format!("{output:?} has another rank or another product"));
        }
    }
    if stated.or.values().any(|other| *other == stated.is) {
        return Some("an alternative is our reading".to_owned());
    }
    let elements = |reading| configuration.as_ref()?.elements(reading);
    let ours = resolve(elements(Reading::Ours).as_deref(), &input);
    let same = match &stated.is {
        ShapeResult::Shape(_) => ours.as_ref().ok() == output(&stated.is).as_ref(),
        ShapeResult::Error(reason) => ours.as_ref().err() == Some(reason),
    };
    if !same {
        return Some(format!("{}, not {ours:?}", stated.is));
    }
    let or: Alternatives =
        stated.or.iter().map(|(name, result)| (name.clone(), output(result))).collect();
    let expected = alternatives(elements, &input);
    (or != expected).then(|| format!("alternatives are {or:?}, not {expected:?}"))
}

fn alternatives(
    elements: impl Fn(Reading) -> Option<Vec<Element>>,
    input: &[u128],
) -> Alternatives {
    let read = |reading| resolve(elements(reading).as_deref(), input).ok();
    let lenient =
        [("RS-ELEM-2/integral", Reading::Integral), ("RS-CONF-3/ignored", Reading::Ignored)];
    let Some(ours) = read(Reading::Ours) else {
        let shapes = lenient.map(|(name, reading)| (name.to_owned(), read(reading)));
        return shapes.into_iter().filter(|(_, shape)| shape.is_some()).collect();
    };
    let shape = elements(Reading::Ours).unwrap_or_default();
    let mut numbers = input.iter().chain(&ours).copied().chain(product(input));
    let refused = [
        ("RS-DIMS-3/refused", shape.contains(&Element::Dims(Vec::new()))),
        ("RS-EMPTY-1/refused", shape.is_empty()),
        ("RS-ZERO-1/refused", input.contains(&0)),
        ("RS-BIG-2/refused", numbers.any(|number| number >= BIG)),
    ];
    let refused = refused.into_iter().filter(|(_, tolerated)| *tolerated);
    refused.map(|(name, _)| (name.to_owned(), None)).collect()
}

#[test]
fn outcomes_are_those_of_the_text() {
    let faults = batches::<ReshapeItem>().flat_map(|batch| {
        let faults = batch.items.iter().filter_map(|item| Some((&item.name, fault(item)?)));
        faults.map(|(name, fault)| format!("{}/{name}: {fault}", batch.id)).collect::<Vec<_>>()
    });
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn data_has_the_size_of_the_input() {
    let types = types_by_name();
    let wrong = |item: &ReshapeItem| {
        let Some(data) = &item.data else { return false };
        let (bytes, of_one) = (data.elements.0.len() as u128, types[&data.data_type].bytes);
        product(&input(item)).map(|elements| elements * u128::from(of_one)) != Some(bytes)
    };
    let items = batches::<ReshapeItem>().flat_map(|batch| batch.items);
    none(&items.filter(wrong).map(|item| item.name).collect::<Vec<_>>());
}

#[test]
fn wrong_outcomes_are_seen() {
    let refused = r#""configuration:shape""#;
    let invalid = r#""configuration:configuration""#;
    let tolerant =
        |is: &str, name: &str, or: &str| format!(r#"{{"is":{is},"or":{{"{name}":{or}}}}}"#);
    let empty = tolerant("[1,6]", "RS-DIMS-3/refused", invalid);
    let integral = tolerant(invalid, "RS-ELEM-2/integral", "[6]");
    for (shape, input, right, wrong) in [
        ("[[0,1],2]", "[2,3,2]", "[6,2]", "[2,6]"),
        ("[[0,1],2]", "[2,3,2]", "[6,2]", "[12]"),
        ("[[0,1],2]", "[2,3,2]", "[6,2]", "[3,4]"),
        ("[[0,1],2]", "[2,3,2]", "[6,2]", "[6,3]"),
        ("[[0,1],2]", "[2,3,2]", "[6,2]", refused),
        ("[[0],6]", "[2,3]", refused, "[2,3]"),
        ("[[1],2]", "[2,2]", refused, "[2,2]"),
        ("[2,[0]]", "[2,2]", refused, invalid),
        ("[4,-1]", "[6]", refused, "[4,1]"),
        ("[0]", "[0]", invalid, "[0]"),
        ("[[],6]", "[6]", &empty, "[1,6]"),
        ("[[],6]", "[6]", &empty, &tolerant("[1,6]", "RS-BIG-2/refused", refused)),
        ("[6.0]", "[6]", &integral, invalid),
        ("[6.0]", "[6]", &integral, &tolerant(invalid, "RS-ELEM-2/integral", "[7]")),
        ("[6.0]", "[6]", &integral, &tolerant(invalid, "RS-ELEM-2/integral", invalid)),
    ] {
        let fault = |outcome| fault(&item(shape, input, outcome));
        assert_eq!(fault(right), None, "{shape} to {right}");
        assert!(fault(wrong).is_some(), "{shape} to {wrong}");
    }
}

fn item(shape: &str, input: &str, outcome: &str) -> ReshapeItem {
    let configuration = format!(r#"{{"shape":{shape}}}"#);
    let text = format!(
        r#"{{"name":"a","configuration":{configuration:?},"input":{input},"outcome":{outcome}}}"#
    );
    serde_json::from_str(&text).expect("an item")
}
