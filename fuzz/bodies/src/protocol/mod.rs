//! The target `protocol`: arbitrary lines as the answers of an adapter.
//!
//! The first line answers the hello, each further one the next request. They go through the
//! harness' own parser and runner, which ask a few of the vectors.

mod script;

use std::sync::{Arc, LazyLock};

use codec_conformance::implementation::Implementation;
use codec_conformance::protocol::{
    Answer, Hello, MAX_MESSAGE, Request, answer_line, parse_answer, parse_request, request_line,
};
use codec_conformance::report::{Format, Style, build, exit_code, render, summary};
use codec_conformance::runner::{Plan, Run, greet, run as run_units};
use codec_conformance::suite::{Selection, Unit, units_of};
use codec_vectors::Kind;

pub use script::transcript;

use crate::Finding;
use script::{Script, is_right};

/// What is asked: each operation, and what must be refused beside what must not, and alone. None of
/// these checks has a NaN or several tolerated outcomes.
const ASKED: [&str; 7] = [
    "cast/example/128-to-int8-absent/encode/0x4060000000000000",
    "cast/example/clamp-in-decode",
    "cast/scalar/directed-into-unsigned",
    "fill/bfloat16/below-overflow-accepted",
    "reshape/example/invariant/equal",
    "reshape/example/invariant/fewer",
    "unpack/example/summary-3bit/eight-codes",
];

/// Runs the suite on an implementation; 0 where all is green.
pub type Judge<'a> = &'a dyn Fn(&mut dyn Implementation) -> u8;

/// The harness does not crash, and is not green unless the answers are right; each line that it
/// understands it writes so that it understands the same.
///
/// # Errors
/// A green run of wrong answers, a red one of right ones, or a line that does not come back.
pub fn run(data: &[u8]) -> Result<(), Finding> {
    let text = String::from_utf8_lossy(data);
    // To look for the causes of failures takes a hundred times as long as all else.
    let judge: Judge<'_> = if data.len().is_multiple_of(32) { &in_full } else { &harness };
    check(judge, &text)?;
    text.lines().try_for_each(lines_come_back)
}

/// Holds a judge to the truth about the answers that it saw.
///
/// # Errors
/// It is green, and the answers are not all right; or the other way round.
pub fn check(judge: Judge<'_>, text: &str) -> Result<(), Finding> {
    let mut script = Script::new(text);
    let code = judge(&mut script);
    let (asked, declined) = (script.log.len(), script.declined());
    let wrong = script.log.iter().find(|(request, answer)| !is_right(request, answer));
    let all_right = wrong.is_none() && asked > declined;
    match (code, wrong) {
        (0, None) if all_right => Ok(()),
        (0, wrong) => {
            let facts = [("answers", text.to_owned()), ("such as", format!("{wrong:?}"))];
            Err(Finding::of("a green run of wrong answers", &facts))
        }
        (code, _) if all_right => {
            let facts = [("answers", text.to_owned()), ("exit code", code.to_string())];
            Err(Finding::of("a red run of right answers", &facts))
        }
        _ => Ok(()),
    }
}

/// The harness: the exit code of a run.
pub fn harness(implementation: &mut dyn Implementation) -> u8 {
    let Some((run, hello)) = asked(implementation) else { return 3 };
    exit_code(&summary(&run, hello, Vec::new()))
}

/// The same, with a whole report in every form.
fn in_full(implementation: &mut dyn Implementation) -> u8 {
    let Some((run, hello)) = asked(implementation) else { return 3 };
    let report = build(&run, hello, Vec::new());
    for format in [Format::Pretty, Format::Json, Format::Junit, Format::Markdown, Format::Html] {
        render(&report, format, Style { width: 60, color: true });
    }
    exit_code(&report)
}

fn asked(implementation: &mut dyn Implementation) -> Option<(Run, Hello)> {
    let hello = greet(implementation).ok()?;
    let plan = Plan::of(selection());
    Some((run_units(implementation, &hello, UNITS.clone(), &plan, &|| ()), hello))
}

fn selection() -> Selection {
    Selection { ids: ASKED.map(str::to_owned).to_vec(), ..Selection::default() }
}

static UNITS: LazyLock<Vec<Arc<Unit>>> = LazyLock::new(|| {
    let units = units_of(Kind::Cases).into_iter();
    units.filter(|unit| selection().admits(unit)).collect()
});

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

/// Whether an answer says that it is none.
fn declines(answer: &Answer) -> bool {
    matches!(answer, Answer::Unsupported(_))
}
