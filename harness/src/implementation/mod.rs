//! What the suite can be run against.

#[cfg(feature = "cli")]
mod child;
mod everything;
#[cfg(feature = "cli")]
mod fast;
#[cfg(feature = "cli")]
mod foreign;
#[cfg(feature = "cli")]
mod group;
mod in_process;
mod onnx;
#[cfg(feature = "cli")]
mod pipes;
#[cfg(feature = "cli")]
mod process;
mod results;
#[cfg(feature = "cli")]
mod trace;

use std::fmt;
use std::time::Duration;

use thiserror::Error;

#[cfg(feature = "cli")]
pub use child::{Child, Patience};
pub use everything::everything;
#[cfg(feature = "cli")]
pub use fast::Fast;
pub use in_process::InProcess;
#[cfg(feature = "cli")]
pub use trace::Trace;

#[cfg(feature = "cli")]
pub(crate) use foreign::wrong;
#[cfg(feature = "cli")]
pub(crate) use group::kill_all;

use crate::protocol::{Answer, Implementation, Request, answer};

/// A connection to an implementation: one in this process, an adapter, or the answers of one in a
/// file.
pub trait Connection: Send {
    /// Asks the implementation.
    ///
    /// # Errors
    /// No well-formed answer came. The implementation starts again with the next request.
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure>;

    /// Ends it, and says what went wrong outside of any request, such as an adapter that outlives
    /// its input.
    fn finish(&mut self) -> Ending {
        Ending::default()
    }

    /// How many requests it was sent. A second answer to one of them shows only later; whoever
    /// notes this number can tell whose it was.
    fn requests(&self) -> u64 {
        0
    }

    /// The numbers of the requests that were answered more than once; complete after `finish`.
    fn answered_twice(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Whether requests are only written down, all that a run may need.
    fn records(&self) -> bool {
        false
    }

    /// Where the last answer was found, if that helps a reader: a line of a file.
    fn place(&self) -> Option<String> {
        None
    }
}

/// One in this process always answers: a panic is a fault.
impl<I: Implementation + Send> Connection for I {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        Ok(answer(self, request))
    }
}

/// What went wrong outside of any request.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ending {
    /// What breaks the protocol.
    pub problems: Vec<String>,
    /// How the last process ended, where that was not a success.
    pub bad_status: Option<BadStatus>,
}

/// Ends a connection. Second answers are a problem, whoever gave them.
pub(crate) fn end(connection: &mut dyn Connection) -> Ending {
    let mut ending = connection.finish();
    if !connection.answered_twice().is_empty() {
        ending.problems.push("a request was answered more than once".to_owned());
    }
    ending
}

/// How a process ended whose input had ended before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadStatus {
    /// Its exit status, where no signal ended it.
    pub code: Option<i32>,
    /// The system's words.
    pub words: String,
}

impl fmt::Display for BadStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the adapter ended with {} after its input had ended", self.words)
    }
}

/// Why a request has no well-formed answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// The adapter could not be started.
    #[error("the adapter could not be started: {0}")]
    Start(String),
    /// The adapter ended, or closed its output.
    #[error("the adapter ended{how}{log}")]
    Crash {
        /// Its exit status, where it is known.
        how: String,
        /// The end of its log.
        log: String,
    },
    /// No answer came in time.
    #[error("no answer within {0:?} (--timeout)")]
    Timeout(Duration),
    /// No answer to hello came in time.
    #[error("no answer to hello within {0:?} (--start-timeout)")]
    StartTimeout(Duration),
    /// The line is not an answer to the request.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// The request is not among those that the answers in a file are to.
    #[error("not among the requests of the file")]
    NotAsked,
    /// The user interrupted the run.
    #[error("interrupted")]
    Interrupted,
}
