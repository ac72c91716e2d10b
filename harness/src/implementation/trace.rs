//! The transcript of a conversation.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};

use super::{Ending, Failure, Implementation};
use crate::protocol::{Answer, Request, answer_line, request_line};

/// A file that gets every request after `> `, every answer after `< `, and after `! ` why none
/// came. Several implementations may share it; the lines of a request and its answer stay together.
#[derive(Clone)]
pub struct Trace(Arc<Mutex<BufWriter<File>>>);

/// An implementation whose conversation is written down.
struct Followed {
    inner: Box<dyn Implementation>,
    trace: Trace,
    id: u64,
}

impl Trace {
    /// Starts a file; one of that name is overwritten.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("writing {}", path.display()))?;
        Ok(Self(Arc::new(Mutex::new(BufWriter::new(file)))))
    }

    /// The implementation, its conversation from now on in the file.
    pub fn follow(&self, inner: Box<dyn Implementation>) -> Box<dyn Implementation> {
        Box::new(Followed { inner, trace: self.clone(), id: 0 })
    }
}

impl Implementation for Followed {
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        self.id += 1;
        let result = self.inner.answer(request);
        let answer = match &result {
            Ok(answer) => format!("< {}", answer_line(Some(self.id), answer)),
            Err(failure) => format!("! {failure}"),
        };
        let mut file = self.trace.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A transcript that cannot be written is no reason to end the run.
        let _ = writeln!(file, "> {}\n{answer}", request_line(self.id, request));
        result
    }

    fn finish(&mut self) -> Ending {
        let _ = self.trace.0.lock().unwrap_or_else(PoisonError::into_inner).flush();
        self.inner.finish()
    }

    fn requests(&self) -> u64 {
        self.inner.requests()
    }

    fn answered_twice(&self) -> Vec<u64> {
        self.inner.answered_twice()
    }

    fn place(&self) -> Option<String> {
        self.inner.place()
    }
}
