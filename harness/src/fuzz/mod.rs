//! Random questions to an implementation, judged by the reference, and the smallest of those that
//! it answers wrongly.
//!
//! A trial is a request together with what the reference says of it. Trials are drawn by proptest's
//! strategies from what the implementation declares (`draw`), their elements from where casts go
//! wrong (`elements`). What is not accepted is a hit; hits of one class are shrunk once (`shrink`)
//! to a case of the vectors' form (`case`), which the runner of the stored vectors asks again, so
//! that a finding is shown as a failure of `test` is.
//!
//! This is the one place where the reference decides a verdict at run time.

mod answers;
mod case;
mod cast;
mod class;
mod declared;
mod draw;
mod elements;
mod engine;
mod fill_value;
mod hit;
mod known;
mod packing;
mod pretty;
mod replay;
mod reshape;
mod setup;
mod shrink;
mod trial;

pub use answers::{Subject, Who};
pub use class::Class;
pub use declared::shared;
pub use engine::{Finding, Found, Limits, Meter, fuzz};
pub use hit::Wrongness;
pub use known::Known;
pub(crate) use pretty::exit_code;
pub use pretty::{json, pretty};
pub use replay::{Stored, replay};
