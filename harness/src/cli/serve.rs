//! `serve`: a built-in implementation behind the adapter protocol.

use std::io::{BufRead, BufWriter, Read, Write};

use anyhow::Result;
use clap::Args;

use super::output::{heard, stdout};
use super::session::Exit;
use super::subject::builtin;
use crate::protocol::{Answer, MAX_LINE, answer_line, parse_request};

#[derive(Args)]
pub(super) struct Options {
    /// Built-in implementation: reference, fast, or fault:NAME.
    #[arg(long, value_name = "NAME", default_value = "reference")]
    builtin: String,
}

pub(super) fn run(options: &Options) -> Result<u8> {
    let implementation = builtin(&options.builtin).map_err(|error| Exit::usage(&error));
    let mut implementation = implementation?;
    let mut input = std::io::stdin().lock();
    let mut output = BufWriter::new(stdout());
    loop {
        let mut line = Vec::new();
        let bound = MAX_LINE as u64 + 2;
        if input.by_ref().take(bound).read_until(b'\n', &mut line)? == 0 {
            return Ok(0);
        }
        let too_long = line.len() as u64 == bound && !line.ends_with(b"\n");
        let (id, answer) = match std::str::from_utf8(&line) {
            _ if too_long => (None, Answer::Fault(format!("a line of more than {MAX_LINE} bytes"))),
            Err(_) => (None, Answer::Fault("a line that is not UTF-8".to_owned())),
            Ok(text) => match parse_request(text.trim_end_matches(['\r', '\n'])) {
                Ok((id, request)) => (Some(id), implementation.answer(&request)?),
                Err((id, error)) => (id, Answer::Fault(error.to_string())),
            },
        };
        let written = writeln!(output, "{}", answer_line(id, &answer));
        if !heard(written.and_then(|()| output.flush()))? {
            return Ok(0);
        }
        if too_long {
            return Ok(3);
        }
    }
}
