//! The one rounding primitive.

use num_bigint::BigUint;

use crate::dyadic::Dyadic;

/// The value of `rounding` (CV-CONF-4), in the specification's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingMode {
    /// `"nearest-even"`: IEEE 754 roundTiesToEven; the default (CV-ROUND-6).
    NearestEven,
    /// `"towards-zero"`: IEEE 754 roundTowardZero.
    TowardsZero,
    /// `"towards-positive"`: IEEE 754 roundTowardPositive.
    TowardsPositive,
    /// `"towards-negative"`: IEEE 754 roundTowardNegative.
    TowardsNegative,
    /// `"nearest-away"`: IEEE 754 roundTiesToAway.
    NearestAway,
}

/// What rounding down to a multiple of the unit leaves over, as a part of the unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Loss {
    /// Nothing.
    Exact,
    /// More than nothing, less than half.
    BelowHalf,
    /// Half: a tie.
    Half,
    /// More than half, less than the whole.
    AboveHalf,
}

/// An exact number that can be cut at any power of two.
pub trait Exact {
    /// Whether the number is below zero, or -0.
    fn is_negative(&self) -> bool;

    /// `floor(log2 |x|)`; `None` for zero.
    fn log2(&self) -> Option<i64>;

    /// `floor(|x| / 2^quantum)` and what is left over.
    fn cut(&self, quantum: i64) -> (BigUint, Loss);
}

/// What decides a tie of nearest-even.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Parity {
    /// The significand's last digit.
    #[default]
    Significand,
    /// The given parity of the lower neighbour's code (CV-ROUND-9, alternative `even-code`).
    Code {
        /// Whether that code is odd.
        odd: bool,
    },
}

/// `number` rounded once to a multiple of `2^quantum`, and what was left over
/// (CV-ROUND-1 to CV-ROUND-5, CV-ROUND-8).
pub fn round(
    number: &impl Exact,
    quantum: i64,
    mode: RoundingMode,
    parity: Parity,
) -> (Dyadic, Loss) {
    let (floor, loss) = number.cut(quantum);
    let negative = number.is_negative();
    let odd = match parity {
        Parity::Significand => floor.bit(0),
        Parity::Code { odd } => odd,
    };
    let away = match mode {
        RoundingMode::NearestEven => loss > Loss::Half || loss == Loss::Half && odd,
        RoundingMode::TowardsZero => false,
        RoundingMode::TowardsPositive => loss > Loss::Exact && !negative,
        RoundingMode::TowardsNegative => loss > Loss::Exact && negative,
        RoundingMode::NearestAway => loss >= Loss::Half,
    };
    let magnitude = if away { floor + 1_u8 } else { floor };
    (Dyadic::new(negative, magnitude, quantum), loss)
}

impl RoundingMode {
    /// The five modes.
    pub const ALL: [Self; 5] = [
        Self::NearestEven,
        Self::TowardsZero,
        Self::TowardsPositive,
        Self::TowardsNegative,
        Self::NearestAway,
    ];

    /// The string that names the mode in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::NearestEven => "nearest-even",
            Self::TowardsZero => "towards-zero",
            Self::TowardsPositive => "towards-positive",
            Self::TowardsNegative => "towards-negative",
            Self::NearestAway => "nearest-away",
        }
    }

    /// The mode of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The rule that defines the mode.
    pub fn rule(self) -> &'static str {
        match self {
            Self::NearestEven => "CV-ROUND-1",
            Self::TowardsZero => "CV-ROUND-2",
            Self::TowardsPositive => "CV-ROUND-3",
            Self::TowardsNegative => "CV-ROUND-4",
            Self::NearestAway => "CV-ROUND-5",
        }
    }
}

impl Exact for Dyadic {
    fn is_negative(&self) -> bool {
        self.negative
    }

    fn log2(&self) -> Option<i64> {
        Self::log2(self)
    }

    fn cut(&self, quantum: i64) -> (BigUint, Loss) {
        let Ok(dropped @ 1..) = u64::try_from(quantum - self.exponent) else {
            return (&self.significand << (self.exponent - quantum), Loss::Exact);
        };
        let loss = match self.significand.trailing_zeros() {
            Some(zeros) if zeros + 1 == dropped => Loss::Half,
            Some(zeros) if zeros < dropped && self.significand.bit(dropped - 1) => Loss::AboveHalf,
            Some(zeros) if zeros < dropped => Loss::BelowHalf,
            _ => Loss::Exact,
        };
        (&self.significand >> dropped, loss)
    }
}
