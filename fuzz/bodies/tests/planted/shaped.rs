//! `reshape`, `unpack` and `pack_unpack`.

use codec_faults::{AnyPacking, Fault};
use codec_fuzz::Finding;
use codec_fuzz::layout::{PackInput, ReshapeInput, Spelling, UnpackInput, decode};
use codec_fuzz::packing::{self, Codec, Packed, compare_pack, compare_unpack, parts, tensor};
use codec_fuzz::reshape::{Refusal, compare};
use codec_fuzz::seeds::seeds;
use num_bigint::BigUint;

use crate::{faults, unseen};

#[test]
fn reshape_finds_the_faults_of_shapes() {
    let inputs: Vec<ReshapeInput> =
        seeds("reshape").iter().map(|seed| decode(&seed.bytes)).collect();
    let unseen = unseen(faults(&["RS-"]), &inputs, |fault, input| {
        let resolve = |input: &ReshapeInput| {
            let extents: Vec<BigUint> = input.input.iter().copied().map(BigUint::from).collect();
            let shape = fault.behaviour.reshape(&input.configuration(), &extents);
            shape.map_err(|error| Refusal::Invalid(error.to_string()))
        };
        compare(fault.name, &resolve, input)
    });
    // They are about texts that the layout cannot say, and about elements.
    let unsaid = [
        "reshape-codec-name-unchecked",
        "reshape-without-shape-is-identity",
        "bare-size-accepted",
        "shape-strings-accepted",
        "shape-fractions-truncated",
        "shape-booleans-accepted",
        "negative-sizes-taken-for-auto",
        "negative-input-dims-count-from-the-end",
        "elements-in-fortran-order",
        "elements-transposed",
    ];
    assert_eq!(unseen, unsaid);
}

#[test]
fn unpack_and_pack_find_the_faults_of_packing() {
    let words: Vec<UnpackInput> = seeds("unpack").iter().map(|seed| decode(&seed.bytes)).collect();
    let codes: Vec<PackInput> =
        seeds("pack_unpack").iter().map(|seed| decode(&seed.bytes)).collect();
    let by_unpack =
        unseen(faults(&["UP-"]), &words, |fault, input| compare_unpack(&Faulty(fault), input));
    let by_pack = unseen(faults(&["UP-"]), &codes, |fault, input| {
        compare_pack(&Faulty(fault), input)?;
        packing::round_trip(&Faulty(fault), input)
    });
    let unseen: Vec<&str> =
        by_unpack.iter().copied().filter(|name| by_pack.contains(name)).collect();
    // They are about attributes that the layout cannot say, and about counts of no array.
    let unsaid = [
        "both-spellings-accepted",
        "group-size-defaults-to-one",
        "bit-count-in-32-bits",
        "bit-count-in-64-bits",
        "word-count-in-float64",
    ];
    assert_eq!(unseen, unsaid);
}

/// A faulty implementation behind the targets' trait.
struct Faulty(&'static Fault);

impl Faulty {
    fn packing(&self, spelling: Spelling) -> Result<AnyPacking, String> {
        let (bits, radix, group_size) = match spelling {
            Spelling::Bits(bits) => (Some(bits), None, None),
            Spelling::Grouped(radix, group_size) => (None, Some(radix), Some(group_size)),
        };
        let packing = self.0.behaviour.packing(bits, radix, group_size);
        packing.map_err(|error| error.to_string())
    }
}

impl Codec for Faulty {
    fn name(&self) -> &str {
        self.0.name
    }

    fn unpack(&self, UnpackInput { words, count }: &UnpackInput) -> Packed {
        let packing = self.packing(words.spelling)?;
        let tensor = tensor(words)?;
        let codes = self.0.behaviour.unpack(packing, &tensor, words.word, words.axis, *count);
        codes.map(|codes| parts(&codes)).map_err(|error| error.to_string())
    }

    fn pack(&self, PackInput { codes }: &PackInput) -> Packed {
        let packing = self.packing(codes.spelling)?;
        let words = self.0.behaviour.pack(packing, &tensor(codes)?, codes.word, codes.axis);
        words.map(|words| parts(&words)).map_err(|error| error.to_string())
    }
}

/// The law is about one implementation alone: it needs no other to be right.
#[test]
fn the_round_trip_finds_a_fault_by_itself() {
    let codes: Vec<PackInput> =
        seeds("pack_unpack").iter().map(|seed| decode(&seed.bytes)).collect();
    let broken = |name: &str| -> Result<(), Finding> {
        let fault = codec_faults::find(name).expect("a fault");
        codes.iter().try_for_each(|input| packing::round_trip(&Faulty(fault), input))
    };
    for name in ["padding-must-be-zero", "large-codes-cut"] {
        assert!(broken(name).is_err(), "{name}");
    }
}
