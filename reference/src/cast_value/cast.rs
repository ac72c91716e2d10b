//! A scalar function: what its procedure depends on.

use super::scalar_map::ScalarMap;
use crate::data_type::DataType;
use crate::number::{Dyadic, RoundingMode};
use crate::reading::Readings;

/// The value of `out_of_range` (CV-CONF-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OutOfRange {
    /// `"clamp"`: to the nearest end of the range, or to an infinity.
    Clamp,
    /// `"wrap"`: modulo 2^N.
    Wrap,
}

/// A scalar function from one type to another: a configuration bound to one direction.
#[derive(Clone, PartialEq, Debug)]
pub struct Cast {
    pub(super) source: DataType,
    pub(super) target: DataType,
    pub(super) rounding: RoundingMode,
    pub(super) out_of_range: Option<OutOfRange>,
    pub(super) scalar_map: ScalarMap,
    pub(super) readings: Readings,
    /// The smallest and the largest finite value of the target.
    pub(super) range: (Dyadic, Dyadic),
}

impl Cast {
    /// The function without a scalar_map.
    pub fn new(
        source: DataType,
        target: DataType,
        rounding: RoundingMode,
        out_of_range: Option<OutOfRange>,
    ) -> Self {
        let (scalar_map, readings) = (ScalarMap::default(), Readings::OURS);
        let range = target.finite_range();
        Self { source, target, rounding, out_of_range, scalar_map, readings, range }
    }

    /// The same function with a scalar_map before it.
    pub fn with_map(self, scalar_map: ScalarMap) -> Self {
        Self { scalar_map, ..self }
    }

    /// The same function under other readings of the text.
    pub fn with_readings(self, readings: Readings) -> Self {
        Self { readings, ..self }
    }

    /// The type of the inputs.
    pub fn source(&self) -> DataType {
        self.source
    }

    /// The type of the outputs.
    pub fn target(&self) -> DataType {
        self.target
    }

    /// How values between two of the target are rounded.
    pub fn rounding(&self) -> RoundingMode {
        self.rounding
    }

    /// The range rule; `None` where the member is absent.
    pub fn out_of_range(&self) -> Option<OutOfRange> {
        self.out_of_range
    }

    /// The entries that act in this direction.
    pub fn scalar_map(&self) -> &ScalarMap {
        &self.scalar_map
    }
}

impl OutOfRange {
    /// Both rules, in the specification's order.
    pub const ALL: [Self; 2] = [Self::Clamp, Self::Wrap];

    /// The string that names the rule in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clamp => "clamp",
            Self::Wrap => "wrap",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}
