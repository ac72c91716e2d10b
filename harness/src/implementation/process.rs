//! A running adapter: its process, its pipes, and how it ends.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::Failure;
use super::group::Group;
use super::pipes::{Log, Received, read_lines, write_lines};
use crate::outside::clean;
use crate::protocol::{Capabilities, Hello};

/// How long a process may take to end once its input has.
const GRACE: Duration = Duration::from_secs(5);

/// How often a wait looks whether something else has happened.
const TICK: Duration = Duration::from_millis(50);

pub(super) struct Process {
    child: Child,
    group: Group,
    requests: Option<Sender<String>>,
    answers: Receiver<Received>,
    log: Log,
    pub(super) hello: Hello,
}

/// At most this many lines are kept of what is printed after the last answer.
const MAX_LATE: usize = 16;

/// What a process printed after its last answer, and how it ended.
#[derive(Default)]
pub(super) struct End {
    pub(super) late: Vec<Received>,
    /// None where it did not end in time.
    pub(super) status: Option<ExitStatus>,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Self, Failure> {
        let [program, arguments @ ..] = command else {
            return Err(Failure::Start("the command is empty".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Group::prepare(&mut command);
        let failed = |error: std::io::Error| Failure::Start(format!("{program}: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let group = Group::of(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Failure::Start(format!("{program}: no pipes")));
        };
        let log = Log::follow(stderr);
        let requests = Some(write_lines(stdin));
        let (answers, hello) =
            (read_lines(stdout), Hello::new("unknown", "unknown", Capabilities::default()));
        Ok(Self { child, group, requests, answers, log, hello })
    }

    pub(super) fn send(&self, line: String) {
        // A writer that is gone shows as the end of the answers.
        let _ = self.requests.as_ref().map(|requests| requests.send(line));
    }

    /// The next output, if there is some soon.
    pub(super) fn next(&self, deadline: Instant) -> Option<Received> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.answers.recv_timeout(left.min(TICK)) {
            Ok(received) => Some(received),
            Err(RecvTimeoutError::Disconnected) => Some(Received::End),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Why the answers have ended.
    pub(super) fn crashed(&mut self) -> Failure {
        self.requests = None;
        let how = match self.wait(GRACE) {
            Some(status) => format!(" ({status})"),
            None => ": it closed its output".to_owned(),
        };
        let log = self.log.tail();
        let log = if log.is_empty() { log } else { format!("; its log ends: {}", clean(&log)) };
        Failure::Crash { how, log }
    }

    /// Ends the input, and waits for the process and for the end of its output: in all no longer
    /// than the grace, whatever is printed.
    pub(super) fn end(mut self, interrupted: impl Fn() -> bool) -> End {
        self.requests = None;
        let deadline = Instant::now() + GRACE;
        let is_time = || Instant::now() < deadline && !interrupted();
        let mut end = End::default();
        while end.status.is_none() && is_time() {
            if self.hear(&mut end, deadline) {
                thread::sleep(TICK / 10);
            }
            end.status = self.child.try_wait().unwrap_or(None);
        }
        // Whoever is left of its group may hold the output open.
        self.kill();
        while is_time() && !self.hear(&mut end, deadline) {}
        end
    }

    /// Keeps a late line, if one comes soon; whether the output has ended.
    fn hear(&self, end: &mut End, deadline: Instant) -> bool {
        match self.next(deadline) {
            Some(Received::End) => return true,
            Some(line) => end.late.extend((end.late.len() < MAX_LATE).then_some(line)),
            None => {}
        }
        false
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(TICK / 10),
                Ok(Some(status)) => return Some(status),
                Err(_) => return None,
            }
        }
        None
    }

    /// Ends the process and its group.
    pub(super) fn kill(&mut self) {
        self.group.kill();
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
