//! The arithmetic of numbers with a bounded significand, against whole numbers without bound.

use std::cmp::Ordering;

use codec_reference::{
    Alternative, DataType, Decimal, Dyadic, Exact, Loss, Parity, Readings, RoundingMode, round,
};
use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;

use RoundingMode::{NearestAway, NearestEven, TowardsNegative, TowardsPositive, TowardsZero};

/// No exponent or quantum is below -3200.
const SCALE: i64 = 3200;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_two_compare(a in dyadic(), b in dyadic()) {
        prop_assert_eq!(a.compare(&b), scaled(&a).cmp(&scaled(&b)));
    }

    #[test]
    fn neighbours_in_any_form_compare(a in dyadic(), shift in -127_i64..128, step in -1_i128..=1) {
        let b = reshaped(&a, shift);
        let b = Dyadic { significand: b.significand.saturating_add_signed(step), ..b };
        prop_assert_eq!(a.compare(&b), scaled(&a).cmp(&scaled(&b)));
        prop_assert_eq!(b.compare(&a), scaled(&b).cmp(&scaled(&a)));
    }

    #[test]
    fn units_are_counted_if_they_are_whole_and_fit(number in dyadic(), unit in exponent()) {
        for unit in [unit, number.exponent + unit / 24] {
            let (numerator, denominator) = dyadic_units(&number, unit);
            let whole = (&numerator % &denominator == BigUint::ZERO).then(|| numerator / denominator);
            let expected = whole.and_then(|whole| u128::try_from(whole).ok());
            prop_assert_eq!(number.in_units_of(unit), expected, "{}", unit);
        }
    }

    #[test]
    fn integers_are_told_from_fractions(number in dyadic(), exponent in -130_i64..130) {
        for number in [number, Dyadic { exponent, ..number }] {
            let is_whole = scaled(&number).magnitude().trailing_zeros() >= Some(SCALE as u64);
            let expected = (number.is_zero() || is_whole).then(|| scaled(&number) >> SCALE);
            prop_assert_eq!(number.to_integer(), expected);
        }
    }

    #[test]
    fn dyadic_numbers_are_rounded(number in dyadic(), quantum in exponent()) {
        for quantum in [quantum, number.exponent + quantum / 24] {
            rounds_in_every_mode(&number, dyadic_units(&number, quantum), quantum, None);
        }
    }

    #[test]
    fn decimals_are_rounded(number in decimal(), quantum in exponent()) {
        for quantum in [quantum, quantum / 24] {
            let units = number.units(quantum);
            rounds_in_every_mode(&number.parsed(), units, quantum, Some(u128::MAX));
        }
    }

    #[test]
    fn decimals_equal_the_number_that_they_are(number in dyadic(), decimal in decimal()) {
        // As 5^n / 10^n, of which the reader keeps 800 digits.
        let number = Dyadic { exponent: number.exponent / 8, ..number };
        let text = match u32::try_from(-number.exponent) {
            Ok(places) => format!("{}e-{places}", BigUint::from(5_u8).pow(places) * number.significand),
            Err(_) => (BigUint::from(number.significand) << number.exponent).to_string(),
        };
        let text = if number.negative { format!("-{text}") } else { text };
        prop_assert!(Decimal::parse(&text).equals(&number), "{}", text);
        let (numerator, denominator) = decimal.units(number.exponent);
        let same = numerator == denominator * number.significand;
        let same = same && decimal.negative == number.negative;
        prop_assert_eq!(decimal.parsed().equals(&number), same);
    }
}

