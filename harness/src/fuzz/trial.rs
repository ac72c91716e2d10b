//! A request, and what the reference says of it.

use codec_reference::Tensor;
use codec_vectors::{Outcome, Reason, ShapeResult};

use super::cast::CastTrial;
use super::fill_value::FillValueTrial;
use super::hit::{Hit, Place, Wrongness, failure, malformed};
use super::packing::PackingTrial;
use super::reshape::ReshapeTrial;
use crate::implementation::Failure;
use crate::protocol::{Answer, Request, Shaped};
use crate::runner::{Got, Verdict, elements, judge};
use crate::suite::Expectation;

/// A request with what it must come to.
#[derive(Clone)]
pub(super) enum Trial {
    Cast(CastTrial),
    FillValue(FillValueTrial, Outcome),
    Reshape(ReshapeTrial, Outcome<ShapeResult>),
    Packing(PackingTrial, Tensor, Result<Shaped, Reason>),
}

impl Trial {
    pub(super) fn fill_value(trial: FillValueTrial) -> Self {
        let outcome = trial.outcome();
        Self::FillValue(trial, outcome)
    }

    pub(super) fn reshape(trial: ReshapeTrial) -> Option<Self> {
        let outcome = trial.outcome()?;
        Some(Self::Reshape(trial, outcome))
    }

    pub(super) fn packing(trial: PackingTrial) -> Option<Self> {
        let (input, expected) = trial.sides()?;
        Some(Self::Packing(trial, input, expected))
    }

    pub(super) fn operation(&self) -> &'static str {
        match self {
            Self::Cast(_) => "cast_value",
            Self::FillValue(..) => "fill_value",
            Self::Reshape(..) => "reshape",
            Self::Packing(trial, ..) if trial.unpacks => "unpack",
            Self::Packing(..) => "pack",
        }
    }

    pub(super) fn request(&self) -> Request {
        match self {
            Self::Cast(trial) => trial.request(),
            Self::FillValue(trial, _) => Request::FillValue {
                data_type: trial.data_type.name().to_owned(),
                json: trial.json.clone(),
            },
            Self::Reshape(trial, _) => trial.request(),
            Self::Packing(trial, input, _) => trial.request(input),
        }
    }

    /// What of an answer is not accepted.
    pub(super) fn hits(&self, answer: &Result<Answer, Failure>) -> Vec<Hit> {
        if let Some(hit) = failure(answer) {
            return vec![hit];
        }
        match (self, answer) {
            (Self::Cast(trial), Ok(answer)) => trial.hits(answer),
            (_, Ok(answer)) => self.judge_whole(answer).into_iter().collect(),
            (_, Err(_)) => Vec::new(),
        }
    }

    fn judge_whole(&self, answer: &Answer) -> Option<Hit> {
        let (expectation, target) = match self {
            Self::Cast(_) => return None,
            Self::FillValue(trial, outcome) => {
                (Expectation::Scalar(outcome), Some(trial.data_type))
            }
            Self::Reshape(..) => (self.shape()?, None),
            Self::Packing(_, _, expected) => (Expectation::Array(expected), None),
        };
        let data = match self {
            Self::Reshape(trial, _) => trial.elements_of_input().map(|data| data.elements),
            _ => None,
        };
        let expectation = match expectation {
            Expectation::Shape(outcome, _) => Expectation::Shape(outcome, data.as_ref()),
            other => other,
        };
        let bytes = target.map_or(1, codec_reference::DataType::bytes);
        let got = match answer {
            Answer::Shaped { results } if results.len() == 1 => {
                results[0].clone().map_or_else(Got::Refused, Got::Shaped)
            }
            Answer::Results { results, .. } if results.len() == 1 => {
                match elements(&results[0], 1, target, bytes) {
                    Ok(mut got) => got.remove(0),
                    Err(why) => return Some(malformed(Wrongness::Malformed, why)),
                }
            }
            Answer::Refused(refusal) => Got::RefusedAtOpen(refusal.clone()),
            other => {
                let what = format!("{} results for one", results(other));
                return Some(malformed(Wrongness::Malformed, what));
            }
        };
        if judge(expectation, &got, target) != Verdict::Wrong {
            return None;
        }
        // A text is read or refused; there is nothing to be opened before.
        let wrongness = match Wrongness::of(&got, expectation) {
            Wrongness::RefusedAtOpen => Wrongness::Refused,
            other => other,
        };
        Some(Hit { place: Place::Whole, wrongness, got })
    }

    fn shape(&self) -> Option<Expectation<'_>> {
        match self {
            Self::Reshape(_, outcome) => Some(Expectation::Shape(outcome, None)),
            _ => None,
        }
    }

    /// The rule that decides the place of a hit.
    pub(super) fn rule(&self, hit: &Hit) -> &'static str {
        match self {
            Self::Cast(trial) => trial.rule(hit),
            Self::FillValue(trial, _) => trial.rule(),
            Self::Reshape(trial, _) => trial.rule(),
            Self::Packing(trial, _, expected) => trial.rule(expected),
        }
    }

    /// From what to what, in the words of a report.
    pub(super) fn sides(&self) -> (String, String) {
        match self {
            Self::Cast(trial) => {
                let (source, target) = trial.setup.types();
                (source.name().to_owned(), target.name().to_owned())
            }
            Self::FillValue(trial, _) => ("JSON".to_owned(), trial.data_type.name().to_owned()),
            Self::Reshape(..) => ("input shape".to_owned(), "output shape".to_owned()),
            Self::Packing(trial, ..) => {
                let codes = match trial.attributes().bits {
                    Some(bits) => format!("codes of {bits} bits"),
                    None => "grouped codes".to_owned(),
                };
                let words = trial.word.name().to_owned();
                if trial.unpacks { (words, codes) } else { (codes, words) }
            }
        }
    }

    /// Trials that are a little simpler, the simplest first, each made when it is asked.
    pub(super) fn simpler(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        match self {
            Self::Cast(trial) => Box::new(trial.simpler().map(Self::Cast)),
            Self::FillValue(trial, _) => {
                Box::new(trial.simpler().into_iter().map(Self::fill_value))
            }
            Self::Reshape(trial, _) => {
                Box::new(trial.simpler().into_iter().filter_map(Self::reshape))
            }
            Self::Packing(trial, ..) => {
                Box::new(trial.simpler().into_iter().filter_map(Self::packing))
            }
        }
    }
}

fn results(answer: &Answer) -> usize {
    match answer {
        Answer::Shaped { results } => results.len(),
        Answer::Results { results, .. } => results.len(),
        _ => 0,
    }
}
