use crate::CastError;
use crate::kernel::Kernel;

/// The elements that are converted at a time: enough to make the check of a block cheap, and few
/// to convert again if it fails.
const BLOCK: usize = 32;

/// Converts elements of `source_size` bytes to as many elements of `target_size` bytes.
pub(crate) fn convert_array(
    kernel: &impl Kernel,
    (source_size, input): (usize, &[u8]),
    (target_size, output): (usize, &mut [u8]),
) -> Result<(), CastError> {
    match source_size {
        1 => convert_from::<1>(kernel, input, target_size, output),
        2 => convert_from::<2>(kernel, input, target_size, output),
        4 => convert_from::<4>(kernel, input, target_size, output),
        _ => convert_from::<8>(kernel, input, target_size, output),
    }
}

fn convert_from<const S: usize>(
    kernel: &impl Kernel,
    input: &[u8],
    target_size: usize,
    output: &mut [u8],
) -> Result<(), CastError> {
    match target_size {
        1 => convert_elements::<S, 1>(kernel, input, output),
        2 => convert_elements::<S, 2>(kernel, input, output),
        4 => convert_elements::<S, 4>(kernel, input, output),
        _ => convert_elements::<S, 8>(kernel, input, output),
    }
}

fn convert_elements<const S: usize, const T: usize>(
    kernel: &impl Kernel,
    input: &[u8],
    output: &mut [u8],
) -> Result<(), CastError> {
    let sources = input.as_chunks::<S>().0.chunks(BLOCK);
    let targets = output.as_chunks_mut::<T>().0.chunks_mut(BLOCK);
    for (block, (sources, targets)) in sources.zip(targets).enumerate() {
        if kernel.convert_block(sources, targets) {
            continue;
        }
        for (index, (source, target)) in sources.iter().zip(targets).enumerate() {
            match kernel.convert(read(source)) {
                Ok(bits) => *target = write(bits),
                Err(reason) => return Err(CastError { index: block * BLOCK + index, reason }),
            }
        }
    }
    Ok(())
}

#[inline(always)]
pub(crate) fn read<const S: usize>(element: &[u8; S]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..S].copy_from_slice(element);
    u64::from_le_bytes(bytes)
}

#[inline(always)]
pub(crate) fn write<const T: usize>(bits: u64) -> [u8; T] {
    let mut element = [0; T];
    element.copy_from_slice(&bits.to_le_bytes()[..T]);
    element
}
