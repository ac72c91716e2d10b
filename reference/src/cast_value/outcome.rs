//! What the procedure says of scalars and of arrays.

use super::cast::Cast;
use super::cast_error::{ArrayError, CastError};
use super::trace::{Number, Trace};

impl Cast {
    /// Casts one scalar: bits of the source type to bits of the target type (CV-ORDER-1,
    /// CV-ORDER-2). Upper bits of the input are ignored; those of the output are 0.
    ///
    /// # Errors
    /// The [`CastError`] that the procedure ends in (CV-ORDER-2).
    pub fn scalar(&self, bits: u64) -> Result<u64, CastError> {
        let trace = self.trace(bits);
        self.otherwise(&trace).unwrap_or_else(|| self.result(&trace))
    }

    /// Casts every element, or fails if any element cannot be cast (CV-ORDER-3).
    ///
    /// # Errors
    /// The first element that cannot be cast.
    pub fn array(&self, elements: &[u64]) -> Result<Vec<u64>, ArrayError> {
        let cast = |(index, bits): (usize, &u64)| {
            self.scalar(*bits).map_err(|error| ArrayError { index, error })
        };
        elements.iter().enumerate().map(cast).collect()
    }

    /// The output of a way, or why there is none.
    ///
    /// # Errors
    /// The [`CastError`] that the way ends in.
    pub fn result(&self, trace: &Trace) -> Result<u64, CastError> {
        self.output(trace).ok_or_else(|| self.error(trace))
    }

    /// Why a way has no output.
    pub(super) fn error(&self, trace: &Trace) -> CastError {
        let (source_type, target) = (self.source, self.target);
        let rule = self.acting(trace).pop().expect("a rule says so");
        match trace {
            Trace::Mapped { .. } => unreachable!("a key has an output beside it"),
            Trace::Nan => CastError::Nan { source_type, target },
            Trace::Infinity { negative } => {
                CastError::Infinite { negative: *negative, source_type, target, rule }
            }
            Trace::Number(Number { value, rounded, .. }) => {
                let (value, rounded) = (value.clone(), rounded.clone());
                CastError::OutOfRange { value, rounded, target, rule }
            }
        }
    }
}
