//! Casts against independent implementations: `rustc_apfloat`, `half`, and Rust's own casts.

mod common;
#[path = "common/focus.rs"]
mod focus;

use codec_reference::{Cast, CastError, DataType, OutOfRange, RoundingMode};
use fastrand::Rng;
use half::{bf16, f16};
use rustc_apfloat::ieee::{Double, IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use DataType::*;
use RoundingMode::{NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero};
use common::{Kind, Layout, layouts};
use focus::Focus;

const MODES: [(RoundingMode, Round); 5] = [
    (NearestEven, Round::NearestTiesToEven),
    (TowardsZero, Round::TowardZero),
    (TowardsPositive, Round::TowardPositive),
    (TowardsNegative, Round::TowardNegative),
    (NearestAway, Round::NearestTiesToAway),
];

/// A format with the precision and the smallest exponent of a target, and an exponent field wide
/// enough for every source: what a value is rounded to before its range is looked at.
///
/// In the range its patterns, without the sign, are those of the target.
struct Unbounded<const FRACTION_BITS: usize, const MIN_EXPONENT: i32>;

impl<const FRACTION_BITS: usize, const MIN_EXPONENT: i32> Semantics
    for Unbounded<FRACTION_BITS, MIN_EXPONENT>
{
    const BITS: usize = 1 + 16 + FRACTION_BITS;
    const EXP_BITS: usize = 16;
    const MIN_EXP: i32 = MIN_EXPONENT;
}

/// Fraction bits, smallest exponent, type, and the pattern of its largest finite value. All float
/// types but float8_e8m0fnu, which the peer cannot express.
#[test]
#[rustfmt::skip]
fn apfloat_agrees_on_floats() {
    floats::<1,      0>(Float4E2m1fn,      0x07);
    floats::<3,      0>(Float6E2m3fn,      0x1f);
    floats::<2,     -2>(Float6E3m2fn,      0x1f);
    floats::<4,     -2>(Float8E3m4,        0x6f);
    floats::<3,     -6>(Float8E4m3,        0x77);
    floats::<3,    -10>(Float8E4m3b11fnuz, 0x7f);
    floats::<3,     -7>(Float8E4m3fnuz,    0x7f);
    floats::<2,    -14>(Float8E5m2,        0x7b);
    floats::<2,    -15>(Float8E5m2fnuz,    0x7f);
    floats::<7,   -126>(Bfloat16,          0x7f7f);
    floats::<10,   -14>(Float16,           0x7bff);
    floats::<23,  -126>(Float32,           0x7f7f_ffff);
    floats::<52, -1022>(Float64,           0x7fef_ffff_ffff_ffff);
}

fn floats<const FRACTION_BITS: usize, const MIN_EXPONENT: i32>(target: DataType, max: u64) {
    let target = FloatTarget { layout: layout(target), max };
    let focus = Focus {
        fraction_bits: FRACTION_BITS as u32,
        exponents: MIN_EXPONENT - FRACTION_BITS as i32 - 2..=target.max_exponent() + 2,
    };
    let mut random = Rng::with_seed(max);
    for (mode, round) in MODES {
        for source in [Float64, Float32, Float16, Bfloat16].map(layout) {
            let casts = target.casts(source.data_type, mode);
            for _ in 0..20_000 {
                let pattern = focus.float(source, &mut random);
                let value = source.value(pattern);
                if value.is_finite() {
                    let double = Double::from_bits(value.to_bits().into());
                    let rounded: IeeeFloat<Unbounded<FRACTION_BITS, MIN_EXPONENT>> =
                        double.convert_r(round, &mut false).value;
                    target.check(&casts, pattern, rounded);
                }
            }
        }
        let (signed, unsigned) = (target.casts(Int64, mode), target.casts(Uint64, mode));
        for _ in 0..20_000 {
            let pattern = focus.integer(&mut random);
            let rounded = IeeeFloat::<Unbounded<FRACTION_BITS, MIN_EXPONENT>>::from_i128_r(
                i128::from(pattern as i64),
                round,
            );
            target.check(&signed, pattern, rounded.value);
            let rounded = IeeeFloat::<Unbounded<FRACTION_BITS, MIN_EXPONENT>>::from_u128_r(
                pattern.into(),
                round,
            );
            target.check(&unsigned, pattern, rounded.value);
        }
    }
}

struct FloatTarget {
    layout: Layout,
    max: u64,
}

impl FloatTarget {
    fn max_exponent(&self) -> i32 {
        (self.max >> self.layout.fraction_bits) as i32 - self.layout.bias
    }

    /// Without a range rule, and with `clamp`.
    fn casts(&self, source: DataType, mode: RoundingMode) -> [Cast; 2] {
        [None, Some(OutOfRange::Clamp)]
            .map(|rule| Cast::new(source, self.layout.data_type, mode, rule))
    }

    /// The range rules applied to the value that the peer rounded.
    fn check<S: Semantics>(
        &self,
        [absent, clamp]: &[Cast; 2],
        pattern: u64,
        rounded: IeeeFloat<S>,
    ) {
        let magnitude = rounded.to_bits() & ((1 << (S::BITS - 1)) - 1);
        let in_range = magnitude <= self.max.into();
        let end = if self.layout.kind == Kind::Ieee { self.max + 1 } else { self.max };
        let magnitude = if in_range { magnitude as u64 } else { end };
        // In the fnuz types the pattern of -0 is the NaN.
        let negative = rounded.is_negative() && (magnitude != 0 || self.layout.kind != Kind::Fnuz);
        let expected = magnitude | u64::from(negative) << (self.layout.bits() - 1);
        assert_eq!(clamp.scalar(pattern), Ok(expected), "{clamp:?} {pattern:#x}");
        let found = absent.scalar(pattern);
        let refused = matches!(found, Err(CastError::OutOfRange { .. }));
        assert!(
            if in_range { found == Ok(expected) } else { refused },
            "{absent:?} {pattern:#x}: {found:x?}, not {expected:#x}",
        );
    }
}

#[test]
fn apfloat_agrees_on_integers() {
    let mut random = Rng::with_seed(1);
    for target in layouts().filter(|layout| layout.is_integer()) {
        let width = target.bits() as usize;
        let focus = Focus { fraction_bits: target.bits(), exponents: -3..=width as i32 + 1 };
        for (mode, round) in MODES {
            for source in [Float64, Float32].map(layout) {
                let cast = |rule| Cast::new(source.data_type, target.data_type, mode, rule);
                let (absent, clamp) = (cast(None), cast(Some(OutOfRange::Clamp)));
                for _ in 0..10_000 {
                    let pattern = focus.float(source, &mut random);
                    let value = source.value(pattern);
                    let double = Double::from_bits(value.to_bits().into());
                    let (saturated, status) = match target.kind {
                        Kind::Signed => {
                            let integer = double.to_i128_r(width, round, &mut false);
                            (integer.value as u64 & target.data_type.mask(), integer.status)
                        }
                        _ => {
                            let integer = double.to_u128_r(width, round, &mut false);
                            (integer.value as u64, integer.status)
                        }
                    };
                    let in_range = !status.contains(Status::INVALID_OP);
                    let expected = in_range.then_some(saturated);
                    assert_eq!(absent.scalar(pattern).ok(), expected, "{absent:?} {value:e}");
                    if value.is_finite() {
                        assert_eq!(clamp.scalar(pattern), Ok(saturated), "{clamp:?} {value:e}");
                    }
                }
            }
        }
    }
}

/// Only from float32: from float64 `half` is known to round twice on some processors.
#[test]
fn half_agrees_on_float32() {
    type Narrow = fn(f32) -> u16;
    let targets: [(DataType, Narrow); 2] = [
        (Float16, |value| f16::from_f32(value).to_bits()),
        (Bfloat16, |value| bf16::from_f32(value).to_bits()),
    ];
    let mut random = Rng::with_seed(2);
    for (target, narrow) in targets {
        let cast = Cast::new(Float32, target, NearestEven, Some(OutOfRange::Clamp));
        let fraction_bits = layout(target).fraction_bits;
        let focus = Focus { fraction_bits, exponents: -136..=127 };
        for _ in 0..200_000 {
            let pattern = focus.float(layout(Float32), &mut random);
            let value = f32::from_bits(pattern as u32);
            let found = cast.scalar(pattern).expect("every float32 can be cast");
            let both_nan = value.is_nan() && target.is_nan(found);
            assert!(
                both_nan || found == u64::from(narrow(value)),
                "{target} {value:e}: {found:#x}"
            );
        }
        for pattern in 0..=0xffff {
            let value = match target {
                Float16 => f16::from_bits(pattern).to_f32(),
                _ => bf16::from_bits(pattern).to_f32(),
            };
            let found = Cast::new(target, Float32, NearestEven, None).scalar(pattern.into());
            let found = found.expect("a wider type");
            let both_nan = value.is_nan() && Float32.is_nan(found);
            assert!(both_nan || found == u64::from(value.to_bits()), "{target} {pattern:#x}");
        }
    }
}

#[test]
fn rust_agrees_on_float64_and_float32() {
    let narrow = Cast::new(Float64, Float32, NearestEven, Some(OutOfRange::Clamp));
    let widen = Cast::new(Float32, Float64, TowardsPositive, None);
    let (focus, mut random) =
        (Focus { fraction_bits: 23, exponents: -151..=128 }, Rng::with_seed(3));
    for _ in 0..200_000 {
        let pattern = focus.float(layout(Float64), &mut random);
        let value = f64::from_bits(pattern);
        if !value.is_nan() {
            let expected = u64::from((value as f32).to_bits());
            assert_eq!(narrow.scalar(pattern), Ok(expected), "{value:e}");
            let back = f64::from(value as f32).to_bits();
            assert_eq!(widen.scalar(expected), Ok(back), "{value:e}");
        }
    }
}

type Saturate = fn(f64) -> u64;
type Wrap = fn(i64) -> u64;
type RoundFloat = fn(f64) -> f64;

/// Eight targets: from a float64 (`as` truncates and saturates), and from an int64 (it wraps).
#[rustfmt::skip]
const RUST_INTEGERS: [(DataType, Saturate, Wrap); 8] = [
    (Int8,   |x| (x as i8)  as u64, |x| (x as i8)  as u64),
    (Int16,  |x| (x as i16) as u64, |x| (x as i16) as u64),
    (Int32,  |x| (x as i32) as u64, |x| (x as i32) as u64),
    (Int64,  |x| (x as i64) as u64, |x| x          as u64),
    (Uint8,  |x| (x as u8)  as u64, |x| (x as u8)  as u64),
    (Uint16, |x| (x as u16) as u64, |x| (x as u16) as u64),
    (Uint32, |x| (x as u32) as u64, |x| (x as u32) as u64),
    (Uint64, |x| x          as u64, |x| x          as u64),
];

#[test]
fn rust_agrees_on_integers() {
    let rounding: [(RoundingMode, RoundFloat); 5] = [
        (NearestEven, f64::round_ties_even),
        (TowardsZero, f64::trunc),
        (TowardsPositive, f64::ceil),
        (TowardsNegative, f64::floor),
        (NearestAway, f64::round),
    ];
    let mut random = Rng::with_seed(4);
    for (target, saturate, wrap) in RUST_INTEGERS {
        let focus =
            Focus { fraction_bits: target.bits(), exponents: -3..=target.bits() as i32 + 1 };
        for (mode, round) in rounding {
            let clamp = Cast::new(Float64, target, mode, Some(OutOfRange::Clamp));
            let modular = Cast::new(Int64, target, mode, Some(OutOfRange::Wrap));
            for _ in 0..20_000 {
                let pattern = focus.float(layout(Float64), &mut random);
                let value = f64::from_bits(pattern);
                if value.is_finite() {
                    let expected = saturate(round(value)) & target.mask();
                    assert_eq!(clamp.scalar(pattern), Ok(expected), "{clamp:?} {value:e}");
                }
                let pattern = focus.integer(&mut random);
                let expected = wrap(pattern as i64) & target.mask();
                assert_eq!(modular.scalar(pattern), Ok(expected), "{modular:?} {pattern:#x}");
            }
        }
    }
}

#[test]
fn rust_agrees_from_integers_to_floats() {
    let cast = |source, target| Cast::new(source, target, NearestEven, None);
    let (signed32, signed64) = (cast(Int64, Float32), cast(Int64, Float64));
    let (unsigned32, unsigned64) = (cast(Uint64, Float32), cast(Uint64, Float64));
    let mut random = Rng::with_seed(5);
    for fraction_bits in [23, 52] {
        let focus = Focus { fraction_bits, exponents: 0..=0 };
        for _ in 0..100_000 {
            let pattern = focus.integer(&mut random);
            let float32 = |value: f32| Ok(value.to_bits().into());
            let float64 = |value: f64| Ok(value.to_bits());
            assert_eq!(signed32.scalar(pattern), float32(pattern as i64 as f32), "{pattern:#x}");
            assert_eq!(signed64.scalar(pattern), float64(pattern as i64 as f64), "{pattern:#x}");
            assert_eq!(unsigned32.scalar(pattern), float32(pattern as f32), "{pattern:#x}");
            assert_eq!(unsigned64.scalar(pattern), float64(pattern as f64), "{pattern:#x}");
        }
    }
}

fn layout(data_type: DataType) -> Layout {
    layouts().find(|layout| layout.data_type == data_type).expect("all types are listed")
}
