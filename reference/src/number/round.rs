//! The one rounding primitive.

use num_bigint::BigUint;

use super::dyadic::Dyadic;

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

    /// How many times `2^quantum` goes into the magnitude, and what is left over.
    fn cut(&self, quantum: i64) -> (BigUint, Loss);
}

/// `number` rounded once to a multiple of `2^quantum`, and what rounding its magnitude down leaves
/// over (CV-ROUND-1 to CV-ROUND-5, CV-ROUND-8).
pub fn round(number: &impl Exact, quantum: i64, mode: RoundingMode) -> (Dyadic, Loss) {
    let (units, loss) = number.cut(quantum);
    let negative = number.is_negative();
    let away = match mode {
        RoundingMode::NearestEven => loss > Loss::Half || loss == Loss::Half && units.bit(0),
        RoundingMode::TowardsZero => false,
        RoundingMode::TowardsPositive => loss > Loss::Exact && !negative,
        RoundingMode::TowardsNegative => loss > Loss::Exact && negative,
        RoundingMode::NearestAway => loss >= Loss::Half,
    };
    (Dyadic::new(negative, units + u8::from(away), quantum), loss)
}

impl RoundingMode {
    /// All five, in the specification's order.
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
