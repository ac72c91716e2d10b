//! Seeded faulty implementations.
//!
//! Each is the reference but for one mistake that implementations really make. The self-test runs
//! the vectors on all of them and fails when one survives; a report compares the failures of an
//! implementation with theirs, to name the likely cause.

mod array;
mod behaviour;
mod configuration;
mod fill_value;
mod json;
mod limits;
mod map;
mod nan;
mod native;
mod packing;
mod precision;
mod range;
mod reshape;
mod rounding;
mod special;
mod support;
mod survival;
#[cfg(test)]
mod witnesses;
mod wrap;
mod wrappers;

use std::sync::LazyLock;

pub use behaviour::{Behaviour, Faultless, Tolerated};
pub use packing::{AnyPacking, Forbidden};

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
        native::FAULTS,
        limits::FAULTS,
        array::FAULTS,
        reshape::configuration::FAULTS,
        reshape::dimensions::FAULTS,
        reshape::products::FAULTS,
        packing::attributes::FAULTS,
        packing::axes::FAULTS,
        packing::bits::FAULTS,
        packing::words::FAULTS,
        packing::groups::FAULTS,
        packing::pack::FAULTS,
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
