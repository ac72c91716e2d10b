//! The proof as a program: Python's exact fractions, and nothing of ours but the question and the
//! stored answer.

mod cast;
mod configuration;
mod fill_value;
mod layout;
mod lines;
mod metadata;
mod packing;
mod program;
mod reshape;
mod rounding;

pub use program::program;
