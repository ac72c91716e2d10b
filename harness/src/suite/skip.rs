//! What an implementation is not asked, by its own declaration.

use codec_reference::{DataType, OutOfRange};

use super::{Question, Unit};
use crate::protocol::{
    Capabilities, CastCapabilities, PackingCapabilities, PackingRequest, ReshapeCapabilities,
    ReshapeRequest,
};

/// Why a unit is skipped; `None` where the capabilities cover it.
pub fn skip(unit: &Unit, capabilities: &Capabilities) -> Option<String> {
    let undeclared = |operation: &str| Some(format!("{operation} is not declared"));
    match &unit.question {
        Question::Cast { .. } => match &capabilities.cast_value {
            Some(cast) => skip_cast(cast, unit),
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

fn skip_cast(cast: &CastCapabilities, unit: &Unit) -> Option<String> {
    let has = |need: &str| match need {
        "scalar_map" => cast.scalar_map,
        "configuration" => cast.configuration,
        "codec" => cast.codec,
        "fill_value" => cast.fill_value,
        _ => false,
    };
    missing_need(unit, has)
        .or_else(|| missing_types(cast, unit))
        .or_else(|| missing_mode(cast, unit))
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

fn missing_type(cast: &CastCapabilities, name: &str) -> Option<String> {
    let known = cast.data_types.iter().any(|known| known == name)
        || cast.pairs.iter().flatten().any(|(array, stored)| array == name || stored == name);
    (!known).then(|| format!("data type {name} is not declared"))
}

fn missing_types(cast: &CastCapabilities, unit: &Unit) -> Option<String> {
    let Question::Cast { array, stored, .. } = &unit.question else { return None };
    let stored = stored.map(DataType::name);
    let missing = missing_type(cast, array).or_else(|| missing_type(cast, stored?));
    missing.or_else(|| {
        let (pairs, stored) = (cast.pairs.as_ref()?, stored?);
        let known = pairs.iter().any(|(a, s)| a == array && s == stored);
        (!known).then(|| format!("pair {array}, {stored} is not declared"))
    })
}

fn missing_mode(cast: &CastCapabilities, unit: &Unit) -> Option<String> {
    let lacks = |list: &[String], name: &str| !list.iter().any(|known| known == name);
    let Question::Cast { direction, .. } = &unit.question else { return None };
    if lacks(&cast.directions, direction.name()) {
        return Some(format!("direction {direction} is not declared"));
    }
    // An invalid configuration has no mode; what it needs is declared as `configuration`.
    let function = unit.reference()?;
    let range = function.out_of_range().map_or("none", OutOfRange::name);
    if lacks(&cast.rounding, function.rounding().name()) {
        return Some(format!("rounding {} is not declared", function.rounding().name()));
    }
    lacks(&cast.out_of_range, range).then(|| format!("out_of_range {range} is not declared"))
}
