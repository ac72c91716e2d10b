//! Attributes that no packing has, and what is made of them.

use codec_reference::Packing;

use super::forbidden::{AnyPacking, forbidden};
use super::{Attributes, valid};
use crate::Fault;

/// The bound of the text, 2^63 - 1.
const MAX_POWER: u64 = i64::MAX as u64;

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "both-spellings-accepted",
        rule: "UP-SPELL-1",
        cause: "takes bits, and ignores radix and group_size beside it",
        behaviour: &Attributes(|attributes| match attributes {
            [Some(bits), ..] => valid(Packing::bits(bits)),
            _ => None,
        }),
    },
    Fault {
        name: "group-size-defaults-to-one",
        rule: "UP-SPELL-1",
        cause: "takes a group_size of 1 where only radix is given",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(radix), None] => valid(Packing::grouped(radix, 1)),
            _ => None,
        }),
    },
    Fault {
        name: "bits-clamped",
        rule: "UP-BITS-3",
        cause: "takes bits out of range for 1 or 8",
        behaviour: &Attributes(|attributes| match attributes {
            [Some(bits), None, None] => valid(Packing::bits(bits.clamp(1, 8))),
            _ => None,
        }),
    },
    Fault {
        name: "more-than-eight-bits-accepted",
        rule: "UP-BITS-3",
        cause: "accepts more than 8 bits",
        behaviour: &Attributes(|attributes| match attributes {
            [Some(bits @ 9..=16), None, None] => forbidden(1 << bits, 1, u64::MAX),
            _ => None,
        }),
    },
    Fault {
        name: "radix-one-accepted",
        rule: "UP-GROUP-6",
        cause: "accepts a radix of 1, whose groups have no bits",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(1), Some(size @ 1..=62)] => forbidden(1, size, 1),
            _ => None,
        }),
    },
    Fault {
        name: "radix-beyond-256-accepted",
        rule: "UP-GROUP-6",
        cause: "accepts a radix above 256",
        behaviour: &Attributes(|attributes| match attributes {
            [None, Some(radix @ 257..), Some(size)] => grouped(radix, size, MAX_POWER),
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

/// The spelling with a radix under other bounds: one of the text, where it is within its own.
fn grouped(radix: i64, group_size: i64, bound: u64) -> Option<AnyPacking> {
    let packing = Packing::grouped(radix, group_size).ok().map(AnyPacking::Valid);
    packing.or_else(|| forbidden(u64::try_from(radix).ok()?, group_size, bound))
}
