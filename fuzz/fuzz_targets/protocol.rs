//! Whole behaviours of an adapter against the harness.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::protocol::run(data)));
