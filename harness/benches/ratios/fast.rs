//! The built-in fast implementation, on arrays that stay in the cache.

use std::hint::black_box;

use codec_fast::{Cast, DataType, OutOfRange, RoundingMode};
use half::f16;
use half::slice::HalfFloatSliceExt;

use crate::inputs::Inputs;
use crate::rounds::compare;
use crate::table::{Peer, Row};

const COUNT: usize = 1 << 14;
const PASSES: usize = 1 << 8;

/// float32 to float16, beside the conversion of slices of the `half` crate.
pub(crate) fn beside_half(inputs: Inputs) -> Vec<Row> {
    let mut ours = Conversion::new("float32", "float16", inputs);
    let (elements, _) = ours.input.as_chunks();
    let elements: Vec<f32> = elements.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let mut halves = vec![f16::ZERO; COUNT];
    let theirs = || black_box(&mut halves[..]).convert_from_f32_slice(black_box(&elements));
    vec![measure(&mut ours, Some("half"), theirs)]
}

/// One type to another, beside nothing.
pub(crate) fn alone(source: &str, target: &str, inputs: Inputs) -> Vec<Row> {
    vec![measure(&mut Conversion::new(source, target, inputs), None, || ())]
}

fn measure(ours: &mut Conversion, peer: Option<&'static str>, mut theirs: impl FnMut()) -> Row {
    let compared =
        compare(|| (0..PASSES).for_each(|_| ours.run()), || (0..PASSES).for_each(|_| theirs()));
    let rate = |seconds: f64| (COUNT * PASSES) as f64 / seconds / 1e6;
    let figure = rate(compared.ours);
    match peer {
        Some(name) => {
            let peer = Peer { name, figure: rate(compared.theirs), ratio: compared.speed };
            Row::beside("M/s", figure, peer, None)
        }
        None => Row::alone("M/s", figure, None),
    }
}

struct Conversion {
    cast: Cast,
    input: Vec<u8>,
    output: Vec<u8>,
}

impl Conversion {
    fn new(source: &str, target: &str, inputs: Inputs) -> Self {
        let known = |name| codec_reference::DataType::from_name(name).expect("a data type");
        let patterns = inputs.patterns(known(source), known(target), COUNT);
        let known = |name| DataType::from_name(name).expect("a data type");
        let (source, target) = (known(source), known(target));
        let element = |bits: u64| bits.to_le_bytes().into_iter().take(source.size());
        let clamp = Some(OutOfRange::Clamp);
        Self {
            cast: Cast::new(source, target, RoundingMode::NearestEven, clamp),
            input: patterns.into_iter().flat_map(element).collect(),
            output: vec![0; COUNT * target.size()],
        }
    }

    fn run(&mut self) {
        let output = black_box(&mut self.output[..]);
        self.cast.convert(black_box(&self.input), output).expect("every element has a result");
    }
}
