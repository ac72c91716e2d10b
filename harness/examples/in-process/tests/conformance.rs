//! Asks the codec the vectors.

use std::process::ExitCode;

use codec_conformance::typed::{CastCapabilities, Codec, Function, Refusal, RoundingMode};
use in_process_example::{CastError, IntType, OutOfRange, TYPES, cast};

fn main() -> ExitCode {
    codec_conformance::test(|| {
        let types = TYPES.map(|known| known.name);
        // Between integers nothing is rounded, so every mode is right.
        let rounding = RoundingMode::ALL.map(RoundingMode::name);
        let capabilities = CastCapabilities::new(types, rounding, ["none", "clamp"]);
        Codec::new("integers", env!("CARGO_PKG_VERSION")).cast_bytes(capabilities, cast_value)
    })
}

/// What is not declared above is not asked.
fn cast_value(function: &Function, elements: &[u8]) -> Result<Vec<u8>, Refusal> {
    let [source, target] = [function.source, function.target]
        .map(|data_type| IntType::from_name(data_type.name()).expect("a declared type"));
    let out_of_range = match function.out_of_range {
        None => OutOfRange::Refuse,
        Some(_) => OutOfRange::Clamp,
    };
    cast(elements, source, target, out_of_range).map_err(|error| match error {
        CastError::OutOfRange(_) => Refusal::data("out_of_range", &error),
        CastError::Length => Refusal::data("other", &error),
    })
}
