//! Published conversions as candidates, each for the functions for which it claims the same rules.

mod apfloat;

use std::borrow::Cow;

use codec_reference::{DataType, OutOfRange, RoundingMode};
use half::{bf16, f16};
use microfloat as micro;

use super::{Codec, Convert};
use crate::layout::Function;
use DataType::*;

pub(super) use apfloat::Apfloat;

/// `float8`, whose type of 5 exponent bits is that of Zarr.
#[derive(Clone, Copy, Debug)]
pub(super) struct Float8;

/// `half`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half;

/// `microfloat`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Microfloat;

type Narrow = fn(f32) -> u64;
type Widen = fn(u64) -> f32;

impl Codec for Float8 {
    fn name(&self) -> &str {
        "float8"
    }

    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        // It saturates where Zarr has infinities, so only widening is the same.
        widening(function, |data_type| match data_type {
            Float8E5m2 => Some(|bits| float8::F8E5M2::from_bits(bits as u8).to_f32()),
            _ => None,
        })
    }
}

impl Codec for Half {
    fn name(&self) -> &str {
        "half"
    }

    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        let narrow = |data_type| -> Option<Narrow> {
            match data_type {
                Float16 => Some(|value| f16::from_f32(value).to_bits().into()),
                Bfloat16 => Some(|value| bf16::from_f32(value).to_bits().into()),
                _ => None,
            }
        };
        let widen = |data_type| -> Option<Widen> {
            match data_type {
                Float16 => Some(|bits| f16::from_bits(bits as u16).to_f32()),
                Bfloat16 => Some(|bits| bf16::from_bits(bits as u16).to_f32()),
                _ => None,
            }
        };
        narrowing(function, narrow).or_else(|| widening(function, widen))
    }
}

impl Codec for Microfloat {
    fn name(&self) -> &str {
        "microfloat"
    }

    #[rustfmt::skip]
    fn open<'a>(&'a self, function: &'a Function) -> Option<Convert<'a>> {
        // The fnuz types and e8m0 overflow to NaN, which is not a rule of Zarr.
        let narrow = |data_type| -> Option<Narrow> {
            match data_type {
                Float8E3m4   => Some(|value| micro::f8e3m4::from_f32(value).to_bits().into()),
                Float8E4m3   => Some(|value| micro::f8e4m3::from_f32(value).to_bits().into()),
                Float8E5m2   => Some(|value| micro::f8e5m2::from_f32(value).to_bits().into()),
                Float4E2m1fn => Some(|value| micro::f4e2m1fn::from_f32(value).to_bits().into()),
                Float6E2m3fn => Some(|value| micro::f6e2m3fn::from_f32(value).to_bits().into()),
                Float6E3m2fn => Some(|value| micro::f6e3m2fn::from_f32(value).to_bits().into()),
                _ => None,
            }
        };
        let widen = |data_type| -> Option<Widen> {
            match data_type {
                Float8E3m4        => Some(|bits| micro::f8e3m4::from_bits(bits as u8).to_f32()),
                Float8E4m3        => Some(|bits| micro::f8e4m3::from_bits(bits as u8).to_f32()),
                Float8E4m3b11fnuz => Some(|bits| micro::f8e4m3b11fnuz::from_bits(bits as u8).to_f32()),
                Float8E4m3fnuz    => Some(|bits| micro::f8e4m3fnuz::from_bits(bits as u8).to_f32()),
                Float8E5m2        => Some(|bits| micro::f8e5m2::from_bits(bits as u8).to_f32()),
                Float8E5m2fnuz    => Some(|bits| micro::f8e5m2fnuz::from_bits(bits as u8).to_f32()),
                Float8E8m0fnu     => Some(|bits| micro::f8e8m0fnu::from_bits(bits as u8).to_f32()),
                Float4E2m1fn      => Some(|bits| micro::f4e2m1fn::from_bits(bits as u8).to_f32()),
                Float6E2m3fn      => Some(|bits| micro::f6e2m3fn::from_bits(bits as u8).to_f32()),
                Float6E3m2fn      => Some(|bits| micro::f6e3m2fn::from_bits(bits as u8).to_f32()),
                _ => None,
            }
        };
        narrowing(function, narrow).or_else(|| widening(function, widen))
    }
}

/// From float32, to nearest, to an infinity or the largest value where it is beyond the range.
fn narrowing<'a>(
    function: &'a Function,
    narrow: impl Fn(DataType) -> Option<Narrow>,
) -> Option<Convert<'a>> {
    let target = function.target();
    let same_rules = function.rounding == RoundingMode::NearestEven
        && function.out_of_range == Some(OutOfRange::Clamp)
        && function.source() == Float32
        && function.map.is_empty();
    let narrow = narrow(target).filter(|_| same_rules)?;
    Some(elementwise(move |bits| {
        let value = f32::from_bits(bits as u32);
        // What has no counterpart in the target is rejected, whatever the peer makes of it.
        let lost = value.is_nan() && target.nan().is_none()
            || value.is_infinite() && target.infinity(false).is_none();
        (!lost).then(|| narrow(value))
    }))
}

/// To float32, which holds every value of the narrower types.
fn widening<'a>(
    function: &'a Function,
    widen: impl Fn(DataType) -> Option<Widen>,
) -> Option<Convert<'a>> {
    let exact = function.target() == Float32 && function.map.is_empty();
    let widen = widen(function.source()).filter(|_| exact)?;
    Some(elementwise(move |bits| Some(widen(bits).to_bits().into())))
}

fn elementwise<'a>(result: impl Fn(u64) -> Option<u64> + 'a) -> Convert<'a> {
    Box::new(move |array| {
        let results: Option<_> = array.iter().map(|bits| result(*bits)).collect();
        results.ok_or(Cow::Borrowed("no result"))
    })
}
