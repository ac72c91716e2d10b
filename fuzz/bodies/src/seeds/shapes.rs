//! Seeds of `reshape`.

use codec_reference::Json;
use codec_vectors::{Integer, Kind, ReshapeItem, embedded};

use super::Seed;
use crate::layout::{Dim, ReshapeInput, decode};

/// One for each item that the layout can say, which leaves out greater numbers than 2^64 and what
/// is not a list of integers.
pub(super) fn shapes() -> Vec<Seed> {
    let batches = [Kind::Cases, Kind::Batches].into_iter().flat_map(embedded::reshape);
    let seeds = batches.flat_map(|batch| {
        let seed = |item: &ReshapeItem| {
            let input = input(item)?;
            let bytes = input.encode();
            let name = format!("{}/{}", batch.id, item.name);
            (decode::<ReshapeInput>(&bytes) == input).then(|| Seed::new(&name, bytes))
        };
        batch.items.iter().filter_map(seed).collect::<Vec<_>>()
    });
    seeds.collect()
}

fn input(item: &ReshapeItem) -> Option<ReshapeInput> {
    let Json::Object(members) = Json::parse(item.configuration.as_deref()?).ok()? else {
        return None;
    };
    let [(_, Json::Array(elements))] = members.as_slice() else { return None };
    let input = item.input.iter().map(Integer::to);
    Some(ReshapeInput {
        input: input.collect::<Option<_>>()?,
        shape: elements.iter().map(dim).collect::<Option<_>>()?,
    })
}

fn dim(element: &Json) -> Option<Dim> {
    Some(match element {
        Json::Number(text) if text == "-1" => Dim::Auto,
        Json::Number(text) => Dim::Size(text.parse().ok()?),
        Json::Array(dims) => {
            let number = |dim: &Json| match dim {
                Json::Number(text) => text.parse().ok(),
                _ => None,
            };
            Dim::InputDims(dims.iter().map(number).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
