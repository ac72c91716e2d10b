//! Codes that each have a bit field of their own: eight fields of B bits are B bytes.

use crate::array::{read, write};

/// Fills `codes` from the fields at the start of `bytes`; there are at least as many.
pub(super) fn unpack(bits: u32, bytes: &[u8], codes: &mut [u8]) {
    match bits {
        1 => unpack_row::<1>(bytes, codes),
        2 => unpack_row::<2>(bytes, codes),
        3 => unpack_row::<3>(bytes, codes),
        4 => unpack_row::<4>(bytes, codes),
        5 => unpack_row::<5>(bytes, codes),
        6 => unpack_row::<6>(bytes, codes),
        7 => unpack_row::<7>(bytes, codes),
        _ => unpack_row::<8>(bytes, codes),
    }
}

/// Writes codes below 2^bits to the fields at the start of `bytes`, and leaves the rest.
pub(super) fn pack(bits: u32, codes: &[u8], bytes: &mut [u8]) {
    match bits {
        1 => pack_row::<1>(codes, bytes),
        2 => pack_row::<2>(codes, bytes),
        3 => pack_row::<3>(codes, bytes),
        4 => pack_row::<4>(codes, bytes),
        5 => pack_row::<5>(codes, bytes),
        6 => pack_row::<6>(codes, bytes),
        7 => pack_row::<7>(codes, bytes),
        _ => pack_row::<8>(codes, bytes),
    }
}

fn unpack_row<const B: usize>(bytes: &[u8], codes: &mut [u8]) {
    let (eights, last_codes) = codes.as_chunks_mut::<8>();
    let (fields, last_fields) = bytes.split_at(eights.len() * B);
    for (eight, fields) in eights.iter_mut().zip(fields.as_chunks::<B>().0) {
        *eight = write(spread::<B>(read(fields)));
    }
    if !last_codes.is_empty() {
        let length = last_fields.len().min(B);
        let mut fields = [0; B];
        fields[..length].copy_from_slice(&last_fields[..length]);
        let eight: [u8; 8] = write(spread::<B>(read(&fields)));
        last_codes.copy_from_slice(&eight[..last_codes.len()]);
    }
}

fn pack_row<const B: usize>(codes: &[u8], bytes: &mut [u8]) {
    let (eights, last_codes) = codes.as_chunks::<8>();
    let (fields, last_fields) = bytes.split_at_mut(eights.len() * B);
    for (eight, fields) in eights.iter().zip(fields.as_chunks_mut::<B>().0) {
        *fields = write(gather::<B>(read(eight)));
    }
    if !last_codes.is_empty() {
        let length = last_fields.len().min(B);
        let mut eight = [0; 8];
        eight[..last_codes.len()].copy_from_slice(last_codes);
        let fields: [u8; B] = write(gather::<B>(read(&eight)));
        last_fields[..length].copy_from_slice(&fields[..length]);
    }
}

/// Moves eight fields of B bits each to a byte each: first the upper four to the upper half, then
/// in each half the upper two, and so on.
#[inline(always)]
fn spread<const B: usize>(fields: u64) -> u64 {
    let step = |fields, lane| {
        let lower = repeated_ones(lane * B / 8, 2 * lane);
        fields & lower | (fields & !lower) << (lane - lane * B / 8)
    };
    step(step(step(fields, 32), 16), 8)
}

/// The inverse of `spread`; the bits of each byte above the B lowest are zero.
#[inline(always)]
fn gather<const B: usize>(bytes: u64) -> u64 {
    let step = |bytes, lane| {
        let lower = repeated_ones(lane, 2 * lane);
        bytes & lower | (bytes & !lower) >> (lane - lane * B / 8)
    };
    step(step(step(bytes, 8), 16), 32)
}

/// The `ones` lowest bits of every `lane` bits.
#[inline(always)]
const fn repeated_ones(ones: usize, lane: usize) -> u64 {
    (u64::MAX >> (64 - ones)) * (u64::MAX / (u64::MAX >> (64 - lane)))
}
