//! A configuration of `reshape` and an input shape.

use codec_reference::{Alternative, DataType, Readings, Reshape, ReshapeError};
use codec_vectors::{Hex, Integer, Outcome, Reason, ReshapeData, ShapeResult};
use num_bigint::BigUint;

use super::draft::unit;
use super::record::words;
use crate::packed;
use crate::protocol::{CodecText, ReshapeRequest};
use crate::random::Random;
use crate::shape::integers;
use crate::suite::{Checks, Question, Unit};

/// A reshape that is to be asked for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ReshapeDraft {
    /// JSON texts of the elements of `shape`.
    pub(super) elements: Vec<String>,
    pub(super) input: Vec<u64>,
    /// The type of the input's elements, where they are asked too.
    pub(super) data: Option<DataType>,
}

/// Arrays of more elements are asked without them.
const MAX_DATA: u64 = 64;

const EXTENTS: [u64; 12] = [1, 1, 2, 2, 3, 4, 5, 6, 7, 12, 16, 0];

impl ReshapeDraft {
    /// A configuration that is nearly valid for the input.
    pub(super) fn draw(data: &[DataType], random: &mut Random) -> Self {
        let rank = random.below(6) as usize;
        let large = random.below(8) == 0;
        let extent = |random: &mut Random| match large {
            true => 1 << random.below(64),
            false => EXTENTS[random.below(EXTENTS.len() as u64) as usize],
        };
        let input: Vec<u64> = (0..rank).map(|_| extent(random)).collect();
        let mut elements = Vec::new();
        let mut dim = 0;
        while dim < rank && random.below(24) > 0 {
            let end = (dim + 1 + random.below(3) as usize).min(rank);
            let dims: Vec<usize> = (dim..end).collect();
            elements.extend(block(&input, &dims, random));
            dim = end;
        }
        match random.below(16) {
            0 => elements.push("1".to_owned()),
            1 => elements.insert(0, "[]".to_owned()),
            2 => elements.push("-1".to_owned()),
            3..=5 => replace(&mut elements, "-1", random),
            6 => {
                replace(&mut elements, "-1", random);
                elements.push((2 + random.below(4)).to_string());
            }
            _ => {}
        }
        let data_type = (!data.is_empty()).then(|| data[random.below(data.len() as u64) as usize]);
        Self { elements, data: data_type, input }
    }

    pub(super) fn text(&self) -> String {
        format!(r#"{{"shape":[{}]}}"#, self.elements.join(","))
    }

    /// The question; `None` where nobody is judged.
    pub(super) fn unit(&self) -> Option<Unit> {
        let data = self.elements_of_input();
        let elements = data.as_ref().map(|data| data.elements.clone());
        let needs: &[&str] = if data.is_some() { &["data"] } else { &[] };
        let codec = CodecText::Configuration(self.text());
        let question = Question::Reshape(ReshapeRequest {
            codec,
            shape: self.shape(),
            data: data.map(Into::into),
        });
        let checks = Checks::Shape(self.outcome()?, elements);
        let id = ["reshape/fuzz", &words(&self.name())];
        Some(unit(&id, &[self.rule()], question, needs, checks))
    }

    /// What distinguishes it from others.
    pub(super) fn name(&self) -> String {
        format!("{} {:?}", self.elements.join(" "), self.input)
    }

    pub(super) fn shape(&self) -> Vec<Integer> {
        self.input.iter().copied().map(Integer::from).collect()
    }

    /// The input's elements: each another pattern, as far as the type has them.
    pub(super) fn elements_of_input(&self) -> Option<ReshapeData> {
        let count = self.input.iter().try_fold(1_u64, |count, extent| count.checked_mul(*extent));
        let count = count.filter(|count| *count <= MAX_DATA)?;
        let data_type = self.data?;
        let elements: Vec<u64> = (1..=count).map(|bits| bits & data_type.mask()).collect();
        let elements = Hex(packed::pack(data_type, &elements));
        Some(ReshapeData { data_type: data_type.name().to_owned(), elements })
    }

    /// What the reference says; `None` where nobody is judged.
    pub(super) fn outcome(&self) -> Option<Outcome<ShapeResult>> {
        let ours = self.resolve(Readings::OURS);
        if matches!(ours, Err(ReshapeError::Undetermined { .. })) {
            return None;
        }
        let is = result(ours);
        let refused = |result: &ShapeResult| matches!(result, ShapeResult::Error(_));
        let others = Alternative::ALL.into_iter().filter(|way| way.rule().starts_with("RS-"));
        let others = others.filter_map(|alternative| {
            let other = result(self.resolve(Readings::OURS.with(alternative)));
            // Two rejections are the same answer, whatever their reasons.
            let same = other == is || refused(&other) && refused(&is);
            (!same).then(|| (alternative.name().to_owned(), other))
        });
        Some(Outcome { or: others.collect(), is })
    }

    pub(super) fn rule(&self) -> &'static str {
        match Reshape::parse(&self.text(), Readings::OURS) {
            Ok(reshape) => reshape.rules(&self.extents()).last().copied().unwrap_or("RS-RANK-1"),
            Err(error) => error.rule(),
        }
    }

