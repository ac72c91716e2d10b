//! The reference and the fast implementation, written apart, each behind `serve`: the same answer
//! to random questions of reshape, unpack and pack.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use codec_conformance::implementation::{Child, Connection, Patience};
use codec_conformance::protocol::{
    Answer, CodecText, Elements, PackingRequest, Request, ReshapeRequest, Shaped,
};
use codec_vectors::{Attributes, Integer};
use fastrand::Rng;

const QUESTIONS: usize = 20_000;

#[test]
fn random_shapes() {
    let mut random = Rng::with_seed(0x5eed);
    let (asked, refused) = compare(|| Request::Reshape(reshape(&mut random)));
    assert!(refused > asked / 10 && refused < asked * 9 / 10, "{refused} of {asked} refused");
}

#[test]
fn random_words() {
    let mut random = Rng::with_seed(0xfeed);
    let (asked, refused) = compare(|| Request::Unpack(packing(&mut random, true)));
    assert!(refused > asked / 20 && refused < asked * 9 / 10, "{refused} of {asked} refused");
}

#[test]
fn random_codes() {
    let mut random = Rng::with_seed(0xbead);
    let (asked, refused) = compare(|| Request::Pack(packing(&mut random, false)));
    assert!(refused > asked / 100 && refused < asked * 9 / 10, "{refused} of {asked} refused");
}

/// How many questions were asked, and how many both rejected.
fn compare(mut question: impl FnMut() -> Request) -> (usize, usize) {
    let (mut reference, mut fast) = (serve("reference"), serve("fast"));
    let mut refused = 0;
    for _ in 0..QUESTIONS {
        let request = question();
        let one = answer(&mut reference, &request);
        let other = answer(&mut fast, &request);
        assert_eq!(one, other, "{request:?}");
        refused += usize::from(one.is_none());
    }
    (QUESTIONS, refused)
}

fn serve(builtin: &str) -> Child {
    let program = env!("CARGO_BIN_EXE_codec-conformance");
    let words = [program, "serve", "--builtin", builtin].map(str::to_owned).to_vec();
    Child::new(words, Patience::default(), Arc::new(AtomicBool::new(false)))
}

/// The output, or none where it is rejected.
fn answer(implementation: &mut Child, request: &Request) -> Option<Shaped> {
    match implementation.ask(request) {
        Ok(Answer::Shaped { mut results }) if results.len() == 1 => results.remove(0).ok(),
        Ok(Answer::Refused(_)) => None,
        other => panic!("{other:?} in answer to {request:?}"),
    }
}

/// Configurations that are nearly valid, with extents of 0 to 7 and, at times, of many bits.
fn reshape(random: &mut Rng) -> ReshapeRequest {
    let rank = random.usize(..5);
    let large = random.u64(..8) == 0;
    let extent = |random: &mut Rng| match large {
        true => 1 << random.u64(..15),
        false => [1, 1, 2, 2, 3, 4, 6, 0][random.usize(..8)],
    };
    let shape: Vec<u64> = (0..rank).map(|_| extent(random)).collect();
    let mut elements = Vec::new();
    let mut dim = 0;
    while dim < rank && random.u64(..20) > 0 {
        let joined = 1 + random.usize(..2);
        let dims: Vec<usize> = (dim..(dim + joined).min(rank)).collect();
        let product: u64 = dims.iter().map(|dim| shape[*dim]).product();
        let element = match random.u64(..8) {
            0 => "-1".to_owned(),
            1 => random.u64(..8).to_string(),
            2 | 3 => product.to_string(),
            4 => "[]".to_owned(),
            _ => format!("{dims:?}"),
        };
        elements.push(element);
        dim += joined;
    }
    let configuration = format!(r#"{{"shape":[{}]}}"#, elements.join(","));
    let elements: u64 = shape.iter().product();
    let data = (elements <= 64)
        .then(|| Elements { data_type: "uint8".to_owned(), bytes: (0..elements as u8).collect() });
    let shape = shape.into_iter().map(Integer::from).collect();
    ReshapeRequest { codec: CodecText::Configuration(configuration), shape, data }
}

/// Arrays along any axis. The word count is mostly right; indices and codes may be too large.
fn packing(random: &mut Rng, unpack: bool) -> PackingRequest {
    let word_bits = [8, 32][random.usize(..2)];
    let bits = random.bool().then(|| 1 + random.u64(..8));
    let radix = 2 + random.u64(..9) * random.u64(..30);
    let group_size = 1 + random.u64(..(62.0 / (radix as f64).log2()) as u64);
    let width = bits.unwrap_or_else(|| u64::from((radix.pow(group_size as u32) - 1).ilog2()) + 1);
    let count = random.u64(..20);
    let groups = if bits.is_some() { count } else { count.div_ceil(group_size) };
    let wrong = u64::from(random.u64(..16) == 0);
    let words = (groups * width).div_ceil(word_bits) + wrong;
    let rank = 1 + random.usize(..3);
    let dimension = random.usize(..rank);
    let mut shape: Vec<u64> = (0..rank).map(|_| random.u64(..4)).collect();
    shape[dimension] = if unpack { words } else { count };
    let axis = dimension as i128 - if random.bool() { rank as i128 } else { 0 };
    let bytes_each = if unpack { word_bits / 8 } else { 1 };
    let bound = if unpack { 256 } else { bits.map_or(radix, |bits| 1 << bits) + wrong };
    // Small words keep most group indices below the power.
    let mask = if random.bool() { 255 } else { random.u64(..16) };
    let size = shape.iter().product::<u64>() * bytes_each;
    let array = (0..size).map(|_| (random.u64(..bound) & if unpack { mask } else { 255 }) as u8);
    let grouped = bits.is_none();
    PackingRequest {
        data_type: format!("uint{word_bits}"),
        attributes: Attributes {
            bits: bits.map(Integer::from),
            radix: grouped.then(|| Integer::from(radix)),
            group_size: grouped.then(|| Integer::from(group_size)),
            axis: Some(axis.into()),
        },
        count: unpack.then(|| Integer::from(count)),
        arrays: vec![array.collect()],
        shape: shape.into_iter().map(Integer::from).collect(),
    }
}
