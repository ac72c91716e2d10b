//! The stored vectors as questions to an implementation.

pub(crate) mod batch;
mod check;
mod codec;
mod control;
mod level;
pub(crate) mod load;
mod selected;
mod selection;
mod skip;

use std::sync::{Arc, LazyLock};

use codec_reference::DataType;
use codec_vectors::{
    Bits, Expected, Group, Hex, Kind, Outcome, Reason, Run, ShapeResult, embedded,
};

pub use check::{Check, Expectation};
pub use codec::{CastCodec, Spelled};
pub(crate) use control::controls;
pub(crate) use level::{alternative, level_of, rule};
pub use selected::{Profile, Selected};
pub use selection::{Selection, Slice};
pub use skip::skip;
pub(crate) use skip::{CUT, Folded, folded, several};

use crate::direction::asked;
use crate::protocol::{CastRequest, PackingRequest, Request, ReshapeRequest, Shaped};

/// Checks that share a request: one function in one direction, or one direction of a case.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Immutable name; that of a check comes from [`Unit::check_id`].
    pub id: String,
    /// Rules, the decisive one first in a case; all that act somewhere in a group.
    pub rules: Arc<[String]>,
    /// What goes wrong where a check fails.
    pub why: String,
    /// What is asked.
    pub question: Question,
    /// Capabilities without which the unit is skipped.
    pub needs: Vec<String>,
    /// The kind of vectors it is from.
    pub kind: Kind,
    /// The case as JSON text, where it is none of the vectors.
    pub record: Option<Arc<str>>,
    pub(crate) checks: Checks,
}

/// What a unit asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// To cast elements.
    Cast {
        /// The codec, and which way.
        codec: CastCodec,
        /// JSON text of the array's fill value.
        fill_value: String,
        /// What the fill value becomes in the configuration's type, for those who report it.
        fill_value_cast: Option<Outcome>,
    },
    /// To read a fill value of a type.
    FillValue {
        /// Name of the type that it is read for.
        data_type: String,
        /// Its JSON text.
        json: String,
    },
    /// To resolve a shape.
    Reshape(ReshapeRequest),
    /// To unpack words.
    Unpack(PackingRequest),
    /// To pack codes.
    Pack(PackingRequest),
}

/// The checks of a unit.
#[derive(Clone, Debug)]
pub(crate) enum Checks {
    Function { group: Arc<Group>, function: usize, kind: Kind, source: DataType },
    Listed(Vec<(Bits, Outcome)>),
    Shape(Outcome<ShapeResult>, Option<Hex>),
    Array(Result<Shaped, Reason>),
}

/// Every unit of the embedded vectors, in the order of kind and id.
pub fn units() -> Vec<Arc<Unit>> {
    // A command may need them more than once.
    static ALL: LazyLock<Vec<Arc<Unit>>> =
        LazyLock::new(|| KINDS.into_iter().flat_map(units_of).collect());
    ALL.clone()
}

/// The kinds of vectors, the hand-written ones first.
pub const KINDS: [Kind; 5] =
    [Kind::Cases, Kind::Batches, Kind::Tables, Kind::Points, Kind::Segments];

/// The units of one kind of vectors.
pub fn units_of(kind: Kind) -> Vec<Arc<Unit>> {
    let cases = if kind == Kind::Cases { embedded::cases() } else { Vec::new() };
    let groups = embedded::groups(kind).into_iter().map(Arc::new);
    let units = cases.iter().flat_map(load::case_units);
    let units = units.chain(groups.flat_map(|group| load::group_units(kind, &group)));
    let units = units.chain(
        embedded::reshape(kind).into_iter().flat_map(|batch| batch::reshape_units(kind, batch)),
    );
    let units = units.chain(
        embedded::packing(kind).into_iter().flat_map(|batch| batch::packing_units(kind, batch)),
    );
    units.map(Arc::new).collect()
}

