use crate::packing::digits::Digits;
use crate::packing::layout::{byte_length, resolve_axis, stride, swap_axes, with_extent};

mod digits;
mod error;
mod fields;
mod layout;

pub use error::PackingError;

/// How codes are packed into words.
///
/// A row of codes is cut into groups of G; the last one may have fewer. The codes of a group are
/// the digits of its index in base R, the least significant first. A group index takes
/// W = ceil(log2(R^G)) bits. The groups of a row follow each other without gaps, from the least
/// significant bit of each word up, the lower bits of an index first; an index may continue in the
/// next word. Each row begins a new word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    radix: u64,
    group_size: u64,
    /// W.
    width: u32,
    coder: Coder,
}

/// The unsigned integers that hold packed codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordType {
    /// Words of 8 bits.
    Uint8,
    /// Words of 32 bits, in arrays the least significant byte first.
    Uint32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coder {
    /// Each code has a field of this many bits.
    Fields(u32),
    Digits(Digits),
}

impl Packing {
    /// Codes of 1 to 8 bits: groups of one, where the radix is 2^bits.
    ///
    /// # Errors
    ///
    /// [`PackingError::Attributes`] if `bits` is out of range.
    pub fn bits(bits: i64) -> Result<Self, PackingError> {
        if !(1..=8).contains(&bits) {
            return Err(PackingError::Attributes);
        }
        Self::grouped(1 << bits, 1)
    }

    /// Groups of `group_size` codes below `radix`, which is 2 to 256.
    ///
    /// # Errors
    ///
    /// [`PackingError::Attributes`] if `radix` is out of range, `group_size` is not positive, or
    /// `radix^group_size` is greater than 2^63 - 1.
    pub fn grouped(radix: i64, group_size: i64) -> Result<Self, PackingError> {
        if !(2..=256).contains(&radix) || group_size < 1 {
            return Err(PackingError::Attributes);
        }
        let exponent = u32::try_from(group_size).ok();
        let power = exponent.and_then(|exponent| radix.checked_pow(exponent));
        let power = power.ok_or(PackingError::Attributes)?.cast_unsigned();
        let (radix, group_size) = (radix.cast_unsigned(), group_size.cast_unsigned());
        let width = u64::BITS - (power - 1).leading_zeros();
        let coder = if group_size == 1 {
            Coder::Fields(width)
        } else if radix.is_power_of_two() {
            Coder::Fields(radix.ilog2())
        } else {
            Coder::Digits(Digits::new(radix, group_size as usize, power, width))
        };
        Ok(Self { radix, group_size, width, coder })
    }

    /// The words of a row of `count` codes.
    pub fn words(&self, count: u64, word: WordType) -> u128 {
        let groups = u128::from(count.div_ceil(self.group_size));
        (groups * u128::from(self.width)).div_ceil(word.bits().into())
    }

    /// Unpacks the rows along an axis of an array of words.
    ///
    /// `input` holds the words of an array of this `shape` in C order, each word the least
    /// significant byte first. `axis` counts from the end if it is negative; its extent must be
    /// [`words`](Self::words) of `count`, the codes of a row. Unused digits and bits at the end of
    /// a row may have any value.
    ///
    /// The result is the shape of the array of codes, where `count` is the extent of the axis, and
    /// the codes in C order, a byte each.
    ///
    /// # Errors
    ///
    /// All but [`PackingError::Attributes`] and [`PackingError::Code`]. Of several group indices
    /// that are too great, the first one in the first row is named.
    pub fn unpack(
        &self,
        word: WordType,
        shape: &[u64],
        axis: i64,
        count: i64,
        input: &[u8],
    ) -> Result<(Vec<u64>, Vec<u8>), PackingError> {
        let axis = resolve_axis(axis, shape.len())?;
        let count = u64::try_from(count).map_err(|_| PackingError::Count)?;
        let (expected, found) = (self.words(count, word), shape[axis]);
        if expected != found.into() {
            return Err(PackingError::WordCount { expected, found });
        }
        if input.len() != byte_length(shape, word.size())? {
            return Err(PackingError::Shape);
        }
        let output_shape = with_extent(shape, axis, count);
        let mut codes = vec![0; byte_length(&output_shape, 1)?];
        if codes.is_empty() {
            return Ok((output_shape, codes));
        }

        // There are elements, so each extent is at most the length of the data.
        let (words, count) = (found as usize, count as usize);
        let stride = stride(shape, axis);
        let rows = swap_axes(input.into(), (words, stride), word.size());
        self.unpack_rows(&rows, words * word.size(), &mut codes, count)?;
        Ok((output_shape, swap_axes(codes.into(), (stride, count), 1).into_owned()))
    }

