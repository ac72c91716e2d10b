use crate::format::{Decode, Format};
use crate::number::Scalar;

/// What an entry of a scalar map matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapKey {
    /// Every NaN of the source type; nothing if it has none.
    AnyNan,
    /// The value with this bit pattern of the source type. Zeros are equal: the pattern of either
    /// matches both. A NaN is matched by its own pattern only.
    Bits(u64),
}

/// An entry of a scalar map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapEntry {
    /// The scalars of the source type that the entry is for.
    pub key: MapKey,
    /// Their result: a bit pattern of the target type, used as it is.
    pub output: u64,
}

/// A scalar map in the form that is quick to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScalarMap {
    /// Patterns and their outputs, sorted, each pattern once.
    exact: Vec<(u64, u64)>,
    /// The output of the NaNs that `exact` does not list.
    pub(crate) any_nan: Option<u64>,
}

impl ScalarMap {
    pub(crate) fn new(entries: &[MapEntry], source: Format, target: Format) -> Self {
        let mut map = Self::default();
        for &MapEntry { key, output } in entries {
            let output = output & target.mask();
            match key {
                MapKey::AnyNan => map.any_nan = map.any_nan.or(Some(output)),
                MapKey::Bits(bits) => map.add_exact(bits & source.mask(), output, source),
            }
        }
        // The sort is stable: of several entries for a pattern, the first one stays.
        map.exact.sort_by_key(|&(pattern, _)| pattern);
        map.exact.dedup_by_key(|&mut (pattern, _)| pattern);
        map
    }

    fn add_exact(&mut self, bits: u64, output: u64, source: Format) {
        let overruled = self.any_nan.is_some() && matches!(source.decode(bits), Scalar::Nan);
        if overruled {
            return;
        }
        self.exact.push((bits, output));
        if let Some(other_zero) = source.other_zero(bits) {
            self.exact.push((other_zero, output));
        }
    }

    /// Whether only NaNs can match.
    pub(crate) fn is_for_nan_only(&self) -> bool {
        self.exact.is_empty()
    }

    /// The output of the entry for this very pattern.
    #[inline(always)]
    pub(crate) fn get(&self, bits: u64) -> Option<u64> {
        if self.exact.is_empty() {
            return None;
        }
        let found = self.exact.binary_search_by_key(&bits, |&(key, _)| key).ok()?;
        Some(self.exact[found].1)
    }
}
