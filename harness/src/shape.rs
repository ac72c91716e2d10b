//! Shapes of any size, as the protocol and as the reference have them.

use codec_vectors::Integer;
use num_bigint::BigUint;

/// The most digits of an extent, in the shape of a request that is served and in an answer that is
/// judged. The reference reads no longer integers in a configuration either: to read the digits
/// takes quadratic time.
pub(crate) const MAX_DIGITS: usize = 1000;

/// Why a shape with a negative extent is not answered.
pub(crate) const NEGATIVE: &str = "a negative extent in shape";

/// Which extent has too many digits.
pub(crate) fn too_long(shape: &[Integer]) -> Option<String> {
    let (dim, digits) =
        shape.iter().map(Integer::digits).enumerate().find(|(_, of)| *of > MAX_DIGITS)?;
    Some(format!("shape[{dim}] has {digits} digits: give an extent of at most {MAX_DIGITS}"))
}

/// The extents for the reference; `None` where one is negative.
pub(crate) fn extents(shape: &[Integer]) -> Option<Vec<BigUint>> {
    shape.iter().map(Integer::to).collect()
}

/// The extents for the protocol.
pub(crate) fn integers(extents: &[BigUint]) -> Vec<Integer> {
    let integer = |extent: &BigUint| match u64::try_from(extent) {
        Ok(extent) => extent.into(),
        Err(_) => extent.to_string().parse().expect("decimal digits"),
    };
    extents.iter().map(integer).collect()
}