    fn resolve(&self, readings: Readings) -> Result<Vec<BigUint>, ReshapeError> {
        Reshape::parse(&self.text(), readings)?.output_shape(&self.extents())
    }

    fn extents(&self) -> Vec<BigUint> {
        self.input.iter().copied().map(BigUint::from).collect()
    }

    /// Without data, with fewer elements or dimensions, with shorter elements and smaller extents.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let mut simpler = vec![Self { data: None, ..self.clone() }];
        for index in 0..self.elements.len() {
            let mut elements = self.elements.clone();
            elements.remove(index);
            for dim in 0..self.input.len() {
                let mut input = self.input.clone();
                input.remove(dim);
                simpler.push(Self { elements: elements.clone(), input, ..self.clone() });
            }
            simpler.push(Self { elements, ..self.clone() });
        }
        for dim in 0..self.input.len() {
            let mut input = self.input.clone();
            input.remove(dim);
            simpler.push(Self { input, ..self.clone() });
        }
        for index in 0..self.elements.len() {
            for text in ["1", "2", "-1", "[]", "[0]", "[1]"] {
                let mut elements = self.elements.clone();
                elements[index] = text.to_owned();
                simpler.push(Self { elements, ..self.clone() });
            }
        }
        for (dim, extent) in self.input.iter().enumerate() {
            for smaller in [1, 2, extent / 2, extent.saturating_sub(1)] {
                let mut input = self.input.clone();
                input[dim] = smaller;
                simpler.push(Self { input, ..self.clone() });
            }
        }
        simpler.retain(|simpler| simpler.size() < self.size());
        simpler
    }

    fn size(&self) -> (usize, usize, u128, usize, &[String]) {
        let extents = self.input.iter().map(|extent| u128::from(*extent)).sum();
        let (dims, length) = (self.elements.len() + self.input.len(), self.text().len());
        (dims, usize::from(self.data.is_some()), extents, length, &self.elements)
    }
}

/// Puts a text in the place of one of the elements.
fn replace(elements: &mut [String], text: &str, random: &mut Random) {
    let place = random.below(elements.len().max(1) as u64) as usize;
    elements.iter_mut().skip(place).take(1).for_each(|element| *element = text.to_owned());
}

/// Elements of `shape` for neighbouring dimensions of the input.
fn block(input: &[u64], dims: &[usize], random: &mut Random) -> Vec<String> {
    let product: BigUint = dims.iter().map(|dim| BigUint::from(input[*dim])).product();
    let list = |dims: &[usize]| format!("{dims:?}").replace(' ', "");
    match random.below(12) {
        0 => vec!["-1".to_owned()],
        1 => vec![random.below(8).to_string()],
        2..=3 => vec![product.to_string()],
        4 => vec![(product % (1_u64 << 32)).to_string()],
        5 => vec!["[]".to_owned()],
        6 if !product.bit(0) => vec!["2".to_owned(), (product / 2_u32).to_string()],
        7 if dims.len() > 1 => dims.iter().rev().map(|dim| list(&[*dim])).collect(),
        8 if dims.len() > 1 => vec![list(&dims[..1]), list(&dims[1..])],
        9 => vec![list(&[dims[0], dims[0] + 1 + random.below(2) as usize])],
        _ => vec![list(dims)],
    }
}

fn result(output: Result<Vec<BigUint>, ReshapeError>) -> ShapeResult {
    match output {
        Ok(output) => ShapeResult::Shape(integers(&output)),
        Err(error) if error.reason() == "configuration" => {
            ShapeResult::Error(Reason::Configuration)
        }
        Err(_) => ShapeResult::Error(Reason::Shape),
    }
}
