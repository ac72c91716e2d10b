//! Casts of float32 to narrower floats, nearest-even, by the reference and by MPFR.
//!
//! MPFR rounds as in `libm-test`: to the target's precision, then to its subnormals; what is
//! beyond the range becomes an infinity. A line says whether it makes a number for each input, as
//! the reference does, or has one for all of them.

#[path = "../../ratios/inputs.rs"]
mod inputs;
mod mpfr;
#[path = "../../ratios/rounds.rs"]
mod rounds;

use std::hint::black_box;

use codec_reference::{Cast, DataType, OutOfRange, RoundingMode};

use inputs::Inputs::{self, InRange, Moderate, Random};
use mpfr::{FLOAT8_E5M2, FLOAT16, Target};
use rounds::{Compared, compare};

const COUNT: usize = 1 << 17;

fn main() {
    println!("{:32}{:>11}{:>8}{:>8}   bar  met", "", "reference", "MPFR", "ratio");
    for (data_type, target) in [(DataType::Float16, FLOAT16), (DataType::Float8E5m2, FLOAT8_E5M2)] {
        for (name, inputs) in [("random", Random), ("in-range", InRange), ("moderate", Moderate)] {
            measure(&format!("{data_type}/{name}"), data_type, target, inputs);
        }
    }
}

fn measure(name: &str, data_type: DataType, target: Target, inputs: Inputs) {
    let inputs = inputs.patterns(DataType::Float32, data_type, COUNT);
    let clamp = Some(OutOfRange::Clamp);
    let cast = Cast::new(DataType::Float32, data_type, RoundingMode::NearestEven, clamp);
    let ours = |&bits: &u64| cast.scalar(bits).expect("the target has infinities and a NaN");
    let anew = |&bits: &u64| target.convert(bits, &mut target.number());
    assert!(inputs.iter().map(ours).eq(inputs.iter().map(anew)), "both do the same work");

    let visit_ours = || visit(inputs.iter().map(ours));
    print(name, "a number each", &compare(visit_ours, || visit(inputs.iter().map(anew))));
    let mut number = target.number();
    let mut reusing = || visit(inputs.iter().map(|&bits| target.convert(bits, &mut number)));
    print(name, "one number", &compare(visit_ours, &mut reusing));
}

/// Computes every item, as if it were used.
fn visit(items: impl Iterator<Item = u64>) {
    for item in items {
        black_box(item);
    }
}

fn print(name: &str, numbers: &str, compared: &Compared) {
    let rate = |seconds: f64| format!("{:.1} M/s", COUNT as f64 / seconds / 1e6);
    let (ours, theirs) = (rate(compared.ours), rate(compared.theirs));
    let met = if compared.speed > 1.0 { "yes" } else { "NO" };
    println!("{name:22}{numbers:14}{ours:>9}{theirs:>10}{:>6.2}   > 1  {met}", compared.speed);
}
