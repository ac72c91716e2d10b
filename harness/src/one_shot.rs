//! A run in two halves, for runtimes without pipes: all requests in one file, all answers in
//! another.
//!
//! Requests are told apart by what they ask, so the answers may stand in any order. What a run
//! would ask only after a wrong answer is not among them: a failure may then be shown in a longer
//! array than necessary.

use std::collections::HashMap;

use thiserror::Error;

use crate::implementation::{Failure, Implementation};
use crate::protocol::{Answer, Hello, Request, parse_answer, request_line};
use crate::runner::{Plan, run};
use crate::suite::units;

/// Why the answers cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OneShotError {
    /// The first line is not the answer to the hello.
    #[error("line 1 of the answers is no answer to the hello: {0}")]
    Hello(String),
    /// A line has no id of a request.
    #[error("line {line} of the answers: {why}")]
    Answer {
        /// Its number, from 1 on.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// The lines of a file of requests, the hello first: what a run of the plan asks an implementation
/// with these capabilities.
pub fn requests(hello: &Hello, plan: &Plan) -> Vec<String> {
    let first = request_line(0, &Request::Hello);
    let asked = record(hello, plan).into_iter().enumerate();
    let lines = asked.map(|(index, request)| request_line(index as u64 + 1, &request));
    std::iter::once(first).chain(lines).collect()
}

/// An implementation that answers from a file.
pub struct Replayer {
    hello: Hello,
    /// Answers by the line of their request, without its id.
    answers: HashMap<String, Result<Answer, Failure>>,
}

impl Replayer {
    /// Reads the answers to the [`requests`] of the plan; their first line answers the hello.
    ///
    /// # Errors
    /// A line that cannot be told to answer a request.
    pub fn new(answers: &str, plan: &Plan) -> Result<Self, OneShotError> {
        let mut lines = (1..).zip(answers.lines()).filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| OneShotError::Hello("no line".to_owned()))?;
        let hello = match parse_answer(first, &Request::Hello, 0) {
            Ok(Answer::Hello(hello)) => *hello,
            Ok(other) => return Err(OneShotError::Hello(format!("{other:?}"))),
            Err(error) => return Err(OneShotError::Hello(error.to_string())),
        };
        let asked = record(&hello, plan);
        let mut answers = HashMap::new();
        for (line, text) in lines {
            let id =
                id(text).ok_or_else(|| OneShotError::Answer { line, why: "no id".to_owned() })?;
            let request = usize::try_from(id).ok().and_then(|id| asked.get(id.checked_sub(1)?));
            let unknown = || OneShotError::Answer { line, why: format!("no request has id {id}") };
            let request = request.ok_or_else(unknown)?;
            let malformed =
                |error: crate::protocol::LineError| Failure::Malformed(error.to_string());
            answers.insert(key(request), parse_answer(text, request, id).map_err(malformed));
        }
        for request in &asked {
            let missing = || Err(Failure::Malformed("there is no answer to it".to_owned()));
            answers.entry(key(request)).or_insert_with(missing);
        }
        Ok(Self { hello, answers })
    }
}

impl Implementation for Replayer {
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        match request {
            Request::Hello => Ok(Answer::Hello(Box::new(self.hello.clone()))),
            _ => {
                let later = || Ok(Answer::Unsupported("not asked in one shot".to_owned()));
                self.answers.get(&key(request)).cloned().unwrap_or_else(later)
            }
        }
    }
}

/// What a run asks as long as nothing it hears is wrong.
fn record(hello: &Hello, plan: &Plan) -> Vec<Request> {
    let mut recorder = Recorder { requests: Vec::new() };
    run(&mut recorder, hello, units(), plan, &|| ());
    recorder.requests
}

struct Recorder {
    requests: Vec<Request>,
}

impl Implementation for Recorder {
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        self.requests.push(request.clone());
        Ok(Answer::Unsupported("only recorded".to_owned()))
    }
}

fn key(request: &Request) -> String {
    request_line(0, request)
}

fn id(line: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct WithId {
        id: u64,
    }
    serde_json::from_str::<WithId>(line).ok().map(|line| line.id)
}
