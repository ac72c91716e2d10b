//! The check that an id names.

use std::sync::Arc;

use codec_vectors::Bits;

use crate::suite::{KINDS, Selection, Unit, units_of};

/// What an id names.
pub enum Named {
    /// One check: its unit, and its input.
    Check(Arc<Unit>, Bits),
    /// Several checks; the id of the first.
    Several(String),
    /// No check.
    Nothing,
}

/// Looks an id up among the embedded vectors: that of a check, or a glob that only one matches.
pub fn find(id: &str) -> Named {
    let mut found: Option<(Arc<Unit>, Bits)> = None;
    for kind in KINDS {
        let units = units_of(kind);
        if let Some((unit, input)) = exact(&units, id) {
            return Named::Check(unit, input);
        }
        for (unit, input) in matching(&units, id) {
            if let Some((first, input)) = &found {
                return Named::Several(first.check_id(*input));
            }
            found = Some((unit, input));
        }
    }
    found.map_or(Named::Nothing, |(unit, input)| Named::Check(unit, input))
}

/// The check of that id.
fn exact(units: &[Arc<Unit>], id: &str) -> Option<(Arc<Unit>, Bits)> {
    units.iter().find_map(|unit| {
        let rest = id.strip_prefix(unit.id.as_str())?;
        let nothing = Some(Bits { bits: 0, bytes: 1 });
        let input = rest.strip_prefix('/').map_or(nothing, Bits::parse)?;
        let check = unit.check(input).filter(|check| unit.check_id(check.input) == id)?;
        Some((Arc::clone(unit), check.input))
    })
}

/// The checks that the id selects where it is a glob, or the start of their ids.
fn matching(units: &[Arc<Unit>], id: &str) -> impl Iterator<Item = (Arc<Unit>, Bits)> {
    let selection = Selection { ids: vec![id.to_owned()], ..Selection::default() };
    let admitted = units.iter().filter(|unit| selection.admits(unit));
    let checks = admitted.flat_map(|unit| {
        let selected = selection.within(unit);
        let inputs = unit.checks().into_iter().map(|check| check.input);
        let inputs = inputs.filter(|input| selected(*input));
        inputs.map(|input| (Arc::clone(unit), input)).collect::<Vec<_>>()
    });
    // Two tell that there are several.
    checks.take(2).collect::<Vec<_>>().into_iter()
}
