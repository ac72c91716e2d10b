//! codec-fast against the reference: casts of arrays.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::cast::run(data)));
