//! The one rounding primitive.

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

    /// The number rounded towards zero to a multiple of `2^quantum`, and what is left over.
    ///
    /// Its significand counts units of `2^quantum`, or of a greater power if nothing is left over.
    /// A count of more than 128 bits, twice what any type keeps, is given as `u128::MAX`.
    fn cut(&self, quantum: i64) -> (Dyadic, Loss);
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
        Parity::Significand => floor.significand % 2 == 1,
        Parity::Code { odd } => odd,
    };
    let away = match mode {
        RoundingMode::NearestEven => loss > Loss::Half || loss == Loss::Half && odd,
        RoundingMode::TowardsZero => false,
        RoundingMode::TowardsPositive => loss > Loss::Exact && !negative,
        RoundingMode::TowardsNegative => loss > Loss::Exact && negative,
        RoundingMode::NearestAway => loss >= Loss::Half,
    };
    // A count that `cut` had to bound stays at the bound.
    let significand = floor.significand.saturating_add(away.into());
    (Dyadic { significand, ..floor }, loss)
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

    fn cut(&self, quantum: i64) -> (Dyadic, Loss) {
        if self.exponent >= quantum {
            return (*self, Loss::Exact);
        }
        let dropped = u32::try_from(quantum.abs_diff(self.exponent)).unwrap_or(u32::MAX);
        let halves = self.significand.unbounded_shr(dropped - 1);
        let rest = self.significand - halves.unbounded_shl(dropped - 1);
        let loss = match (halves % 2, rest) {
            (0, 0) => Loss::Exact,
            (0, _) => Loss::BelowHalf,
            (_, 0) => Loss::Half,
            (_, _) => Loss::AboveHalf,
        };
        (Self::new(self.negative, halves / 2, quantum), loss)
    }
}
