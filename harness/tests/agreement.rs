//! The reference and the fast implementation, written apart, each behind `serve`: the same answer
//! to random questions about all 26 x 26 pairs of types.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use codec_conformance::implementation::{Child, Connection, Patience};
use codec_conformance::protocol::{
    Answer, ArrayResult, CastRequest, CodecText, Direction, Request,
};
use codec_reference::{DataType, RoundingMode};
use fastrand::Rng;

/// Random functions of each pair of types.
const ROUNDS: usize = 6;

#[test]
fn random_casts_of_all_pairs() {
    let (mut reference, mut fast) = (serve("reference"), serve("fast"));
    let mut random = Rng::with_seed(0x5eed);
    let (mut compared, mut refused) = (0, 0);
    for array in DataType::ALL {
        for stored in DataType::ALL {
            for _ in 0..ROUNDS {
                let request = question(&mut random, array, stored);
                let one = results(&mut reference, &request);
                let other = results(&mut fast, &request);
                let Request::CastValue(cast) = &request else { unreachable!("a cast") };
                let target = if cast.direction == Direction::Encode { stored } else { array };
                for (index, (one, other)) in one.iter().zip(&other).enumerate() {
                    assert!(
                        agree(target, one, other),
                        "array {index}: {one:?} or {other:?}? {request:?}"
                    );
                    compared += 1;
                    refused += usize::from(one.is_err());
                }
                assert_eq!(one.len(), other.len());
            }
        }
    }
    // The questions are of both kinds.
    assert!(refused > compared / 10 && refused < compared * 9 / 10, "{refused} of {compared}");
}

fn serve(builtin: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_codec-conformance");
    let words = [program, "serve", "--builtin", builtin].map(str::to_owned).to_vec();
    Child::new(words, Patience::default(), Arc::new(AtomicBool::new(false)))
}

fn results(implementation: &mut Child, request: &Request) -> Vec<ArrayResult> {
    match implementation.ask(request) {
        Ok(Answer::Results { results, .. }) => results,
        other => panic!("{other:?} in answer to {request:?}"),
    }
}

fn question(random: &mut Rng, array: DataType, stored: DataType) -> Request {
    let direction = [Direction::Encode, Direction::Decode][random.usize(..2)];
    let rounding = RoundingMode::ALL[random.usize(..5)].name();
    let ranges = ["", r#","out_of_range":"clamp""#, r#","out_of_range":"wrap""#];
    let range = ranges[random.usize(..if stored.is_integer() { 3 } else { 2 })];
    let source = if direction == Direction::Encode { array } else { stored };
    // A map that the fill value 1 does not meet: bits of the source beyond those of small numbers.
    let map = match random.u32(..3) {
        0 if source.nan().is_some() => format!(r#","scalar_map":{{"{direction}":[["NaN",1]]}}"#),
        1 if source.is_integer() => format!(r#","scalar_map":{{"{direction}":[[0,1],[0,2]]}}"#),
        _ => String::new(),
    };
    let map = if map.contains('2')
        && !holds_two(if direction == Direction::Encode { stored } else { array })
    {
        String::new()
    } else {
        map
    };
    let configuration =
        format!(r#"{{"data_type":"{stored}","rounding":"{rounding}"{range}{map}}}"#);
    let elements: Vec<Vec<u8>> = (0..48).map(|_| element(random, source)).collect();
    let mut arrays = elements.clone();
    arrays.push(elements.concat());
    arrays.push(Vec::new());
    Request::CastValue(CastRequest {
        direction,
        data_type: array.name().to_owned(),
        fill_value: "1".to_owned(),
        codec: CodecText::Configuration(configuration),
        arrays,
    })
}

fn holds_two(data_type: DataType) -> bool {
    data_type != DataType::Int2
}

fn agree(target: DataType, one: &ArrayResult, other: &ArrayResult) -> bool {
    match (one, other) {
        (Err(one), Err(other)) => one.stage == other.stage && one.reason == other.reason,
        (Ok(one), Ok(other)) if one.len() == other.len() => {
            let size = target.bytes();
            one.chunks(size).zip(other.chunks(size)).all(|(one, other)| {
                one == other || target.is_nan(bits(one)) && target.is_nan(bits(other))
            })
        }
        _ => false,
    }
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// Any pattern, or one near a short one: few bits set.
fn element(random: &mut Rng, data_type: DataType) -> Vec<u8> {
    let pattern = match random.bool() {
        true => random.u64(..),
        false => random.u64(..) & random.u64(..) & random.u64(..),
    };
    (pattern & data_type.mask()).to_le_bytes()[..data_type.bytes()].to_vec()
}
