//! What an implementation is not asked, by its own declaration.

use std::collections::BTreeMap;

use codec_reference::DataType;

use super::{CastCodec, Question, Unit};
use crate::function::range_name;
use crate::protocol::{
    Capabilities, CastCapabilities, Declared, PackingCapabilities, PackingRequest,
    ReshapeCapabilities, ReshapeRequest,
};

/// Why a unit is skipped; `None` where the capabilities cover it.
pub fn skip(unit: &Unit, capabilities: &Capabilities) -> Option<String> {
    let undeclared = |operation: &str| Some(format!("{operation} is not declared"));
    match &unit.question {
        Question::Cast { codec, .. } => match &capabilities.cast_value {
            Some(cast) => skip_cast(cast, unit, codec),
            None => undeclared("cast_value"),
        },
        Question::FillValue { data_type, .. } => match &capabilities.fill_value {
            Some(reader) if reader.data_types.contains(data_type) => None,
            Some(_) => undeclared(&format!("fill_value for {data_type}")),
            None => undeclared("fill_value"),
        },
        Question::Reshape(request) => match &capabilities.reshape {
            Some(reshape) => skip_reshape(reshape, unit, request),
            None => undeclared("reshape"),
        },
        Question::Unpack(request) => match &capabilities.unpack {
            Some(packing) => skip_packing(packing, unit, request),
            None => undeclared("unpack"),
        },
        Question::Pack(request) => match &capabilities.pack {
            Some(packing) => skip_packing(packing, unit, request),
            None => undeclared("pack"),
        },
    }
}

/// How the reasons begin for which an array of several elements is not asked.
pub(crate) const CUT: &str = "arrays of ";

/// Reasons that differ only in what they name: how they begin, and all of them in a line.
const FOLDED: [(&str, &str); 7] = [
    (CUT, "arrays that max_elements leaves no room for"),
    ("pair ", "pairs of data types that are not declared"),
    ("data type ", "data types that are not declared"),
    ("fill_value for ", "types of fill values that are not declared"),
    ("reshape for ", "types of data to reshape that are not declared"),
    ("words of ", "types of words that are not declared"),
    ("rank ", "ranks that are not declared"),
];

/// Up to this many similar reasons are listed one by one.
const FEW: usize = 3;

/// Reasons for skips, in one line.
pub(crate) struct Folded {
    /// The reason without a count, the same from run to run.
    pub(crate) name: String,
    /// The reason; of several, how many they are.
    pub(crate) reason: String,
    /// The checks that were skipped.
    pub(crate) checks: u64,
}

/// The reasons with those of one kind in one line, where they are more than a few.
pub(crate) fn folded(skips: &BTreeMap<String, u64>) -> Vec<Folded> {
    let kind = |reason: &str| FOLDED.iter().find(|(start, _)| reason.starts_with(start));
    let skips: Vec<(&String, &u64)> = skips.iter().collect();
    let alike = skips.chunk_by(|a, b| kind(a.0).is_some() && kind(a.0) == kind(b.0));
    let lines = alike.flat_map(|alike| match kind(alike[0].0).filter(|_| alike.len() > FEW) {
        Some((_, name)) => vec![fold(name, alike)],
        None => alike.iter().map(|(reason, checks)| single(reason, **checks)).collect(),
    });
    lines.collect()
}

/// The reasons one by one, or in one line where they are more than a few.
pub(crate) fn several(reasons: &BTreeMap<String, u64>) -> Vec<Folded> {
    let all: Vec<(&String, &u64)> = reasons.iter().collect();
    match all.len() > FEW {
        true => vec![fold("for several reasons", &all)],
        false => all.into_iter().map(|(reason, checks)| single(reason, *checks)).collect(),
    }
}

fn single(reason: &str, checks: u64) -> Folded {
    Folded { name: reason.to_owned(), reason: reason.to_owned(), checks }
}

fn fold(name: &str, alike: &[(&String, &u64)]) -> Folded {
    let checks = alike.iter().map(|(_, checks)| **checks).sum();
    Folded { name: name.to_owned(), reason: format!("{name} ({} of them)", alike.len()), checks }
}

