//! The reference against the laws of casts.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::cast_laws::run(data)));
