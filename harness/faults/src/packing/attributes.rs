//! Attributes that no packing has, and what is made of them.

use codec_reference::{AttributesError, PackError, Packing, Tensor, UnpackError, Word};

use super::Attributes;
use super::rows::{each_row, length};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "both-spellings-accepted",
        rule: "UP-SPELL-1",
        cause: "takes bits, and ignores radix and group_size beside it",
        behaviour: &Attributes(|attributes| match attributes {
            [Some(bits), ..] => Packing::bits(bits).ok(),
            _ => None,
        }),
    },
    Fault {
        name: "group-size-defaults-to-one",
        rule: "UP-SPELL-1",
        cause: "takes a group_size of 1 where only radix is given",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(radix), None] => Packing::grouped(radix, 1).ok(),
            _ => None,
        }),
    },
    Fault {
        name: "bits-clamped",
        rule: "UP-BITS-3",
        cause: "takes bits out of range for 1 or 8",
        behaviour: &Attributes(|attributes| match attributes {
            [Some(bits), None, None] => Packing::bits(bits.clamp(1, 8)).ok(),
            _ => None,
        }),
    },
    Fault {
        name: "more-than-eight-bits-accepted",
        rule: "UP-BITS-3",
        cause: "accepts more than 8 bits",
        behaviour: &Attributes(|attributes| match attributes {
            [Some(bits @ 9..=16), None, None] => Some(Packing::Bits(bits as u32)),
            _ => None,
        }),
    },
    Fault {
        name: "radix-one-accepted",
        rule: "UP-GROUP-6",
        cause: "accepts a radix of 1, whose groups have no bits",
        behaviour: &RadixOne,
    },
    Fault {
        name: "radix-beyond-256-accepted",
        rule: "UP-GROUP-6",
        cause: "accepts a radix above 256",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(radix @ 257..), Some(size)] => grouped(radix, size, i64::MAX as u64),
            _ => None,
        }),
    },
    Fault {
        name: "power-bound-is-unsigned",
        rule: "UP-GROUP-6",
        cause: "allows powers of the radix up to 2^64 - 1",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(radix @ 2..=256), Some(size @ 1..)] => grouped(radix, size, u64::MAX),
            _ => None,
        }),
    },
    Fault {
        name: "power-bound-in-float64",
        rule: "UP-GROUP-6",
        cause: "compares the power of the radix with 2^63 - 1 in float64, where that is 2^63",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(radix @ 2..=256), Some(size @ 1..)] => grouped(radix, size, 1 << 63),
            _ => None,
        }),
    },
];

/// A lower bound that is left out: the codes are all 0, and take no words.
struct RadixOne;

impl Behaviour for RadixOne {
    fn packing(
        &self,
        bits: Option<i64>,
        radix: Option<i64>,
        group_size: Option<i64>,
    ) -> Result<Packing, AttributesError> {
        match (bits, radix, group_size) {
            (None, Some(1), Some(group_size @ 1..=62)) => {
                Ok(Packing::Grouped { radix: 1, group_size: group_size as u32 })
            }
            _ => Packing::from_attributes(bits, radix, group_size),
        }
    }

    fn unpack(
        &self,
        packing: Packing,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        if packing.radix() != 1 {
            return packing.unpack(words, word, axis, count);
        }
        match (u64::try_from(count), length(words, axis)?) {
            (Err(_), _) => Err(UnpackError::Count { count }),
            (Ok(codes), 0) => Ok(each_row(words, axis, codes, |_| vec![0; codes as usize])?),
            (Ok(_), found) => Err(UnpackError::WordCount { expected: 0, found }),
        }
    }

    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        match codes.elements().iter().find(|code| **code != 0) {
            _ if packing.radix() != 1 => packing.pack(codes, word, axis),
            Some(code) => Err(PackError::Code { code: *code, radix: 1 }),
            None => Ok(each_row(codes, axis, 0, |_| Vec::new())?),
        }
    }
}

/// The spelling with a radix under another bound on the power.
fn grouped(radix: i64, group_size: i64, bound: u64) -> Option<Packing> {
    let (radix, group_size) = (u32::try_from(radix).ok()?, u32::try_from(group_size).ok()?);
    let power = u64::from(radix).checked_pow(group_size)?;
    (power <= bound).then_some(Packing::Grouped { radix, group_size })
}
