//! Packed arrays: little-endian elements, one byte for a type narrower than a byte.

use codec_reference::DataType;
use codec_vectors::Bits;

/// The packed form of elements.
pub(crate) fn pack(data_type: DataType, elements: &[u64]) -> Vec<u8> {
    let size = data_type.bytes();
    let mut bytes = Vec::with_capacity(size * elements.len());
    for element in elements {
        bytes.extend_from_slice(&element.to_le_bytes()[..size]);
    }
    bytes
}

/// Appends an element of which the width is known.
pub(crate) fn push(bytes: &mut Vec<u8>, element: Bits) {
    bytes.extend_from_slice(&element.bits.to_le_bytes()[..usize::from(element.bytes)]);
}

/// The elements of a packed array, upper bits dropped; `None` where it ends within one.
pub(crate) fn unpack(data_type: DataType, bytes: &[u8]) -> Option<Vec<u64>> {
    let (size, mask) = (data_type.bytes(), data_type.mask());
    bytes.len().is_multiple_of(size).then(|| elements(bytes, size, mask).collect())
}

/// The whole elements of a size in a packed array, with the bits of a mask.
pub(crate) fn elements(bytes: &[u8], size: usize, mask: u64) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(size).map(move |chunk| {
        let mut whole = [0; 8];
        whole[..size].copy_from_slice(chunk);
        u64::from_le_bytes(whole) & mask
    })
}
