//! codec-fast against the reference: Pack, and Unpack of what was packed.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(
    codec_fuzz::packing::run_pack_unpack(data)
));
