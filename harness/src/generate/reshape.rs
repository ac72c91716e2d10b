//! The family of `reshape`: every configuration of up to three elements from a small alphabet, on
//! every input shape of rank 0 to 3 with extents 1 to 4.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use codec_reference::{Alternative, Readings, Reshape, ReshapeError};
use codec_vectors::{Batch, Outcome, Reason, ReshapeItem, ShapeResult};
use num_bigint::BigUint;
use rayon::prelude::*;

use super::group::Levels;
use super::text;
use crate::random::Random;
use crate::shape::integers;

/// Extents of the input shapes.
const EXTENTS: std::ops::RangeInclusive<u64> = 1..=4;

/// Members of the family that are committed for each rule, form of configuration and input rank.
const COMMITTED: usize = 5;

/// The only alternatives that can change an outcome of the family.
const ALTERNATIVES: [Alternative; 2] =
    [Alternative::EmptyShapeRefused, Alternative::EmptyInputDimsRefused];

/// An element of `shape`.
struct Element {
    /// JSON text.
    json: String,
    /// Its part of a name.
    name: String,
    /// Configurations whose elements have the same forms are alike.
    form: String,
}

/// A configuration, and the reference for each reading that can change an outcome.
struct Configuration {
    text: String,
    name: String,
    form: String,
    ours: Result<Reshape, ReshapeError>,
    others: Vec<(Alternative, Result<Reshape, ReshapeError>)>,
}

/// Members of a rule, a form of configuration and an input rank, in a random order.
type Alike = BTreeMap<u64, ReshapeItem>;
type Chosen = BTreeMap<(&'static str, String, usize), Alike>;

/// The committed members, by the rule that decides them.
pub(super) fn batches(levels: &Levels) -> Vec<Batch<ReshapeItem>> {
    let shapes = input_shapes();
    let configurations = configurations().into_par_iter();
    let chosen = configurations.fold(Chosen::new, |mut chosen, elements| {
        choose(&mut chosen, &Configuration::new(&elements), &shapes);
        chosen
    });
    let chosen = chosen.reduce(Chosen::new, |mut left, right| {
        for (key, alike) in right {
            alike.into_iter().for_each(|(order, item)| {
                keep(left.entry(key.clone()).or_default(), order, || item);
            });
        }
        left
    });
    let mut batches: BTreeMap<&str, Vec<ReshapeItem>> = BTreeMap::new();
    for ((rule, ..), alike) in chosen {
        batches.entry(rule).or_default().extend(alike.into_values());
    }
    batches.into_iter().map(|(rule, items)| batch(rule, items, levels)).collect()
}

fn choose(chosen: &mut Chosen, configuration: &Configuration, shapes: &[Vec<BigUint>]) {
    let mut random = Random::named(&configuration.name);
    for shape in shapes {
        let key = (configuration.rule(shape), configuration.form.clone(), shape.len());
        let alike = chosen.entry(key).or_default();
        keep(alike, random.next(), || configuration.item(shape));
    }
}

/// Keeps an item if it is among the first in order.
fn keep(alike: &mut Alike, order: u64, item: impl FnOnce() -> ReshapeItem) {
    if alike.len() == COMMITTED && alike.last_key_value().is_some_and(|(last, _)| *last < order) {
        return;
    }
    alike.insert(order, item());
    if alike.len() > COMMITTED {
        alike.pop_last();
    }
}

fn batch(rule: &str, mut items: Vec<ReshapeItem>, levels: &Levels) -> Batch<ReshapeItem> {
    items.sort_by(|a, b| a.name.cmp(&b.name));
    let tolerant = items.iter().flat_map(|item| item.outcome.or.keys());
    let tolerant =
        tolerant.filter_map(|name| name.split_once('/')).map(|(rule, _)| rule.to_owned());
    let tolerant: BTreeSet<String> = tolerant.filter(|other| other != rule).collect();
    Batch {
        id: format!("reshape/family/{}", rule.to_lowercase()),
        rules: std::iter::once(rule.to_owned()).chain(tolerant).collect(),
        level: levels[rule],
        why: format!("{rule} decides these configurations of up to three elements"),
        source: None,
        needs: Vec::new(),
        items,
    }
}

/// The whole family, as a vector file with one batch.
pub(super) fn write_family(out: &mut dyn Write) -> io::Result<u64> {
    let (configurations, shapes) = (configurations(), input_shapes());
    let count = (configurations.len() * shapes.len()) as u64;
    let why = "every configuration of up to three elements from a small alphabet".to_owned();
    let head: Batch<ReshapeItem> = Batch {
        id: "reshape/full".to_owned(),
        rules: vec!["RS-RANK-1".to_owned()],
        level: codec_vectors::Level::Must,
        why,
        source: None,
        needs: Vec::new(),
        items: Vec::new(),
    };
    writeln!(out, "{}", text::reshape_head(count))?;
    writeln!(out, "{}", text::open(&head))?;
    let mut separator = "";
    for part in configurations.chunks(256) {
        let lines = part.par_iter().map(|elements| {
            let configuration = Configuration::new(elements);
            let items = shapes.iter().map(|shape| text::json(&configuration.item(shape)));
            items.collect::<Vec<_>>().join(",\n")
        });
        for lines in lines.collect::<Vec<_>>() {
            write!(out, "{separator}{lines}")?;
            separator = ",\n";
        }
    }
    writeln!(out, "\n]}}\n]}}")?;
    Ok(count)
}

impl Configuration {
    fn new(elements: &[&Element]) -> Self {
        let join = |part: fn(&Element) -> &str, by: &str| {
            elements.iter().map(|element| part(element)).collect::<Vec<_>>().join(by)
        };
        let text = format!(r#"{{"shape":[{}]}}"#, join(|element| &element.json, ","));
        let parse = |readings| Reshape::parse(&text, readings);
        let tolerant = elements.is_empty() || elements.iter().any(|element| element.json == "[]");
        let others = ALTERNATIVES.iter().filter(|_| tolerant);
        let others =
            others.map(|alternative| (*alternative, parse(Readings::OURS.with(*alternative))));
        Self {
            name: if elements.is_empty() { "none".to_owned() } else { join(|e| &e.name, "_") },
            form: join(|element| &element.form, " "),
            ours: parse(Readings::OURS),
            others: others.collect(),
            text,
        }
    }

    fn item(&self, shape: &[BigUint]) -> ReshapeItem {
        let is = result(&self.ours, shape);
        let other = |(alternative, reshape): &(Alternative, _)| {
            let other = result(reshape, shape);
            // Two rejections are the same answer, whatever their reasons.
            let refused = |result: &ShapeResult| matches!(result, ShapeResult::Error(_));
            let same = other == is || refused(&other) && refused(&is);
            (!same).then(|| (alternative.name().to_owned(), other))
        };
        let or = self.others.iter().filter_map(other).collect();
        ReshapeItem {
            name: format!("{}/{}", self.name, shape_name(shape)),
            configuration: Some(self.text.clone()),
            codec: None,
            input: integers(shape),
            outcome: Outcome { is, or },
            data: None,
        }
    }

    /// The rule that decides the outcome for an input shape.
    fn rule(&self, shape: &[BigUint]) -> &'static str {
        match &self.ours {
            Ok(reshape) => reshape.rules(shape).last().copied().expect("some rule always acts"),
            Err(error) => error.rule(),
        }
    }
}

fn result(reshape: &Result<Reshape, ReshapeError>, shape: &[BigUint]) -> ShapeResult {
    let output = reshape.as_ref().map_err(ReshapeError::clone);
    match output.and_then(|reshape| reshape.output_shape(shape)) {
        Ok(output) => ShapeResult::Shape(integers(&output)),
        Err(error) if error.reason() == "configuration" => {
            ShapeResult::Error(Reason::Configuration)
        }
        Err(_) => ShapeResult::Error(Reason::Shape),
    }
}

/// Every list of up to three elements.
fn configurations() -> Vec<Vec<&'static Element>> {
    static ALPHABET: std::sync::LazyLock<Vec<Element>> = std::sync::LazyLock::new(alphabet);
    let mut lists: Vec<Vec<&Element>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..3 {
        let end = lists.len();
        for list in start..end {
            let longer =
                ALPHABET.iter().map(|element| [lists[list].as_slice(), &[element]].concat());
            lists.extend(longer.collect::<Vec<_>>());
        }
        start = end;
    }
    lists
}

