//! The conformance harness.
pub mod generate;