/// Where the bounded numbers end.
#[test]
fn shifts_as_far_as_exponents_go() {
    for exponent in [-1 << 40, -1 << 32, 1 << 32, 1 << 40] {
        let far = Dyadic::new(false, u128::MAX, exponent);
        let one = Dyadic::new(false, 1_u8, 0);
        let order = if exponent > 0 { Ordering::Greater } else { Ordering::Less };
        assert_eq!(far.compare(&one), order, "{exponent}");
        assert_eq!(far.in_units_of(0), None, "{exponent}");
        assert_eq!(far.in_units_of(exponent), Some(u128::MAX), "{exponent}");
        assert!(DataType::all().all(|data_type| data_type.encode(&far).is_none()), "{exponent}");
        let cut =
            if exponent > 0 { (far, Loss::Exact) } else { (Dyadic::zero(false), Loss::BelowHalf) };
        assert_eq!(far.cut(0), cut, "{exponent}");
    }
    for quantum in [i64::MIN, i64::MAX] {
        let zero = Dyadic::zero(true).cut(quantum);
        assert!(zero.0.is_zero() && zero.0.negative && zero.1 == Loss::Exact, "{quantum}");
    }
    let smallest = Dyadic::new(true, 1_u8, -1);
    assert_eq!(smallest.cut(i64::MAX), (Dyadic::new(true, 0_u8, i64::MAX), Loss::BelowHalf));
    assert_eq!(smallest.cut(i64::MIN), (smallest, Loss::Exact));
}

#[test]
fn the_last_bits_decide() {
    let largest = Dyadic::new(false, u128::MAX, 0);
    let half = Dyadic::new(false, 1_u128 << 127, 0);
    let losses =
        [1, 127, 128, 129, 130].map(|quantum| (largest.cut(quantum).1, half.cut(quantum).1));
    let expected = [
        (Loss::Half, Loss::Exact),
        (Loss::AboveHalf, Loss::Exact),
        (Loss::AboveHalf, Loss::Half),
        (Loss::BelowHalf, Loss::BelowHalf),
        (Loss::BelowHalf, Loss::BelowHalf),
    ];
    assert_eq!(losses, expected);
    let (up, _) = round(&largest, 1, NearestEven, Parity::Significand);
    assert_eq!(up.to_integer(), Some(BigInt::from(1) << 128));
}

/// Decimals of more units than 128 bits count stay beyond every type.
#[test]
fn decimals_beyond_the_bound_stay_there() {
    let (zeros, nines) = ("0".repeat(4 << 20), "9".repeat(4 << 20));
    let above = (BigUint::from(1_u8) << 128_u8).to_string();
    let texts = [
        "1e999999999".to_owned(),
        format!("{nines}.5"),
        format!("1{zeros}"),
        above.clone() + ".5",
        (BigUint::from(1_u8) << 128_u8 | BigUint::from(5_u8)).to_string(),
    ];
    for text in texts {
        let number = Decimal::parse(&text);
        let shown = &text[..text.len().min(50)];
        assert!(!number.equals(&Dyadic::new(false, u128::MAX, 0)), "{shown}");
        for mode in RoundingMode::ALL {
            let (rounded, _) = round(&number, 0, mode, Parity::Significand);
            assert_eq!(rounded, Dyadic::new(false, u128::MAX, 0), "{mode:?} {shown}");
        }
        let integral = Readings::OURS.with(Alternative::IntegralNumberAccepted);
        for data_type in [DataType::Int2, DataType::Int64, DataType::Uint64] {
            for readings in [Readings::OURS, integral] {
                assert!(data_type.parse_fill_value(&text, readings).is_err(), "{shown}");
                let negative = format!("-{text}");
                assert!(data_type.parse_fill_value(&negative, readings).is_err(), "-{shown}");
            }
        }
    }
    assert!(Decimal::parse(&above).equals(&Dyadic::new(false, 1_u8, 128)));
    let below = Decimal::parse(&(u128::MAX.to_string() + ".5"));
    assert_eq!(round(&below, 0, NearestAway, Parity::Significand).0.significand, u128::MAX);
}