    /// Packs the rows along an axis of an array of codes: the inverse of [`unpack`](Self::unpack).
    ///
    /// `codes` holds the codes of an array of this `shape` in C order, a byte each. `axis` counts
    /// from the end if it is negative. Unused digits and bits at the end of a row become 0.
    ///
    /// The result is the shape of the array of words, where [`words`](Self::words) of the row is
    /// the extent of the axis, and the words in C order, each the least significant byte first.
    ///
    /// # Errors
    ///
    /// [`PackingError::Axis`], [`PackingError::Shape`] or [`PackingError::Code`].
    pub fn pack(
        &self,
        word: WordType,
        shape: &[u64],
        axis: i64,
        codes: &[u8],
    ) -> Result<(Vec<u64>, Vec<u8>), PackingError> {
        let axis = resolve_axis(axis, shape.len())?;
        if codes.len() != byte_length(shape, 1)? {
            return Err(PackingError::Shape);
        }
        if let Some(index) = self.first_invalid(codes) {
            return Err(PackingError::Code { index });
        }
        let count = shape[axis];
        let words = u64::try_from(self.words(count, word)).map_err(|_| PackingError::Shape)?;
        let output_shape = with_extent(shape, axis, words);
        let mut output = vec![0; byte_length(&output_shape, word.size())?];
        if output.is_empty() {
            return Ok((output_shape, output));
        }

        // There are elements, so each extent is at most the length of the data.
        let (words, count) = (words as usize, count as usize);
        let stride = stride(shape, axis);
        let rows = swap_axes(codes.into(), (count, stride), 1);
        self.pack_rows(&rows, count, &mut output, words * word.size());
        Ok((output_shape, swap_axes(output.into(), (stride, words), word.size()).into_owned()))
    }

    fn unpack_rows(
        &self,
        bytes: &[u8],
        row_bytes: usize,
        codes: &mut [u8],
        count: usize,
    ) -> Result<(), PackingError> {
        // Words are little-endian, so that the bits of a row have the order of those of its bytes.
        let rows = bytes.chunks(row_bytes).zip(codes.chunks_mut(count));
        for (row, (bytes, codes)) in rows.enumerate() {
            let invalid_group = match self.coder {
                Coder::Fields(bits) => {
                    fields::unpack(bits, bytes, codes);
                    // A field may only have room for more than the codes where it is a group.
                    self.first_invalid(codes)
                }
                Coder::Digits(digits) => digits.unpack(bytes, codes).err(),
            };
            if let Some(group) = invalid_group {
                return Err(PackingError::GroupIndex { row, group });
            }
        }
        Ok(())
    }

    fn pack_rows(&self, codes: &[u8], count: usize, bytes: &mut [u8], row_bytes: usize) {
        for (codes, bytes) in codes.chunks(count).zip(bytes.chunks_mut(row_bytes)) {
            match self.coder {
                Coder::Fields(bits) => fields::pack(bits, codes, bytes),
                Coder::Digits(digits) => digits.pack(codes, bytes),
            }
        }
    }

    /// The position of the first code that is not below the radix.
    fn first_invalid(&self, codes: &[u8]) -> Option<usize> {
        let is_invalid = |&code: &u8| u64::from(code) >= self.radix;
        // Without an exit on the way, the search for the greatest compiles to vector instructions.
        let greatest = codes.iter().fold(0, |greatest, &code| code.max(greatest));
        if is_invalid(&greatest) { codes.iter().position(is_invalid) } else { None }
    }
}

impl WordType {
    /// The width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Uint8 => 8,
            Self::Uint32 => 32,
        }
    }

    /// The bytes that a word takes in an array.
    pub const fn size(self) -> usize {
        self.bits() as usize / 8
    }
}
