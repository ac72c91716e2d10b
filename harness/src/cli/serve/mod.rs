//! `serve`: a built-in implementation behind the adapter protocol.

mod limits;

use std::io::{BufRead, BufWriter, Read, Write};

use anyhow::Result;
use clap::Args;

use super::output::{heard, stdout};
use super::session::Exit;
use super::subject::builtin;
use crate::implementation::{Failure, Implementation};
use crate::protocol::{Answer, MAX_LINE, Request, answer_line, parse_request};

#[derive(Args)]
pub(super) struct Options {
    /// Built-in implementation: reference, fast, or fault:NAME.
    #[arg(long, value_name = "NAME", default_value = "reference")]
    builtin: String,
}

/// The longest line that is read, its end included.
const BOUND: usize = MAX_LINE + 2;

pub(super) fn run(options: &Options) -> Result<u8> {
    let implementation = builtin(&options.builtin).map_err(|error| Exit::usage(&error));
    let faulty = options.builtin.starts_with("fault:");
    let mut server = Server { implementation: implementation?, faulty };
    let mut input = std::io::stdin().lock();
    let mut output = BufWriter::new(stdout());
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(BOUND as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(0);
        }
        let too_long = line.len() == BOUND && !line.ends_with(b"\n");
        let answer = match std::str::from_utf8(&line) {
            _ if too_long => fault(None, format!("a line of more than {MAX_LINE} bytes")),
            Err(_) => fault(None, "a line that is not UTF-8".to_owned()),
            Ok(line) => server.line(line.trim_end_matches(['\r', '\n']))?,
        };
        let written = writeln!(output, "{answer}");
        if !heard(written.and_then(|()| output.flush()))? {
            return Ok(0);
        }
        if too_long {
            return Ok(3);
        }
    }
}

struct Server {
    implementation: Box<dyn Implementation>,
    /// Whether it is a seeded fault.
    faulty: bool,
}

impl Server {
    /// The answer to a line, no longer than a line may be.
    fn line(&mut self, line: &str) -> Result<String, Failure> {
        let (id, request) = match parse_request(line) {
            Ok(parsed) => parsed,
            Err((id, error)) => return Ok(fault(id, error.to_string())),
        };
        let answer = answer_line(Some(id), &self.answer(&request)?);
        let fits = answer.len() <= MAX_LINE;
        Ok(if fits { answer } else { answer_line(Some(id), &Answer::too_long()) })
    }

    /// The implementation's answer, unless the request is too much for it.
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        let for_fault = || limits::excess_for_fault(request).filter(|_| self.faulty);
        match limits::excess(request).or_else(for_fault) {
            Some(why) => Ok(Answer::Unsupported(why.to_owned())),
            None => self.implementation.answer(request),
        }
    }
}

fn fault(id: Option<u64>, what: String) -> String {
    answer_line(id, &Answer::Fault(what))
}
