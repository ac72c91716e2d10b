//! `serve`: a built-in implementation behind the adapter protocol.

mod limits;

use std::io::{BufWriter, ErrorKind, stdin};

use anyhow::Result;
use clap::Args;

use super::output::stdout;
use super::subject::builtin;
use crate::protocol::{Answer, Implementation, Request, serve_lines};

#[derive(Args)]
pub(super) struct Options {
    /// Built-in implementation: reference, fast, or fault:NAME.
    #[arg(long, value_name = "NAME", default_value = "reference")]
    builtin: String,
}

pub(super) fn run(options: &Options) -> Result<u8> {
    let implementation = builtin("--builtin", &options.builtin)?;
    let limited = Limited { implementation, faulty: options.builtin.starts_with("fault:") };
    match serve_lines(limited, stdin().lock(), BufWriter::new(stdout())) {
        Ok(()) => Ok(0),
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(3),
        Err(error) => Err(error.into()),
    }
}

/// An implementation that is not asked what is too much for it.
struct Limited<I> {
    implementation: I,
    /// Whether it is a seeded fault.
    faulty: bool,
}

impl<I: Implementation> Implementation for Limited<I> {
    fn answer(&mut self, request: &Request) -> Answer {
        let for_fault =
            || limits::excess_for_fault(request).filter(|_| self.faulty).map(str::to_owned);
        match limits::excess(request).or_else(for_fault) {
            Some(why) => Answer::Unsupported(why),
            None => self.implementation.answer(request),
        }
    }
}
