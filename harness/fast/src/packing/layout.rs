//! Arrays in C order: their lengths, and their rows along an axis.

use std::borrow::Cow;

use crate::PackingError;

/// The position of an axis that counts from the end if it is negative.
pub(super) fn resolve_axis(axis: i64, rank: usize) -> Result<usize, PackingError> {
    let from_start = if axis < 0 { axis + rank as i64 } else { axis };
    let position = usize::try_from(from_start).ok();
    position.filter(|&position| position < rank).ok_or(PackingError::Axis)
}

/// The shape with another extent of the axis.
pub(super) fn with_extent(shape: &[u64], axis: usize, extent: u64) -> Vec<u64> {
    let mut shape = shape.to_vec();
    shape[axis] = extent;
    shape
}

/// The bytes of an array. An array without elements has none, however great its other extents are.
pub(super) fn byte_length(shape: &[u64], element_size: usize) -> Result<usize, PackingError> {
    if shape.contains(&0) {
        return Ok(0);
    }
    let length = shape.iter().try_fold(element_size, |length, &extent| {
        length.checked_mul(usize::try_from(extent).ok()?)
    });
    // Nothing greater can be allocated.
    length.filter(|&length| length <= isize::MAX as usize).ok_or(PackingError::Shape)
}

/// The distance, in elements, of neighbours along the axis. The array has elements.
pub(super) fn stride(shape: &[u64], axis: usize) -> usize {
    shape[axis + 1..].iter().map(|&extent| extent as usize).product()
}

/// Swaps the last two axes of an array that has elements.
pub(super) fn swap_axes(
    array: Cow<'_, [u8]>,
    extents: (usize, usize),
    element_size: usize,
) -> Cow<'_, [u8]> {
    if extents.0 == 1 || extents.1 == 1 {
        return array;
    }
    let mut swapped = vec![0; array.len()];
    match element_size {
        1 => swap_elements::<1>(&array, extents, &mut swapped),
        _ => swap_elements::<4>(&array, extents, &mut swapped),
    }
    swapped.into()
}

fn swap_elements<const S: usize>(
    array: &[u8],
    (rows, columns): (usize, usize),
    swapped: &mut [u8],
) {
    /// The rows that are read side by side, to write a cache line at a time.
    const STRIPE: usize = 64;

    let matrices = array.as_chunks::<S>().0.chunks(rows * columns);
    let targets = swapped.as_chunks_mut::<S>().0.chunks_mut(rows * columns);
    for (matrix, target) in matrices.zip(targets) {
        for (stripe, first_row) in matrix.chunks(STRIPE * columns).zip((0..).step_by(STRIPE)) {
            for column in 0..columns {
                let elements = stripe[column..].iter().step_by(columns);
                for (target, element) in
                    target[column * rows + first_row..].iter_mut().zip(elements)
                {
                    *target = *element;
                }
            }
        }
    }
}
