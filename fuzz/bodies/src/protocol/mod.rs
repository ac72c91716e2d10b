//! The target `protocol`: whole behaviours of an adapter, and arbitrary lines as its answers.
//!
//! A behaviour is the reference but for what its rules say; of lines, the first answers the hello
//! and each further one the next request. Both meet the runner, which asks a few of the vectors,
//! and the wrapper between them knows what was said, and what would have been true.

mod actor;
mod acts;
mod law;
mod plan;
mod script;
mod truth;
mod witness;

use codec_conformance::explain::explain;
use codec_conformance::implementation::Connection;
use codec_conformance::protocol::{
    Hello, MAX_MESSAGE, Request, answer_line, parse_answer, parse_request, request_line,
};
use codec_conformance::report::{Format, Report, Style, build, render, summary};
use codec_conformance::runner::{Run, greet, run as run_units};

pub use law::Judge;
pub use plan::Questions;
pub use script::transcript;

use crate::Finding;
use crate::layout::{Behaviour, ProtocolInput, decode};
use actor::Actor;
use script::Script;

/// The harness does not crash, and is green only if every planned check was answered rightly; each
/// line that it understands it writes so that it understands the same.
///
/// # Errors
/// A report that is not about what happened, or a line that does not come back.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    // To look for the causes of failures takes a hundred times as long as all else.
    let judge: Judge<'_> = if data.len().is_multiple_of(128) { &in_full } else { &harness };
    match decode(data) {
        ProtocolInput::Behaviour(behaviour) => check_behaviour(judge, &behaviour),
        ProtocolInput::Lines(text) => {
            check_lines(judge, &text)?;
            text.lines().try_for_each(lines_come_back)
        }
    }
}

/// Holds a judge to the truth about the answers in some lines.
///
/// # Errors
/// Its report is not about what happened.
pub fn check_lines(judge: Judge<'_>, text: &str) -> Result<(), Finding> {
    law::hold(judge, &mut Script::new(text), &plan::of_lines(), || text.to_owned())
}

/// Holds a judge to the truth about a behaviour.
///
/// # Errors
/// Its report is not about what happened.
pub fn check_behaviour(judge: Judge<'_>, behaviour: &Behaviour) -> Result<(), Finding> {
    let questions = plan::of(&behaviour.options);
    let mut actor = Actor::new(behaviour, &questions);
    law::hold(judge, &mut actor, &questions, || format!("{behaviour:?}"))
}

/// The harness: a report without its classes of failures, which are most of the work.
pub fn harness(implementation: &mut dyn Connection, questions: &Questions) -> Option<Report> {
    let (run, hello) = asked(implementation, questions)?;
    Some(summary(&run, hello, Vec::new()))
}

/// The same with a whole report, which is shown in every form and read back.
///
/// # Panics
/// It is not read back.
pub fn in_full(implementation: &mut dyn Connection, questions: &Questions) -> Option<Report> {
    let (run, hello) = asked(implementation, questions)?;
    let report = build(&explain(run), hello, Vec::new());
    for format in [Format::Pretty, Format::Json, Format::Junit, Format::Markdown, Format::Html] {
        render(&report, format, Style { width: 60, color: true });
    }
    let read = Report::from_json(&report.to_json());
    assert!(read.is_ok(), "a report is not read back: {read:?}");
    Some(report)
}

fn asked(implementation: &mut dyn Connection, questions: &Questions) -> Option<(Run, Hello)> {
    let Questions { units, plan } = questions;
    let hello = greet(implementation).ok()?;
    Some((run_units(implementation, &hello, units.clone(), plan, &|| ()), hello))
}

fn lines_come_back(line: &str) -> Result<(), Finding> {
    if let Ok((id, request)) = parse_request(line) {
        let written = request_line(id, &request);
        if parse_request(&written).ok() != Some((id, request)) {
            let facts = [("line", line.to_owned()), ("written", written)];
            return Err(Finding::of("a request does not come back", &facts));
        }
    }
    [Request::Hello, fill_value(), pack()]
        .iter()
        .try_for_each(|request| answer_comes_back(line, request))
}

fn answer_comes_back(line: &str, request: &Request) -> Result<(), Finding> {
    const ID: u64 = 1;
    let Ok(answer) = parse_answer(line, request, ID) else { return Ok(()) };
    let written = answer_line(Some(ID), &answer);
    // Long messages are cut.
    let same = parse_answer(&written, request, ID).is_ok_and(|again| again == answer);
    if same || line.len() > MAX_MESSAGE {
        return Ok(());
    }
    let facts =
        [("line", line.to_owned()), ("read as", format!("{answer:?}")), ("written", written)];
    Err(Finding::of("an answer does not come back", &facts))
}

/// A request whose answer is an array.
fn fill_value() -> Request {
    Request::FillValue { data_type: "int8".to_owned(), json: "1".to_owned() }
}

/// A request whose answer is an array with its shape.
fn pack() -> Request {
    Request::Pack(codec_conformance::protocol::PackingRequest {
        data_type: "uint8".to_owned(),
        shape: Vec::new(),
        attributes: codec_vectors::Attributes::default(),
        count: None,
        arrays: Vec::new(),
    })
}
