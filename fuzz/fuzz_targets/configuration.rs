//! Arbitrary JSON text as a configuration.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::configuration::run(data)));
