//! An implementation that reads its answers from a text, and the truth about them.

use codec_conformance::implementation::{Failure, Implementation, InProcess};
use codec_conformance::protocol::{
    Answer, ArrayResult, Request, ShapedResult, answer_line, parse_answer,
};
use codec_faults::Faultless;

use super::{declines, harness};

/// An adapter that answers each request with the next line, whatever is asked.
pub(super) struct Script<'a> {
    lines: std::str::Lines<'a>,
    id: u64,
    /// Each request but the hello, and what the parser made of the line.
    pub(super) log: Vec<(Request, Result<Answer, Failure>)>,
}

impl<'a> Script<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), id: 0, log: Vec::new() }
    }

    /// How many requests were declined.
    pub(super) fn declined(&self) -> usize {
        self.log.iter().filter(|(_, answer)| answer.as_ref().is_ok_and(declines)).count()
    }

    fn next(&mut self, request: &Request) -> Result<Answer, Failure> {
        let ended = || Failure::Crash { how: String::new(), log: String::new() };
        let line = self.lines.next().ok_or_else(ended)?;
        parse_answer(line, request, self.id).map_err(|error| Failure::Malformed(error.to_string()))
    }
}

impl Implementation for Script<'_> {
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        let answer = self.next(request);
        if *request != Request::Hello {
            self.log.push((request.clone(), answer.clone()));
        }
        self.id += 1;
        answer
    }
}

/// The lines that an implementation answers with.
pub fn transcript(implementation: &mut dyn Implementation) -> String {
    struct Scribe<'a>(&'a mut dyn Implementation, Vec<String>);
    impl Implementation for Scribe<'_> {
        fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
            let answer = self.0.answer(request)?;
            self.1.push(answer_line(Some(self.1.len() as u64), &answer));
            Ok(answer)
        }
    }
    let mut scribe = Scribe(implementation, Vec::new());
    harness(&mut scribe);
    scribe.1.join("\n")
}

/// Whether an answer is the reference's, or none at all.
pub(super) fn is_right(request: &Request, answer: &Result<Answer, Failure>) -> bool {
    let Ok(answer) = answer else { return false };
    let truth = InProcess::new("reference", &Faultless).answer(request);
    let truth = truth.expect("the reference answers everything");
    match (&truth, answer) {
        (_, answer) if declines(answer) => true,
        (_, Answer::Results { results, .. }) if is_control(request) => {
            matches!(results.as_slice(), [Ok(_)])
        }
        (Answer::Results { results: due, .. }, Answer::Results { results, .. }) => {
            due.len() == results.len()
                && due.iter().zip(results).all(|(due, result)| same_array(due, result))
        }
        (Answer::Shaped { results: due }, Answer::Shaped { results }) => {
            due.len() == results.len()
                && due.iter().zip(results).all(|(due, result)| same_shaped(due, result))
        }
        // A shape can be refused with the configuration.
        (Answer::Shaped { results: due }, Answer::Refused(_)) => due.iter().all(Result::is_err),
        (Answer::Refused(_), Answer::Refused(_)) => true,
        _ => false,
    }
}

/// Whether an array holds a 1 alone, which no vector of these has: the runner asks it to see that
/// something is accepted, whatever it becomes.
fn is_control(request: &Request) -> bool {
    let one = |array: &Vec<u8>| array.as_slice() == 1.0_f64.to_le_bytes();
    matches!(request, Request::CastValue(cast) if cast.arrays.len() == 1 && cast.arrays.iter().all(one))
}

/// All types that are asked have whole bytes, so that no bits are to be ignored.
fn same_array(due: &ArrayResult, found: &ArrayResult) -> bool {
    match (due, found) {
        (Ok(due), Ok(found)) => due == found,
        (due, found) => due.is_err() && found.is_err(),
    }
}

/// Elements that were not asked for are not looked at.
fn same_shaped(due: &ShapedResult, found: &ShapedResult) -> bool {
    match (due, found) {
        (Ok(due), Ok(found)) => {
            due.shape == found.shape && (due.data.is_none() || due.data == found.data)
        }
        (due, found) => due.is_err() && found.is_err(),
    }
}
