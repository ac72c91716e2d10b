//! Arbitrary JSON text as a fill value.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::fill_value::run(data)));