fn skip_cast(cast: &CastCapabilities, unit: &Unit, codec: &CastCodec) -> Option<String> {
    let has = |need: &str| match need {
        // What maps is declared by pairs of types.
        "scalar_map" => true,
        "configuration" => cast.configuration,
        "codec" => cast.codec,
        "fill_value" => cast.fill_value,
        _ => false,
    };
    missing_need(unit, has).or_else(|| missing_cast(cast, unit, codec))
}

fn skip_reshape(
    reshape: &ReshapeCapabilities,
    unit: &Unit,
    request: &ReshapeRequest,
) -> Option<String> {
    let has = |need: &str| match need {
        "configuration" => reshape.configuration,
        "codec" => reshape.codec,
        "data" => reshape.data,
        _ => false,
    };
    let unknown = || {
        let data_type = &request.data.as_ref()?.data_type;
        let known = reshape.data_types.contains(data_type);
        (!known).then(|| format!("reshape for {data_type} is not declared"))
    };
    missing_need(unit, has).or_else(unknown)
}

fn skip_packing(
    packing: &PackingCapabilities,
    unit: &Unit,
    request: &PackingRequest,
) -> Option<String> {
    let has = |need: &str| match need {
        "attributes" => packing.attributes,
        "huge_count" => packing.huge_count,
        _ => false,
    };
    let attributes = &request.attributes;
    let grouped = attributes.radix.is_some() || attributes.group_size.is_some();
    let rank = request.shape.len();
    let missing = [
        (
            !packing.data_types.contains(&request.data_type),
            format!("words of {}", request.data_type),
        ),
        (attributes.bits.is_some() && !packing.bits, "the spelling with bits".to_owned()),
        (grouped && !packing.grouped, "the spelling with radix and group_size".to_owned()),
        (packing.max_rank.is_some_and(|bound| rank > bound), format!("rank {rank}")),
    ];
    let missing = missing.into_iter().find(|(missing, _)| *missing);
    missing_need(unit, has).or_else(|| missing.map(|(_, what)| format!("{what} is not declared")))
}

fn missing_need(unit: &Unit, has: impl Fn(&str) -> bool) -> Option<String> {
    let missing = unit.needs.iter().find(|need| !has(need))?;
    Some(format!("capability {missing} is not declared"))
}

/// Whether casts that are declared have a part.
type HasPart<'a> = &'a dyn Fn(&Declared<'_>) -> bool;

/// The first part of a cast that no entry has which has all parts before it.
fn missing_cast(cast: &CastCapabilities, unit: &Unit, codec: &CastCodec) -> Option<String> {
    let (array, stored) = (codec.array_type(), codec.stored_type().map(DataType::name));
    let has = |list: &[String], name: &str| list.iter().any(|known| known == name);
    let undeclared = |what: String| Some(format!("{what} is not declared"));
    let is_known = |name| cast.declared().any(|one| has(one.from, name) || has(one.to, name));
    if let Some(unknown) = [Some(array), stored].into_iter().flatten().find(|name| !is_known(*name))
    {
        return undeclared(format!("data type {unknown}"));
    }
    let entries = cast.declared().filter(|one| has(one.from, array));
    let mut left: Vec<Declared<'_>> =
        entries.filter(|one| stored.is_none_or(|stored| has(one.to, stored))).collect();
    if left.is_empty() {
        return match stored {
            Some(stored) => undeclared(format!("pair {array}, {stored}")),
            None => undeclared(format!("data type {array}")),
        };
    }
    let direction = codec.direction().name();
    // An invalid configuration has no mode; what it needs is declared as `configuration`.
    let mode = codec.mode().map(|(rounding, range)| (rounding.name(), range_name(range)));
    let maps = unit.needs.iter().any(|need| need == "scalar_map");
    let parts: [(&str, HasPart<'_>); 4] = [
        ("direction ", &|one| has(one.directions, direction)),
        ("rounding ", &|one| mode.is_none_or(|(rounding, _)| has(one.rounding, rounding))),
        ("out_of_range ", &|one| mode.is_none_or(|(_, range)| has(one.out_of_range, range))),
        ("capability scalar_map", &|one| one.scalar_map || !maps),
    ];
    let names = [direction, mode.map_or("", |mode| mode.0), mode.map_or("", |mode| mode.1), ""];
    for ((what, has_it), name) in parts.into_iter().zip(names) {
        left.retain(|one| has_it(one));
        if left.is_empty() {
            return undeclared(format!("{what}{name}"));
        }
    }
    None
}
