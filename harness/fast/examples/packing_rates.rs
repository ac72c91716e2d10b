//! Measures packing rates: `cargo run --release -p codec-fast --example packing_rates`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_fast::{Packing, PackingError, WordType};

const ROWS: u64 = 1 << 4;
const COUNT: u64 = 1 << 12;

fn main() -> Result<(), PackingError> {
    let packings = [
        ("bits = 3", 8, Packing::bits(3)?),
        ("(3, 5)", 3, Packing::grouped(3, 5)?),
        ("(38, 12)", 38, Packing::grouped(38, 12)?),
    ];
    println!("million codes a second: unpack and pack along the last axis, then along the first");
    for (name, radix, packing) in packings {
        for word in [WordType::Uint8, WordType::Uint32] {
            print!("{name:10} {:8}", format!("{word:?}"));
            for (shape, axis) in [([ROWS, COUNT], 1), ([COUNT, ROWS], 0)] {
                let [unpack, pack] = rates(&packing, word, (&shape, axis), radix)?;
                print!("{unpack:7.0}{pack:7.0}");
            }
            println!();
        }
    }
    Ok(())
}

/// The best of several rounds, in millions a second.
fn rates(
    packing: &Packing,
    word: WordType,
    (shape, axis): (&[u64], i64),
    radix: u64,
) -> Result<[f64; 2], PackingError> {
    let codes: Vec<u8> =
        random().map(|bits| (bits % radix) as u8).take((ROWS * COUNT) as usize).collect();
    let (packed_shape, words) = packing.pack(word, shape, axis, &codes)?;
    let mut best = [Duration::MAX; 2];
    for _ in 0..100 {
        let start = Instant::now();
        black_box(packing.unpack(word, &packed_shape, axis, COUNT as i64, black_box(&words))?);
        let between = Instant::now();
        black_box(packing.pack(word, shape, axis, black_box(&codes))?);
        best = [best[0].min(between - start), best[1].min(between.elapsed())];
    }
    Ok(best.map(|time| codes.len() as f64 / time.as_secs_f64() / 1e6))
}

fn random() -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}
