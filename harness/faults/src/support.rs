//! What the faults build on: casts with one part changed, and what a cast meets.

use codec_reference::{
    Cast, CastError, DataType, Dyadic, Exact, Format, Loss, MapEntry, OutOfRange, Readings,
    RoundingMode, ScalarMap, Specials, Value,
};

/// The output of the first entry that has the scalar.
pub(crate) fn mapped(cast: &Cast, bits: u64) -> Option<u64> {
    cast.scalar_map().get(cast.source(), bits, Readings::OURS)
}

/// The scalar's value, unless the map has an entry for it: what the casting rules are given.
fn unmapped(cast: &Cast, bits: u64) -> Option<Value> {
    mapped(cast, bits).is_none().then(|| cast.source().decode(bits))
}

/// The scalar's value, unless it is mapped or special: what is rounded.
pub(crate) fn number(cast: &Cast, bits: u64) -> Option<Dyadic> {
    match unmapped(cast, bits) {
        Some(Value::Finite(number)) => Some(number),
        _ => None,
    }
}

/// The same, where it is negative or -0.
pub(crate) fn negative(cast: &Cast, bits: u64) -> Option<Dyadic> {
    number(cast, bits).filter(is_negative)
}

/// Whether a number is negative or -0.
pub(crate) fn is_negative(number: &Dyadic) -> bool {
    number.is_negative()
}

/// Whether the scalar is a NaN that no entry maps.
pub(crate) fn is_unmapped_nan(cast: &Cast, bits: u64) -> bool {
    unmapped(cast, bits) == Some(Value::Nan)
}

/// Whether the scalar is an infinity that no entry maps, and then whether it is -Infinity.
pub(crate) fn infinity(cast: &Cast, bits: u64) -> Option<bool> {
    match unmapped(cast, bits) {
        Some(Value::Infinity { negative }) => Some(negative),
        _ => None,
    }
}

/// The cast with another rounding mode.
pub(crate) fn with_rounding(cast: &Cast, rounding: RoundingMode) -> Cast {
    Cast::new(cast.source(), cast.target(), rounding, cast.out_of_range())
        .with_map(cast.scalar_map().clone())
}

/// The cast with `other` for its rounding mode, if that is `mode`.
pub(crate) fn instead(cast: &Cast, mode: RoundingMode, other: RoundingMode) -> Option<Cast> {
    (cast.rounding() == mode).then(|| with_rounding(cast, other))
}

/// The cast with `other` for its rounding mode, if that is one of the nearest ones.
pub(crate) fn instead_of_nearest(cast: &Cast, other: RoundingMode) -> Option<Cast> {
    let nearest = [RoundingMode::NearestEven, RoundingMode::NearestAway];
    nearest.contains(&cast.rounding()).then(|| with_rounding(cast, other))
}

/// The cast with another range rule.
pub(crate) fn with_range(cast: &Cast, out_of_range: Option<OutOfRange>) -> Cast {
    Cast::new(cast.source(), cast.target(), cast.rounding(), out_of_range)
        .with_map(cast.scalar_map().clone())
}

/// The cast with a range rule, if it has none.
pub(crate) fn instead_of_absent(cast: &Cast, out_of_range: OutOfRange) -> Option<Cast> {
    cast.out_of_range().is_none().then(|| with_range(cast, Some(out_of_range)))
}

/// Whether the cast clamps.
pub(crate) fn clamps(cast: &Cast) -> bool {
    cast.out_of_range() == Some(OutOfRange::Clamp)
}

/// Whether the cast wraps, and not while decoding into a float type, where nothing is defined.
pub(crate) fn wraps(cast: &Cast) -> bool {
    cast.out_of_range() == Some(OutOfRange::Wrap) && cast.target().is_integer()
}

/// The cast without a map.
pub(crate) fn bare(cast: &Cast) -> Cast {
    cast.clone().with_map(ScalarMap::default())
}

