//! The arithmetic of exact numbers, against whole numbers.

use std::cmp::Ordering;

use codec_reference::{
    Alternative, DataType, Decimal, Dyadic, Exact, Loss, Readings, RoundingMode, round,
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
    fn any_two_compare(a in parts(), b in parts()) {
        prop_assert_eq!(a.number().compare(&b.number()), a.scaled().cmp(&b.scaled()));
    }

    #[test]
    fn neighbours_compare(a in parts(), shift in 0_u32..200, step in -1_i8..=1) {
        let b = a.written_finer(shift).moved(step);
        let order = a.scaled().cmp(&b.scaled());
        prop_assert_eq!(a.number().compare(&b.number()), order);
        prop_assert_eq!(b.number().compare(&a.number()), order.reverse());
    }

    #[test]
    fn equality_is_of_number_and_sign(a in parts(), shift in 0_u32..200, step in -1_i8..=1) {
        let b = a.written_finer(shift).moved(step);
        let same = a.scaled() == b.scaled() && a.negative == b.negative;
        prop_assert_eq!(a.number() == b.number(), same);
        let opposite = Parts { negative: !a.negative, ..a.clone() };
        prop_assert_ne!(a.number(), opposite.number());
    }

    #[test]
    fn the_parts_are_the_number(a in parts()) {
        let number = a.number();
        let (significand, exponent) = (number.significand().clone(), number.exponent());
        prop_assert!(significand.bit(0) || significand == BigUint::ZERO && exponent == 0);
        let again = Parts { significand, exponent, ..a.clone() };
        prop_assert_eq!((again.scaled(), number.is_negative()), (a.scaled(), a.negative));
    }

    #[test]
    fn units_are_counted_if_they_are_whole(number in parts(), unit in exponent()) {
        for unit in [unit, number.exponent + unit / 24] {
            let (numerator, denominator) = number.units(unit);
            let whole = (&numerator % &denominator == BigUint::ZERO).then(|| numerator / denominator);
            prop_assert_eq!(number.number().in_units_of(unit), whole, "{}", unit);
        }
    }

    #[test]
    fn integers_are_told_from_fractions(number in parts(), exponent in -260_i64..260) {
        for parts in [number.clone(), Parts { exponent, ..number }] {
            let whole = parts.scaled().magnitude().trailing_zeros() >= Some(SCALE as u64);
            let whole = whole || parts.number().is_zero();
            prop_assert_eq!(parts.number().to_integer(), whole.then(|| parts.scaled() >> SCALE));
        }
    }

    #[test]
    fn dyadic_numbers_are_rounded(number in parts(), quantum in exponent()) {
        for quantum in [quantum, number.exponent + quantum / 24] {
            rounds_in_every_mode(&number.number(), number.units(quantum), quantum);
        }
    }

    #[test]
    fn decimals_are_rounded(number in decimal(), quantum in exponent()) {
        for quantum in [quantum, quantum / 24] {
            rounds_in_every_mode(&number.parsed(), number.units(quantum), quantum);
        }
    }

    #[test]
    fn decimals_equal_the_number_that_they_are(number in parts(), decimal in decimal()) {
        // As 5^n / 10^n, of which the reader keeps 800 digits.
        let number = Parts { exponent: number.exponent / 8, ..number };
        let text = match u32::try_from(-number.exponent) {
            Ok(places) => {
                format!("{}e-{places}", BigUint::from(5_u8).pow(places) * &number.significand)
            }
            Err(_) => (&number.significand << number.exponent).to_string(),
        };
        let text = if number.negative { format!("-{text}") } else { text };
        prop_assert!(Decimal::parse(&text).equals(&number.number()), "{}", text);
        let (numerator, denominator) = decimal.units(number.exponent);
        let same = numerator == denominator * &number.significand;
        let same = same && decimal.negative == number.negative;
        prop_assert_eq!(decimal.parsed().equals(&number.number()), same);
    }
}

