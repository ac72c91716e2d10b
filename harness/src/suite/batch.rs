//! Units from the batches of `reshape`, Unpack and Pack.

use std::sync::Arc;

use codec_vectors::{Batch, Hex, Kind, PackingItem, Reason, ReshapeItem, Tensor};

use super::{Checks, Question, Unit};
use crate::protocol::{CodecText, PackingRequest, ReshapeRequest, Shaped};

pub(crate) fn reshape_units(kind: Kind, batch: Batch<ReshapeItem>) -> Vec<Unit> {
    let unit = units_of(kind, &batch.id, &batch.rules, &batch.why);
    let units = batch.items.into_iter().map(|item| {
        let mut needs = batch.needs.clone();
        needs.extend(item.data.as_ref().map(|_| "data".to_owned()));
        let codec = match (item.configuration, item.codec) {
            (Some(text), _) => CodecText::Configuration(text),
            (None, codec) => CodecText::Codec(codec.unwrap_or_default()),
        };
        let elements = item.data.as_ref().map(|data| data.elements.clone());
        let data = item.data.map(Into::into);
        let request = ReshapeRequest { codec, shape: item.input, data };
        let checks = Checks::Shape(item.outcome, elements);
        unit(&item.name, Question::Reshape(request), needs, checks)
    });
    units.collect()
}

pub(crate) fn packing_units(kind: Kind, batch: Batch<PackingItem>) -> Vec<Unit> {
    let unit = units_of(kind, &batch.id, &batch.rules, &batch.why);
    let units = batch.items.into_iter().flat_map(|item| {
        let sides = [unpack(&item), pack(&item)].into_iter().flatten();
        let units = sides.map(|(operation, question, checks)| {
            unit(&format!("{}/{operation}", item.name), question, batch.needs.clone(), checks)
        });
        units.collect::<Vec<_>>()
    });
    units.collect()
}

/// What makes a unit of an item's name, its question, needs and checks.
fn units_of(
    kind: Kind,
    batch: &str,
    rules: &[String],
    why: &str,
) -> impl Fn(&str, Question, Vec<String>, Checks) -> Unit {
    let (batch, rules, why): (String, Arc<[String]>, String) =
        (batch.to_owned(), rules.into(), why.to_owned());
    move |name, question, needs, checks| Unit {
        id: format!("{batch}/{name}"),
        rules: Arc::clone(&rules),
        why: why.clone(),
        question,
        needs,
        kind,
        record: None,
        checks,
    }
}

type Side = (&'static str, Question, Checks);

fn unpack(item: &PackingItem) -> Option<Side> {
    let words = item.words.as_ref()?;
    let expected = result(item.error, item.codes.as_ref().map(|codes| (codes, &codes.data)));
    let request = PackingRequest { count: item.count.clone(), ..request(item, words) };
    Some(("unpack", Question::Unpack(request), Checks::Array(expected)))
}

fn pack(item: &PackingItem) -> Option<Side> {
    let codes = item.codes.as_ref()?;
    let words = item.words.as_ref();
    let packed = words.map(|words| (words, item.packed.as_ref().unwrap_or(&words.data)));
    let checks = Checks::Array(result(item.error, packed));
    Some(("pack", Question::Pack(request(item, codes)), checks))
}

fn request(item: &PackingItem, input: &Tensor) -> PackingRequest {
    PackingRequest {
        data_type: item.data_type.clone(),
        shape: input.shape.clone(),
        attributes: item.attributes.clone(),
        count: None,
        arrays: vec![input.data.0.clone()],
    }
}

/// The expected array: the shape of a tensor, and the data.
fn result(error: Option<Reason>, array: Option<(&Tensor, &Hex)>) -> Result<Shaped, Reason> {
    match error {
        Some(reason) => Err(reason),
        None => {
            let (tensor, data) = array.expect("an item has words and codes, or an error");
            Ok(Shaped { shape: tensor.shape.clone(), data: Some(data.0.clone()) })
        }
    }
}
