//! The loop of an adapter.

use std::io::{self, BufRead, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use crate::{
    Answer, Implementation, Line, MAX_LINE, answer, answer_line, parse_request, read_line,
};

/// Answers every line of standard input on standard output, until the input ends. Nothing else may
/// print to standard output meanwhile.
pub fn serve(implementation: impl Implementation) -> ExitCode {
    let output = BufWriter::new(io::stdout().lock());
    match serve_lines(implementation, io::stdin().lock(), output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers every line of the input in the output, until either ends.
///
/// # Errors
/// The input or the output fails, or a line is longer than [`MAX_LINE`] (`InvalidData`): what
/// follows it cannot be distinguished from its rest.
pub fn serve_lines(
    mut implementation: impl Implementation,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    loop {
        let (answer, end) = match read_line(&mut input)? {
            Line::Text(line) => (answer_to(&mut implementation, &line), Ok(())),
            Line::NotUtf8 => (fault(None, "a line that is not UTF-8".to_owned()), Ok(())),
            Line::TooLong => {
                let what = format!("a line of more than {MAX_LINE} bytes");
                (fault(None, what.clone()), Err(io::Error::new(ErrorKind::InvalidData, what)))
            }
            Line::End => return Ok(()),
        };
        match writeln!(output, "{answer}").and_then(|()| output.flush()) {
            Ok(()) => end?,
            // Nobody reads any more.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// The answer to a line, no longer than a line may be.
fn answer_to(implementation: &mut impl Implementation, line: &str) -> String {
    let (id, request) = match parse_request(line) {
        Ok(parsed) => parsed,
        Err((id, error)) => return fault(id, error.to_string()),
    };
    let answered = answer_line(Some(id), &answer(implementation, &request));
    let fits = answered.len() <= MAX_LINE;
    if fits { answered } else { answer_line(Some(id), &Answer::too_long()) }
}

fn fault(id: Option<u64>, what: String) -> String {
    answer_line(id, &Answer::Fault(what))
}
