//! A run in two halves, for runtimes without pipes: all requests in one file, all answers in
//! another.
//!
//! Answers are told apart by the ids that are written, so they may come in any order. An id is a
//! number of the whole file, from its contents, and the number of the request: answers to other
//! requests are foreign. What a run would ask only after a wrong answer is not among the requests:
//! where several arrays fail together, nobody can tell which of them brought that about.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::implementation::{Connection, Ending, Failure, wrong};
use crate::protocol::{Answer, Hello, Request, answered_id, parse_answer, request_line};
use crate::runner::{Limits, Plan, run};
use crate::suite::units;

/// The bits of an id that count requests; those above are the file's number.
const COUNT_BITS: u32 = 24;

/// The bits of a file's number: with them an id stays below 2^53.
const FILE_BITS: u32 = 28;

/// At most this many lines of a kind are named.
const MAX_NAMED: usize = 20;

/// The first line is not the answer to the hello.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} of the answers is not an answer to the hello: {why}")]
pub struct HelloError {
    /// Its number, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// The requests of a run, each with its id.
struct Requests {
    first: u64,
    requests: Vec<Request>,
}

impl Requests {
    /// What a run of the plan asks an implementation with these capabilities, as long as nothing
    /// that it hears is wrong.
    fn of(hello: &Hello, plan: &Plan) -> Self {
        let mut recorder = Recorder { requests: Vec::new() };
        let plan = Plan { limits: Limits::NONE, ..plan.clone() };
        run(&mut recorder, hello, units(), &plan, &|| ());
        let mut digest = Sha256::new();
        let declared = serde_json::to_string(&hello.capabilities);
        digest.update(declared.expect("capabilities have no keys but texts"));
        for request in &recorder.requests {
            digest.update(request_line(0, request));
        }
        let digest: [u8; 32] = digest.finalize().into();
        let start = u64::from_be_bytes(digest[..8].try_into().expect("8 bytes of 32"));
        let file = (start >> (u64::BITS - FILE_BITS)) | 1;
        Self { first: (file << COUNT_BITS) + 1, requests: recorder.requests }
    }

    fn with_ids(&self) -> impl Iterator<Item = (u64, &Request)> {
        (self.first..).zip(&self.requests)
    }

    fn get(&self, id: u64) -> Option<&Request> {
        self.requests.get(usize::try_from(id.checked_sub(self.first)?).ok()?)
    }
}

/// The lines of a file of requests, the hello first: what a run of the plan asks an implementation
/// with these capabilities.
pub fn requests(hello: &Hello, plan: &Plan) -> Vec<String> {
    let first = request_line(0, &Request::Hello);
    let requests = Requests::of(hello, plan);
    let lines = requests.with_ids().map(|(id, request)| request_line(id, request));
    std::iter::once(first).chain(lines).collect()
}

/// An implementation that answers from a file.
pub struct Replayer {
    hello: Hello,
    /// Answers by their request's line without its id; where several requests ask the same, in
    /// their order.
    answers: HashMap<String, VecDeque<Kept>>,
    /// Where the last answer was.
    place: Option<String>,
    problems: Vec<String>,
}

/// An answer, and the number of its line; 0 where there is none.
#[derive(Clone)]
struct Kept {
    line: usize,
    answer: Result<Answer, Failure>,
}

impl Replayer {
    /// Reads the answers to the [`requests`] of the plan; their first line answers the hello. What
    /// is wrong with any other line is reported at the end of the run.
    ///
    /// # Errors
    /// There is no hello, so that nobody knows what was asked.
    pub fn new(answers: &str, plan: &Plan) -> Result<Self, HelloError> {
        let mut lines = (1..).zip(answers.lines()).filter(|(_, line)| !line.trim().is_empty());
        let (line, first) = lines.next().unwrap_or((1, ""));
        let hello = match parse_answer(first, &Request::Hello, 0) {
            Ok(Answer::Hello(hello)) => *hello,
            Ok(other) => return Err(HelloError { line, why: format!("{other:?}") }),
            Err(error) => return Err(HelloError { line, why: wrong(first, &error) }),
        };
        let requests = Requests::of(&hello, plan);
        let mut reader =
            Reader { requests: &requests, kept: HashMap::new(), faults: Faults::default() };
        for (line, text) in lines {
            reader.read(line, text);
        }
        let Reader { mut kept, mut faults, .. } = reader;
        let mut answers: HashMap<String, VecDeque<Kept>> = HashMap::new();
        for (id, request) in requests.with_ids() {
            let missing = || {
                faults.missing.push(format!("request {id}"));
                let answer = Err(Failure::Malformed("there is no answer to it".to_owned()));
                Kept { line: 0, answer }
            };
            let kept = kept.remove(&id).unwrap_or_else(missing);
            answers.entry(key(request)).or_default().push_back(kept);
        }
        let problems = faults.words(requests.requests.len());
        Ok(Self { hello, answers, place: None, problems })
    }
}

/// Reads the lines of a file of answers.
struct Reader<'a> {
    requests: &'a Requests,
    kept: HashMap<u64, Kept>,
    faults: Faults,
}

