//! What two implementations can be asked, by their own declarations.

use std::collections::BTreeMap;

use crate::protocol::{
    Capabilities, CastCapabilities, FillValueCapabilities, PackingCapabilities, PairEntry, Pairs,
    ReshapeCapabilities,
};

/// The capabilities that both declare.
pub fn shared(a: &Capabilities, b: &Capabilities) -> Capabilities {
    Capabilities {
        cast_value: both(&a.cast_value, &b.cast_value, casts),
        fill_value: both(&a.fill_value, &b.fill_value, |a, b| FillValueCapabilities {
            data_types: common(&a.data_types, &b.data_types),
        }),
        reshape: both(&a.reshape, &b.reshape, |a, b| ReshapeCapabilities {
            configuration: a.configuration && b.configuration,
            codec: a.codec && b.codec,
            data: a.data && b.data,
            data_types: common(&a.data_types, &b.data_types),
        }),
        unpack: both(&a.unpack, &b.unpack, packings),
        pack: both(&a.pack, &b.pack, packings),
        max_elements: least(a.max_elements, b.max_elements),
        // Each reads the texts in its own way.
        readings: BTreeMap::new(),
        limits: Vec::new(),
    }
}

fn casts(a: &CastCapabilities, b: &CastCapabilities) -> CastCapabilities {
    let pairs = match (&a.pairs, &b.pairs) {
        (None, None) => None,
        _ => Some(pairs(a, b)),
    };
    CastCapabilities {
        data_types: common(&a.data_types, &b.data_types),
        pairs,
        rounding: common(&a.rounding, &b.rounding),
        out_of_range: common(&a.out_of_range, &b.out_of_range),
        directions: common(&a.directions, &b.directions),
        scalar_map: a.scalar_map && b.scalar_map,
        configuration: a.configuration && b.configuration,
        codec: a.codec && b.codec,
        fill_value: a.fill_value && b.fill_value,
        fill_value_result: a.fill_value_result && b.fill_value_result,
    }
}

/// What an entry of the one and an entry of the other have in common.
fn pairs(a: &CastCapabilities, b: &CastCapabilities) -> Vec<PairEntry> {
    let both = a.declared().flat_map(|a| b.declared().map(move |b| (a, b)));
    let entries = both.map(|(a, b)| Pairs {
        from: Some(common(a.from, b.from)),
        to: Some(common(a.to, b.to)),
        rounding: Some(common(a.rounding, b.rounding)),
        out_of_range: Some(common(a.out_of_range, b.out_of_range)),
        directions: Some(common(a.directions, b.directions)),
        scalar_map: Some(a.scalar_map && b.scalar_map),
    });
    let some = |list: &Option<Vec<String>>| list.as_ref().is_some_and(|list| !list.is_empty());
    let entries = entries.filter(|entry| some(&entry.from) && some(&entry.to));
    entries.map(PairEntry::Some).collect()
}

fn packings(a: &PackingCapabilities, b: &PackingCapabilities) -> PackingCapabilities {
    PackingCapabilities {
        data_types: common(&a.data_types, &b.data_types),
        bits: a.bits && b.bits,
        grouped: a.grouped && b.grouped,
        attributes: a.attributes && b.attributes,
        huge_count: a.huge_count && b.huge_count,
        max_rank: least(a.max_rank, b.max_rank),
    }
}

fn both<T>(a: &Option<T>, b: &Option<T>, merge: fn(&T, &T) -> T) -> Option<T> {
    a.as_ref().zip(b.as_ref()).map(|(a, b)| merge(a, b))
}

fn common<T: Clone + PartialEq>(a: &[T], b: &[T]) -> Vec<T> {
    a.iter().filter(|one| b.contains(one)).cloned().collect()
}

/// The smaller bound of those that there are.
fn least(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    [a, b].into_iter().flatten().min()
}
