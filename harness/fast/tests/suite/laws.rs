//! Laws that hold for all pairs of types.

use codec_fast::RoundingMode::{self, TowardsNegative, TowardsPositive};
use codec_fast::{Cast, DataType, OutOfRange, Reason};

use crate::facts::{Specials, facts, value};
use crate::{MODES, RANGE_RULES, casts, random};

fn patterns(source: DataType) -> Vec<u64> {
    match source.bits() {
        width @ ..=16 => (0..1 << width).step_by(if width == 16 { 31 } else { 1 }).collect(),
        width => random().take(2000).map(|bits| bits >> (64 - width)).collect(),
    }
}

fn is_float(data_type: DataType) -> bool {
    facts(data_type).float.is_some()
}

/// A type that holds a value keeps it, whatever the mode; NaN becomes canonical.
#[test]
fn what_is_exact_stays_exact() {
    for source in DataType::ALL {
        for (mode, rule, same) in casts(source, source) {
            let to_wide = Cast::new(source, DataType::Float64, mode, rule);
            let back = Cast::new(DataType::Float64, source, mode, rule);
            for &bits in &patterns(source) {
                let value = value(source, bits);
                let expected =
                    if value.is_nan() { facts(source).float.unwrap().nan.unwrap() } else { bits };
                assert_eq!(same.convert_one(bits), Ok(expected), "{source:?} {mode:?}");
                if source == DataType::Int64 || source == DataType::Uint64 {
                    continue;
                }
                let wide = to_wide.convert_one(bits).unwrap();
                let expected_wide = if value.is_nan() { 0x7ff8 << 48 } else { value.to_bits() };
                assert_eq!(wide, expected_wide, "{source:?} {bits:#x}");
                assert_eq!(back.convert_one(wide), Ok(expected), "{source:?} {bits:#x}");
            }
        }
    }
}

/// A greater input never gives a smaller result.
#[test]
fn clamped_casts_are_monotone() {
    for source in DataType::ALL {
        let mut inputs: Vec<(f64, u64)> =
            patterns(source).into_iter().map(|bits| (value(source, bits), bits)).collect();
        inputs.retain(|(value, _)| value.is_finite());
        inputs.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for target in DataType::ALL {
            for mode in MODES {
                let cast = Cast::new(source, target, mode, Some(OutOfRange::Clamp));
                let results = inputs.iter().map(|&(_, bits)| cast.convert_one(bits).unwrap());
                let results: Vec<f64> = results.map(|bits| value(target, bits)).collect();
                assert!(results.is_sorted(), "{source:?} to {target:?} {mode:?}");
            }
        }
    }
}

/// What a mode does to a value, the mirrored mode does to its negative.
#[test]
fn casts_mirror_at_zero() {
    let mirrored = |mode| match mode {
        TowardsPositive => TowardsNegative,
        TowardsNegative => TowardsPositive,
        other => other,
    };
    let signed_floats = || DataType::ALL.into_iter().filter(|&t| is_float(t) && facts(t).signed);
    for source in signed_floats() {
        for target in signed_floats() {
            for mode in MODES {
                for rule in RANGE_RULES {
                    mirror(source, target, (mode, mirrored(mode)), rule);
                }
            }
        }
    }
}

fn mirror(
    source: DataType,
    target: DataType,
    (mode, mirrored): (RoundingMode, RoundingMode),
    rule: Option<OutOfRange>,
) {
    let cast = Cast::new(source, target, mode, rule);
    let mirror = Cast::new(source, target, mirrored, rule);
    let has_negative_zero = facts(target).float.unwrap().specials != Specials::Fnuz;
    for bits in patterns(source).into_iter().filter(|&bits| !value(source, bits).is_nan()) {
        let negated = bits ^ 1 << (source.bits() - 1);
        if value(source, negated).is_nan() {
            continue;
        }
        let expected = cast.convert_one(bits).map(|result| match result {
            0 if !has_negative_zero => 0,
            _ => result ^ 1 << (target.bits() - 1),
        });
        assert_eq!(mirror.convert_one(negated), expected, "{source:?} {bits:#x} to {target:?}");
    }
}

/// The range rules differ where a value is out of range, and nowhere else.
#[test]
fn range_rules_agree_in_range() {
    for source in DataType::ALL {
        for target in DataType::ALL {
            for mode in MODES {
                let casts = RANGE_RULES.map(|rule| Cast::new(source, target, mode, rule));
                for &bits in &patterns(source) {
                    let [none, clamp, wrap] = casts.each_ref().map(|cast| cast.convert_one(bits));
                    if none == Err(Reason::OutOfRange) {
                        assert!(clamp.is_ok());
                        assert_eq!(wrap.is_ok(), !is_float(target), "{source:?} to {target:?}");
                    } else {
                        assert_eq!((none, none), (clamp, wrap), "{source:?} to {target:?}");
                    }
                }
            }
        }
    }
}
