//! Tests implementations of array codecs against golden vectors.
//!
//! * An implementation is anything that answers a [`protocol::Request`]: code in this process
//!   implements [`protocol::Implementation`], or is a [`typed::Codec`] of closures; an adapter in
//!   any language is a [`implementation::Child`], and what is asked is a
//!   [`implementation::Connection`] to either.
//! * [`suite`] turns the stored vectors into questions; [`runner`] asks them and judges the answers
//!   by the stored expectations alone; [`explain()`](explain::explain) puts what it found into
//!   classes; [`report`] shows them.
//! * [`generate`] computes the generated vectors with the reference; [`selftest`] sees that the
//!   vectors find every seeded fault; [`scoreboard`] shows many implementations side by side;
//!   [`fuzz`] draws questions at random, judged by the reference.
//!
//! # Words
//!
//! * A *question* is what is asked: a cast, a fill value, a shape, words or codes.
//! * A *check* is an input of a question with what is accepted for it; a *unit* is a question with
//!   all of its checks. Units come from the vectors, from a case that is asked again, or from a
//!   drawn question.
//! * A *verdict* says whether an answer is accepted; the *status* of a check is how it ended, and
//!   *wrongness* is in which way a failing answer is wrong.
//! * A *finding* is a check that did not pass. Findings of one rule, status and wrongness on the
//!   same types are a *class*; classes that differ in their types alone are a *family*, which a
//!   report shows under one headline.
//! * A *case* is a question as a record of the vectors' form.
//!
//! # Example
//!
//! ```
//! use codec_conformance::implementation::Fast;
//! use codec_conformance::explain::explain;
//! use codec_conformance::report::{build, exit_code};
//! use codec_conformance::runner::{Plan, greet, run};
//! use codec_conformance::suite::{Selection, units};
//!
//! let mut implementation = Fast;
//! let hello = greet(&mut implementation)?;
//! let selection = Selection { ids: vec!["cast/tables/int4-*".to_owned()], ..Selection::default() };
//! let plan = Plan::of(selection);
//! let found = run(&mut implementation, &hello, units(), &plan, &|| ());
//! let report = build(&explain(found), hello, Vec::new());
//! assert_eq!(exit_code(&report), 0);
//! # Ok::<(), codec_conformance::implementation::Failure>(())
//! ```

#![cfg_attr(
    not(feature = "cli"),
    expect(
        dead_code,
        unused_imports,
        reason = "some of what runs and reports is for the program alone"
    )
)]

pub mod baseline;
#[cfg(feature = "cli")]
pub mod cli;
mod direction;
pub mod explain;
pub mod function;
#[cfg(feature = "cli")]
pub mod fuzz;
#[cfg(feature = "cli")]
pub mod generate;
mod glob;
pub mod implementation;
#[cfg(feature = "cli")]
pub mod one_shot;
pub mod outside;
mod packed;
mod random;
pub mod reading;
#[cfg(feature = "cli")]
mod replace;
pub mod report;
pub mod runner;
#[cfg(feature = "cli")]
pub mod scoreboard;
#[cfg(feature = "cli")]
pub mod selftest;
mod shape;
pub mod suite;
#[cfg(feature = "libtest")]
mod trials;
pub mod typed;
#[cfg(feature = "cli")]
pub mod why;

pub use codec_protocol as protocol;
#[cfg(feature = "libtest")]
pub use trials::{test, test_with, trials};
