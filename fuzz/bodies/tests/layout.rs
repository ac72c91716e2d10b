//! The byte layouts: what is encoded decodes to the same, and bytes are what the documents say.

use arbitrary::Arbitrary;
use codec_conformance::runner::AllowedStatus;
use codec_conformance::suite::Profile;
use codec_fuzz::layout::{
    Act, Behaviour, CastInput, Declared, Dim, End, Options, PackInput, PackingInput, ProtocolInput,
    ReshapeInput, Rule, Scope, Spelling, TextInput, UnpackInput, decode,
};
use codec_fuzz::seeds::seeds;
use codec_reference::{DataType, Direction, MapKey, OutOfRange, RoundingMode, Word};
use fastrand::Rng;

const INPUTS: usize = 20_000;

#[test]
fn any_bytes_decode_and_come_back() {
    come_back::<CastInput>(CastInput::encode);
    come_back::<ReshapeInput>(ReshapeInput::encode);
    come_back::<UnpackInput>(UnpackInput::encode);
    come_back::<PackInput>(PackInput::encode);
    come_back::<TextInput>(TextInput::encode);
    come_back::<ProtocolInput>(ProtocolInput::encode);
}

fn come_back<T: for<'a> Arbitrary<'a> + PartialEq + std::fmt::Debug>(encode: fn(&T) -> Vec<u8>) {
    let mut random = Rng::with_seed(0x5eed);
    for _ in 0..INPUTS {
        let length = random.usize(..200);
        // Small bytes make short lists and valid attributes.
        let mask = if random.bool() { 0xff } else { 0x07 };
        let bytes: Vec<u8> = (0..length).map(|_| random.u8(..) & mask).collect();
        let input: T = decode(&bytes);
        assert_eq!(decode::<T>(&encode(&input)), input);
    }
}

#[test]
fn a_cast_as_bytes() {
    let input: CastInput = decode(&[
        24, 2, 1, 3, 2, 2, // float32 and int8, decode, towards-negative, wrap, two entries
        0, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0xc0, 0x7f, 0, 0, 0, 0, // no NaN in int8: the bits 9
        1, 0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, // upper bits are dropped
        1, 2, 0xff,
    ]);
    let function = &input.function;
    assert_eq!((function.array, function.stored), (DataType::Float32, DataType::Int8));
    assert_eq!((function.source(), function.target()), (DataType::Int8, DataType::Float32));
    assert_eq!(function.direction, Direction::Decode);
    assert_eq!(function.rounding, RoundingMode::TowardsNegative);
    assert_eq!(function.out_of_range, Some(OutOfRange::Wrap));
    let entries: Vec<_> = function.map.iter().map(|entry| (entry.key(), entry.output())).collect();
    assert_eq!(entries, [(MapKey::Bits(9), 0x7fc0_0000), (MapKey::Bits(0x80), 0x3f80_0000)]);
    assert_eq!(input.elements, [1, 2, 0xff]);
    assert_eq!(
        function.configuration(),
        r#"{"data_type":"int8","rounding":"towards-negative","out_of_range":"wrap","scalar_map":{"decode":[[9,"NaN"],[-128,1]]}}"#
    );
}

#[test]
fn a_reshape_as_bytes() {
    let input: ReshapeInput = decode(&[2, 4, 255, 1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 1, 7, 2, 2, 0, 1]);
    let shape = [Dim::Auto, Dim::Size(7), Dim::InputDims(vec![0, 1])];
    assert_eq!(input, ReshapeInput { input: vec![4, 0x1_0000_0001], shape: shape.to_vec() });
    assert_eq!(input.configuration(), r#"{"shape":[-1,7,[0,1]]}"#);
}

#[test]
fn an_unpack_as_bytes() {
    // uint8, radix 3 and group size 5, axis -1, rank 1, count 7; the extent is the right one.
    let input: UnpackInput = decode(&[0, 1, 3, 0, 5, 255, 1, 7, 0, 0, 0x66, 0x02]);
    let words = PackingInput {
        word: Word::Uint8,
        spelling: Spelling::Grouped(3, 5),
        axis: -1,
        shape: vec![2],
        elements: vec![0x66, 0x02],
    };
    assert_eq!(input, UnpackInput { words, count: 7 });
}

#[test]
fn a_behaviour_as_bytes() {
    let input: ProtocolInput = decode(&[
        1, // a behaviour
        9, 0, 17, 1, 1, 2, 0, 3, 0, 0,
        1, // the ninth unit alone, quick, declines and status 3 allowed
        0, 1, 11, // no fill values reported, at most 10 elements
        3, 0, // ended by a signal
        1, 2, 0, 1, 1, 0, 1, 0, 0,
        0xff, // once, from the third request on: several arrays, a crash
    ]);
    let options = Options {
        asked: [9, 0, 17],
        profile: Profile::Quick,
        allow_declines: true,
        allow_exit_status: Some(AllowedStatus::Code(3)),
        in_a_row: 3,
        one_shot: true,
        ..Options::default()
    };
    let behaviour = Behaviour {
        options,
        declared: Declared { lacks: 1, max_elements: 11, ..Declared::default() },
        end: End { status: Some(None), problem: false },
        rules: vec![Rule {
            from: 2,
            most: 1,
            scope: Scope::Several,
            act: Act::Crash,
            ..Rule::default()
        }],
    };
    assert_eq!(input, ProtocolInput::Behaviour(behaviour));
    assert_eq!(decode::<ProtocolInput>(b"\0{}"), ProtocolInput::Lines("{}".to_owned()));
    assert_eq!(decode::<ProtocolInput>(&[1]), ProtocolInput::Behaviour(Behaviour::default()));
}

/// Seeds are made from the vectors, so that some are known: 128 into int8, which has no result.
#[test]
fn seeds_are_what_they_are_named_after() {
    let all = seeds("cast");
    let seed = all.iter().find(|seed| seed.name.starts_with("cast.example.128-to-int8-absent."));
    let input: CastInput = decode(&seed.expect("a seed of the example").bytes);
    assert_eq!(input.elements, [128.0_f64.to_bits(), 127.0_f64.to_bits()]);
    assert_eq!(input.function.configuration(), r#"{"data_type":"int8","rounding":"nearest-even"}"#);
}
