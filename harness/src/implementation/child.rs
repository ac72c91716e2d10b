//! An adapter: a child process that speaks the protocol on its standard input and output.

use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::pipes::{Log, Received, read_lines, write_lines};
use super::{Failure, Implementation};
use crate::protocol::{Answer, Hello, Request, parse_answer, request_line};

/// How long a process may take to end once its input has.
const GRACE: Duration = Duration::from_secs(5);

/// A request of more bytes may take as much longer.
const TIMED_BYTES: usize = 1 << 16;

/// How often a wait looks whether the user interrupted the run.
const TICK: Duration = Duration::from_millis(50);

/// An adapter, started when it is first asked and again after each failure.
pub struct Child {
    command: Vec<String>,
    timeout: Duration,
    interrupted: Arc<AtomicBool>,
    process: Option<Process>,
    last_id: u64,
    answered_twice: Vec<u64>,
}

struct Process {
    child: std::process::Child,
    requests: Option<Sender<String>>,
    answers: Receiver<Received>,
    log: Log,
    hello: Hello,
}

impl Child {
    /// An adapter that is started by that program and arguments; a request of up to 64 KiB may take
    /// that long, a longer one as many times as long.
    pub fn new(command: Vec<String>, timeout: Duration, interrupted: Arc<AtomicBool>) -> Self {
        let answered_twice = Vec::new();
        Self { command, timeout, interrupted, process: None, last_id: 0, answered_twice }
    }

    fn start(&mut self) -> Result<Process, Failure> {
        let [program, arguments @ ..] = self.command.as_slice() else {
            return Err(Failure::Start("the command is empty".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |error: std::io::Error| Failure::Start(format!("{program}: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Failure::Start(format!("{program}: no pipes")));
        };
        let log = Log::follow(stderr);
        let requests = Some(write_lines(stdin));
        let hello = Hello::unknown();
        let mut process = Process { child, requests, answers: read_lines(stdout), log, hello };
        match self.ask(&mut process, &Request::Hello)? {
            Answer::Hello(hello) => process.hello = *hello,
            Answer::Fault(what) => return Err(process.end(Failure::Malformed(what))),
            _ => unreachable!("an answer to hello is a hello or a fault"),
        }
        Ok(process)
    }

    /// Sends a request and waits for its answer; ends the process where none comes.
    fn ask(&mut self, process: &mut Process, request: &Request) -> Result<Answer, Failure> {
        self.last_id += 1;
        let line = request_line(self.last_id, request);
        let timeout = self.timeout * line.len().div_ceil(TIMED_BYTES) as u32;
        process.send(line);
        let deadline = Instant::now() + timeout;
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(process.end(Failure::Interrupted));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match process.answers.recv_timeout(left.min(TICK)) {
                Ok(Received::Line(line)) => line,
                Ok(Received::Unreadable(why)) => return Err(process.end(Failure::Malformed(why))),
                Ok(Received::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended(process));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(process.end(Failure::Timeout(timeout)));
                }
                Err(RecvTimeoutError::Timeout) => continue,
            };
            match parse_answer(&line, request, self.last_id) {
                Ok(answer) => return Ok(answer),
                Err(error) => match id_of(&line) {
                    Some(id) if id < self.last_id => self.answered_twice.push(id),
                    _ => return Err(process.end(Failure::Malformed(error.to_string()))),
                },
            }
        }
    }

    /// Why the answers end. An interrupt from the keyboard reaches the adapter too, and may show
    /// there before it does here.
    fn ended(&self, process: &mut Process) -> Failure {
        let failure = process.crashed();
        thread::sleep(TICK);
        if self.interrupted.load(Ordering::Relaxed) { Failure::Interrupted } else { failure }
    }
}

/// The request that a line answers.
fn id_of(line: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct WithId {
        id: u64,
    }
    serde_json::from_str::<WithId>(line).ok().map(|line| line.id)
}

impl Implementation for Child {
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        let answer = match request {
            Request::Hello => Answer::Hello(Box::new(process.hello.clone())),
            _ => self.ask(&mut process, request)?,
        };
        self.process = Some(process);
        Ok(answer)
    }

    fn finish(&mut self) -> Vec<String> {
        let mut problems = Vec::new();
        if let Some(mut process) = self.process.take() {
            process.requests = None;
            if process.wait(GRACE).is_none() {
                problems.push("the adapter did not end when its input ended".to_owned());
            }
            // The last request has its answer.
            while let Ok(Received::Line(line)) = process.answers.recv_timeout(GRACE) {
                self.answered_twice.push(id_of(&line).unwrap_or(self.last_id));
            }
        }
        if !self.answered_twice.is_empty() {
            problems.push("a request was answered more than once".to_owned());
        }
        problems
    }

    fn requests(&self) -> u64 {
        self.last_id
    }

    fn answered_twice(&self) -> &[u64] {
        &self.answered_twice
    }
}

impl Process {
    fn send(&self, line: String) {
        // A writer that is gone shows as the end of the answers.
        let _ = self.requests.as_ref().map(|requests| requests.send(line));
    }

    fn crashed(&mut self) -> Failure {
        self.requests = None;
        let how = match self.wait(GRACE) {
            Some(status) => format!(" ({status})"),
            None => ": it closed its output".to_owned(),
        };
        let log = self.log.tail();
        let log = if log.is_empty() { log } else { format!("; its log ends: {log}") };
        Failure::Crash { how, log }
    }

    fn end(&mut self, failure: Failure) -> Failure {
        self.kill();
        failure
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
            }
        }
        None
    }

    fn kill(&mut self) {
        // Either fails only where the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
