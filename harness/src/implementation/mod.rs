//! What the suite can be run against.

mod child;
mod everything;
mod fast;
mod in_process;
mod pipes;
mod results;
mod trace;

use std::time::Duration;

use thiserror::Error;

pub use child::Child;
pub use fast::Fast;
pub use in_process::InProcess;
pub use trace::Trace;

use crate::protocol::{Answer, Request};

/// An implementation: in this process, or behind an adapter.
pub trait Implementation: Send {
    /// Answers one request.
    ///
    /// # Errors
    /// No well-formed answer came. The implementation starts anew with the next request.
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure>;

    /// What went wrong outside of any request, such as an adapter that outlives its input.
    fn finish(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// How many requests it was sent. A second answer to one of them shows only later; whoever
    /// notes this number can tell whose it was.
    fn requests(&self) -> u64 {
        0
    }

    /// The numbers of the requests that were answered more than once; complete after `finish`.
    fn answered_twice(&self) -> &[u64] {
        &[]
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
    #[error("no answer within {0:?}")]
    Timeout(Duration),
    /// The line that came is not an answer to the request.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// The user interrupted the run.
    #[error("interrupted")]
    Interrupted,
}
