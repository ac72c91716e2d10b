use std::fmt;

use crate::array::{read, write};
use crate::float::FloatFormat;
use crate::format::{Decode, Encode};
use crate::map::ScalarMap;
use crate::number::{Rounding, Scalar};
use crate::rebias::Rebias;
use crate::{OutOfRange, Reason};

/// A way to convert patterns.
pub(crate) trait Kernel {
    /// Converts a pattern, of which the bits above the width of the source type may be anything.
    fn convert(&self, bits: u64) -> Result<u64, Reason>;

    /// Converts a block in a quicker way, if there is one, and says whether all results are valid.
    #[inline(always)]
    fn convert_block<const S: usize, const T: usize>(
        &self,
        _sources: &[[u8; S]],
        _targets: &mut [[u8; T]],
    ) -> bool {
        false
    }
}

/// The rules of the codec, in their order.
pub(crate) struct Rules<'a, S, T> {
    pub(crate) source: S,
    /// The bits of a source pattern that count.
    pub(crate) mask: u64,
    pub(crate) target: T,
    pub(crate) rounding: Rounding,
    pub(crate) out_of_range: Option<OutOfRange>,
    pub(crate) map: &'a ScalarMap,
}

impl<S: Decode, T: Encode> Kernel for Rules<'_, S, T> {
    #[inline(always)]
    fn convert(&self, bits: u64) -> Result<u64, Reason> {
        let bits = bits & self.mask;
        if let Some(output) = self.map.get(bits) {
            return Ok(output);
        }
        match self.source.decode(bits) {
            Scalar::Nan => self.map.any_nan.or_else(|| self.target.nan()).ok_or(Reason::Nan),
            Scalar::Infinity { negative } => self.target.infinity(negative).ok_or(Reason::Infinite),
            Scalar::Finite(number) => self.target.encode(number, self.rounding, self.out_of_range),
        }
    }
}

/// The rules from float to float, with a quicker way for the common values.
pub(crate) struct FloatRules<'a> {
    pub(crate) rules: Rules<'a, FloatFormat, FloatFormat>,
    pub(crate) rebias: Option<Rebias>,
}

impl Kernel for FloatRules<'_> {
    #[inline(always)]
    fn convert(&self, bits: u64) -> Result<u64, Reason> {
        self.rules.convert(bits)
    }

    #[inline(always)]
    fn convert_block<const S: usize, const T: usize>(
        &self,
        sources: &[[u8; S]],
        targets: &mut [[u8; T]],
    ) -> bool {
        let Some(rebias) = self.rebias else {
            return false;
        };
        // Without an exit on the way, this compiles to vector instructions.
        let mut validity = 0;
        for (source, target) in sources.iter().zip(targets) {
            let (bits, valid_if_not_negative) = rebias.convert(read(source));
            *target = write(bits);
            validity |= valid_if_not_negative;
        }
        validity >= 0
    }
}

/// The results of all bytes, for source types that take no more than a byte.
#[derive(Clone)]
pub(crate) struct Table(Box<[Result<u64, Reason>; 256]>);

impl Table {
    pub(crate) fn new(kernel: &impl Kernel) -> Self {
        Self(Box::new(std::array::from_fn(|byte| kernel.convert(byte as u64))))
    }
}

impl Kernel for Table {
    #[inline(always)]
    fn convert(&self, bits: u64) -> Result<u64, Reason> {
        self.0[bits as usize]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}
