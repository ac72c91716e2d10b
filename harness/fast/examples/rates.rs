//! Measures conversion rates: `cargo run --release -p codec-fast --example rates`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_fast::{Cast, DataType, OutOfRange, RoundingMode};

const ELEMENTS: usize = 1 << 16;

fn main() {
    use DataType::{
        Bfloat16, Float4E2m1fn, Float8E4m3, Float8E5m2, Float16, Float32, Float64, Int8, Int16,
        Int64, Uint8,
    };
    let pairs = [
        (Float32, Float16),
        (Float32, Bfloat16),
        (Float32, Float8E5m2),
        (Float32, Float4E2m1fn),
        (Float64, Float32),
        (Float16, Float32),
        (Float16, Float8E4m3),
        (Float32, Int8),
        (Float64, Int16),
        (Int64, Float32),
        (Int64, Int8),
        (Float8E4m3, Float32),
        (Uint8, Float4E2m1fn),
    ];
    println!("million casts a second: random patterns, then moderate values");
    for (source, target) in pairs {
        let mode = RoundingMode::NearestEven;
        let cast = Cast::new(source, target, mode, Some(OutOfRange::Clamp));
        let patterns = rate(&cast, target, &convertible(&cast, source));
        print!("{:16} {:16} {patterns:6.0}", source.name(), target.name());
        if !matches!(source, Int8 | Int16 | Int64 | Uint8) {
            print!("{:6.0}", rate(&cast, target, &moderate(source)));
        }
        println!();
    }
}

/// The best of several rounds, in millions a second.
fn rate(cast: &Cast, target: DataType, input: &[u8]) -> f64 {
    let mut output = vec![0; ELEMENTS * target.size()];
    let mut best = Duration::MAX;
    for _ in 0..100 {
        let start = Instant::now();
        cast.convert(black_box(input), black_box(&mut output)).expect("every element converts");
        best = best.min(start.elapsed());
    }
    ELEMENTS as f64 / best.as_secs_f64() / 1e6
}

/// Random patterns of the source type, without those that have no result.
fn convertible(cast: &Cast, source: DataType) -> Vec<u8> {
    let patterns = random();
    let good = patterns.filter(|&bits| cast.convert_one(bits).is_ok()).take(ELEMENTS);
    good.flat_map(|bits| bits.to_le_bytes().into_iter().take(source.size())).collect()
}

/// Values between -3.5 and 3.5, most of them not exact in the target.
fn moderate(source: DataType) -> Vec<u8> {
    let cast = Cast::new(DataType::Float64, source, RoundingMode::NearestEven, None);
    let values = random().map(|bits| (bits as f64 / u64::MAX as f64) * 7.0 - 3.5).take(ELEMENTS);
    let patterns = values.map(|value| cast.convert_one(value.to_bits()).expect("in range"));
    patterns.flat_map(|bits| bits.to_le_bytes().into_iter().take(source.size())).collect()
}

fn random() -> impl Iterator<Item = u64> {
    let mut random = fastrand::Rng::with_seed(1);
    std::iter::repeat_with(move || random.u64(..))
}
