//! The reference beside `rustc_apfloat`, on one core.

use std::hint::black_box;

use codec_reference::{Cast, DataType, OutOfRange, RoundingMode};
use rustc_apfloat::ieee::Single;
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::inputs::Inputs;
use crate::rounds::compare;
use crate::table::{Bar, Peer, Row};

const COUNT: usize = 1 << 17;

/// Casts of float32 to nearest-even, beside the conversion to the peer's type of that layout.
pub(crate) fn bench<F: Float>(target: DataType, inputs: Inputs) -> Vec<Row>
where
    Single: FloatConvert<F>,
{
    let inputs = inputs.patterns(DataType::Float32, target, COUNT);
    let clamp = Some(OutOfRange::Clamp);
    let cast = Cast::new(DataType::Float32, target, RoundingMode::NearestEven, clamp);
    let ours = |&bits: &u64| cast.scalar(bits).expect("the target has infinities and a NaN");
    let theirs = |&bits: &u64| convert::<F>(bits);
    let same = |bits| {
        ours(bits) == theirs(bits) || target.is_nan(ours(bits)) && target.is_nan(theirs(bits))
    };
    assert!(inputs.iter().all(same), "both sides do the same work");

    let compared = compare(|| visit(inputs.iter().map(ours)), || visit(inputs.iter().map(theirs)));
    let rate = |seconds: f64| COUNT as f64 / seconds / 1e6;
    let peer = Peer { name: "rustc_apfloat", figure: rate(compared.theirs), ratio: compared.speed };
    vec![Row::beside("M/s", rate(compared.ours), peer, Bar::AtLeast(0.2))]
}

fn convert<F: Float>(bits: u64) -> u64
where
    Single: FloatConvert<F>,
{
    let converted = Single::from_bits(bits.into()).convert_r(Round::NearestTiesToEven, &mut false);
    converted.value.to_bits() as u64
}

/// Computes every item, as if it were used.
fn visit(items: impl Iterator<Item = u64>) {
    for item in items {
        black_box(item);
    }
}
