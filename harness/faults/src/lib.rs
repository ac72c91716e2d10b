//! Seeded faulty implementations.
//!
//! Each is the reference but for one mistake that implementations really make. The self-test runs
//! the vectors on all of them and fails when one survives; a report compares the failures of an
//! implementation with theirs, to name the likely cause.

mod array;
mod configuration;
mod fill_value;
mod json;
mod map;
mod nan;
mod precision;
mod range;
mod rounding;
mod special;
mod support;
mod survival;
#[cfg(test)]
mod witnesses;
mod wrap;

use std::sync::LazyLock;

use codec_reference::{
    Cast, CastError, CastValue, ConfigurationError, DataType, Direction, FillValueError, Readings,
};

/// A mistake, and what to say of an implementation that seems to make it.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its name, such as `double-rounding-through-float32`.
    pub name: &'static str,
    /// The rule that it breaks first of all.
    pub rule: &'static str,
    /// What an implementation with it does, as a report prints it: `rounds twice: first to
    /// float32, then to the target`.
    pub cause: &'static str,
    /// The codec that makes it.
    pub behaviour: &'static dyn Behaviour,
}

static ALL: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    [
        rounding::FAULTS,
        precision::FAULTS,
        range::FAULTS,
        wrap::FAULTS,
        nan::FAULTS,
        special::FAULTS,
        map::FAULTS,
        configuration::FAULTS,
        fill_value::FAULTS,
        survival::FAULTS,
        array::FAULTS,
    ]
    .concat()
});

/// Every fault, by topic.
pub fn all() -> &'static [Fault] {
    &ALL
}

/// The fault of that name.
pub fn find(name: &str) -> Option<&'static Fault> {
    all().iter().find(|fault| fault.name == name)
}

/// What a codec does at each point where a mistake can sit; by default what the reference does.
pub trait Behaviour: Sync {
    /// Reads a configuration's JSON text for arrays of a data type.
    ///
    /// # Errors
    /// The configuration is refused.
    fn configuration(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        CastValue::parse(text, array, Readings::OURS)
    }

    /// Reads the JSON text of a whole codec object.
    ///
    /// # Errors
    /// The codec object is refused.
    fn codec(&self, text: &str, array: DataType) -> Result<CastValue, ConfigurationError> {
        CastValue::parse_codec(text, array, Readings::OURS)
    }

    /// Reads the JSON text of a fill value.
    ///
    /// # Errors
    /// The text is refused.
    fn fill_value(&self, text: &str, data_type: DataType) -> Result<u64, FillValueError> {
        data_type.parse_fill_value(text, Readings::OURS)
    }

    /// Casts the fill value and checks that it survives.
    ///
    /// # Errors
    /// It does not.
    fn check_fill_value(&self, codec: &CastValue, bits: u64) -> Result<u64, ConfigurationError> {
        codec.cast_fill_value(bits)
    }

    /// Casts the elements of one array.
    ///
    /// # Errors
    /// The first element without an image.
    fn array(
        &self,
        codec: &CastValue,
        direction: Direction,
        array: &[u64],
    ) -> Result<Vec<u64>, CastError> {
        let cast = codec.cast(direction);
        array.iter().map(|bits| self.scalar(cast, *bits)).collect()
    }

    /// Casts one scalar.
    ///
    /// # Errors
    /// It has no image.
    fn scalar(&self, cast: &Cast, bits: u64) -> Result<u64, CastError> {
        cast.scalar(bits)
    }
}

/// The reference, unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Faultless;

impl Behaviour for Faultless {}
