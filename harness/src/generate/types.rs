//! `vectors/types.json`: what a reader of the vectors must know of the types.

use codec_reference::{DataType, Format};
use codec_vectors::Bits;
use serde::Serialize;

use super::function::element;
use super::text::{lines, listing};

#[derive(Serialize)]
struct Row {
    name: &'static str,
    bits: u32,
    bytes: usize,
    signed: bool,
    integer: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    nan: Option<Nan>,
}

/// Which patterns are NaNs.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Nan {
    /// This one.
    Only(Bits),
    /// Those with all bits of `exponent` and any bit of `fraction` set.
    Ieee { exponent: Bits, fraction: Bits },
}

pub(super) fn text() -> String {
    lines(&listing("types"), &DataType::ALL.map(row), "]}")
}

fn row(data_type: DataType) -> Row {
    Row {
        name: data_type.name(),
        bits: data_type.bits(),
        bytes: data_type.bytes(),
        signed: data_type.is_signed(),
        integer: data_type.is_integer(),
        nan: nan(data_type),
    }
}

fn nan(data_type: DataType) -> Option<Nan> {
    let Format::Float(float) = data_type.format() else { return None };
    let canonical = float.canonical_nan()?;
    Some(match data_type.infinity(false) {
        None => Nan::Only(element(data_type, canonical)),
        Some(infinity) => Nan::Ieee {
            exponent: element(data_type, infinity),
            fraction: element(data_type, (1 << float.fraction_bits) - 1),
        },
    })
}
