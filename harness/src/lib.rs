//! The conformance harness.
pub mod cli;
pub mod generate;
mod hex;
pub mod implementation;
mod packed;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod selftest;
pub mod suite;
