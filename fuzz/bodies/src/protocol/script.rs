//! An implementation that reads its answers from a text.

use codec_conformance::implementation::{Connection, Failure};
use codec_conformance::protocol::{Answer, Request, answer_line, parse_answer};

use super::{harness, plan};

/// An adapter that answers each request with the next line, whatever is asked.
pub(super) struct Script<'a> {
    lines: std::str::Lines<'a>,
    id: u64,
}

impl<'a> Script<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), id: 0 }
    }
}

impl Connection for Script<'_> {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        let ended = || Failure::Crash { how: String::new(), log: String::new() };
        let line = self.lines.next().ok_or_else(ended)?;
        let answer = parse_answer(line, request, self.id);
        self.id += 1;
        answer.map_err(|error| Failure::Malformed(error.to_string()))
    }
}

/// The lines that an implementation answers with.
pub fn transcript(implementation: &mut dyn Connection) -> String {
    struct Scribe<'a>(&'a mut dyn Connection, Vec<String>);
    impl Connection for Scribe<'_> {
        fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
            let answer = self.0.ask(request)?;
            self.1.push(answer_line(Some(self.1.len() as u64), &answer));
            Ok(answer)
        }
    }
    let mut scribe = Scribe(implementation, Vec::new());
    harness(&mut scribe, &plan::of_lines());
    scribe.1.join("\n")
}