/// `cut`, and `round` in every mode, for a magnitude of `numerator / denominator` units.
///
/// Of decimals no more than `u128::MAX` units are counted, of dyadic numbers all.
fn rounds_in_every_mode(
    number: &impl Exact,
    (numerator, denominator): (BigUint, BigUint),
    quantum: i64,
    most: Option<u128>,
) {
    let twice = &numerator * 2_u8;
    let down = &numerator / &denominator;
    let up = (&numerator + &denominator - 1_u8) / &denominator;
    let away = (&twice + &denominator) / (&denominator * 2_u8);
    let tie = &twice + &denominator == &away * &denominator * 2_u8;
    let even = if tie && away.bit(0) { &down } else { &away };
    let loss = match (down == up, tie, away == up) {
        (true, ..) => Loss::Exact,
        (_, true, _) => Loss::Half,
        (.., true) => Loss::AboveHalf,
        _ => Loss::BelowHalf,
    };
    let is = |(found, lost): (Dyadic, Loss), units: &BigUint| {
        let most = most.map_or_else(|| units.clone(), BigUint::from);
        assert_eq!((count(&found, quantum), lost), (units.min(&most).clone(), loss), "{quantum}");
        assert_eq!(found.negative, number.is_negative(), "{quantum}");
    };
    is(number.cut(quantum), &down);
    for mode in RoundingMode::ALL {
        let expected = match mode {
            NearestEven => even,
            NearestAway => &away,
            TowardsPositive if !number.is_negative() => &up,
            TowardsNegative if number.is_negative() => &up,
            TowardsZero | TowardsPositive | TowardsNegative => &down,
        };
        is(round(number, quantum, mode, Parity::Significand), expected);
    }
}

/// The magnitude in units of `2^quantum`, of which it is a multiple by its form.
fn count(number: &Dyadic, quantum: i64) -> BigUint {
    let up = u64::try_from(number.exponent - quantum).expect("no part of a unit");
    BigUint::from(number.significand) << up
}

/// A number times 2^3200.
fn scaled(number: &Dyadic) -> BigInt {
    let sign = if number.negative { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, number.significand.into()) << (number.exponent + SCALE)
}

/// The magnitude in units of `2^unit`, as a fraction.
fn dyadic_units(number: &Dyadic, unit: i64) -> (BigUint, BigUint) {
    (scaled(number).magnitude().clone(), BigUint::from(1_u8) << (unit + SCALE))
}

/// Another form of the number, as far as its bits go; else one of less magnitude.
fn reshaped(number: &Dyadic, shift: i64) -> Dyadic {
    let up = shift.clamp(0, number.significand.leading_zeros().into());
    let down = (-shift).max(0);
    let significand = number.significand.unbounded_shl(up as u32).unbounded_shr(down as u32);
    Dyadic { significand, exponent: number.exponent - up + down, ..*number }
}

fn exponent() -> impl Strategy<Value = i64> {
    -3000_i64..3000
}

/// Of every length, zero included.
fn dyadic() -> impl Strategy<Value = Dyadic> {
    (any::<bool>(), any::<u128>(), 0_u32..=128, exponent()).prop_map(
        |(negative, bits, dropped, exponent)| {
            Dyadic::new(negative, bits.unbounded_shr(dropped), exponent)
        },
    )
}

#[derive(Clone, Debug)]
struct Text {
    negative: bool,
    digits: String,
    exponent: i64,
}

/// Short ones, and ones of all magnitudes that the reader keeps.
fn decimal() -> impl Strategy<Value = Text> {
    let short = ("0|[1-9][0-9]{0,3}", -8_i64..8);
    let long = ("[1-9][0-9]{0,59}", -400_i64..=340);
    (any::<bool>(), prop_oneof![short, long]).prop_map(|(negative, (digits, exponent))| Text {
        negative,
        digits,
        exponent,
    })
}

impl Text {
    fn parsed(&self) -> Decimal {
        let sign = if self.negative { "-" } else { "" };
        Decimal::parse(&format!("{sign}{}e{}", self.digits, self.exponent))
    }

    /// The magnitude in units of `2^unit`, as a fraction.
    fn units(&self, unit: i64) -> (BigUint, BigUint) {
        let digits: BigUint = self.digits.parse().expect("digits");
        let power = BigUint::from(10_u8).pow(self.exponent.unsigned_abs() as u32);
        let scale = BigUint::from(1_u8) << unit.unsigned_abs();
        let (numerator, denominator) =
            if self.exponent < 0 { (digits, power) } else { (digits * power, 1_u8.into()) };
        if unit < 0 { (numerator * scale, denominator) } else { (numerator, denominator * scale) }
    }
}
