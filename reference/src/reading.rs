//! The rejected but tolerated ways of reading the text.
//!
//! Where the text can be read in several ways, the reference takes one reading; a rule of level
//! `reading` in spec-notes/ says which and why. The alternatives that an implementation may take
//! instead are named here, and the reference can compute them all: [`Readings`] holds the
//! alternatives in force, none by default.

/// A tolerated alternative, named `RULE/alternative` as in spec-notes/.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "each variant is described under its rule in spec-notes/")]
pub enum Alternative {
    NanIntoFiniteSpecialError,
    InfinityClampsToExtreme,
    E8m0TieToEvenCode,
    E8m0RangeBeforeRounding,
    E8m0SmallestRoundsUp,
    WrapIntoFloatOverflow,
    NanKeyCanonicalOnly,
    ZeroKeysByBits,
    HexNanKeyAnyNan,
    DuplicateKeysRefused,
    SignallingOutputAnyNan,
    UnknownMapKeyIgnored,
    NullOptionalAbsent,
    CoreObjectRefused,
    FillZeroSignMatters,
    NullFillAbsent,
    IntegralNumberAccepted,
    DecimalThroughFloat64,
    OverflowRefused,
    OverflowLargestFinite,
    E8m0TinySmallest,
    PlusInfinityAccepted,
    HexSpellingAccepted,
    HexUpperBitsIgnored,
    IntegerZeroPositive,
    UnknownReshapeMemberIgnored,
    IntegralSizeAccepted,
    EmptyShapeRefused,
    EmptyInputDimsRefused,
    ZeroExtentRefused,
    LargeShapeRefused,
}

/// The set of alternatives in force.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Readings(u64);

use Alternative::*;

#[rustfmt::skip]
static NAMES: [(Alternative, &str); 31] = [
    (NanIntoFiniteSpecialError,   "CV-NAN-4/error"),
    (InfinityClampsToExtreme,     "CV-INF-3/extreme"),
    (E8m0TieToEvenCode,           "CV-ROUND-9/even-code"),
    (E8m0RangeBeforeRounding,     "CV-ROUND-10/range-first"),
    (E8m0SmallestRoundsUp,        "CV-ROUND-10/smallest-up"),
    (WrapIntoFloatOverflow,       "CV-WRAP-5/overflow"),
    (NanKeyCanonicalOnly,         "CV-MAP-5/canonical-only"),
    (ZeroKeysByBits,              "CV-MAP-6/by-bits"),
    (HexNanKeyAnyNan,             "CV-MAP-7/any-nan"),
    (DuplicateKeysRefused,        "CV-MAP-2/refused"),
    (SignallingOutputAnyNan,      "CV-MAP-10/any-nan"),
    (UnknownMapKeyIgnored,        "CV-MAP-12/ignored"),
    (NullOptionalAbsent,          "CV-CONF-6/absent"),
    (CoreObjectRefused,           "CV-CONF-7/core-refused"),
    (FillZeroSignMatters,         "CV-FILL-2/zero-sign"),
    (NullFillAbsent,              "FV-KIND-2/absent"),
    (IntegralNumberAccepted,      "FV-INT-2/integral"),
    (DecimalThroughFloat64,       "FV-FLOAT-2/through-float64"),
    (OverflowRefused,             "FV-FLOAT-3/error"),
    (OverflowLargestFinite,       "FV-FLOAT-3/largest-finite"),
    (E8m0TinySmallest,            "FV-FLOAT-4/smallest"),
    (PlusInfinityAccepted,        "FV-INF-2/plus-accepted"),
    (HexSpellingAccepted,         "FV-HEX-2/accepted"),
    (HexUpperBitsIgnored,         "FV-HEX-3/upper-bits-ignored"),
    (IntegerZeroPositive,         "FV-ZERO-1/positive"),
    (UnknownReshapeMemberIgnored, "RS-CONF-3/ignored"),
    (IntegralSizeAccepted,        "RS-ELEM-2/integral"),
    (EmptyShapeRefused,           "RS-EMPTY-1/refused"),
    (EmptyInputDimsRefused,       "RS-DIMS-3/refused"),
    (ZeroExtentRefused,           "RS-ZERO-1/refused"),
    (LargeShapeRefused,           "RS-BIG-2/refused"),
];

impl Alternative {
    /// Every alternative, in the order of the rules that tolerate them.
    pub const ALL: [Self; NAMES.len()] = {
        let mut all = [NanIntoFiniteSpecialError; NAMES.len()];
        let mut row = 0;
        while row < all.len() {
            all[row] = NAMES[row].0;
            row += 1;
        }
        all
    };

    /// `RULE/alternative`, as in spec-notes/ and in the vectors.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The rule that tolerates it.
    pub fn rule(self) -> &'static str {
        self.name().split_once('/').expect("every name has both parts").0
    }

    /// The alternative of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|alternative| alternative.name() == name)
    }
}

impl Readings {
    /// The project's own reading of every rule.
    pub const OURS: Self = Self(0);

    /// The project's own readings but for one.
    pub fn with(self, alternative: Alternative) -> Self {
        Self(self.0 | 1 << alternative as u64)
    }

    /// Whether the alternative is in force.
    pub fn has(self, alternative: Alternative) -> bool {
        self.0 >> (alternative as u64) & 1 == 1
    }
}