impl Reader<'_> {
    fn read(&mut self, line: usize, text: &str) {
        let Some(id) = answered_id(text) else {
            return self.faults.unreadable.push(format!("line {line}"));
        };
        let Some(request) = self.requests.get(id) else {
            return self.faults.foreign.push(format!("line {line} (id {id})"));
        };
        match self.kept.entry(id) {
            Entry::Vacant(place) => {
                let answer = parse_answer(text, request, id);
                let answer = answer.map_err(|error| Failure::Malformed(wrong(text, &error)));
                place.insert(Kept { line, answer });
            }
            Entry::Occupied(mut place) => {
                let first = place.get().line;
                self.faults.doubled.push(format!("lines {first} and {line}"));
                let what = format!("lines {first} and {line} answer the same request");
                place.get_mut().answer = Err(Failure::Malformed(what));
            }
        }
    }
}

/// Lines that are not one answer to one request.
#[derive(Default)]
struct Faults {
    unreadable: Vec<String>,
    foreign: Vec<String>,
    doubled: Vec<String>,
    missing: Vec<String>,
}

impl Faults {
    /// A sentence for each kind of fault.
    fn words(self, requests: usize) -> Vec<String> {
        let Self { unreadable, foreign, doubled, missing } = self;
        if missing.len() == requests && !foreign.is_empty() {
            return vec![
                "the answers are to other requests: written with other options, for another hello, \
                 or by another version of the suite"
                    .to_owned(),
            ];
        }
        let kinds = [
            (unreadable, "no id can be read in the answers"),
            (foreign, "no request has that id in the answers"),
            (doubled, "a request is answered more than once"),
            (missing, "the answers have none to a request"),
        ];
        let some = kinds.into_iter().filter(|(places, _)| !places.is_empty());
        some.map(|(places, what)| format!("{what}: {}", named(&places))).collect()
    }
}

fn named(places: &[String]) -> String {
    let first = places.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
    match places.len().saturating_sub(MAX_NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

impl Connection for Replayer {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        if *request == Request::Hello {
            return Ok(Answer::Hello(Box::new(self.hello.clone())));
        }
        let kept = self.answers.get_mut(&key(request)).ok_or(Failure::NotAsked)?;
        let next = if kept.len() > 1 { kept.pop_front() } else { kept.front().cloned() };
        let Kept { line, answer } = next.ok_or(Failure::NotAsked)?;
        self.place = (line > 0).then(|| format!("line {line} of the answers"));
        answer
    }

    fn finish(&mut self) -> Ending {
        Ending { problems: std::mem::take(&mut self.problems), bad_status: None }
    }

    fn place(&self) -> Option<String> {
        self.place.clone()
    }
}

struct Recorder {
    requests: Vec<Request>,
}

impl Connection for Recorder {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        self.requests.push(request.clone());
        Ok(Answer::Unsupported("only recorded".to_owned()))
    }

    fn records(&self) -> bool {
        true
    }
}

fn key(request: &Request) -> String {
    request_line(0, request)
}
