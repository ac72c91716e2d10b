//! Configurations as JSON text.

use codec_reference::{
    CastValue, DataType, Direction, MapEntry, MapKey, OutOfRange, OutputDim, Reshape, RoundingMode,
};

/// The list of one direction of a `scalar_map`.
pub(crate) struct Map<'a> {
    pub(crate) direction: Direction,
    pub(crate) entries: &'a [MapEntry],
}

/// The text of a `cast_value` configuration for arrays of a type, from what a reader makes of one.
pub(crate) fn configuration(
    (array, stored): (DataType, DataType),
    rounding: RoundingMode,
    out_of_range: Option<OutOfRange>,
    maps: &[Map<'_>],
) -> String {
    let range = out_of_range.map(|rule| format!(r#","out_of_range":"{}""#, rule.name()));
    let range = range.unwrap_or_default();
    let lists: Vec<String> = maps
        .iter()
        .filter(|map| !map.entries.is_empty())
        .map(|map| {
            let types = match map.direction {
                Direction::Encode => (array, stored),
                Direction::Decode => (stored, array),
            };
            format!(r#""{}":[{}]"#, map.direction, entries(map.entries, types))
        })
        .collect();
    let map = match lists.is_empty() {
        true => String::new(),
        false => format!(r#","scalar_map":{{{}}}"#, lists.join(",")),
    };
    format!(r#"{{"data_type":"{stored}","rounding":"{}"{range}{map}}}"#, rounding.name())
}

fn entries(entries: &[MapEntry], (source, target): (DataType, DataType)) -> String {
    let pair = |entry: &MapEntry| {
        let key = match entry.key() {
            MapKey::AnyNan => r#""NaN""#.to_owned(),
            // The name "NaN" would stand for all of them (CV-MAP-5, CV-MAP-7).
            MapKey::Bits(bits) if source.is_nan(bits) => {
                format!(r#""{}""#, source.hex_pattern(bits))
            }
            MapKey::Bits(bits) => source.fill_value_json(bits),
        };
        format!("[{key},{}]", target.fill_value_json(entry.output()))
    };
    entries.iter().map(pair).collect::<Vec<_>>().join(",")
}

/// The text of a parsed `cast_value` configuration, written from its public parts.
pub(crate) fn cast_value_text(codec: &CastValue) -> String {
    let encode = codec.cast(Direction::Encode);
    let maps = Direction::ALL
        .map(|direction| Map { direction, entries: codec.cast(direction).scalar_map().entries() });
    let types = (encode.source(), encode.target());
    configuration(types, encode.rounding(), encode.out_of_range(), &maps)
}

/// The text of a parsed `reshape` configuration.
pub(crate) fn reshape_text(reshape: &Reshape) -> String {
    let element = |dim: &OutputDim| match dim {
        OutputDim::Size(size) => size.to_string(),
        OutputDim::InputDims(dims) => {
            let dims: Vec<String> = dims.iter().map(ToString::to_string).collect();
            format!("[{}]", dims.join(","))
        }
        OutputDim::Auto => "-1".to_owned(),
    };
    let elements: Vec<String> = reshape.shape().iter().map(element).collect();
    format!(r#"{{"shape":[{}]}}"#, elements.join(","))
}
