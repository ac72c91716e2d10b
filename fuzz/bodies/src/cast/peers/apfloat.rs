//! `rustc_apfloat`, which rounds in every mode into every float type but float8_e8m0fnu.

use codec_reference::{DataType, FloatFormat, Format, OutOfRange, RoundingMode, Specials};
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::elementwise;
use crate::cast::{Codec, Convert};
use crate::layout::Function;

/// `rustc_apfloat`.
#[derive(Clone, Copy, Debug)]
pub(in crate::cast) struct Apfloat;

/// A format with the precision and the smallest exponent of a target, and room for every exponent:
/// what a value is rounded to before its range is looked at.
struct Unbounded<const FRACTION_BITS: usize, const MIN_EXPONENT: i32>;

impl<const FRACTION_BITS: usize, const MIN_EXPONENT: i32> Semantics
    for Unbounded<FRACTION_BITS, MIN_EXPONENT>
{
    const BITS: usize = 1 + 16 + FRACTION_BITS;
    const EXP_BITS: usize = 16;
    const MIN_EXP: i32 = MIN_EXPONENT;
}

/// A double rounded: whether it is negative, and its magnitude's bits.
type Rounded = fn(Double, Round) -> (bool, u128);

impl Codec for Apfloat {
    fn name(&self) -> &str {
        "rustc_apfloat"
    }

    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        let (source, target) = (function.source(), function.target());
        let widen = widen(source)?;
        let rounded = rounded(target)?;
        let Format::Float(format) = *target.format() else { return None };
        let plain = function.map.is_empty() && function.out_of_range != Some(OutOfRange::Wrap);
        let clamps = function.out_of_range == Some(OutOfRange::Clamp);
        let mode = mode(function.rounding);
        plain.then(|| {
            elementwise(move |bits| {
                result(target, format, clamps, widen(bits), |value| rounded(value, mode))
            })
        })
    }
}

/// The rules for special values and for the range, on the value that the peer rounds.
fn result(
    target: DataType,
    format: FloatFormat,
    clamps: bool,
    value: Double,
    rounded: impl Fn(Double) -> (bool, u128),
) -> Option<u64> {
    if value.is_nan() {
        return target.nan();
    }
    if value.is_infinite() {
        return target.infinity(value.is_negative());
    }
    let (negative, magnitude) = rounded(value);
    let max = target.encode(&target.finite_range().1)?;
    let end = if format.has_infinities() { max + 1 } else { max };
    let magnitude =
        if magnitude <= max.into() { Some(magnitude as u64) } else { clamps.then_some(end) };
    let magnitude = magnitude?;
    // In the fnuz types the pattern of -0 is the NaN.
    let signed = negative && (magnitude != 0 || format.specials != Specials::Fnuz);
    Some(magnitude | u64::from(signed) << (target.bits() - 1))
}

/// Exact into a double.
fn widen(source: DataType) -> Option<fn(u64) -> Double> {
    Some(match source {
        DataType::Float64 => |bits| Double::from_bits(bits.into()),
        DataType::Float32 => |bits| Single::from_bits(bits.into()).convert(&mut false).value,
        DataType::Float16 => |bits| Half::from_bits(bits.into()).convert(&mut false).value,
        DataType::Bfloat16 => |bits| BFloat::from_bits(bits.into()).convert(&mut false).value,
        _ => return None,
    })
}

#[rustfmt::skip]
fn rounded(target: DataType) -> Option<Rounded> {
    Some(match target {
        DataType::Float4E2m1fn      => to::<1,      0>,
        DataType::Float6E2m3fn      => to::<3,      0>,
        DataType::Float6E3m2fn      => to::<2,     -2>,
        DataType::Float8E3m4        => to::<4,     -2>,
        DataType::Float8E4m3        => to::<3,     -6>,
        DataType::Float8E4m3b11fnuz => to::<3,    -10>,
        DataType::Float8E4m3fnuz    => to::<3,     -7>,
        DataType::Float8E5m2        => to::<2,    -14>,
        DataType::Float8E5m2fnuz    => to::<2,    -15>,
        DataType::Bfloat16          => to::<7,   -126>,
        DataType::Float16           => to::<10,   -14>,
        DataType::Float32           => to::<23,  -126>,
        DataType::Float64           => to::<52, -1022>,
        _ => return None,
    })
}

fn to<const FRACTION_BITS: usize, const MIN_EXPONENT: i32>(
    value: Double,
    mode: Round,
) -> (bool, u128) {
    let rounded: IeeeFloat<Unbounded<FRACTION_BITS, MIN_EXPONENT>> =
        value.convert_r(mode, &mut false).value;
    let sign = 1 << (Unbounded::<FRACTION_BITS, MIN_EXPONENT>::BITS - 1);
    (rounded.is_negative(), rounded.to_bits() & (sign - 1))
}

fn mode(rounding: RoundingMode) -> Round {
    match rounding {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::TowardsZero => Round::TowardZero,
        RoundingMode::TowardsPositive => Round::TowardPositive,
        RoundingMode::TowardsNegative => Round::TowardNegative,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
    }
}
