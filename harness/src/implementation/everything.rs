//! Every capability there is.

use std::collections::BTreeMap;

use codec_reference::{DataType, Direction, OutOfRange, RoundingMode, Word};

use crate::protocol::{
    Capabilities, CastCapabilities, FillValueCapabilities, Hello, PackingCapabilities,
    ReshapeCapabilities,
};

/// The hello of an implementation in Rust that has every capability.
pub fn everything(name: &str) -> Hello {
    Hello::new(name, env!("CARGO_PKG_VERSION"), capabilities())
}

pub(super) fn capabilities() -> Capabilities {
    Capabilities {
        cast_value: Some(cast_value()),
        fill_value: Some(FillValueCapabilities { data_types: data_types() }),
        reshape: Some(reshape()),
        unpack: Some(packing()),
        pack: Some(packing()),
        max_elements: None,
        readings: BTreeMap::new(),
        limits: Vec::new(),
    }
}

fn cast_value() -> CastCapabilities {
    CastCapabilities {
        data_types: data_types(),
        pairs: None,
        rounding: names(RoundingMode::ALL.map(RoundingMode::name)),
        out_of_range: names(["none", OutOfRange::Clamp.name(), OutOfRange::Wrap.name()]),
        directions: names(Direction::ALL.map(Direction::name)),
        scalar_map: true,
        configuration: true,
        codec: true,
        fill_value: true,
        fill_value_result: true,
    }
}

fn reshape() -> ReshapeCapabilities {
    ReshapeCapabilities { configuration: true, codec: true, data: true, data_types: data_types() }
}

fn packing() -> PackingCapabilities {
    PackingCapabilities {
        data_types: names(Word::ALL.map(Word::name)),
        bits: true,
        grouped: true,
        attributes: true,
        huge_count: true,
        max_rank: None,
    }
}

fn data_types() -> Vec<String> {
    names(DataType::ALL.map(DataType::name))
}

fn names(names: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}
