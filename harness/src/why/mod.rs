//! A vector proved by hand: every step from the input to what is expected, each with its rule; and
//! the same as a short program in Python.
//!
//! The steps are those of the reference: the trace of a cast, the constraints of a shape, the bits
//! of a code. The program knows nothing of the reference: it computes with Python's exact
//! fractions, and asserts what is stored.

mod cast;
mod distance;
mod fields;
mod fill_value;
mod find;
mod number;
mod packing;
mod page;
mod proof;
mod python;
mod range;
mod refusal;
mod reshape;
mod rounding;
mod row;
mod stored;

pub use find::{Named, find};
pub use proof::{Proof, prove};
pub use python::program;
