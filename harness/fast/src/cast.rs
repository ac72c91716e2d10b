use std::sync::OnceLock;

use crate::array::convert_array;
use crate::format::Format;
use crate::kernel::{FloatRules, Kernel, Rules, Table};
use crate::map::{MapEntry, ScalarMap};
use crate::number::Rounding;
use crate::rebias::Rebias;
use crate::{CastError, DataType, OutOfRange, Reason, RoundingMode};

/// The length of an array from which a table of all 256 results is worth its making.
const TABLE_FROM: usize = 64;

/// A conversion of scalars from one type to another.
#[derive(Clone, Debug)]
pub struct Cast {
    source: Format,
    target: Format,
    rounding: Rounding,
    out_of_range: Option<OutOfRange>,
    map: ScalarMap,
    /// For source types of a byte, as soon as an array is worth it.
    table: OnceLock<Table>,
}

impl Cast {
    /// A conversion without a scalar map. Without `out_of_range`, values out of range are errors.
    pub fn new(
        source: DataType,
        target: DataType,
        rounding: RoundingMode,
        out_of_range: Option<OutOfRange>,
    ) -> Self {
        let (source, target) = (source.format(), target.format());
        let (rounding, map) = (Rounding::new(rounding), ScalarMap::default());
        Self { source, target, rounding, out_of_range, map, table: OnceLock::new() }
    }

    /// The same conversion with this scalar map, instead of the one that it had. Of several
    /// entries that match a scalar, the first one decides.
    #[must_use]
    pub fn with_map(self, entries: &[MapEntry]) -> Self {
        let map = ScalarMap::new(entries, self.source, self.target);
        Self { map, table: OnceLock::new(), ..self }
    }

    /// Converts an array.
    ///
    /// The arrays are packed: elements of [`DataType::size`] bytes each, without gaps, the least
    /// significant byte first.
    ///
    /// # Errors
    ///
    /// Names the first element that has no result. What `output` holds then is unspecified.
    ///
    /// # Panics
    ///
    /// If `input` is not a whole number of elements, or `output` does not have exactly the length
    /// of as many elements of the target type.
    pub fn convert(&self, input: &[u8], output: &mut [u8]) -> Result<(), CastError> {
        let (size, target_size) = (self.source.size(), self.target.size());
        assert!(input.len().is_multiple_of(size), "the input must be whole elements");
        let expected = input.len() / size * target_size;
        assert_eq!(output.len(), expected, "the output must have room for exactly the result");

        if size == 1 && input.len() >= TABLE_FROM {
            let table = || Table::new(&self.rules(self.source, self.target));
            return self.run(self.table.get_or_init(table), input, output);
        }
        match (self.source, self.target) {
            (Format::Int(source), Format::Int(target)) => {
                self.run(&self.rules(source, target), input, output)
            }
            (Format::Int(source), Format::Float(target)) => {
                self.run(&self.rules(source, target), input, output)
            }
            (Format::Float(source), Format::Int(target)) => {
                self.run(&self.rules(source, target), input, output)
            }
            (Format::Float(source), Format::Float(target)) => {
                let rebias = Rebias::new(source, target, self.rounding);
                let rebias = rebias.filter(|_| self.map.is_for_nan_only());
                self.run(&FloatRules { rules: self.rules(source, target), rebias }, input, output)
            }
        }
    }

    /// Converts a scalar: a bit pattern of the source type, whose bits above the width are ignored,
    /// to one of the target type.
    ///
    /// # Errors
    ///
    /// Says why the scalar has no result.
    pub fn convert_one(&self, bits: u64) -> Result<u64, Reason> {
        self.rules(self.source, self.target).convert(bits)
    }

    fn rules<S, T>(&self, source: S, target: T) -> Rules<'_, S, T> {
        let &Self { rounding, out_of_range, ref map, .. } = self;
        Rules { source, mask: self.source.mask(), target, rounding, out_of_range, map }
    }

    fn run(&self, kernel: &impl Kernel, input: &[u8], output: &mut [u8]) -> Result<(), CastError> {
        convert_array(kernel, (self.source.size(), input), (self.target.size(), output))
    }
}
