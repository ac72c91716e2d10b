//! Arbitrary text as a file of vectors.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codec_fuzz::expect(codec_fuzz::vectors_file::run(data)));
