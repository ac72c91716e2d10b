//! The published crate zarrs against the reference. Its known disagreements, as the scoreboard
//! lists them, are left out: what is found is of another class.

#![no_main]

use std::num::NonZeroU64;

use codec_fuzz::layout::{Dim, ReshapeInput, decode};
use codec_fuzz::reshape::{Refusal, compare};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;
use zarrs::array::codec::api::Codec;
use zarrs::metadata::v3::MetadataV3;

fuzz_target!(|data: &[u8]| {
    let input: ReshapeInput = decode(data);
    if !is_known(&input) {
        codec_fuzz::expect(compare("zarrs", &resolve, &input));
    }
});

/// What zarrs is known to answer otherwise: lists that are not where their dimensions are
/// (RS-ALIGN), empty lists and those of the dimension 0 alone, products beyond 64 bits (RS-BIG),
/// and extents of zero, which its chunks do not have.
fn is_known(input: &ReshapeInput) -> bool {
    let lists = input.shape.iter().any(|dim| matches!(dim, Dim::InputDims(_)));
    let sizes = input.shape.iter().map(|dim| match dim {
        Dim::Size(size) => *size,
        _ => 1,
    });
    let product =
        |sizes: &mut dyn Iterator<Item = u64>| sizes.map(u128::from).try_fold(1, u128::checked_mul);
    let large = |product: Option<u128>| product.is_none_or(|product| product >= 1 << 63);
    lists
        || input.input.contains(&0)
        || large(product(&mut input.input.iter().copied()))
        || large(product(&mut sizes.into_iter()))
}

fn resolve(input: &ReshapeInput) -> Result<Vec<BigUint>, Refusal> {
    let invalid = |error: &dyn ToString| Refusal::Invalid(error.to_string());
    let codec = format!(r#"{{"name":"reshape","configuration":{}}}"#, input.configuration());
    let metadata = MetadataV3::try_from(codec.as_str()).map_err(|error| invalid(&error))?;
    let codec = match Codec::from_metadata(&metadata) {
        Ok(Codec::ArrayToArray(codec)) => codec,
        Ok(_) => return Err(invalid(&"another codec")),
        Err(error) => return Err(invalid(&error)),
    };
    let shape: Option<Vec<NonZeroU64>> = input.input.iter().copied().map(NonZeroU64::new).collect();
    let shape = shape.ok_or_else(|| invalid(&"an extent of zero"))?;
    let output = codec.encoded_shape(&shape).map_err(|error| invalid(&error))?;
    Ok(output.into_iter().map(|extent| BigUint::from(extent.get())).collect())
}
