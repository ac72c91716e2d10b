//! Rates and times checked against their bars: `cargo bench -p codec-conformance [-- ROW...]`.
//!
//! What is compared is measured in turn, so that a busy machine slows both sides alike; the bars
//! on ratios therefore mean the same everywhere. Nothing here fails: the last column says whether
//! a bar is met.
//!
//! An argument selects the rows whose name contains it. The row `suite/adapter` runs the adapter
//! whose command is in `CODEC_BENCH_ADAPTER`, from the workspace's root.

mod fast;
mod inputs;
mod reference;
mod rounds;
mod suite;
mod table;
mod usage;

use std::path::Path;

use codec_reference::DataType::{Float8E5m2, Float16};
use rustc_apfloat::ieee::{Float8E5M2, Half};

use inputs::Inputs::{InRange, Moderate, Random};
use table::Row;

/// A row's name, and how its lines come about.
type Bench = (&'static str, fn() -> Vec<Row>);

#[rustfmt::skip]
const BENCHES: [Bench; 14] = [
    ("reference/float16/random",       || reference::bench::<Half>(Float16, Random)),
    ("reference/float16/in-range",     || reference::bench::<Half>(Float16, InRange)),
    ("reference/float8_e5m2/random",   || reference::bench::<Float8E5M2>(Float8E5m2, Random)),
    ("reference/float8_e5m2/in-range", || reference::bench::<Float8E5M2>(Float8E5m2, InRange)),
    ("generate",                       || suite::generate(root())),
    ("suite/fast",                     suite::fast),
    ("suite/adapter",                  suite::adapter),
    ("fast/float32-float16/random",    || fast::beside_half(Random)),
    ("fast/float32-float16/moderate",  || fast::beside_half(Moderate)),
    ("fast/float64-float32/random",    || fast::alone("float64", "float32", Random)),
    ("fast/float64-float32/moderate",  || fast::alone("float64", "float32", Moderate)),
    ("fast/int32-int8/random",         || fast::alone("int32", "int8", Random)),
    ("fast/float8_e4m3-float32",       || fast::alone("float8_e4m3", "float32", Random)),
    ("memory",                         usage::memory),
];

fn main() -> std::io::Result<()> {
    let (options, filters): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word.starts_with('-'));
    // Cargo's word for a measurement; tests that are run with `--all-targets` come without it.
    if !options.iter().any(|option| option == "--bench") {
        return Ok(());
    }
    std::env::set_current_dir(root())?;
    let selected = |name: &str| {
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    println!("{}", table::header());
    for (name, bench) in BENCHES.iter().filter(|(name, _)| selected(name)) {
        for row in bench() {
            println!("{}", table::line_of(name, &row));
        }
    }
    Ok(())
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
