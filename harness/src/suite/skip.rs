//! What an implementation is not asked, by its own declaration.

use codec_reference::{DataType, OutOfRange};

use super::{Question, Unit};
use crate::protocol::{Capabilities, CastCapabilities};

/// Why a unit is skipped; `None` where the capabilities cover it.
pub fn skip(unit: &Unit, capabilities: &Capabilities) -> Option<String> {
    if let Question::FillValue { data_type, .. } = &unit.question {
        let Some(reader) = &capabilities.fill_value else {
            return Some("fill_value is not declared".to_owned());
        };
        let known = reader.data_types.contains(data_type);
        return (!known).then(|| format!("fill_value for {data_type} is not declared"));
    }
    let Some(cast) = &capabilities.cast_value else {
        return Some("cast_value is not declared".to_owned());
    };
    missing_need(cast, unit)
        .or_else(|| missing_types(cast, unit))
        .or_else(|| missing_mode(cast, unit))
}

fn missing_need(cast: &CastCapabilities, unit: &Unit) -> Option<String> {
    let has = |need: &str| match need {
        "scalar_map" => cast.scalar_map,
        "configuration" => cast.configuration,
        "codec" => cast.codec,
        "fill_value" => cast.fill_value,
        _ => false,
    };
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
