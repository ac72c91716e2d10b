//! A codec of one's own, here one that casts float32 to int16, against the reference.

#![no_main]

use codec_fuzz::cast::{Codec, Convert, compare};
use codec_fuzz::layout::{CastInput, Function};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: CastInput| codec_fuzz::expect(compare(&MyCodec, &input)));

struct MyCodec;

impl Codec for MyCodec {
    fn name(&self) -> &str {
        "my codec"
    }

    /// Only what the codec has: to nearest, clamping, without a map.
    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        let types = (function.source().name(), function.target().name());
        let range = function.out_of_range.map(|rule| rule.name());
        let mine = types == ("float32", "int16")
            && (function.rounding.name(), range) == ("nearest-even", Some("clamp"))
            && function.map.is_empty();
        mine.then(|| Box::new(to_int16) as Convert)
    }
}

fn to_int16(array: &[u64]) -> Result<Vec<u64>, std::borrow::Cow<'static, str>> {
    let result = |bits: &u64| {
        let value = f32::from_bits(*bits as u32);
        // The codec says `round`, which takes ties away from zero: the fuzzer finds 0.5 in seconds.
        value.is_finite().then(|| value.round() as i16 as u16 as u64)
    };
    array.iter().map(result).collect::<Option<_>>().ok_or("no result".into())
}