impl Unit {
    /// The unit's checks. Of a run of a segment, its ends and an input between are asked.
    pub fn checks(&self) -> Vec<Check<'_>> {
        let (group, function, kind, source) = match &self.checks {
            Checks::Function { group, function, kind, source } => (group, *function, kind, *source),
            Checks::Listed(list) => {
                return list
                    .iter()
                    .map(|(input, outcome)| Check::scalar(*input, outcome))
                    .collect();
            }
            Checks::Shape(outcome, data) => {
                return vec![Check::only(Expectation::Shape(outcome, data.as_ref()))];
            }
            Checks::Array(result) => return vec![Check::only(Expectation::Array(result))],
        };
        let function = &group.functions[function];
        let element = |bits| Bits { bits, bytes: source.bytes() as u8 };
        let check = |bits, outcome| Check::scalar(element(bits), outcome);
        match kind {
            Kind::Points => {
                let pairs = group.inputs.iter().zip(&function.outcomes);
                pairs.map(|(input, outcome)| Check::scalar(*input, outcome)).collect()
            }
            _ if function.runs.is_empty() => {
                (0..).zip(&function.outcomes).map(|(bits, outcome)| check(bits, outcome)).collect()
            }
            _ => spans(&function.runs, source)
                .flat_map(|(first, last, outcome)| {
                    let inputs = if *kind == Kind::Tables {
                        (first..=last).collect()
                    } else {
                        probes(first, last)
                    };
                    inputs.into_iter().map(move |bits| check(bits, outcome))
                })
                .collect(),
        }
    }

    /// The check of an input. Of a run of a segment every input has one, asked or not.
    pub fn check(&self, input: Bits) -> Option<Check<'_>> {
        if let Checks::Function { group, function, kind: Kind::Segments, source } = &self.checks {
            let runs = &group.functions[*function].runs;
            let mut spans = spans(runs, *source);
            let within = |(first, last, _): &(u64, u64, _)| (*first..=*last).contains(&input.bits);
            let (_, _, outcome) = spans.find(within)?;
            return (usize::from(input.bytes) == source.bytes())
                .then(|| Check::scalar(input, outcome));
        }
        self.checks().into_iter().find(|check| check.input == input)
    }

    /// The immutable name of a check: the unit's, a slash, and the input. The only check of a unit
    /// that is not about elements has its name.
    pub fn check_id(&self, input: Bits) -> String {
        match self.question {
            Question::Cast { .. } => format!("{}/{input}", self.id),
            _ => self.id.clone(),
        }
    }

    /// Whether the unit is of a generated group, not of a hand-written case.
    pub fn is_generated(&self) -> bool {
        matches!(self.checks, Checks::Function { .. })
    }

    /// The type of the inputs and the type of the outputs, where they are known.
    pub fn types(&self) -> (Option<DataType>, Option<DataType>) {
        match &self.question {
            Question::FillValue { data_type, .. } => (None, DataType::from_name(data_type)),
            Question::Reshape(_) => (None, None),
            Question::Unpack(request) => (DataType::from_name(&request.data_type), None),
            Question::Pack(request) => (None, DataType::from_name(&request.data_type)),
            Question::Cast { codec, .. } => codec.types(),
        }
    }

    /// The rule that decides a check: that of a generated one is in the vectors.
    pub fn rule(&self, input: u64) -> &str {
        match (&self.checks, &self.question) {
            (
                Checks::Function { group, function, .. },
                Question::Cast { codec: CastCodec::Function(asked), .. },
            ) => {
                let rule = group.decided_by(&group.functions[*function], input);
                rule.unwrap_or_else(|| asked.rounding.rule())
            }
            // Of a drawn question, only the reference can tell.
            (_, Question::Cast { codec: CastCodec::Function(asked), .. })
                if self.rules.is_empty() =>
            {
                let cast = asked.cast();
                cast.deciding_rule(&cast.trace(input))
            }
            _ => self.rules.first().map_or("", String::as_str),
        }
    }

    /// Whether some check may be answered by rejecting the configuration or the fill value.
    pub fn may_refuse(&self) -> bool {
        let refusal = |expected: &Expected| {
            matches!(expected, Expected::Error(Reason::Configuration | Reason::FillValue))
        };
        match &self.checks {
            Checks::Listed(list) => list.iter().any(|(_, outcome)| outcome.accepted().any(refusal)),
            _ => false,
        }
    }
}

impl Question {
    /// The request, where the unit is asked as a whole and not in arrays of its checks' elements.
    pub fn whole(&self) -> Option<Request> {
        (!matches!(self, Self::Cast { .. })).then(|| self.request(Vec::new()))
    }

    /// The request; `arrays` are the packed arrays of a cast.
    pub fn request(&self, arrays: Vec<Vec<u8>>) -> Request {
        match self {
            Self::Cast { codec, fill_value, .. } => Request::CastValue(CastRequest {
                direction: asked(codec.direction()),
                data_type: codec.array_type().to_owned(),
                fill_value: fill_value.clone(),
                codec: codec.text(),
                arrays,
            }),
            Self::FillValue { data_type, json } => {
                Request::FillValue { data_type: data_type.clone(), json: json.clone() }
            }
            Self::Reshape(request) => Request::Reshape(request.clone()),
            Self::Unpack(request) => Request::Unpack(request.clone()),
            Self::Pack(request) => Request::Pack(request.clone()),
        }
    }

    /// Whether results have shapes.
    pub fn is_shaped(&self) -> bool {
        matches!(self, Self::Reshape(_) | Self::Unpack(_) | Self::Pack(_))
    }

    /// The operation's name in the protocol.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Cast { .. } => "cast_value",
            Self::FillValue { .. } => "fill_value",
            Self::Reshape(_) => "reshape",
            Self::Unpack(_) => "unpack",
            Self::Pack(_) => "pack",
        }
    }
}

/// First and last input of each run.
fn spans(runs: &[Run], source: DataType) -> impl Iterator<Item = (u64, u64, &Outcome)> {
    let ends = runs.iter().skip(1).map(|Run(start, _)| start.bits - 1).chain([source.mask()]);
    runs.iter().zip(ends).map(|(Run(start, outcome), last)| (start.bits, last, outcome))
}

/// Both ends of a run, and one input between that differs from run to run.
fn probes(first: u64, last: u64) -> Vec<u64> {
    let between = last.saturating_sub(first).saturating_sub(1);
    let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7;
    let middle = (between > 0).then(|| first + 1 + mixed % between);
    let mut probes = vec![first];
    probes.extend(middle);
    probes.extend((last > first).then_some(last));
    probes
}
