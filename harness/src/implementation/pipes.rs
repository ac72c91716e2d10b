//! The pipes of a child process, each served by a thread so that no wait is without a bound.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::protocol::{Line, MAX_LINE, read_line};

/// Lines that wait to be read: more would let a child fill this process's memory.
const MAX_WAITING: usize = 2;

/// How much of a log is kept for messages.
const LOG_TAIL: usize = 1000;

/// Output of a child.
pub(super) enum Received {
    /// A line, without its end.
    Line(String),
    /// A line that is too long or not UTF-8.
    Unreadable(String),
    /// The end of the output.
    End,
}

/// The lines that a child prints.
pub(super) fn read_lines(stdout: ChildStdout) -> Receiver<Received> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    thread::spawn(move || {
        let mut reader = BufReader::with_capacity(1 << 16, stdout);
        loop {
            let received = received(&mut reader);
            let last = !matches!(received, Received::Line(_));
            if sender.send(received).is_err() || last {
                break;
            }
        }
    });
    receiver
}

fn received(reader: &mut impl BufRead) -> Received {
    match read_line(reader) {
        Ok(Line::Text(text)) => Received::Line(text),
        Ok(Line::NotUtf8) => Received::Unreadable("a line that is not UTF-8".to_owned()),
        Ok(Line::TooLong) => Received::Unreadable(format!("a line of more than {MAX_LINE} bytes")),
        Ok(Line::End) | Err(_) => Received::End,
    }
}

/// Where lines for a child's input go; dropping it ends that input.
pub(super) fn write_lines(stdin: ChildStdin) -> Sender<String> {
    let (sender, receiver) = channel::<String>();
    thread::spawn(move || {
        let mut writer = BufWriter::with_capacity(1 << 16, stdin);
        for line in receiver {
            let written = writer.write_all(line.as_bytes()).and_then(|()| writer.write_all(b"\n"));
            if written.and_then(|()| writer.flush()).is_err() {
                break;
            }
        }
    });
    sender
}

/// The end of what a child writes to its standard error: a log, never a verdict.
pub(super) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(super) fn follow(mut stderr: ChildStderr) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let tail = Arc::clone(&kept);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                let mut tail = tail.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..count]);
                let excess = tail.len().saturating_sub(LOG_TAIL);
                tail.drain(..excess);
            }
        });
        Self(kept)
    }

    pub(super) fn tail(&self) -> String {
        let tail = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        String::from_utf8_lossy(&tail).trim().to_owned()
    }
}
