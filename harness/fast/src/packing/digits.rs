//! Groups of digits: each group has a bit field, which holds the number that the digits form.

/// Groups of G digits in base R, the least significant first. R is not a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digits {
    radix: u64,
    group_size: usize,
    /// W, the bits of a group index.
    width: u32,
    /// R^G / 2^W, in units of 2^-64.
    limit: u64,
    /// 2^W / R^G - 1, in units of 2^-64, rounded up.
    reciprocal: u64,
}

impl Digits {
    /// `power` is R^G, less than 2^63, and `width` the bits that it takes.
    pub(super) fn new(radix: u64, group_size: usize, power: u64, width: u32) -> Self {
        let limit = power << (64 - width);
        let excess = (1 << width) - power;
        let reciprocal = (u128::from(excess) << 64).div_ceil(power.into()) as u64;
        Self { radix, group_size, width, limit, reciprocal }
    }

    /// Fills `codes` from the groups at the start of `bytes`.
    ///
    /// # Errors
    ///
    /// The number of the first group whose index is not below R^G.
    pub(super) fn unpack(&self, bytes: &[u8], codes: &mut [u8]) -> Result<(), usize> {
        for (group, digits) in codes.chunks_mut(self.group_size).enumerate() {
            let field = self.field(bytes, group);
            if field >= self.limit {
                return Err(group);
            }
            let mut fraction = self.fraction(field);
            for _trimmed in digits.len()..self.group_size {
                self.next_digit(&mut fraction);
            }
            for digit in digits.iter_mut().rev() {
                *digit = self.next_digit(&mut fraction);
            }
        }
        Ok(())
    }

    /// Writes the groups of these codes, each below R, to the start of `bytes`, which is zero.
    pub(super) fn pack(&self, codes: &[u8], bytes: &mut [u8]) {
        let mut rest = bytes;
        let (mut pending, mut pending_bits) = (0, 0);
        for digits in codes.chunks(self.group_size) {
            let index =
                digits.iter().rev().fold(0, |index, &digit| index * self.radix + u64::from(digit));
            pending |= index << pending_bits;
            let bits = pending_bits + self.width;
            if bits < 64 {
                pending_bits = bits;
            } else {
                let (chunk, after) = rest.split_first_chunk_mut().expect("room for every group");
                *chunk = pending.to_le_bytes();
                rest = after;
                pending = index >> (64 - pending_bits);
                pending_bits = bits - 64;
            }
        }
        let length = rest.len().min(8);
        rest[..length].copy_from_slice(&pending.to_le_bytes()[..length]);
    }

    /// A group index, as a fraction of 2^W in units of 2^-64.
    #[inline(always)]
    fn field(&self, bytes: &[u8], group: usize) -> u64 {
        let start = group as u64 * u64::from(self.width);
        let bytes = &bytes[(start / 8) as usize..];
        let window = match bytes.first_chunk() {
            Some(window) => *window,
            None => {
                let mut window = [0; 16];
                window[..bytes.len()].copy_from_slice(bytes);
                window
            }
        };
        ((u128::from_le_bytes(window) >> (start % 8)) as u64) << (64 - self.width)
    }

    /// A group index, as a fraction of R^G in units of 2^-64: too great, but by less than one more
    /// in the index would make it. So in base R, its first G digits are those of the index.
    ///
    /// The product is too great by less than 1, as the reciprocal is, and then rounded down. With
    /// 1 added, the sum is too great by more than 0 and less than 2. One more in the index makes
    /// more than 2, as R^G is less than 2^63.
    #[inline(always)]
    fn fraction(&self, field: u64) -> u64 {
        let product = u128::from(field) * u128::from(self.reciprocal);
        field + (product >> 64) as u64 + 1
    }

    /// Takes the first digit in base R from a fraction in units of 2^-64.
    #[inline(always)]
    fn next_digit(&self, fraction: &mut u64) -> u8 {
        let product = u128::from(*fraction) * u128::from(self.radix);
        *fraction = product as u64;
        (product >> 64) as u8
    }
}