/// Literals 0 to 4, -1, and lists of input dimensions: every one of up to two, and two of three;
/// dimension 3 is past the rank of all inputs.
fn alphabet() -> Vec<Element> {
    let literal = |size: i64| Element {
        json: size.to_string(),
        name: if size < 0 { "auto".to_owned() } else { size.to_string() },
        form: if size < 0 { "auto" } else { "literal" }.to_owned(),
    };
    let mut dims: Vec<Vec<u64>> = vec![Vec::new(), vec![0, 1, 2], vec![2, 1, 0]];
    dims.extend((0..4).map(|dim| vec![dim]));
    dims.extend((0..16).map(|pair| vec![pair / 4, pair % 4]));
    let list = |dims: Vec<u64>| {
        let numbers: Vec<String> = dims.iter().map(u64::to_string).collect();
        let name = numbers.iter().fold("d".to_owned(), |name, dim| name + dim);
        let form = format!("{} dims", dims.len());
        Element { json: format!("[{}]", numbers.join(",")), name, form }
    };
    (-1..=4).map(literal).chain(dims.into_iter().map(list)).collect()
}

fn input_shapes() -> Vec<Vec<BigUint>> {
    let mut shapes: Vec<Vec<BigUint>> = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..3 {
        let end = shapes.len();
        for shape in start..end {
            let longer =
                EXTENTS.map(|extent| [shapes[shape].as_slice(), &[extent.into()]].concat());
            shapes.extend(longer.collect::<Vec<_>>());
        }
        start = end;
    }
    shapes
}

fn shape_name(shape: &[BigUint]) -> String {
    let extents: Vec<String> = shape.iter().map(BigUint::to_string).collect();
    if extents.is_empty() { "scalar".to_owned() } else { extents.join("x") }
}
