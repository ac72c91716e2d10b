//! The reference beside `rustc_apfloat`, on one core.

use std::hint::black_box;

use codec_reference::{Cast, DataType, OutOfRange, RoundingMode};
use rustc_apfloat::ieee::{IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::inputs::Inputs;
use crate::rounds::compare;
use crate::table::{Bar, Peer, Row};

const COUNT: usize = 1 << 19;

/// Casts of float32 to nearest-even, beside the conversion to the peer's type of that layout.
pub(crate) fn bench<S: Semantics>(target: DataType, inputs: Inputs) -> Vec<Row>
where
    Single: FloatConvert<IeeeFloat<S>>,
{
    let inputs = inputs.patterns(DataType::Float32, target, COUNT);
    let clamp = Some(OutOfRange::Clamp);
    let cast = Cast::new(DataType::Float32, target, RoundingMode::NearestEven, clamp);
    let ours = |&bits: &u64| cast.scalar(bits).expect("the target has infinities and a NaN");
    let theirs = |&bits: &u64| convert::<S>(bits);
    let same = |bits| {
        ours(bits) == theirs(bits) || target.is_nan(ours(bits)) && target.is_nan(theirs(bits))
    };
    assert!(inputs.iter().all(same), "both sides do the same work");

    let compared = compare(
        || inputs.iter().for_each(|bits| drop(black_box(ours(bits)))),
        || inputs.iter().for_each(|bits| drop(black_box(theirs(bits)))),
    );
    let rate = |seconds: f64| COUNT as f64 / seconds / 1e6;
    let peer = Peer { name: "rustc_apfloat", figure: rate(compared.theirs), ratio: compared.speed };
    vec![Row::beside("M/s", rate(compared.ours), peer, Bar::AtLeast(0.3))]
}

fn convert<S: Semantics>(bits: u64) -> u64
where
    Single: FloatConvert<IeeeFloat<S>>,
{
    let converted = Single::from_bits(bits.into()).convert_r(Round::NearestTiesToEven, &mut false);
    converted.value.to_bits() as u64
}
