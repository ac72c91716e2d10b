//! An adapter: a child process that speaks the protocol on its standard input and output.

use std::collections::BTreeSet;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::foreign::{stray, wrong};
use super::pipes::Received;
use super::process::{End, Process};
use super::{BadStatus, Connection, Ending, Failure};
use crate::protocol::{Answer, Hello, Request, answered_id, parse_answer, request_line};

/// A request of more bytes may take as much longer.
const TIMED_BYTES: usize = 1 << 16;

/// How long an adapter may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a request of up to 64 KiB; a longer one may take as many times as long.
    pub answer: Duration,
    /// From its start to its answer to hello.
    pub start: Duration,
}

impl Default for Patience {
    /// What the command line has as its defaults.
    fn default() -> Self {
        Self { answer: Duration::from_secs(30), start: Duration::from_secs(60) }
    }
}

/// An adapter, started when it is first asked and again after each failure.
pub struct Child {
    command: Vec<String>,
    patience: Patience,
    interrupted: Arc<AtomicBool>,
    /// What the first of all processes said of itself; the others must say the same.
    first: Arc<OnceLock<Hello>>,
    process: Option<Process>,
    last_id: u64,
    answered_twice: BTreeSet<u64>,
}

impl Child {
    /// An adapter that is started by that program and arguments.
    pub fn new(command: Vec<String>, patience: Patience, interrupted: Arc<AtomicBool>) -> Self {
        let first = Arc::default();
        let answered_twice = BTreeSet::new();
        Self { command, patience, interrupted, first, process: None, last_id: 0, answered_twice }
    }

    /// Another process of the same adapter: it must say the same hello.
    pub fn another(&self) -> Self {
        let (command, interrupted) = (self.command.clone(), Arc::clone(&self.interrupted));
        let first = Arc::clone(&self.first);
        Self { first, ..Self::new(command, self.patience, interrupted) }
    }

    fn start(&mut self) -> Result<Process, Failure> {
        let mut process = Process::start(&self.command)?;
        match self.exchange(&mut process, &Request::Hello)? {
            Answer::Hello(hello) => process.hello = *hello,
            Answer::Fault(what) => return Err(Failure::Malformed(what)),
            _ => unreachable!("an answer to hello is a hello or a fault"),
        }
        let first = self.first.get_or_init(|| process.hello.clone());
        match first.is_same(&process.hello) {
            true => Ok(process),
            false => Err(Failure::Malformed(format!(
                "another hello than the first process's: {} {}, or other capabilities",
                process.hello.implementation.name, process.hello.implementation.version
            ))),
        }
    }

    /// Sends a request and waits for its answer. Where none comes, the process is not to be asked
    /// again.
    fn exchange(&mut self, process: &mut Process, request: &Request) -> Result<Answer, Failure> {
        self.last_id += 1;
        let line = request_line(self.last_id, request);
        let patience = match request {
            Request::Hello => self.patience.start,
            _ => self.patience.answer * line.len().div_ceil(TIMED_BYTES) as u32,
        };
        process.send(line);
        let deadline = Instant::now() + patience;
        loop {
            if self.is_interrupted() {
                return Err(Failure::Interrupted);
            }
            // Whatever else is printed, the time is up.
            if Instant::now() >= deadline {
                return Err(match request {
                    Request::Hello => Failure::StartTimeout(patience),
                    _ => Failure::Timeout(patience),
                });
            }
            let line = match process.next(deadline) {
                Some(Received::Line(line)) => line,
                Some(Received::Unreadable(why)) => return Err(Failure::Malformed(why)),
                Some(Received::End) => return Err(self.ended(process)),
                None => continue,
            };
            match parse_answer(&line, request, self.last_id) {
                Ok(answer) => return Ok(answer),
                Err(error) => match answered_id(&line) {
                    Some(id) if id < self.last_id => drop(self.answered_twice.insert(id)),
                    _ => return Err(Failure::Malformed(wrong(&line, &error))),
                },
            }
        }
    }

    /// Why the answers end. Where there are no process groups, an interrupt from the keyboard
    /// reaches the adapter too, and may show there before it does here.
    fn ended(&self, process: &mut Process) -> Failure {
        let failure = process.crashed();
        match self.is_interrupted() {
            true => Failure::Interrupted,
            false => failure,
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl Connection for Child {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        let answer = match request {
            Request::Hello => Answer::Hello(Box::new(process.hello.clone())),
            _ => self.exchange(&mut process, request)?,
        };
        self.process = Some(process);
        Ok(answer)
    }

    fn finish(&mut self) -> Ending {
        let mut ending = Ending::default();
        if let Some(process) = self.process.take() {
            let End { late, status } = process.end(|| self.is_interrupted());
            for line in late {
                match line {
                    Received::Line(line) => match answered_id(&line) {
                        Some(id) => drop(self.answered_twice.insert(id)),
                        None => ending.problems.push(stray(&line)),
                    },
                    Received::Unreadable(why) => ending.problems.push(why),
                    Received::End => {}
                }
            }
            // One of them shows what the others are.
            ending.problems.truncate(1);
            match status {
                _ if self.is_interrupted() => {}
                None => {
                    let what = "the adapter did not end when its input ended".to_owned();
                    ending.problems.push(what);
                }
                Some(status) => ending.bad_status = bad(status),
            }
        }
        ending
    }

    fn requests(&self) -> u64 {
        self.last_id
    }

    fn answered_twice(&self) -> Vec<u64> {
        self.answered_twice.iter().copied().collect()
    }
}

/// A status other than success.
fn bad(status: ExitStatus) -> Option<BadStatus> {
    let bad = || BadStatus { code: status.code(), words: status.to_string() };
    (!status.success()).then(bad)
}
