//! codec-fast against the reference: reshape.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::reshape::run(data)));