/// No number of the types is so far away, but none of these may take time or memory for it.
#[test]
fn numbers_far_away_are_beyond_every_type() {
    for exponent in [-1 << 40, -1 << 32, 1 << 32, 1 << 40] {
        let far = Dyadic::new(false, u128::MAX, exponent);
        let one = Dyadic::new(false, 1_u8, 0);
        let order = if exponent > 0 { Ordering::Greater } else { Ordering::Less };
        assert_eq!(far.compare(&one), order, "{exponent}");
        assert_eq!(far.in_units_of(exponent), Some(u128::MAX.into()), "{exponent}");
        assert!(
            DataType::ALL.iter().all(|data_type| data_type.encode(&far).is_none()),
            "{exponent}"
        );
        if exponent < 0 {
            assert_eq!(far.cut(0), (BigUint::ZERO, Loss::BelowHalf), "{exponent}");
        }
    }
    for quantum in [i64::MIN, i64::MAX] {
        assert_eq!(Dyadic::zero(true).cut(quantum), (BigUint::ZERO, Loss::Exact), "{quantum}");
    }
    let smallest = Dyadic::new(true, 1_u8, -1);
    assert_eq!(smallest.cut(i64::MAX - 1), (BigUint::ZERO, Loss::BelowHalf));
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
    let (up, _) = round(&largest, 1, NearestEven);
    assert_eq!(up.to_integer(), Some(BigInt::from(1) << 128));
}

/// Nothing saturates: integers of 128 bits and more are themselves, in every mode.
#[test]
fn integers_of_any_size_are_counted() {
    let above = BigUint::from(1_u8) << 128_u8;
    for number in [above.clone(), &above + 5_u8, &above * &above + 1_u8] {
        for mode in RoundingMode::ALL {
            let (rounded, loss) = round(&Decimal::parse(&number.to_string()), 0, mode);
            assert_eq!((rounded.to_integer(), loss), (Some(number.clone().into()), Loss::Exact));
        }
    }
    let (tie, _) = round(&Decimal::parse(&format!("{above}.5")), 0, NearestAway);
    assert_eq!(tie.to_integer(), Some((above + 1_u8).into()));
}

/// Decimals beyond the reader's bounds stay beyond every type.
#[test]
fn decimals_beyond_every_type_stay_there() {
    let (zeros, nines) = ("0".repeat(4 << 20), "9".repeat(4 << 20));
    let texts = ["1e999999999".to_owned(), format!("{nines}.5"), format!("1{zeros}")];
    for text in texts {
        let number = Decimal::parse(&text);
        let shown = &text[..text.len().min(50)];
        for mode in RoundingMode::ALL {
            let (rounded, _) = round(&number, 0, mode);
            assert!(rounded.log2() > Some(1100), "{mode:?} {shown}");
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
}

/// `cut`, and `round` in every mode, for a magnitude of `numerator / denominator` units.
fn rounds_in_every_mode(
    number: &impl Exact,
    (numerator, denominator): (BigUint, BigUint),
    quantum: i64,
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
    assert_eq!(number.cut(quantum), (down.clone(), loss), "{quantum}");
    for mode in RoundingMode::ALL {
        let expected = match mode {
            NearestEven => even,
            NearestAway => &away,
            TowardsPositive if !number.is_negative() => &up,
            TowardsNegative if number.is_negative() => &up,
            TowardsZero | TowardsPositive | TowardsNegative => &down,
        };
        let expected = Dyadic::new(number.is_negative(), expected.clone(), quantum);
        assert_eq!(round(number, quantum, mode), (expected, loss), "{mode:?} {quantum}");
    }
}

/// A number as it is handed to the crate.
#[derive(Clone, Debug)]
struct Parts {
    negative: bool,
    significand: BigUint,
    exponent: i64,
}

impl Parts {
    fn number(&self) -> Dyadic {
        Dyadic::new(self.negative, self.significand.clone(), self.exponent)
    }

    /// The number times 2^3200.
    fn scaled(&self) -> BigInt {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, self.significand.clone()) << (self.exponent + SCALE)
    }

    /// The magnitude in units of `2^unit`, as a fraction.
    fn units(&self, unit: i64) -> (BigUint, BigUint) {
        (self.scaled().magnitude().clone(), BigUint::from(1_u8) << (unit + SCALE))
    }

    /// The same number in units of a smaller power of two.
    fn written_finer(&self, shift: u32) -> Self {
        let significand = &self.significand << shift;
        Self { significand, exponent: self.exponent - i64::from(shift), ..*self }
    }

    /// The next significand up or down; none is below 0.
    fn moved(self, step: i8) -> Self {
        let moved = BigInt::from(self.significand) + step;
        Self { significand: BigUint::try_from(moved).unwrap_or_default(), ..self }
    }
}

fn exponent() -> impl Strategy<Value = i64> {
    -3000_i64..3000
}

/// Of every length up to 256 bits, zero included.
fn parts() -> impl Strategy<Value = Parts> {
    (any::<bool>(), any::<[u128; 2]>(), 0_u32..=256, exponent()).prop_map(
        |(negative, [high, low], dropped, exponent)| {
            let significand = (BigUint::from(high) << 128_u32 | BigUint::from(low)) >> dropped;
            Parts { negative, significand, exponent }
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
