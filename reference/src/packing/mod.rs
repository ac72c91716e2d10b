//! ONNX Unpack, and Pack, its inverse: codes of a few bits in words of 8 or 32.

mod error;
mod pack;
mod tensor;
mod unpack;

use num_bigint::BigUint;

pub use error::{AttributesError, PackError, UnpackError};
pub use tensor::{Tensor, TensorError};

/// How codes are packed: a radix and a group size (UP-SPELL-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packing(Spelling);

/// The two spellings of a packing (UP-SPELL-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spelling {
    /// Codes of that many bits, 1 to 8 (UP-BITS-3).
    Bits(u32),
    /// Groups of codes, each the digits of an index (UP-GROUP-6).
    Grouped {
        /// The base, 2 to 256.
        radix: u32,
        /// Digits of a group, at least 1; `radix ^ group_size` is at most 2^63 - 1.
        group_size: u32,
    },
}

/// The data type of the words (UP-TYPE-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// 8 bits.
    Uint8,
    /// 32 bits.
    Uint32,
}

/// The bound on `radix ^ group_size`: the largest value of an INT64.
const MAX_POWER: u64 = i64::MAX.unsigned_abs();

impl Packing {
    /// The packing that attributes name; absent ones are `None`.
    ///
    /// # Errors
    /// Neither or both of the spellings, or values out of their range (UP-SPELL-1, UP-BITS-3,
    /// UP-GROUP-6).
    pub fn from_attributes(
        bits: Option<i64>,
        radix: Option<i64>,
        group_size: Option<i64>,
    ) -> Result<Self, AttributesError> {
        match (bits, radix, group_size) {
            (Some(bits), None, None) => Self::bits(bits),
            (None, Some(radix), Some(group_size)) => Self::grouped(radix, group_size),
            _ => Err(AttributesError::Spelling),
        }
    }

    /// The spelling with `bits`.
    ///
    /// # Errors
    /// A number of bits out of 1 to 8 (UP-BITS-3).
    pub fn bits(bits: i64) -> Result<Self, AttributesError> {
        let known = u32::try_from(bits).ok().filter(|bits| (1..=8).contains(bits));
        known.map(|bits| Self(Spelling::Bits(bits))).ok_or(AttributesError::Bits { bits })
    }

    /// The spelling with `radix` and `group_size`.
    ///
    /// # Errors
    /// A radix out of 2 to 256, a group size below 1, or a power beyond 2^63 - 1 (UP-GROUP-6).
    pub fn grouped(radix: i64, group_size: i64) -> Result<Self, AttributesError> {
        let known = u32::try_from(radix).ok().filter(|radix| (2..=256).contains(radix));
        let base = known.ok_or(AttributesError::Radix { radix })?;
        if group_size < 1 {
            return Err(AttributesError::GroupSize { group_size });
        }
        // 2^63 is beyond the bound already, so that a huge power is never computed.
        let size = u32::try_from(group_size).ok().filter(|group_size| *group_size < 63);
        let size = size.filter(|size| BigUint::from(base).pow(*size) <= MAX_POWER.into());
        size.map(|group_size| Self(Spelling::Grouped { radix: base, group_size }))
            .ok_or(AttributesError::Power { radix, group_size })
    }

    /// How the attributes say it.
    pub fn spelling(self) -> Spelling {
        self.0
    }

    /// R: codes are below it. `bits` = b is 2^b (UP-SPELL-2).
    pub fn radix(self) -> u64 {
        match self.0 {
            Spelling::Bits(bits) => 1 << bits,
            Spelling::Grouped { radix, .. } => radix.into(),
        }
    }

    /// G: codes of a group. With `bits` it is 1 (UP-SPELL-2).
    pub fn group_size(self) -> u64 {
        self.digits().into()
    }

    /// R^G: group indices are below it (UP-GROUP-5), all of them exact in 63 bits (UP-GROUP-7).
    pub fn power(self) -> u64 {
        self.radix().pow(self.digits())
    }

    /// W, the bits of a group index: the least number with R^G <= 2^W (UP-GROUP-1).
    pub fn index_bits(self) -> u64 {
        u64::from((self.power() - 1).ilog2() + 1)
    }

    /// Words of a row of `count` codes: as many as whole groups need (UP-WORDS-1, UP-WORDS-2),
    /// which can be one more than with the `bits` of the same stream (UP-SPELL-3). Exact for any
    /// `count`: fewer than 2^64 groups have at most 63 bits each (UP-WORDS-3).
    pub fn words(self, count: u64, word: Word) -> u128 {
        let groups = u128::from(count.div_ceil(self.group_size()));
        (groups * u128::from(self.index_bits())).div_ceil(word.bits().into())
    }

    /// Codes that share an index: G, or 1 with `bits` (UP-GROUP-1).
    fn digits(self) -> u32 {
        match self.0 {
            Spelling::Bits(_) => 1,
            Spelling::Grouped { group_size, .. } => group_size,
        }
    }
}

impl Word {
    /// Both types.
    pub const ALL: [Self; 2] = [Self::Uint8, Self::Uint32];

    /// The name of the data type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uint8 => "uint8",
            Self::Uint32 => "uint32",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.name() == name)
    }

    /// Bits of a word.
    pub fn bits(self) -> u64 {
        match self {
            Self::Uint8 => 8,
            Self::Uint32 => 32,
        }
    }

    /// Bytes of a word.
    pub fn bytes(self) -> usize {
        match self {
            Self::Uint8 => 1,
            Self::Uint32 => 4,
        }
    }
}
