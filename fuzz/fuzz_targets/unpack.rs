//! codec-fast against the reference: Unpack.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::packing::run_unpack(
    data
)));