/// The cast with only those entries of its map.
pub(crate) fn keeping(cast: &Cast, keep: impl Fn(&MapEntry) -> bool) -> Cast {
    let entries = cast.scalar_map().entries().iter().copied().filter(keep).collect();
    cast.clone().with_map(ScalarMap::new(entries))
}

/// The result of every element, or the first error.
pub(crate) fn each(cast: &Cast, array: &[u64]) -> Result<Vec<u64>, CastError> {
    array.iter().map(|bits| cast.scalar(*bits)).collect()
}

/// The bits of a type that hold a number best; `None` for one out of its range.
pub(crate) fn convert(source: DataType, target: DataType, bits: u64) -> Option<u64> {
    Cast::new(source, target, RoundingMode::NearestEven, None).scalar(bits).ok()
}

/// The result for a number that is first converted to another type, unless that cannot hold it.
pub(crate) fn through(cast: &Cast, middle: DataType, bits: u64) -> Option<Result<u64, CastError>> {
    number(cast, bits)?;
    let first = convert(cast.source(), middle, bits)?;
    let second = Cast::new(middle, cast.target(), cast.rounding(), cast.out_of_range());
    Some(second.scalar(first))
}

/// The rounded value of a number beyond the target's range.
pub(crate) fn overflow(cast: &Cast, bits: u64) -> Option<Dyadic> {
    match with_range(cast, None).scalar(bits) {
        Err(CastError::OutOfRange { rounded, .. }) => Some(rounded),
        _ => None,
    }
}

/// Whether a number is beyond the target's range once rounded, and then whether below it.
pub(crate) fn beyond(cast: &Cast, bits: u64) -> Option<bool> {
    outside(cast.target(), &overflow(cast, bits)?)
}

/// Whether a number is outside the range of a type, and then whether below it.
pub(crate) fn outside(data_type: DataType, number: &Dyadic) -> Option<bool> {
    let (min, max) = data_type.finite_range();
    let below = number.compare(&min).is_lt();
    (below || number.compare(&max).is_gt()).then_some(below)
}

/// The smallest or the largest finite value of a type.
pub(crate) fn extreme(data_type: DataType, smallest: bool) -> u64 {
    let (min, max) = data_type.finite_range();
    encode(data_type, if smallest { &min } else { &max })
}

/// The bits of a value of the type.
pub(crate) fn encode(data_type: DataType, value: &Dyadic) -> u64 {
    data_type.encode(value).expect("a value of the type")
}

/// The rejection of a number.
pub(crate) fn rejected(cast: &Cast, number: &Dyadic) -> CastError {
    let (value, rounded) = (number.clone(), number.clone());
    CastError::OutOfRange { value, rounded, target: cast.target(), rule: "CV-RANGE-2" }
}

/// The rejection of a NaN.
pub(crate) fn nan_rejected(cast: &Cast) -> CastError {
    CastError::Nan { source_type: cast.source(), target: cast.target() }
}

/// Whether rounding a number into the target drops exactly half a unit.
pub(crate) fn is_tie(cast: &Cast, number: &Dyadic) -> bool {
    number.cut(cast.target().quantum(number.log2())).1 == Loss::Half
}

/// Whether a number is a non-zero one below the smallest normal number of a type.
pub(crate) fn is_subnormal(data_type: DataType, number: &Dyadic) -> bool {
    let Format::Float(float) = data_type.format() else { return false };
    let min_normal = float.min_quantum() + i64::from(float.fraction_bits);
    float.has_zero() && number.log2().is_some_and(|log2| log2 < min_normal)
}

/// Whether a type is a float of at most 16 bits.
pub(crate) fn is_narrow_float(data_type: DataType) -> bool {
    !data_type.is_integer() && data_type.bits() <= 16
}

/// Whether a type has infinities.
pub(crate) fn has_infinities(data_type: DataType) -> bool {
    data_type.infinity(false).is_some()
}

/// Whether the only NaN of a type is the pattern of -0.
pub(crate) fn is_fnuz(data_type: DataType) -> bool {
    matches!(data_type.format(), Format::Float(float)
        if float.specials == Specials::Fnuz)
}
