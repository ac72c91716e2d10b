/// How a value that the target type does not hold exactly is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundingMode {
    /// To the nearest value, ties to the one with an even last digit; where neither neighbour is
    /// even (a type without fraction bits), ties go to the greater magnitude.
    NearestEven,
    /// Towards zero: truncation.
    TowardsZero,
    /// Towards positive infinity: the ceiling.
    TowardsPositive,
    /// Towards negative infinity: the floor.
    TowardsNegative,
    /// To the nearest value, ties away from zero.
    NearestAway,
}

/// The treatment of a rounded value outside the finite range of the target type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutOfRange {
    /// The infinity of its sign if the target has infinities, whatever the rounding mode;
    /// otherwise the end of the range that is nearest.
    Clamp,
    /// The integer that is congruent modulo 2^bits, where bits is the width of the target type. A
    /// float target has no such value: there it is an error, as without a rule.
    Wrap,
}

/// The meaning of a bit pattern.
#[derive(Clone, Copy)]
pub(crate) enum Scalar {
    Nan,
    Infinity { negative: bool },
    Finite(Number),
}

/// The exact value `significand * 2^exponent`, with a sign that zero has too.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    pub(crate) negative: bool,
    pub(crate) significand: u64,
    pub(crate) exponent: i32,
}

/// A rounding mode in a form without branches: what to add to a significand, so that the bits that
/// are shifted out carry into the integer exactly if the magnitude is to be rounded up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    positive: Increment,
    negative: Increment,
    /// 1 if an odd integer gets the least fraction more, else 0.
    odd: u64,
}

/// The sum of the parts whose masks are all ones, not zero.
#[derive(Clone, Copy, Debug)]
struct Increment {
    half: u64,
    /// The greatest fraction below a half.
    below_half: u64,
}

impl Rounding {
    pub(crate) const fn new(mode: RoundingMode) -> Self {
        const NONE: Increment = Increment { half: 0, below_half: 0 };
        const BELOW_HALF: Increment = Increment { half: 0, below_half: !0 };
        const HALF: Increment = Increment { half: !0, below_half: 0 };
        const BELOW_ONE: Increment = Increment { half: !0, below_half: !0 };

        let (positive, negative, odd) = match mode {
            RoundingMode::NearestEven => (BELOW_HALF, BELOW_HALF, 1),
            RoundingMode::NearestAway => (HALF, HALF, 0),
            RoundingMode::TowardsZero => (NONE, NONE, 0),
            RoundingMode::TowardsPositive => (BELOW_ONE, NONE, 0),
            RoundingMode::TowardsNegative => (NONE, BELOW_ONE, 0),
        };
        Self { positive, negative, odd }
    }

    /// `significand / 2^shift`, a magnitude, rounded to an integer. The significand is less than
    /// 2^63 and `shift` is 1 to 63.
    #[inline(always)]
    pub(crate) fn round(self, significand: u64, shift: u32, negative: bool) -> u64 {
        let half = 1 << (shift - 1);
        let parts = if negative { self.negative } else { self.positive };
        let increment = (half & parts.half) + ((half - 1) & parts.below_half);
        let odd = significand >> shift & self.odd;
        (significand + increment + odd) >> shift
    }
}
