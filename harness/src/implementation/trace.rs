//! The transcript of a conversation.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};

use super::{Connection, Ending, Failure};
use crate::protocol::{Answer, Request, answer_line, request_line};

/// A file that gets every request after `> `, every answer after `< `, and after `! ` why none
/// came. Several implementations may share it; the lines of a request and its answer stay together.
#[derive(Clone)]
pub struct Trace(Arc<Mutex<Transcript>>);

struct Transcript {
    file: BufWriter<File>,
    /// The first one; nothing is written after it.
    error: Option<io::Error>,
}

/// An implementation whose conversation is written down.
struct Followed {
    inner: Box<dyn Connection>,
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
        let transcript = Transcript { file: BufWriter::new(file), error: None };
        Ok(Self(Arc::new(Mutex::new(transcript))))
    }

    /// The implementation, its conversation from now on in the file.
    pub fn follow(&self, inner: Box<dyn Connection>) -> Box<dyn Connection> {
        Box::new(Followed { inner, trace: self.clone(), id: 0 })
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The file lacks something: it could not be written now, or at some time before.
    pub fn finish(&self) -> io::Result<()> {
        self.write(Write::flush);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).error.take().map_or(Ok(()), Err)
    }

    /// An error is kept for the end: a transcript is not a reason to end the run.
    fn write(&self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let mut transcript = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if transcript.error.is_none() {
            transcript.error = write(&mut transcript.file).err();
        }
    }
}

impl Connection for Followed {
    fn ask(&mut self, request: &Request) -> Result<Answer, Failure> {
        self.id += 1;
        let result = self.inner.ask(request);
        let answer = match &result {
            Ok(answer) => format!("< {}", answer_line(Some(self.id), answer)),
            Err(failure) => format!("! {failure}"),
        };
        let request = request_line(self.id, request);
        self.trace.write(|file| writeln!(file, "> {request}\n{answer}"));
        result
    }

    fn finish(&mut self) -> Ending {
        self.trace.write(Write::flush);
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
