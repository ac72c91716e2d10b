//! Packings from their attributes.

use codec_reference::Packing;

/// The packing that `bits` names.
pub(crate) fn bits(bits: i64) -> Packing {
    Packing::from_attributes(Some(bits), None, None).expect("1 to 8 bits")
}

/// The packing that `radix` and `group_size` name.
pub(crate) fn grouped(radix: i64, group_size: i64) -> Packing {
    Packing::from_attributes(None, Some(radix), Some(group_size)).expect("a valid pair")
}
